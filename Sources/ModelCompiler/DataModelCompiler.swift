import Foundation
import InterfaceCompiler
import ManagedModelFormat
import NibFormat

/// The result of compiling a model: files for the bundle, and classes for the module.
public struct CompiledDataModel: Codable, Sendable {
  public struct File: Codable, Sendable {
    /// The path relative to the bundle: `Notes.momd/Notes 2.mom`.
    public var destination: String
    public var content: Data
  }
  public struct SwiftFile: Codable, Sendable {
    public var name: String
    public var text: String
  }
  public var files: [File] = []
  /// The classes that Xcode generates from the current version.
  public var classes: [SwiftFile] = []
  public var findings: [DataModelFinding] = []
  public var hasErrors: Bool { findings.contains { $0.severity == .error } }
}

/// Reads data models as Xcode saves them and compiles them. Used by the app builder, never at run time.
///
/// `Name.xcdatamodeld`, a folder of versions, becomes `Name.momd`; `Name.xcdatamodel`, one version, becomes
/// `Name.mom`; `Name.xcmappingmodel` becomes `Name.cdm`. All problems are collected; a model with errors
/// produces no files.
public enum DataModelCompiler {
  /// - Parameters:
  ///   - path: the absolute path of the model.
  ///   - module: the module of the target that the model belongs to.
  public static func compile(_ path: String, module: String) -> CompiledDataModel {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    var result = CompiledDataModel()
    switch URL(fileURLWithPath: path).pathExtension {
    case "xcdatamodeld": compileVersions(path, name: name, module: module, into: &result)
    case "xcmappingmodel": MappingModelReader.compile(path, name: name, module: module, into: &result)
    default:
      if let version = read(version: path, module: module, &result.findings) {
        add(version, to: "\(name).mom", &result)
        result.classes = ClassGenerator.files(for: version)
      }
    }
    if result.hasErrors { (result.files, result.classes) = ([], []) }
    return result
  }

  /// Only the classes, without checking the rest of the model.
  public static func classes(_ path: String, module: String) -> [CompiledDataModel.SwiftFile] {
    compile(path, module: module).classes
  }

  // MARK: Versions

  private static func compileVersions(
    _ path: String, name: String, module: String, into result: inout CompiledDataModel
  ) {
    let contents = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let versions = contents.filter { $0.hasSuffix(".xcdatamodel") }
    guard !versions.isEmpty else {
      result.findings.append(
        DataModelFinding(
          path: path, severity: .error, message: "the model has no version: there is no .xcdatamodel in it"))
      return
    }
    guard let current = current(path, versions, name: name, &result.findings) else { return }
    var hashes: [String: [String: Data]] = [:]
    for version in versions {
      let title = String(version.dropLast(".xcdatamodel".count))
      // NB: warnings about old versions are useless, because those must not change; only errors count.
      var findings: [DataModelFinding] = []
      let read = read(version: "\(path)/\(version)", module: module, &findings)
      result.findings += findings.filter { version == current || $0.severity == .error }
      guard let read else { continue }
      add(read, to: "\(name).momd/\(title).mom", &result)
      hashes[title] = VersionHash.all(of: read.model)
      if version == current { result.classes = ClassGenerator.files(for: read) }
    }
    let info = ManagedModelVersions(
      current: String(current.dropLast(".xcdatamodel".count)), hashes: hashes)
    if let data = try? info.data() {
      result.files.append(
        .init(destination: "\(name).momd/\(ManagedModelVersions.fileName)", content: data))
    }
  }

  /// The version that `.xccurrentversion` names; without that file the only one, or the one with the model's
  /// name.
  private static func current(
    _ path: String, _ versions: [String], name: String, _ findings: inout [DataModelFinding]
  ) -> String? {
    let file = path + "/.xccurrentversion"
    guard let data = FileManager.default.contents(atPath: file) else {
      if versions.count == 1 { return versions[0] }
      if versions.contains("\(name).xcdatamodel") { return "\(name).xcdatamodel" }
      findings.append(
        DataModelFinding(
          path: path, severity: .error,
          message:
            "the model has \(versions.count) versions, and no .xccurrentversion says which is the current one"
        ))
      return nil
    }
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    guard let current = list?["_XCCurrentVersionName"] as? String else {
      findings.append(
        DataModelFinding(
          path: file, line: 1, severity: .error, message: "the file does not name the model's current version"
        ))
      return nil
    }
    guard versions.contains(current) else {
      findings.append(
        DataModelFinding(
          path: file, line: 1, severity: .error,
          message: "the current version is “\(current)”, which the model does not have"))
      return nil
    }
    return current
  }

  private static func read(
    version path: String, module: String, _ findings: inout [DataModelFinding]
  ) -> DataModelSource? {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? path + "/contents" : path
    guard let xml = FileManager.default.contents(atPath: file) else {
      let isOld = FileManager.default.fileExists(atPath: path + "/elements")
      findings.append(
        DataModelFinding(
          path: isOld ? path : file, severity: .error,
          message: isOld
            ? "this model has the format of Xcode 3; open it once in a newer Xcode and save it"
            : "the file cannot be read"))
      return nil
    }
    let source = read(xml, path: file, module: module)
    findings += source.findings
    return source.findings.contains { $0.severity == .error } ? nil : source
  }

  /// Reads the XML of one version; collects findings and never throws.
  static func read(_ xml: Data, path: String, module: String) -> DataModelSource {
    do {
      let root = try NibXMLParser.parse(xml, path: path, kind: "data models")
      return DataModelReader(path: path, module: module).read(root)
    } catch {
      let place = error as? NibError
      return DataModelSource(findings: [
        DataModelFinding(
          path: path, line: place?.line, column: place?.column, severity: .error,
          message: place?.message ?? "\(error)")
      ])
    }
  }

  private static func add(
    _ source: DataModelSource, to destination: String, _ result: inout CompiledDataModel
  ) {
    guard let data = try? ManagedModelFile.data(source.model) else { return }
    result.files.append(.init(destination: destination, content: data))
  }
}

/// One version of a model as read from its file.
struct DataModelSource {
  var model = ManagedModel()
  var entities: [EntitySource] = []
  var findings: [DataModelFinding] = []
}

/// An entity with the additional data that only the class generator needs.
struct EntitySource {
  enum CodeGeneration { case none, category, classDefinition }
  var entity: ManagedModel.Entity
  var line: Int
  var codeGeneration = CodeGeneration.none
  /// The lines of the properties, and the names of the attributes with scalar types in Swift.
  var lines: [String: Int] = [:]
  var scalars: Set<String> = []
  /// The name of the class without its module.
  var swiftClass: String {
    entity.className.split(separator: ".").last.map(String.init) ?? entity.className
  }
}
