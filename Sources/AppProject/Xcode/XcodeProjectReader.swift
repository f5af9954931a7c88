import Foundation

/// Reads an `.xcodeproj` with its subprojects and local packages.
struct XcodeProjectReader {
  private let projectPath: String
  private let objects: XcodeObjects
  private let packages: PackageReader
  /// The projects that are being read, outermost first, to detect cycles.
  private let enclosing: [String]

  init(projectPath: String, packages: PackageReader, enclosing: [String] = []) throws {
    self.projectPath = projectPath
    self.packages = packages
    self.enclosing = enclosing + [projectPath]
    objects = try XcodeObjects(projectPath: projectPath)
  }

  /// The targets of the project in its order, then those of its subprojects and packages.
  func targets() throws -> [Target] {
    let own = objects.objects("targets", of: objects.project)
    var targets: [Target] = []
    for object in own {
      targets.append(try target(object))
    }
    var others: [Target] = []
    for path in subprojectPaths where !enclosing.contains(path) && AbsolutePath.exists(path) {
      others += try XcodeProjectReader(projectPath: path, packages: packages, enclosing: enclosing).targets()
    }
    for path in localPackagePaths { others += try packages.targets(at: path) }
    for index in targets.indices {
      connect(&targets[index], own[index], among: targets + others)
    }
    return targets + others
  }

  // MARK: One target

  private func target(_ object: XcodeObjects.Object) throws -> Target {
    let name = object["name"]?.string ?? object.id
    let configurations = try configurations(of: object, name: name)
    var target = Target(
      id: id(name), name: name, kind: kind(of: object, settings: configurations.first?.settings),
      projectPath: projectPath, root: objects.sourceRoot, configurations: configurations)
    target.releaseOfLastXcode = releaseOfLastXcode
    addSynchronizedFolders(object, to: &target)
    for phase in objects.objects("buildPhases", of: object) {
      switch phase.kind {
      case "PBXSourcesBuildPhase": addFiles(of: phase, to: &target, asResources: false)
      case "PBXResourcesBuildPhase": addFiles(of: phase, to: &target, asResources: true)
      case "PBXShellScriptBuildPhase":
        let title = phase["name"]?.string ?? "Run Script"
        target.problems.append(
          ProjectProblem(
            .unsupported, severity: .warning, path: objects.file, line: phase.line,
            "the script phase “\(title)” of the target “\(name)” is not run; "
              + "files that it generates must exist already"))
      default: break
      }
    }
    checkBridgingHeader(&target)
    return target
  }

  /// `LastUpgradeCheck` is the Xcode version without its point: 0730, 1130, 2600. Xcode 7 came with iOS 9,
  /// Xcode 16 with iOS 18; from 26 on, both have the same number.
  private var releaseOfLastXcode: Int? {
    guard let text = objects.project["attributes"]?["LastUpgradeCheck"]?.string, let number = Int(text),
      number >= 100
    else { return nil }
    let major = number / 100
    return major < 26 ? major + 2 : major
  }

  private func id(_ name: String) -> String { "\(projectPath)#\(name)" }

  private func kind(of object: XcodeObjects.Object, settings: BuildSettings?) -> Target.Kind {
    let platforms = (settings?.list("SUPPORTED_PLATFORMS") ?? []) + [settings?["SDKROOT"] ?? "iphoneos"]
    let isForPhones = platforms.contains { $0.hasPrefix("iphone") || $0 == "auto" }
    switch object["productType"]?.string ?? "" {
    case "com.apple.product-type.application": return isForPhones ? .app : .other
    case "com.apple.product-type.framework", "com.apple.product-type.framework.static",
      "com.apple.product-type.library.static", "com.apple.product-type.library.dynamic":
      return isForPhones ? .framework : .other
    case "com.apple.product-type.bundle.unit-test": return .unitTests
    case "com.apple.product-type.bundle.ui-testing": return .uiTests
    default: return .other
    }
  }

  private func configurations(
    of object: XcodeObjects.Object, name: String
  ) throws -> [(name: String, settings: BuildSettings)] {
    let projectList = try objects.object("buildConfigurationList", of: objects.project)
    let targetList = try objects.object("buildConfigurationList", of: object)
    guard let list = targetList ?? projectList else { return [] }
    let projectConfigurations = projectList.map { objects.objects("buildConfigurations", of: $0) } ?? []
    let preferred = list["defaultConfigurationName"]?.string
    var result: [(name: String, settings: BuildSettings)] = []
    for configuration in objects.objects("buildConfigurations", of: list) {
      let title = configuration["name"]?.string ?? "Debug"
      var settings = BuildSettings()
      settings.append(defaults(target: name, kind: object["productType"]?.string ?? "", configuration: title))
      let projectConfiguration =
        projectConfigurations.first { $0["name"]?.string == title } ?? projectConfigurations.first
      if let projectConfiguration, targetList != nil { try append(projectConfiguration, to: &settings) }
      try append(configuration, to: &settings)
      if let setting = settings.firstBeyondBounds() {
        throw ProjectProblem(
          .malformed, path: objects.file, line: configuration.line,
          "the build setting \(setting) of the configuration “\(title)” refers to more settings "
            + "than can be expanded; write its value directly")
      }
      if title == preferred {
        result.insert((title, settings), at: 0)
      } else {
        result.append((title, settings))
      }
    }
    return result
  }

