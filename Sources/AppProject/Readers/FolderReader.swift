import Foundation

/// Reads a plain folder of Swift files as an app, and its test subfolders as test bundles.
enum FolderReader {
  private static let skipped: Set<String> = [
    "build", "Build", "DerivedData", "Pods", "Carthage", "fastlane", "Play", "Documentation", "docs",
    "Screenshots",
  ]

  /// The targets of the folder; empty if it contains no Swift file.
  static func targets(at folder: String) throws -> [Target] {
    let name = AbsolutePath.name(folder)
    let testFolders = AbsolutePath.contents(folder).filter {
      $0.hasSuffix("Tests") && AbsolutePath.isDirectory(folder + "/" + $0)
    }
    var app = target(named: name, kind: .app, folder: folder)
    app.addContents(
      of: folder,
      isExcluded: { relative in
        let last = AbsolutePath.name(relative)
        if testFolders.contains(relative) || last == "Package.swift" { return true }
        return skipped.contains(last) && AbsolutePath.isDirectory(folder + "/" + relative)
      })
    if app.sources.isEmpty, app.problems.isEmpty { return [] }
    if isFromBeforeSwift42(app.sources) { app.override(["SWIFT_VERSION": "4"]) }
    app.infoPlistSource = infoPlistSource(for: app)
    let infoPlist = app.infoPlistPath()
    app.resources.removeAll { $0.path == infoPlist }
    var targets = [app]
    for testFolder in testFolders {
      var tests = target(
        named: testFolder, kind: testFolder.hasSuffix("UITests") ? .uiTests : .unitTests,
        folder: folder + "/" + testFolder)
      tests.addContents(of: folder + "/" + testFolder, isExcluded: { _ in false })
      tests.testHost = app.id
      tests.addDependency(app.id)
      tests.infoPlistSource = .folder(file: nil, entries: [:])
      if !tests.sources.isEmpty { targets.append(tests) }
    }
    return targets
  }

  private static func target(named name: String, kind: Target.Kind, folder: String) -> Target {
    let settings = [
      "PRODUCT_NAME": name, "TARGET_NAME": name, "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
      "EXECUTABLE_NAME": name, "SWIFT_VERSION": "5", "DEVELOPMENT_LANGUAGE": "en",
      "PRODUCT_BUNDLE_PACKAGE_TYPE": kind == .app ? "APPL" : "BNDL", "SRCROOT": folder,
      "PRODUCT_BUNDLE_IDENTIFIER": "local.carob.$(PRODUCT_NAME:rfc1034identifier)",
    ]
    return Target(
      id: "\(folder)#\(name)", name: name, kind: kind, projectPath: folder, root: folder,
      configurations: [
        (
          "Debug",
          BuildSettings(levels: [
            settings, ["CONFIGURATION": "Debug", "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG"],
          ])
        ),
        ("Release", BuildSettings(levels: [settings, ["CONFIGURATION": "Release"]])),
      ])
  }

  /// The Info.plist next to the sources, or the entries that a template would contain for the folder's files.
  static func infoPlistSource(for target: Target) -> InfoPlistSource {
    let candidates = target.resources.map(\.path).filter { path in
      let name = AbsolutePath.name(path)
      return name == "Info.plist" || name == "\(target.name)-Info.plist"
    }
    let file = candidates.min { $0.count < $1.count }
    var entries: [String: PropertyValue] = ["LSRequiresIPhoneOS": .boolean(true)]
    if file == nil, target.kind == .app {
      let mainStoryboard = target.storyboards.first { AbsolutePath.name($0.path) == "Main.storyboard" }
      if let sceneDelegate = sceneDelegateClass(in: target.sources) {
        var configuration: [String: PropertyValue] = [
          "UISceneConfigurationName": .string("Default Configuration"),
          "UISceneDelegateClassName": .string("\(target.moduleName).\(sceneDelegate)"),
        ]
        if mainStoryboard != nil { configuration["UISceneStoryboardFile"] = .string("Main") }
        entries["UIApplicationSceneManifest"] = .dictionary([
          "UIApplicationSupportsMultipleScenes": .boolean(false),
          "UISceneConfigurations": .dictionary([
            "UIWindowSceneSessionRoleApplication": .array([.dictionary(configuration)])
          ]),
        ])
      } else if mainStoryboard != nil {
        entries["UIMainStoryboardFile"] = .string("Main")
      }
    }
    return .folder(file: file, entries: entries)
  }

  /// Whether the app delegate uses template code from before names like `UIApplication.LaunchOptionsKey`. A
  /// folder does not declare its language version, and only the old language mode accepts the old names.
  private static func isFromBeforeSwift42(_ sources: [String]) -> Bool {
    texts(of: sources).contains { $0.contains(/launchOptions: \[UIApplicationLaunchOptionsKey\s*:/) }
  }

  private static func sceneDelegateClass(in sources: [String]) -> String? {
    for text in texts(of: sources) where text.contains("UIWindowSceneDelegate") {
      if let match = text.firstMatch(of: /class\s+(\w+)\s*:[^{]*\bUIWindowSceneDelegate\b/) {
        return String(match.1)
      }
    }
    return nil
  }

  /// The texts of all readable sources, each read on demand.
  private static func texts(of sources: [String]) -> some Sequence<String> {
    sources.lazy.compactMap { path in
      FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
