import AppProject
import Foundation

/// The command line of the one compiler call that makes a module.
struct CompilerArguments {
  var target: Target
  var configuration: BuildConfiguration
  var sdk: SDKLocation
  var dependencies: [CompiledModule]
  /// The SDK's further frameworks that the module can see.
  var frameworks: [FrameworkLibrary] = []
  var hasMainFile: Bool
  /// Whether another target of the project imports the module: a framework, or an app that has tests.
  var isImported: Bool
  /// The number of compiler processes, each for a part of the files. One process sees the whole module and emits
  /// less, so that a small module is done sooner by one.
  var processes = 1

  /// The processes for sources of this size in bytes. On two cores two are ahead from a thousand lines on.
  static func processes(forSourcesOf size: Int) -> Int {
    size < 32_000 ? 1 : min(ProcessInfo.processInfo.activeProcessorCount, 4)
  }

  /// What decides the outcome besides the sources: everything but paths of outputs.
  var flags: [String] {
    let settings = target.buildSettings(configuration)
    var flags = [
      "-module-name", target.moduleName, "-swift-version", target.swiftVersion, "-gline-tables-only",
      "-diagnostic-style", "llvm", "-no-color-diagnostics",
      // The toolchain's own linker is three times faster than the system's; the compiler's self-checks are off.
      "-use-ld=lld", "-Xfrontend", "-disable-llvm-verify", "-Xfrontend", "-sil-verify-none",
    ]
    if processes > 1 {
      flags += [
        "-enable-batch-mode", "-j\(processes)", "-driver-batch-count", "\(processes)",
        "-continue-building-after-errors",
      ]
    } else {
      flags.append("-wmo")
    }
    switch configuration {
    case .debug:
      flags.append("-Onone")
      // Makes internal declarations visible, so that they are not stripped.
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

  /// The function with which an app starts (`Sources/CarobHost`).
  static let entryPoint = "carob_app_main"

  /// Libraries of modules that every app can import and few use; they load many further libraries.
  static let linkedWhereUsed = ["FoundationNetworking", "FoundationXML"]

  /// The features to turn on; naming one that the language mode includes would be an error.
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
    // Otherwise every imported module would be linked, and its libraries loaded by every app.
    for library in Self.linkedWhereUsed {
      arguments += ["-Xfrontend", "-disable-autolink-library", "-Xfrontend", library]
    }
    return arguments + sdk.clangArguments
  }
}