  /// Adds a configuration's `.xcconfig` file and then its own settings as levels.
  private func append(_ configuration: XcodeObjects.Object, to settings: inout BuildSettings) throws {
    var base: String?
    if let reference = try objects.object("baseConfigurationReference", of: configuration) {
      base = objects.path(of: reference)
    } else if let anchor = configuration["baseConfigurationReferenceAnchor"]?.string,
      let folder = objects[anchor].flatMap(objects.path(of:)),
      let relative = configuration["baseConfigurationReferenceRelativePath"]?.string
    {
      base = AbsolutePath.join(folder, relative)
    }
    if let base {
      guard AbsolutePath.exists(base) else {
        throw ProjectProblem(
          .missingFile, path: objects.file, line: configuration.line,
          "the configuration “\(configuration["name"]?.string ?? "")” is based on \(base), which does not exist"
            + (base.contains("/Pods/") ? "; CocoaPods makes it: run pod install" : ""))
      }
      let snapshot = settings
      settings.append(try ConfigurationFile.read(base, resolve: snapshot.expand))
    }
    var own: [String: String] = [:]
    for (key, node) in configuration["buildSettings"]?.dictionary ?? [:] {
      own[key] = node.array.map { Self.joined($0.compactMap(\.string)) } ?? node.string ?? ""
    }
    settings.append(own)
  }

  /// A list as one string; `BuildSettings.list` splits it again.
  private static func joined(_ words: [String]) -> String {
    words.map { word in
      word.contains(where: \.isWhitespace) && !word.contains("\"") ? "\"\(word)\"" : word
    }.joined(separator: " ")
  }

  /// The settings that Xcode defines by default, as far as names, paths and Info.plist files use them.
  private func defaults(target: String, kind: String, configuration: String) -> [String: String] {
    let project = AbsolutePath.withoutEnding(AbsolutePath.name(projectPath))
    let isFramework = kind.contains("framework")
    let packageType = kind.contains("application") ? "APPL" : isFramework ? "FMWK" : "BNDL"
    let ending = kind.contains("application") ? "app" : isFramework ? "framework" : "xctest"
    return [
      "TARGET_NAME": target, "TARGETNAME": target, "PRODUCT_NAME": "$(TARGET_NAME)",
      "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)", "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
      "EXECUTABLE_FILE": "$(EXECUTABLE_NAME)", "CONFIGURATION": configuration, "PROJECT_NAME": project,
      "PROJECT": project,
      "SRCROOT": objects.sourceRoot, "SOURCE_ROOT": objects.sourceRoot, "PROJECT_DIR": objects.sourceRoot,
      "PROJECT_FILE_PATH": projectPath, "SDKROOT": "iphoneos", "PLATFORM_NAME": "iphonesimulator",
      "EFFECTIVE_PLATFORM_NAME": "-iphonesimulator", "PRODUCT_BUNDLE_PACKAGE_TYPE": packageType,
      "DEVELOPMENT_LANGUAGE": objects.project["developmentRegion"]?.string ?? "en",
      "WRAPPER_EXTENSION": ending, "WRAPPER_NAME": "$(PRODUCT_NAME).$(WRAPPER_EXTENSION)",
      "FULL_PRODUCT_NAME": "$(WRAPPER_NAME)", "SWIFT_PLATFORM_TARGET_PREFIX": "ios", "ARCHS": "x86_64",
      "NATIVE_ARCH": "x86_64", "CURRENT_ARCH": "x86_64", "PRODUCT_BUNDLE_IDENTIFIER": "",
      "BUILT_PRODUCTS_DIR": "", "USER": NSUserName(), "HOME": NSHomeDirectory(),
    ]
  }

  // MARK: Files

