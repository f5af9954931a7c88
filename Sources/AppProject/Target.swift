/// One product of a project: an app, a framework or package module, or a test bundle.
public struct Target: Sendable {
  public enum Kind: String, Sendable, Equatable {
    case app, framework, unitTests, uiTests, other

    /// The kind as used in a sentence.
    public var phrase: String {
      switch self {
      case .app: "an app"
      case .framework: "a framework"
      case .unitTests: "a bundle of unit tests"
      case .uiTests: "a bundle of UI tests"
      case .other: "of another kind"
      }
    }
  }

  /// Unique within the project: the project file's path and the name.
  public var id: String
  public var name: String
  public var kind: Kind
  /// The `.xcodeproj`, `Package.swift` or folder that defines the target.
  public var projectPath: String
  /// The target's `SRCROOT` folder.
  public var root: String

  /// Absolute paths of the Swift files, in the order of the project.
  public var sources: [String] = []
  /// Files and folders to copy unchanged.
  public var resources: [Resource] = []
  public var storyboards: [Resource] = []
  public var xibs: [Resource] = []
  /// Absolute paths of `.xcassets` folders.
  public var assetCatalogs: [String] = []
  /// `.strings`, `.stringsdict` and `.xcstrings`.
  public var stringsFiles: [Resource] = []
  /// Absolute paths of Core Data models and mapping models.
  public var dataModels: [String] = []
  /// Modules that the bridging header imports: all Swift files of the target see them without importing them.
  public var bridgedModules: [String] = []

  /// The ids of targets that must be built before this one and that it may import.
  public var dependencies: [String] = []
  /// Names of linked frameworks that no target builds.
  public var systemFrameworks: [String] = []
  /// The package to which the target belongs; its resources then get a bundle of their own.
  public var packageName: String?
  /// The app into which unit tests are loaded, or which UI tests control.
  public var testHost: String?
  /// Names of products that the target links and that another target may build.
  var linkedProducts: [String] = []
  /// Package products that the target uses, each with the problem to report if no package provides it.
  var packageProducts: [String: ProjectProblem] = [:]
  /// The problems of the target, in the order in which they were found.
  public var problems: [ProjectProblem] = []

  /// The iOS release of the last Xcode version that the project file names; nil if it names none.
  var releaseOfLastXcode: Int?

  /// Names of the build configurations, the default one first.
  public var configurationNames: [String]
  private var settingsByConfiguration: [String: BuildSettings]
  /// The source of Info.plist if build settings do not determine it (packages and folders).
  var infoPlistSource = InfoPlistSource.buildSettings

  init(
    id: String, name: String, kind: Kind, projectPath: String, root: String,
    configurations: [(name: String, settings: BuildSettings)]
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.projectPath = projectPath
    self.root = root
    configurationNames = configurations.map(\.name)
    settingsByConfiguration = Dictionary(
      configurations.map { ($0.name, $0.settings) }, uniquingKeysWith: { first, _ in first })
  }

  /// The settings of the project's configuration that corresponds to `configuration`.
  public func buildSettings(_ configuration: BuildConfiguration = .debug) -> BuildSettings {
    settingsByConfiguration[configurationName(configuration)] ?? BuildSettings()
  }

  /// Overrides settings in every configuration.
  mutating func override(_ settings: [String: String]) {
    for name in configurationNames { settingsByConfiguration[name]?.append(settings) }
  }

  /// The project's name for a configuration: "Debug", or the most similar one.
  public func configurationName(_ configuration: BuildConfiguration) -> String {
    let wanted = configuration.rawValue
    return configurationNames.first { $0.lowercased() == wanted }
      ?? configurationNames.first { $0.lowercased().contains(wanted) }
      ?? configurationNames.first ?? ""
  }

  /// The product's name without extension, which is the name of the app's folder and executable.
  public var productName: String {
    buildSettings()["PRODUCT_NAME"].flatMap { $0.isEmpty ? nil : $0 } ?? name
  }

  /// The name by which the target's code is imported and storyboards refer to its classes.
  public var moduleName: String {
    BuildSettings.c99Identifier(
      buildSettings()["PRODUCT_MODULE_NAME"].flatMap { $0.isEmpty ? nil : $0 } ?? productName)
  }

  public var bundleIdentifier: String {
    buildSettings()["PRODUCT_BUNDLE_IDENTIFIER"].flatMap { $0.isEmpty ? nil : $0 }
      ?? "local.carob.\(BuildSettings.rfc1034Identifier(productName))"
  }

  /// The language mode for `-swift-version`: "4", "4.2", "5" or "6".
  public var swiftVersion: String {
    let version = buildSettings()["SWIFT_VERSION"] ?? "5"
    if version.hasPrefix("6") { return "6" }
    if version.hasPrefix("4.2") { return "4.2" }
    // The compiler no longer has Swift 3; the names of 4.0 are closest to those that such a project uses.
    return version.hasPrefix("4") || version.hasPrefix("3") ? "4" : "5"
  }

