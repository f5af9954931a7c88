import Foundation

extension Target {
  /// The Info.plist of the built product, with all build settings expanded.
  ///
  /// - Throws: `ProjectProblem` if the file that the settings name is missing or broken.
  public func infoPlist(_ configuration: BuildConfiguration = .debug) throws -> [String: PropertyValue] {
    let settings = buildSettings(configuration)
    var entries: [String: PropertyValue] = [:]
    switch infoPlistSource {
    case .buildSettings:
      if let file = infoPlistPath(configuration) {
        guard AbsolutePath.exists(file) else {
          throw ProjectProblem(
            .missingFile, path: projectPath,
            "INFOPLIST_FILE of the target “\(name)” names \(file), which does not exist")
        }
        entries = try Self.dictionary(in: file, settings: settings)
      }
      if settings.flag("GENERATE_INFOPLIST_FILE") {
        // Generated keys are added where the file lacks them.
        entries.merge(Self.generatedEntries(settings)) { written, _ in written }
      }
    case .folder(let file, let made):
      if let file { entries = try Self.dictionary(in: file, settings: settings) }
      entries.merge(made) { written, _ in written }
    }
    for (key, value) in Self.standardEntries(kind) where entries[key] == nil {
      let expanded = settings.expand(value)
      if !expanded.isEmpty { entries[key] = .string(expanded) }
    }
    entries["CFBundleExecutable"] = .string(productName)
    if entries["CFBundleIdentifier"]?.string?.isEmpty ?? true {
      entries["CFBundleIdentifier"] = .string(bundleIdentifier)
    }
    return entries
  }

  /// The file that `INFOPLIST_FILE` names.
  public func infoPlistPath(_ configuration: BuildConfiguration = .debug) -> String? {
    if case .folder(let file, _) = infoPlistSource { return file }
    guard let file = buildSettings(configuration)["INFOPLIST_FILE"], !file.isEmpty else { return nil }
    return AbsolutePath.join(root, file)
  }

  private static func dictionary(
    in file: String, settings: BuildSettings
  ) throws -> [String: PropertyValue] {
    guard let entries = try PropertyListFile.read(file).dictionary else {
      throw ProjectProblem(.malformed, path: file, line: 1, "the top level of an Info.plist is a dictionary")
    }
    var beyondBounds: String?
    let expanded = PropertyValue.dictionary(entries).mapStrings { text in
      let result = settings.expansion(of: text)
      if result == nil { beyondBounds = beyondBounds ?? text }
      return result ?? text
    }
    if let beyondBounds {
      throw ProjectProblem(
        .malformed, path: file,
        "“\(beyondBounds.prefix(40))…” refers to more build settings "
          + "than can be expanded")
    }
    return expanded.dictionary ?? [:]
  }

  private static func standardEntries(_ kind: Kind) -> [(String, String)] {
    [
      ("CFBundleDevelopmentRegion", "$(DEVELOPMENT_LANGUAGE)"),
      ("CFBundleIdentifier", "$(PRODUCT_BUNDLE_IDENTIFIER)"),
      ("CFBundleInfoDictionaryVersion", "6.0"),
      ("CFBundleName", "$(PRODUCT_NAME)"),
      ("CFBundlePackageType", "$(PRODUCT_BUNDLE_PACKAGE_TYPE)"),
      ("CFBundleShortVersionString", "$(MARKETING_VERSION:default=1.0)"),
      ("CFBundleVersion", "$(CURRENT_PROJECT_VERSION:default=1)"),
    ]
  }

  /// The entries that `GENERATE_INFOPLIST_FILE` creates from the settings that begin with `INFOPLIST_KEY_`.
  private static func generatedEntries(_ settings: BuildSettings) -> [String: PropertyValue] {
    var entries: [String: PropertyValue] = ["LSRequiresIPhoneOS": .boolean(true)]
    for name in settings.names where name.hasPrefix("INFOPLIST_KEY_") {
      guard let text = settings[name], !text.isEmpty else { continue }
      let key = String(name.dropFirst("INFOPLIST_KEY_".count))
      switch key {
      case "UIApplicationSceneManifest_Generation":
        if BuildSettings.isTrue(text) {
          entries["UIApplicationSceneManifest"] = .dictionary([
            "UIApplicationSupportsMultipleScenes": .boolean(true), "UISceneConfigurations": .dictionary([:]),
          ])
        }
      case "UILaunchScreen_Generation":
        if BuildSettings.isTrue(text) { entries["UILaunchScreen"] = .dictionary([:]) }
      case _ where key.hasSuffix("_iPad"):
        entries[String(key.dropLast(5)) + "~ipad"] = value(text, key: String(key.dropLast(5)))
      case _ where key.hasSuffix("_iPhone"):
        entries[String(key.dropLast(7))] = value(text, key: String(key.dropLast(7)))
      default:
        if entries[key] == nil { entries[key] = value(text, key: key) }
      }
    }
    return entries
  }

  /// A setting's text converted to the type of its key in Info.plist.
  private static func value(_ text: String, key: String) -> PropertyValue {
    let lists: Set = [
      "UISupportedInterfaceOrientations", "UIRequiredDeviceCapabilities", "UIBackgroundModes",
      "CFBundleIconFiles",
      "NSUserActivityTypes", "BGTaskSchedulerPermittedIdentifiers", "UIAppFonts",
    ]
    if lists.contains(key) { return .array(BuildSettings.words(text).map(PropertyValue.string)) }
    switch text {
    case "YES": return .boolean(true)
    case "NO": return .boolean(false)
    default: return .string(text)
    }
  }
}
