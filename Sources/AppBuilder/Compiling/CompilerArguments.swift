import AppProject
import Foundation

/// The command line of the single compiler call that builds a module.
struct CompilerArguments {
  var target: Target
  var configuration: BuildConfiguration
  var sdk: SDKLocation
  var dependencies: [CompiledModule]
  /// The SDK's separate frameworks that the module can import.
  var frameworks: [FrameworkLibrary] = []
  var hasMainFile: Bool
  /// Whether another target of the project imports the module: it is a framework, or an app with tests.
  var isImported: Bool
  /// The number of compiler processes; each compiles a part of the files. A single process sees the whole
  /// module and emits less code, so it is faster for small modules.
  var processes = 1
  /// Whether the driver shall plan one process for all of the files although several would compile them.
  var isForOneProcess = false

  /// The number of processes for sources of this size in bytes. On two cores, two are faster from 1000 lines
  /// on.
  static func processes(forSourcesOf size: Int) -> Int {
    size < 32_000 ? 1 : min(ProcessInfo.processInfo.activeProcessorCount, 4)
  }

  /// The flags that affect the result besides the sources: everything except the paths of outputs.
  var flags: [String] {
    let settings = target.buildSettings(configuration)
    var flags = [
      "-module-name", target.moduleName, "-swift-version", target.swiftVersion, "-gline-tables-only",
      "-diagnostic-style", "llvm", "-no-color-diagnostics",
      // The toolchain's own linker is three times as fast as the system's. The compiler's self-checks are
      // turned off.
      "-use-ld=lld", "-Xfrontend", "-disable-llvm-verify", "-Xfrontend", "-sil-verify-none",
    ]
    if processes > 1 {
      flags += [
        "-enable-batch-mode", "-j\(processes)", "-driver-batch-count", "\(isForOneProcess ? 1 : processes)",
        "-continue-building-after-errors",
      ]
    } else {
      flags.append("-wmo")
    }
    switch configuration {
    case .debug:
      flags.append("-Onone")
      // Exports internal declarations, so that they are not stripped.
      if isImported { flags.append("-enable-testing") }
    case .release: flags += [settings["SWIFT_OPTIMIZATION_LEVEL"] == "-Osize" ? "-Osize" : "-O"]
    }
    if target.kind == .app {
      flags += ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", Self.entryPoint]
    }
    if let isolation = target.defaultIsolation { flags += ["-default-isolation", isolation] }
    // Xcode's default, in every language mode.
    if settings["SWIFT_ENABLE_BARE_SLASH_REGEX"] != "NO" { flags.append("-enable-bare-slash-regex") }
    for feature in features { flags += ["-enable-upcoming-feature", feature] }
    if isImported { flags.append("-emit-module") }
    for condition in target.compilationConditions(configuration) { flags += ["-D", condition] }
    return flags
  }

  /// The function that launches an app (`Sources/CarobHost`).
  static let entryPoint = "carob_app_main"

  /// Libraries of modules that every app can import and few use; they load many other libraries.
  static let linkedWhereUsed = ["FoundationNetworking", "FoundationXML"]

  /// The features to enable; naming one that the language mode already includes would be an error.
  private var features: [String] {
    var wanted = target.upcomingFeatures
    if target.approachableConcurrency {
      wanted += [
        "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability", "InferIsolatedConformances",
        "InferSendableFromCaptures", "NonisolatedNonsendingByDefault",
      ]
    }
    let alwaysOptional: Set = [
      "ExistentialAny", "InferIsolatedConformances", "InternalImportsByDefault", "MemberImportVisibility",
      "NonisolatedNonsendingByDefault",
    ]
    var seen: Set<String> = []
    return wanted.filter {
      seen.insert($0).inserted && (target.swiftVersion != "6" || alwaysOptional.contains($0))
    }
  }

  /// Where the compiler finds modules.
  var importArguments: [String] {
    var arguments = ["-I", sdk.modules]
    for dependency in dependencies { arguments += ["-I", dependency.folder] }
    if let cache = sdk.moduleCache { arguments += ["-module-cache-path", cache] }
    for alias in sdk.moduleAliases { arguments += ["-module-alias", alias] }
    for framework in frameworks { arguments += framework.importArguments }
    // Otherwise every imported module would be linked, and every app would load its libraries.
    for library in Self.linkedWhereUsed {
      arguments += ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", library]
    }
    return arguments + sdk.clangArguments
  }
}
