import AppProject
import Foundation
import ModelCompiler

/// The compiled data models of one target, cached by content.
struct DataModels {
  /// The result of compiling one model, and the key of its inputs.
  struct Model: Sendable {
    var compiled: CompiledDataModel
    var fingerprint: String
  }

  var models: [Model] = []
  /// The generated classes, one file each, which the translator reads like the user's files.
  var sources: [String] = []

  /// The warnings about the models' files.
  var warnings: [BuildDiagnostic] { models.flatMap { $0.compiled.findings.map(Self.diagnostic) } }

  init() {}

  /// Compiles the target's changed models, and removes stale models from the cache.
  ///
  /// - Parameter folder: the folder of the project's build, which holds the cache and the generated classes.
  /// - Throws: `BuildError` with all errors in the models.
  init(of target: Target, folder: String, fingerprints: FileFingerprints, toolIdentity: String) throws {
    let cache = "\(folder)/models/\(target.moduleName)"
    let generated = "\(folder)/generated/\(target.moduleName)"
    guard !target.dataModels.isEmpty else {
      for place in [cache, generated] { try? FileManager.default.removeItem(atPath: place) }
      return
    }
    for path in target.dataModels {
      var hash = StableHash()
      hash.add("\(toolIdentity) \(target.moduleName) \(path)")
      Self.addContents(of: path, to: &hash, fingerprints)
      models.append(
        Model(
          compiled: try Self.compiled(path, target, file: "\(cache)/\(hash.hex).plist"),
          fingerprint: hash.hex))
    }
    Self.keep(models.map { $0.fingerprint + ".plist" }, in: cache)
    let errors = models.flatMap(\.compiled.findings)
    if errors.contains(where: { $0.severity == .error }) {
      throw BuildError(.project, diagnostics: errors.map(Self.diagnostic))
    }
    try writeClasses(of: target, into: generated)
  }

  private static func compiled(_ path: String, _ target: Target, file: String) throws -> CompiledDataModel {
    if let data = FileManager.default.contents(atPath: file),
      let known = try? PropertyListDecoder().decode(CompiledDataModel.self, from: data)
    {
      return known
    }
    let compiled = DataModelCompiler.compile(path, module: target.moduleName)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try FileManager.default.createDirectory(
      atPath: AbsolutePath.parent(file), withIntermediateDirectories: true)
    try encoder.encode(compiled).write(to: URL(fileURLWithPath: file), options: .atomic)
    return compiled
  }

  /// Adds all files of a model, including the hidden one that names the current version.
  private static func addContents(
    of path: String, to hash: inout StableHash, _ fingerprints: FileFingerprints, depth: Int = 0
  ) {
    guard depth < 8, AbsolutePath.isDirectory(path) else {
      hash.add(path)
      hash.add(fingerprints.hash(of: path) ?? "")
      return
    }
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    for name in names { addContents(of: path + "/" + name, to: &hash, fingerprints, depth: depth + 1) }
  }

  private mutating func writeClasses(of target: Target, into folder: String) throws {
    let own = Dictionary(target.sources.map { (AbsolutePath.name($0), $0) }) { first, _ in first }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (path, model) in zip(target.dataModels, models) {
      for file in model.compiled.classes {
        if let user = own[file.name] {
          throw BuildError(
            .project,
            "“\(file.name)” is in the target “\(target.name)”, and the model \(AbsolutePath.name(path)) generates it too; "
              + "remove the file from the target, or set the entity's code generation to Manual/None",
            path: user, line: 1)
        }
        let place = folder + "/" + file.name
        let data = Data(file.text.utf8)
        if FileManager.default.contents(atPath: place) != data {
          try data.write(to: URL(fileURLWithPath: place))
        }
        sources.append(place)
      }
    }
    Self.keep(sources.map(AbsolutePath.name), in: folder)
  }

  /// Removes all files of a folder except these.
  private static func keep(_ names: [String], in folder: String) {
    for name in AbsolutePath.contents(folder) where !names.contains(name) {
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  static func diagnostic(_ finding: DataModelFinding) -> BuildDiagnostic {
    BuildDiagnostic(
      path: finding.path, line: finding.line, column: finding.column,
      severity: finding.severity == .error ? .error : .warning, message: finding.message)
  }
}
