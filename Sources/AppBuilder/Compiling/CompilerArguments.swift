import AppProject

/// The command line of the one compiler call that makes a module.
struct CompilerArguments {
  var target: Target
  var configuration: BuildConfiguration
  var sdk: SDKLocation
  var dependencies: [CompiledModule]
  var hasMainFile: Bool
  /// Whether another target of the project imports the module: a framework, or an app that has tests.
  var isImported: Bool

  /// What decides the outcome besides the sources: everything but paths of outputs.
  var flags: [String] {
    let settings = target.buildSettings(configuration)
    var flags = [
      "-module-name", target.moduleName, "-swift-version", target.swiftVersion, "-wmo", "-gline-tables-only",
      "-diagnostic-style", "llvm", "-no-color-diagnostics",
    ]
    switch configuration {
    case .debug: flags += ["-Onone", "-enable-testing"]
    case .release: flags += [settings["SWIFT_OPTIMIZATION_LEVEL"] == "-Osize" ? "-Osize" : "-O"]
    }
    if target.kind == .app {
      flags += ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "carob_app_main"]
    }
    if let isolation = target.defaultIsolation { flags += ["-default-isolation", isolation] }
    for feature in features { flags += ["-enable-upcoming-feature", feature] }
    if isImported { flags.append("-emit-module") }
    for condition in target.compilationConditions(configuration) { flags += ["-D", condition] }
    return flags
  }

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
    return arguments + sdk.clangArguments
  }
}
