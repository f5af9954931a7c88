/// One product of a project: an app, a framework or package module, or a bundle of tests.
public struct Target: Sendable {
  public enum Kind: String, Sendable, Equatable {
    case app, framework, unitTests, uiTests, other

    /// The kind as it stands in a sentence.
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

  /// Unique in the project: the project file's path and the name.
  public var id: String
  public var name: String
  public var kind: Kind
  /// The `.xcodeproj`, `Package.swift` or folder that defines the target.
  public var projectPath: String
  /// The folder that is `SRCROOT` to the target.
  public var root: String

  /// Absolute paths of the Swift files, in the order of the project.
  public var sources: [String] = []
  /// Files and folders to copy as they are.
  public var resources: [Resource] = []
  public var storyboards: [Resource] = []
  public var xibs: [Resource] = []
  /// Absolute paths of `.xcassets` folders.
  public var assetCatalogs: [String] = []
  /// `.strings`, `.stringsdict` and `.xcstrings`.
  public var stringsFiles: [Resource] = []
  /// Absolute paths of Core Data models and mapping models.
  public var dataModels: [String] = []
  /// Modules that the bridging header imports: each Swift file of the target sees them without an import of its own.
  public var bridgedModules: [String] = []

  /// Ids of targets that must be built before this one and that it may import.
  public var dependencies: [String] = []
  /// Names of frameworks that the project links and no target makes.
  public var systemFrameworks: [String] = []
  /// The package to which the target belongs; its resources then go into a bundle of their own.
  public var packageName: String?
  /// The app into which tests are loaded, or which UI tests drive.
  public var testHost: String?
  /// Names of products that the target links and that another target may make.
  var linkedProducts: [String] = []
  /// Products of packages that the target uses, each with what to say if no package has it.
  var packageProducts: [String: ProjectProblem] = [:]
  /// What is wrong with the target, in the order of discovery.
  public var problems: [ProjectProblem] = []

  /// The release of iOS that came with the Xcode that the project file names as its last one; nil when it names none.
  var releaseOfLastXcode: Int?

  /// Names of the build configurations, the default one first.
  public var configurationNames: [String]
  private var settingsByConfiguration: [String: BuildSettings]
  /// Where Info.plist comes from when there are no build settings that say it (packages and folders).
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

  /// The settings in the configuration that serves as `configuration`.
  public func buildSettings(_ configuration: BuildConfiguration = .debug) -> BuildSettings {
    settingsByConfiguration[configurationName(configuration)] ?? BuildSettings()
  }

  /// Puts settings on top of those of every configuration.
  mutating func override(_ settings: [String: String]) {
    for name in configurationNames { settingsByConfiguration[name]?.append(settings) }
  }

  /// The project's own name for a configuration: "Debug", or the one that sounds most like it.
  public func configurationName(_ configuration: BuildConfiguration) -> String {
    let wanted = configuration.rawValue
    return configurationNames.first { $0.lowercased() == wanted }
      ?? configurationNames.first { $0.lowercased().contains(wanted) }
      ?? configurationNames.first ?? ""
  }

  /// The product's name without an ending: the app's folder and its executable are called so.
  public var productName: String {
    buildSettings()["PRODUCT_NAME"].flatMap { $0.isEmpty ? nil : $0 } ?? name
  }

  /// The name under which the target's code is imported and storyboards name its classes.
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
    // Swift 3 is gone from the compiler; the names of 4.0 are the nearest to what such a project uses.
    return version.hasPrefix("4") || version.hasPrefix("3") ? "4" : "5"
  }

  /// Whether members of `NSObject`'s subclasses need no `@objc`: in Swift 3, and where a project of Swift 4 kept it
  /// so (E-551).
  public var infersObjC: Bool {
    let settings = buildSettings()
    switch settings["SWIFT_SWIFT3_OBJC_INFERENCE"] {
    case "On": return true
    case "Off": return false
    default: return settings["SWIFT_VERSION"]?.hasPrefix("3") ?? false
    }
  }

  /// What the declarations without an isolation of their own belong to: `MainActor`, or `nil` for nothing.
  public var defaultIsolation: String? {
    buildSettings()["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" ? "MainActor" : nil
  }

  /// Whether the features of "approachable concurrency" are on, as in new projects of Xcode 26.
  public var approachableConcurrency: Bool {
    buildSettings().flag("SWIFT_APPROACHABLE_CONCURRENCY")
  }

  /// The release of iOS whose behaviour the app gets (E-626); nil when the project says nothing of it.
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

  /// The Swift features that the settings turn on by name.
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

  /// Refuses a target that cannot be built.
  ///
  /// - Throws: the first problem that is an error.
  public func checkBuildable() throws {
    if let error = problems.first(where: { $0.severity == .error }) { throw error }
  }
}

/// What the user asks to build: with checks and symbols, or optimized.
public enum BuildConfiguration: String, Sendable, CaseIterable {
  case debug, release
}
