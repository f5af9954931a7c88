import AppProject
import Foundation

/// Builds an app from its project: translates and compiles its modules, then lays out its bundle.
///
/// Everything is cached by content in a folder for the project's path, so that building an unchanged app
/// costs little more than checking its files. Only one process at a time may build a project; a lock file
/// makes others wait.
public struct AppBuilder {
  private let sdk: SDKLocation
  private let cache: URL

  /// - Parameter cache: the user's cache folder for builds (`SDKLocation.userCache`).
  public init(sdk: SDKLocation, cache: URL) {
    self.sdk = sdk
    self.cache = cache
  }

  /// Builds `target` and everything that it depends on.
  ///
  /// - Parameters:
  ///   - output: the folder that receives `Name.app`; `nil` leaves it in the cache.
  ///   - progress: called before each step that does something.
  /// - Throws: `BuildError`.
  public func build(
    _ target: Target, in project: Project, configuration: BuildConfiguration = .debug, output: URL? = nil,
    progress: (BuildProgress) -> Void = { _ in }
  ) throws -> BuiltApp {
    do {
      return try buildLocked(
        target, in: project, configuration: configuration, output: output, progress: progress)
    } catch let problem as ProjectProblem {
      throw BuildError(problem)
    } catch let error as BuildError {
      throw error
    } catch {
      throw BuildError(.environment, "the build cannot be written: \(FileProblem.description(of: error))")
    }
  }

  private func buildLocked(
    _ target: Target, in project: Project, configuration: BuildConfiguration, output: URL?,
    progress: (BuildProgress) -> Void
  ) throws -> BuiltApp {
    let needed = project.dependencies(of: target)
    for module in needed + [target] { try module.checkBuildable() }
    guard !target.sources.isEmpty else {
      throw BuildError(
        .project, "the target “\(target.name)” has no Swift sources", path: target.projectPath)
    }
    let folder = Self.folder(of: project, in: cache) + "/" + configuration.rawValue
    try FileManager.default.createDirectory(
      atPath: folder + "/products", withIntermediateDirectories: true)
    let lock = try BuildLock(file: folder + "/lock")
    defer { lock.release() }

    let fingerprints = FileFingerprints(file: folder + "/fingerprints-2")
    defer { fingerprints.save() }
    var models: [String: DataModels] = [:]
    for module in needed + [target] {
      models[module.id] = try DataModels(
        of: module, folder: folder, fingerprints: fingerprints, toolIdentity: Self.toolIdentity)
    }
    let total = needed.count + 2
    let sdk = try sdkWithFrameworks(
      of: needed + [target], in: project, fingerprints: fingerprints,
      progress: { activity, isLong in
        progress(BuildProgress(done: 0, total: total, activity: activity, isLong: isLong))
      })
    let compiler = ModuleCompiler(
      sdk: sdk, project: project, configuration: configuration, folder: folder + "/modules",
      toolIdentity: Self.toolIdentity, fingerprints: fingerprints)
    var modules: [CompiledModule] = []
    for (index, module) in (needed + [target]).enumerated() where !module.sources.isEmpty {
      let direct = project.dependencies(of: module).map(\.id)
      let imported = modules.filter { direct.contains($0.targetID) }
      modules.append(
        try compiler.compile(
          module, dependencies: imported, models: models[module.id]?.sources ?? [],
          generated: GeneratedSources.files(for: module),
          willCompile: {
            let count = module.sources.count
            progress(
              BuildProgress(
                done: index, total: total,
                activity: "compiling \(module.name) (\(count) \(count == 1 ? "file" : "files"))"))
          }))
    }
    guard let main = modules.last, main.targetID == target.id else {
      throw BuildError(.project, "the target “\(target.name)” has no Swift sources", path: target.projectPath)
    }

    progress(BuildProgress(done: total - 1, total: total, activity: "laying out \(Self.bundleName(target))"))
    var entries = BundleEntries(
      target: target, projectRoot: project.root, configuration: configuration, fingerprints: fingerprints,
      toolIdentity: Self.toolIdentity, models: models[target.id] ?? DataModels())
    entries.add(
      BundleEntry(
        destination: AbsolutePath.name(main.library), content: .link(main.library), fingerprint: main.key))
    if target.kind == .app {
      let host = modules.contains(where: \.usesNetwork) ? sdk.networkingHost : sdk.host
      entries.add(
        BundleEntry(
          destination: target.productName, content: .link(host), fingerprint: "\(host)/\(sdk.identity)"))
    }
    try entries.addAll()
    for module in needed where target.kind == .app || module.kind == .framework {
      try addEmbedded(
        module, modules: modules, models: models[module.id] ?? DataModels(), project: project, configuration,
        fingerprints, to: &entries)
    }
    let products = output.map { AbsolutePath.standardized($0.path) } ?? folder + "/products"
    let bundle = products + "/" + Self.bundleName(target)
    let layout = BundleLayout(
      folder: bundle, manifest: "\(folder)/products/layout-\(StableHash.hex(of: bundle)).json")
    let hasChanged = try layout.apply(entries.entries)
    return BuiltApp(
      bundleURL: URL(fileURLWithPath: bundle, isDirectory: true),
      executableURL: URL(
        fileURLWithPath: bundle + "/"
          + (target.kind == .app ? target.productName : AbsolutePath.name(main.library))),
      libraryURL: URL(fileURLWithPath: bundle + "/" + AbsolutePath.name(main.library)),
      bundleIdentifier: target.bundleIdentifier, moduleName: target.moduleName, projectRoot: project.root,
      moduleFolders: modules.map(\.folder),
      warnings: (needed + [target]).flatMap { models[$0.id]?.warnings ?? [] } + modules.flatMap(\.warnings)
        + entries.warnings.all
        + target.problems.filter { $0.kind == .notRun }.map {
          BuildDiagnostic(path: $0.path, line: $0.line, severity: .warning, message: $0.message)
        },
      isUnchanged: !hasChanged && !modules.contains { $0.wasCompiled })
  }

