import AppProject
import Foundation
import Translator

/// Translates and compiles one target to a shared object, unless nothing changed since the last build.
struct ModuleCompiler {
  var sdk: SDKLocation
  var project: Project
  var configuration: BuildConfiguration
  /// The folder that contains one folder per module.
  var folder: String
  /// Identifies this command, whose translator and flags determine the output.
  var toolIdentity: String
  var fingerprints: FileFingerprints

  /// The information that is stored with a compiled module.
  private struct Stamp: Codable {
    var key: String
    var exports: ModuleExports
    var warnings: [BuildDiagnostic]
  }

  /// - Parameters:
  ///   - models: paths of the classes that data models generate; they are translated like the user's files.
  ///   - extraSources: generated Swift files of the module, by name.
  func compile(
    _ target: Target, dependencies: [CompiledModule], models: [String] = [],
    generated extraSources: [(name: String, text: String)] = [],
    willCompile: () -> Void
  ) throws -> CompiledModule {
    var target = target
    target.sources += models
    let moduleFolder = folder + "/" + target.moduleName
    let hasMainFile = target.sources.contains { AbsolutePath.name($0) == "main.swift" }
    let imports = dependencies.reduce(into: target.imports(in: project, by: fingerprints)) {
      $0.formUnion($1.imports)
    }
    let arguments = CompilerArguments(
      target: target, configuration: configuration, sdk: sdk, dependencies: dependencies,
      frameworks: sdk.frameworks(for: imports),
      hasMainFile: hasMainFile,
      isImported: target.kind != .app
        || project.targets.contains { $0.dependencies.contains(target.id) },
      processes: configuration == .debug ? CompilerArguments.processes(forSourcesOf: size(of: target)) : 1)
    let key = try key(of: target, arguments: arguments, generated: extraSources)
    var module = CompiledModule(
      targetID: target.id, moduleName: target.moduleName,
      library: moduleFolder + "/" + Self.libraryName(target),
      folder: moduleFolder, key: key, exports: ModuleExports(), imports: imports, warnings: [],
      wasCompiled: false)
    let stampFile = moduleFolder + "/stamp.json"
    if let data = FileManager.default.contents(atPath: stampFile),
      let stamp = try? JSONDecoder().decode(Stamp.self, from: data), stamp.key == key,
      AbsolutePath.exists(module.library)
    {
      module.exports = stamp.exports
      module.warnings = stamp.warnings
      return module
    }
    willCompile()
    try? FileManager.default.removeItem(atPath: stampFile)
    try FileManager.default.createDirectory(
      atPath: moduleFolder + "/sources", withIntermediateDirectories: true)
    let translated = try translate(
      target, dependencies: dependencies, hasMainFile: hasMainFile, generated: extraSources,
      seesCombine: imports.contains("Combine"), into: moduleFolder + "/sources")
    module.exports = translated.exports
    let warnings = try run(target, arguments, sources: translated.sources, module: module)
    module.warnings = translated.warnings + warnings
    module.wasCompiled = true
    let stamp = Stamp(key: key, exports: module.exports, warnings: module.warnings)
    try JSONEncoder().encode(stamp).write(to: URL(fileURLWithPath: stampFile), options: .atomic)
    return module
  }

  /// The name of the shared object, by which the loader finds frameworks.
  static func libraryName(_ target: Target) -> String {
    switch target.kind {
    case .app: "lib\(target.productName)App.so"
    default: target.productName
    }
  }

  /// What the result depends on besides the sources.
  private func circumstances(_ arguments: CompilerArguments) -> StableHash {
    var hash = StableHash()
    hash.add(toolIdentity)
    hash.add(sdk.identity)
    for framework in arguments.frameworks { hash.add(framework.library?.identity ?? "") }
    for flag in arguments.flags + arguments.importArguments { hash.add(flag) }
    for dependency in arguments.dependencies { hash.add(dependency.key) }
    return hash
  }

  /// The size of the target's sources in bytes.
  private func size(of target: Target) -> Int {
    target.sources.reduce(0) { $0 + AbsolutePath.size($1) }
  }

  private func key(
    of target: Target, arguments: CompilerArguments, generated: [(name: String, text: String)]
  ) throws -> String {
    var hash = circumstances(arguments)
    for source in target.sources {
      guard let content = fingerprints.hash(of: source) else {
        throw BuildError(
          .project, "“\(AbsolutePath.name(source))” of the target “\(target.name)” cannot be read",
          path: source)
      }
      hash.add(source)
      hash.add(content)
    }
    for module in target.bridgedModules { hash.add(module) }
    for file in generated {
      hash.add(file.name)
      hash.add(file.text)
    }
    return hash.hex
  }