  /// Whether members of subclasses of `NSObject` are exposed without `@objc`: in Swift 3, and in Swift 4
  /// projects that kept this setting (E-551).
  public var infersObjC: Bool {
    let settings = buildSettings()
    switch settings["SWIFT_SWIFT3_OBJC_INFERENCE"] {
    case "On": return true
    case "Off": return false
    default: return settings["SWIFT_VERSION"]?.hasPrefix("3") ?? false
    }
  }

  /// The isolation of declarations that have none of their own: `MainActor`, or `nil` for nonisolated.
  public var defaultIsolation: String? {
    buildSettings()["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" ? "MainActor" : nil
  }

  /// Whether the features of "approachable concurrency" are on, as in new Xcode 26 projects.
  public var approachableConcurrency: Bool {
    buildSettings().flag("SWIFT_APPROACHABLE_CONCURRENCY")
  }

  /// The iOS release whose behaviour the app gets (E-626); nil if the project does not specify it.
  public func linkedRelease(_ configuration: BuildConfiguration = .debug) -> Int? {
    let target = buildSettings(configuration)["IPHONEOS_DEPLOYMENT_TARGET"].flatMap { text in
      Int(text.prefix { $0 != "." })
    }
    return [target, releaseOfLastXcode].compactMap(\.self).max()
  }

  /// Compilation conditions for `#if`, without the leading `-D`.
  public func compilationConditions(_ configuration: BuildConfiguration) -> [String] {
    let settings = buildSettings(configuration)
    var conditions = settings.list("SWIFT_ACTIVE_COMPILATION_CONDITIONS")
    let flags = settings.list("OTHER_SWIFT_FLAGS")
    for (index, flag) in flags.enumerated() where flag.hasPrefix("-D") {
      if flag.count > 2 {
        conditions.append(String(flag.dropFirst(2)))
      } else if index + 1 < flags.count {
        conditions.append(flags[index + 1])
      }
    }
    var seen: Set<String> = []
    return conditions.filter { seen.insert($0).inserted }
  }

  /// The Swift features that the settings enable by name.
  public var upcomingFeatures: [String] {
    let settings = buildSettings()
    return settings.names.compactMap { name in
      guard name.hasPrefix("SWIFT_UPCOMING_FEATURE_"), settings.flag(name) else { return nil }
      return Self.featureNames[String(name.dropFirst("SWIFT_UPCOMING_FEATURE_".count))]
    }
  }

  private static let featureNames = [
    "CONCISE_MAGIC_FILE": "ConciseMagicFile",
    "DEPRECATE_APPLICATION_MAIN": "DeprecateApplicationMain",
    "DISABLE_OUTWARD_ACTOR_ISOLATION": "DisableOutwardActorInference",
    "DYNAMIC_ACTOR_ISOLATION": "DynamicActorIsolation",
    "EXISTENTIAL_ANY": "ExistentialAny",
    "FORWARD_TRAILING_CLOSURES": "ForwardTrailingClosures",
    "GLOBAL_ACTOR_ISOLATED_TYPES_USABILITY": "GlobalActorIsolatedTypesUsability",
    "GLOBAL_CONCURRENCY": "GlobalConcurrency",
    "IMPLICIT_OPEN_EXISTENTIALS": "ImplicitOpenExistentials",
    "IMPORT_OBJC_FORWARD_DECLS": "ImportObjcForwardDeclarations",
    "INFER_ISOLATED_CONFORMANCES": "InferIsolatedConformances",
    "INFER_SENDABLE_FROM_CAPTURES": "InferSendableFromCaptures",
    "INTERNAL_IMPORTS_BY_DEFAULT": "InternalImportsByDefault",
    "ISOLATED_DEFAULT_VALUES": "IsolatedDefaultValues",
    "MEMBER_IMPORT_VISIBILITY": "MemberImportVisibility",
    "NONFROZEN_ENUM_EXHAUSTIVITY": "NonfrozenEnumExhaustivity",
    "NONISOLATED_NONSENDING_BY_DEFAULT": "NonisolatedNonsendingByDefault",
    "REGION_BASED_ISOLATION": "RegionBasedIsolation",
  ]

  mutating func addDependency(_ other: String) {
    if other != id, !dependencies.contains(other) { dependencies.append(other) }
  }

  /// Rejects a target that cannot be built.
  ///
  /// - Throws: the first problem that is an error.
  public func checkBuildable() throws {
    if let error = problems.first(where: { $0.severity == .error }) { throw error }
  }
}

/// The kind of build that the user requests: with checks and symbols, or optimized.
public enum BuildConfiguration: String, Sendable, CaseIterable {
  case debug, release
}