  /// The SDK including the libraries of the frameworks that these targets import.
  private func sdkWithFrameworks(
    of targets: [Target], in project: Project, fingerprints: FileFingerprints,
    progress: (String, Bool) -> Void
  ) throws -> SDKLocation {
    let used = targets.reduce(into: Set<String>()) {
      $0.formUnion($1.imports(in: project, by: fingerprints))
    }
    return try withoutActuallyEscaping(progress) { progress in
      let builder = FrameworkBuilder(app: targets.last?.name ?? "the app", progress: progress)
      return try builder.prepare(sdk.frameworks(for: used), of: sdk) { framework in
        targets.lazy.flatMap(\.sources).first { fingerprints.imports(of: $0).contains(framework.name) }
      }
    }
  }

  /// Adds a framework (or a package's module) with its resources to the app.
  private func addEmbedded(
    _ module: Target, modules: [CompiledModule], models: DataModels, project: Project,
    _ configuration: BuildConfiguration, _ fingerprints: FileFingerprints, to entries: inout BundleEntries
  ) throws {
    guard module.kind == .framework, let compiled = modules.first(where: { $0.targetID == module.id }) else {
      return
    }
    let name = AbsolutePath.name(compiled.library)
    let folder = "Frameworks/\(name).framework"
    entries.add(
      BundleEntry(
        destination: "\(folder)/\(name)", content: .link(compiled.library), fingerprint: compiled.key))
    var inner = BundleEntries(
      target: module, projectRoot: project.root, configuration: configuration, fingerprints: fingerprints,
      toolIdentity: Self.toolIdentity, models: models)
    inner.warnings = entries.warnings
    try inner.addAll()
    // A package's resources are in a bundle of their own, next to the app's resources.
    let place = module.packageName.map { "\($0)_\(module.name).bundle" } ?? folder
    let isAlone = module.packageName != nil && inner.entries.count == 1
    for var entry in inner.entries where !isAlone {
      entry.destination = place + "/" + entry.destination
      entries.add(entry)
    }
  }

  static func bundleName(_ target: Target) -> String {
    switch target.kind {
    case .app, .other: target.productName + ".app"
    case .framework: target.productName + ".framework"
    case .unitTests, .uiTests: target.productName + ".xctest"
    }
  }

  /// The folder of everything that is built for a project.
  static func folder(of project: Project, in cache: URL) -> String {
    "\(cache.path)/builds/\(BuildSettings.rfc1034Identifier(project.name))-"
      + StableHash.hex(of: project.path).prefix(12)
  }

  /// Identifies this build of the command; a different build may produce different output.
  static let toolIdentity: String = {
    guard let path = Bundle.main.executablePath,
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    else { return "unknown" }
    let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
    return StableHash.hex(of: "\(path) \(attributes[.size] ?? "") \(date)")
  }()
}