  private func addFiles(of phase: XcodeObjects.Object, to target: inout Target, asResources: Bool) {
    for buildFile in objects.objects("files", of: phase) {
      if let filters = buildFile["platformFilters"]?.strings ?? buildFile["platformFilter"]?.strings,
        !filters.isEmpty, !filters.contains("ios")
      {
        continue
      }
      guard let id = buildFile["fileRef"]?.string, let reference = objects[id] else { continue }
      if reference.kind == "PBXVariantGroup" {
        for child in objects.objects("children", of: reference) {
          add(child, to: &target, asResources: asResources, variantOf: reference)
        }
      } else {
        add(reference, to: &target, asResources: asResources, variantOf: nil)
      }
    }
  }

  private func add(
    _ reference: XcodeObjects.Object, to target: inout Target, asResources: Bool,
    variantOf group: XcodeObjects.Object?
  ) {
    guard let path = objects.path(of: reference) else { return }
    let ending = AbsolutePath.ending(path)
    if !asResources, ["h", "hh", "hpp", "pch"].contains(ending) { return }
    guard AbsolutePath.exists(path) else {
      target.problems.append(
        ProjectProblem(
          .missingFile, path: objects.file, line: reference.line,
          "“\(AbsolutePath.name(path))”, which belongs to the target “\(target.name)”, is not at \(path); "
            + "add the file or remove it from the project"))
      return
    }
    if asResources, path == target.infoPlistPath() { return }
    var resource = Resource(localizedByFolder: path)
    if group != nil, resource.region == nil, let region = reference["name"]?.string {
      resource = Resource(path: path, region: region)
    }
    target.add(
      resource, place: (objects.file, reference.line),
      listedAsResource: asResources && !["m", "mm"].contains(ending))
  }

  /// Adds folders whose contents belong to targets without being listed (Xcode 16).
  private func addSynchronizedFolders(_ object: XcodeObjects.Object, to target: inout Target) {
    let infoPlists = Set(target.configurationNames.compactMap { _ in target.infoPlistPath() })
    let mine = Set(object["fileSystemSynchronizedGroups"]?.strings ?? [])
    for group in objects.all("PBXFileSystemSynchronizedRootGroup") {
      guard let folder = objects.path(of: group) else { continue }
      var listed: [String] = []
      for exceptions in objects.objects("exceptions", of: group)
      where exceptions["target"]?.string == object.id {
        listed += exceptions["membershipExceptions"]?.strings ?? []
      }
      let isMember = mine.contains(group.id)
      if !isMember && listed.isEmpty { continue }
      guard AbsolutePath.isDirectory(folder) else {
        target.problems.append(
          ProjectProblem(
            .missingFile, path: objects.file, line: group.line,
            "the folder “\(AbsolutePath.name(folder))” of the target “\(target.name)” is not at \(folder)"))
        continue
      }
      let whole = Set(group["explicitFolders"]?.strings ?? [])
      if isMember {
        target.addContents(
          of: folder,
          isExcluded: { relative in
            infoPlists.contains(folder + "/" + relative)
              || listed.contains { Self.isException(relative, $0) }
          }, isWhole: whole.contains)
      } else {
        for relative in listed where AbsolutePath.exists(folder + "/" + relative) {
          target.add(Resource(localizedByFolder: folder + "/" + relative))
        }
      }
    }
  }

  /// Whether an entry of `membershipExceptions` refers to the file; localized files are named without their
  /// folder.
  private static func isException(_ relative: String, _ entry: String) -> Bool {
    if relative == entry { return true }
    guard entry.hasPrefix("/Localized: ") else { return false }
    let name = entry.dropFirst("/Localized: ".count)
    return relative.hasSuffix("/" + name) && relative.dropLast(name.count + 1).hasSuffix(".lproj")
  }

  /// Checks the bridging header, which may be ignored if it imports nothing of the app's own.
  private func checkBridgingHeader(_ target: inout Target) {
    guard let header = target.buildSettings()["SWIFT_OBJC_BRIDGING_HEADER"], !header.isEmpty else { return }
    let path = AbsolutePath.join(objects.sourceRoot, header)
    guard let data = try? PropertyListFile.contents(path), let text = PropertyListFile.decodedText(data)
    else {
      return
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let statement = line.drop { $0.isWhitespace }
      if let module = Self.importedModule(statement), !target.bridgedModules.contains(module) {
        target.bridgedModules.append(module)
      }
      guard statement.hasPrefix("#import \"") || statement.hasPrefix("#include \"") else { continue }
      target.problems.append(
        ProjectProblem(
          .foreignLanguage, path: path, line: index + 1,
          "the bridging header imports Objective-C (\(statement)); Carob compiles only Swift"))
    }
  }