  // MARK: Translating

  private func translate(
    _ target: Target, dependencies: [CompiledModule], hasMainFile: Bool,
    generated: [(name: String, text: String)], seesCombine: Bool, into folder: String
  ) throws -> (sources: [String], warnings: [BuildDiagnostic], exports: ModuleExports) {
    var files: [SourceFile] = []
    var places: [String: String] = [:]
    for path in target.sources {
      let name = AbsolutePath.name(path)
      if let other = places.updateValue(path, forKey: name), other != path {
        throw BuildError(
          .project,
          "the target “\(target.name)” has two files named “\(name)”, the other at "
            + "\(AbsolutePath.relative(other, to: project.root)); file names in a module must be unique, so rename one of them",
          path: path)
      }
      files.append(
        SourceFile(
          path: path, projectRelativePath: AbsolutePath.relative(path, to: project.root),
          text: try SourceText.read(path)))
    }
    let options = TranslationOptions(
      target, configuration, hasMainFile: hasMainFile,
      imported: dependencies.reduce(into: ModuleExports()) { $0.formUnion($1.exports) })
    let cache = TranslationCache(
      directory: URL(fileURLWithPath: self.folder + "/translations-\(toolIdentity.prefix(12))"))
    let result = ModuleTranslator(options: options).translate(files, cache: cache)
    let diagnostics = result.diagnostics.map(Self.diagnostic)
    if result.hasErrors { throw BuildError(.project, diagnostics: diagnostics) }
    var sources: [String] = []
    func write(_ name: String, _ text: String) throws {
      let path = folder + "/" + name
      let data = Data(text.utf8)
      if FileManager.default.contents(atPath: path) != data {
        try FileObjects.write(data, to: path)
      }
      sources.append(path)
    }
    for file in result.files {
      try write(
        Self.translatedName(file.path),
        Self.withRuntime(
          file.text, bridged: target.bridgedModules, seesCombine: seesCombine && target.packageName == nil))
    }
    if let file = result.generated { try write(AbsolutePath.name(file.path), file.text) }
    for file in generated { try write(file.name, file.text) }
    let current = Set(sources)
    for name in AbsolutePath.contents(folder) where !current.contains(folder + "/" + name) {
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    return (sources, diagnostics, result.exports)
  }

  /// The name of a translated file. It differs from the user's, because the compiler warns about two files of
  /// the same name, the other being the one in `#sourceLocation`. `main.swift` keeps its name, which has a
  /// meaning.
  private static func translatedName(_ path: String) -> String {
    let name = AbsolutePath.name(path)
    return name == "main.swift" ? name : name.dropLast(".swift".count) + ".translated.swift"
  }

  /// F-179: the text with the imports that generated members need, even in files that import nothing or only
  /// Foundation.
  ///
  /// They are on the line above `#sourceLocation`, so that the user's lines keep their numbers.
  private static func withRuntime(_ text: String, bridged: [String], seesCombine: Bool) -> String {
    guard text.hasPrefix("#sourceLocation") else { return text }
    var imports = bridged.map { "import \($0)" }
    if !text.contains("import UIKit"), !bridged.contains("UIKit") {
      imports.append("import CarobFoundation")
      // NB: single classes, not UIKit: with Xcode, UIKit's other names would be unavailable in this file,
      // too.
      imports += classesOfFactories.filter { text.contains($0.factory) }.map {
        "import class UIKit.\($0.name)"
      }
      if text.contains("class func _carobMaker(") {
        imports += classesOfMakers.filter { text.contains(" as \($0)") || text.contains(" as [\($0)") }.map {
          "import class UIKit.\($0)"
        }
      }
    }
    // E-833
    if seesCombine, text.contains("import "), !text.contains("import Combine") {
      imports.append("import Combine")
    }
    if text.contains("class var _carobNewManaged:"), !text.contains("import CoreData") {
      imports.append("import CoreData")
    }
    return imports.isEmpty ? text : imports.joined(separator: "; ") + "\n" + text
  }
  /// The classes of the arguments of named initializers.
  private static let classesOfMakers = [
    "UIImage", "UIActivityIndicatorView", "UIVisualEffect", "NSTextContainer", "UIWindowScene",
    "UISplitViewController", "UIPageViewController", "UIViewController",
  ]
  /// The classes that generated factories use and the user's file need not import.
  private static let classesOfFactories = [
    (factory: "class var _carobNewCell:", name: "UITableViewCell"),
    (factory: "class var _carobNewHeader:", name: "UITableViewHeaderFooterView"),
    (factory: "class var _carobNewFrame:", name: "UIView"),
    (factory: "class var _carobNewController:", name: "UIViewController"),
    (factory: "class var _carobNewSegue:", name: "UIViewController"),
    (factory: "class var _carobNewSegue:", name: "UIStoryboardSegue"),
    (factory: "class var _carobNewRecognizer:", name: "UIGestureRecognizer"),
    (factory: "class var _carobNewTable:", name: "UITableView"),
    (factory: "class var _carobNewLaidOut:", name: "UICollectionView"),
    (factory: "class var _carobNewLaidOut:", name: "UICollectionViewLayout"),
    (factory: "class var _carobNewStyled:", name: "UITableViewController"),
    (factory: "class var _carobNewStyled:", name: "UITableView"),
    (factory: "class var _carobNewWithLayout:", name: "UICollectionViewController"),
    (factory: "class var _carobNewWithLayout:", name: "UICollectionViewLayout"),
    (factory: "class var _carobNewWithRoot:", name: "UINavigationController"),
    (factory: "class var _carobNewWithRoot:", name: "UIViewController"),
  ]

  static func diagnostic(_ diagnostic: TranslationDiagnostic) -> BuildDiagnostic {
    var messages = CompilerMessages(userPaths: [:])
    let severity: BuildDiagnostic.Severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    return BuildDiagnostic(
      path: diagnostic.path, line: diagnostic.line, column: diagnostic.column, severity: severity,
      message: diagnostic.message,
      excerpt: messages.excerpt(diagnostic.path, diagnostic.line, diagnostic.column))
  }

  // MARK: Compiling

  private func run(
    _ target: Target, _ arguments: CompilerArguments, sources: [String], module: CompiledModule
  ) throws -> [BuildDiagnostic] {
    let driver = CompilerDriver(swiftc: sdk.swiftc, folder: module.folder)
    let circumstances = circumstances(arguments).hex
    var output: CommandRunner.Output
    var skipped: Set<String> = []
    var shares: FileObjects?
    if arguments.processes > 1 {
      let objects = try FileObjects(folder: module.folder + "/objects", under: circumstances)
      shares = objects
      (output, skipped) = try compile(
        target, arguments, sources: sources, into: objects, module: module, driver: driver)
    } else {
      let object = "\(module.folder)/code.o"  // a name that the driver does not use itself
      let calls = calls(target, arguments, sources: sources, objects: [object], module: module)
      let direct = DirectCompilation(
        driver: driver, calls: calls, circumstances: circumstances, object: object)
      output = try direct.run() ?? build(calls, by: driver)
    }
    if output.status != 0, output.text.contains("symbol not found: \(CompilerArguments.entryPoint)") {
      throw BuildError(.project, target.withoutEntryPoint, path: target.projectPath)
    }
    if output.status == 0, output.text.isEmpty, shares == nil { return [] }
    var userPaths: [String: String] = [:]
    for source in target.sources {
      userPaths["\(module.folder)/sources/\(Self.translatedName(source))"] = source
    }
    var messages = CompilerMessages(userPaths: userPaths)
    var diagnostics = messages.diagnostics(in: output.text, failed: output.status != 0)
    if let shares {
      let skippedFiles = target.sources.filter { skipped.contains(Self.translatedName($0)) }
      diagnostics = CompilerMessages.inOrder(
        try shares.withEarlierWarnings(diagnostics, skipped: Set(skippedFiles)), of: target.sources)
    }
    if output.status != 0 { throw BuildError(.project, diagnostics: diagnostics) }
    return diagnostics
  }

  /// The calls of the driver that build the module: with -emit-library it allows no top-level statements, not
  /// even in main.swift, which needs two calls.
  private func calls(
    _ target: Target, _ arguments: CompilerArguments, sources: [String], objects: [String],
    outputs: [String]? = nil, module: CompiledModule
  ) -> [[String]] {
    var compiling = arguments.flags + arguments.importArguments + (outputs ?? [])
    if arguments.isImported {
      compiling += ["-emit-module-path", "\(module.folder)/\(target.moduleName).swiftmodule"]
    }
    let linking = linkArguments(target, arguments, module: module)
    guard arguments.hasMainFile else {
      return [compiling + ["-parse-as-library", "-emit-library"] + linking + sources]
    }
    let name = outputs == nil ? ["-o", objects[0]] : []
    return [compiling + ["-c"] + name + sources, ["-emit-library", "-use-ld=lld"] + objects + linking]
  }

  /// Builds a module that several processes compile; also returns the names of sources that were not compiled.
  private func compile(
    _ target: Target, _ arguments: CompilerArguments, sources: [String], into objects: FileObjects,
    module: CompiledModule, driver: CompilerDriver
  ) throws -> (CommandRunner.Output, skipped: Set<String>) {
    let files = sources.map(objects.object)
    if let changed = objects.changedBodies(in: sources) {
      var arguments = arguments
      arguments.isForOneProcess = true
      let direct = DirectCompilation(
        driver: driver,
        calls: calls(
          target, arguments, sources: sources, objects: files, outputs: objects.mapArguments, module: module),
        circumstances: circumstances(arguments).hex)
      if let output = try objects.recording(bodiesOf: changed, { try direct.run(only: changed) }) {
        return (
          output, Set(sources).subtracting(changed).reduce(into: []) { $0.insert(AbsolutePath.name($1)) }
        )
      }
    }
    try objects.writeMap(sources)
    let calls = calls(
      target, arguments, sources: sources, objects: files, outputs: objects.arguments, module: module)
    var output = try objects.recording(all: sources) { try build(calls, by: driver) }
    let skipped = FileObjects.takeSkipped(from: &output.text)
    return (output, skipped)
  }

  /// Lets the driver do everything.
  private func build(_ calls: [[String]], by driver: CompilerDriver) throws -> CommandRunner.Output {
    var output = try driver.call(calls[0], name: "compile")
    for call in calls.dropFirst() where output.status == 0 {
      let next = try driver.call(call, name: "link")
      output = CommandRunner.Output(status: next.status, text: output.text + next.text)
    }
    return output
  }

  private func linkArguments(
    _ target: Target, _ arguments: CompilerArguments, module: CompiledModule
  ) -> [String] {
    let dependencies = arguments.dependencies.map(\.library)
    var linking = ["-L", sdk.libraries, "-lCarobSDK"]
    // Linked even if unused, as on the platform: a storyboard or a class name may be the only reference.
    for framework in arguments.frameworks {
      linking += ["-L", sdk.frameworkLibraries, "-l\(framework.module)"]
    }
    for library in dependencies where !library.hasSuffix("App.so") {
      // Test bundles resolve the app's symbols in the process that loads both.
      linking.append(library)
    }
    let frameworks = dependencies.map { "$ORIGIN/Frameworks/\(AbsolutePath.name($0)).framework" }
    let further = arguments.frameworks.isEmpty ? [] : [sdk.frameworkLibraries]
    for path in frameworks + further + [sdk.libraries, sdk.runtimeLibraries] {
      linking += ["-Xlinker", "-rpath", "-Xlinker", path]
    }
    // The driver would put plain -l options before all of them.
    let needed = ["--as-needed"] + CompilerArguments.linkedWhereUsed.map { "-l" + $0 } + ["--no-as-needed"]
    for option in needed { linking += ["-Xlinker", option] }
    if target.kind == .app {
      // As with the platform's linker, linking fails for an app without an entry point: this alias refers to
      // it.
      linking += ["-Xlinker", "--defsym=carob_app_start=\(CompilerArguments.entryPoint)"]
    }
    if target.sources.contains(where: Self.readsByAddress) { linking.append("-lFoundationNetworking") }
    return linking + [
      "-Xlinker", "-soname", "-Xlinker", AbsolutePath.name(module.library), "-o", module.library,
    ]
  }

  /// Whether the file at `path` calls something like `Data(contentsOf:)`. If the address is not a file's,
  /// Foundation loads its networking library by name, which no linker sees. MapKit, which loads map tiles,
  /// refers to that library weakly.
  private static func readsByAddress(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    let text = String(decoding: data, as: UTF8.self)
    return text.contains("MKTileOverlay(urlTemplate:")
      || text.contains("(contentsOf:") && text.contains(/(?:\b[A-Z]\w*|\.init)\(contentsOf:/)
  }
}