  /// The module in `@import UIKit;` or `#import <UIKit/UIKit.h>`, if Carob provides it.
  private static func importedModule(_ statement: Substring) -> String? {
    let provided = [
      "UIKit", "UserNotifications", "Foundation", "CoreGraphics", "QuartzCore", "AudioToolbox",
      "AVFoundation",
      "AVKit",
      "MediaPlayer", "CoreData", "CoreLocation", "CoreMotion", "Contacts", "MapKit",
      "UserNotificationsUI", "UniformTypeIdentifiers", "MobileCoreServices", "ImageIO",
    ]
    return provided.first {
      statement.hasPrefix("@import \($0);") || statement.hasPrefix("@import \($0).")
        || statement.hasPrefix("#import <\($0)/")
    }
  }

  // MARK: Other projects and packages

  private var subprojectPaths: [String] {
    objects.all("PBXFileReference").compactMap { reference in
      guard let path = objects.path(of: reference), path.hasSuffix(".xcodeproj") else { return nil }
      return path == projectPath ? nil : path
    }
  }

  private var localPackagePaths: [String] {
    var paths: [String] = []
    for reference in objects.all("XCLocalSwiftPackageReference") {
      if let relative = reference["relativePath"]?.string {
        paths.append(AbsolutePath.join(objects.sourceRoot, relative))
      }
    }
    for reference in objects.all("PBXFileReference") {
      // Before Xcode 15, a local package was a folder dragged into the navigator.
      guard ["folder", "wrapper"].contains(reference["lastKnownFileType"]?.string ?? ""),
        let path = objects.path(of: reference), AbsolutePath.exists(path + "/Package.swift"),
        !paths.contains(path)
      else { continue }
      paths.append(path)
    }
    return paths
  }

  /// Notes that an extension that the app embeds does not run here; on the platform it has a process of its
  /// own.
  private func noteExtension(_ dependency: XcodeObjects.Object, of target: inout Target) {
    let proxy = dependency["targetProxy"]?.string.flatMap { objects[$0] }
    guard target.kind == .app,
      let id = dependency["target"]?.string ?? proxy?["remoteGlobalIDString"]?.string,
      let embedded = objects[id], let kind = embedded["productType"]?.string, kind.contains("extension")
    else { return }
    target.problems.append(
      ProjectProblem(
        .notRun, severity: .warning, path: objects.file, line: embedded.line,
        "the app extension “\(embedded["name"]?.string ?? id)” is neither built nor run; “\(target.name)” runs without it"
      ))
  }

  /// Finds the target's dependencies: by target, by the name of a linked product, by package product.
  private func connect(_ target: inout Target, _ object: XcodeObjects.Object, among all: [Target]) {
    for dependency in objects.objects("dependencies", of: object) {
      if let id = dependency["target"]?.string, let name = objects[id]?["name"]?.string {
        target.addDependency(self.id(name))
      } else if let proxy = dependency["targetProxy"]?.string.flatMap({ objects[$0] }),
        let name = proxy["remoteInfo"]?.string,
        let other = all.first(where: { $0.name == name && $0.id != target.id })
      {
        target.addDependency(other.id)
      }
      noteExtension(dependency, of: &target)
    }
    for phase in objects.objects("buildPhases", of: object) where phase.kind == "PBXFrameworksBuildPhase" {
      for buildFile in objects.objects("files", of: phase) {
        guard let reference = buildFile["fileRef"]?.string.flatMap({ objects[$0] }) else { continue }
        let file = AbsolutePath.name(reference["path"]?.string ?? reference["name"]?.string ?? "")
        let product = AbsolutePath.withoutEnding(file)
        if reference["sourceTree"]?.string == "SDKROOT" {
          target.systemFrameworks.append(product)
        } else {
          target.linkedProducts.append(product)
        }
      }
    }
    for product in objects.objects("packageProductDependencies", of: object) {
      guard let name = product["productName"]?.string else { continue }
      let package = product["package"]?.string.flatMap { objects[$0] }
      let address = package?["repositoryURL"]?.string.map { " of \($0)" } ?? ""
      target.packageProducts[name] = ProjectProblem(
        .unsupported, path: objects.file, line: product.line,
        "the package product “\(name)”\(address) is not on this machine; "
          + "check the package out beside the project and add it as a local package")
    }
    if target.kind == .unitTests || target.kind == .uiTests {
      let attributes = objects.project["attributes"]?["TargetAttributes"]?[object.id]
      let hostID = attributes?["TestTargetID"]?.string
      let hostName =
        hostID.flatMap { objects[$0]?["name"]?.string } ?? target.buildSettings()["TEST_TARGET_NAME"]
      target.testHost =
        all.first { $0.kind == .app && $0.name == hostName }?.id
        ?? target.dependencies.first { id in all.contains { $0.id == id && $0.kind == .app } }
    }
  }
}
