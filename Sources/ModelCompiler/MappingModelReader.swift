import Foundation
import InterfaceCompiler
import ManagedModelFormat
import NibFormat

/// Reads mapping models: `Name.xcmappingmodel/xcmapping.xml`, in which Xcode stores objects of its own.
///
/// Supported: entity mappings with their names, types, policies and user info, and attribute and relationship
/// mappings with textual expressions. An archived expression is an error that names its mapping.
enum MappingModelReader {
  static func compile(
    _ path: String, name: String, module: String, into result: inout CompiledDataModel
  ) {
    let file = path + "/xcmapping.xml"
    let findings = Findings(path: file)
    defer { result.findings += findings.all }
    guard let xml = FileManager.default.contents(atPath: file) else {
      findings.error(nil, "the file cannot be read")
      return
    }
    do {
      let root = try NibXMLParser.parse(withoutDocumentType(xml), path: file, kind: "mapping models")
      let mapping = read(root, module: module, findings)
      if !findings.hasErrors, let data = try? ManagedModelFile.data(mapping) {
        result.files.append(.init(destination: "\(name).cdm", content: data))
      }
    } catch {
      let place = error as? NibError
      findings.error(place?.line, place?.message ?? "\(error)")
    }
  }

  /// NB: replaced by blanks, so that the offsets of everything else stay the same.
  private static func withoutDocumentType(_ xml: Data) -> Data {
    let text = String(decoding: xml, as: UTF8.self)
    guard let match = text.firstMatch(of: /<!DOCTYPE[^>\[]*>/) else { return xml }
    return Data(
      text.replacingCharacters(in: match.range, with: String(repeating: " ", count: match.0.count)).utf8)
  }

  static func read(_ root: NibElement, module: String, _ findings: Findings) -> ManagedMapping {
    guard root.name == "database" else {
      findings.error(root.line, "<\(root.name)> is not the root of a mapping model")
      return ManagedMapping()
    }
    let objects = root.children(named: "object").map(Object.init)
    let byID = Dictionary(objects.map { ($0.id, $0) }) { first, _ in first }
    var mapping = ManagedMapping()
    for object in objects where object.type == "XDDEVENTITYMAPPING" {
      mapping.entities.append(entityMapping(object, byID, module: module, findings))
    }
    mapping.entities.sort { $0.name < $1.name }
    let models = objects.first { $0.type == "XDDEVMAPPINGMODEL" }
    mapping.sourceModel = models?.version("sourcemodelpath")
    mapping.destinationModel = models?.version("destinationmodelpath")
    if mapping.entities.isEmpty { findings.error(root.line, "the mapping model maps no entity") }
    return mapping
  }

  private static func entityMapping(
    _ object: Object, _ byID: [String: Object], module: String, _ findings: Findings
  ) -> ManagedMapping.EntityMapping {
    let (source, destination) = (object.text("sourcename"), object.text("destinationname"))
    let name =
      object.text("name")
      ?? [source, destination].compactMap(\.self).joined(separator: "To")
    // The raw values of NSEntityMappingType.
    let types = ["Undefined": 0, "Custom": 1, "Add": 2, "Remove": 3, "Copy": 4, "Transform": 5]
    var type = types[object.text("mappingtypename") ?? ""] ?? 0
    if type == 0 { type = source == nil ? 2 : destination == nil ? 3 : 5 }
    var mapping = ManagedMapping.EntityMapping(name: name, type: UInt(type))
    mapping.source = source
    mapping.destination = destination
    mapping.policyClass =
      (object.text("entitymigrationpolicyclassname") ?? object.text("migrationpolicyclassname"))
      .map { $0.hasPrefix(".") ? module + $0 : $0 }
    if mapping.policyClass != nil { mapping.type = 1 }
    mapping.sourceExpression = object.text("sourceexpression")
    mapping.attributes = properties("attributemappings", of: object, mapping.name, byID, findings)
    mapping.relationships = properties("relationshipmappings", of: object, mapping.name, byID, findings)
    return mapping
  }

  private static func properties(
    _ key: String, of object: Object, _ place: String, _ byID: [String: Object], _ findings: Findings
  ) -> [ManagedMapping.PropertyMapping] {
    object.references(key).compactMap { byID[$0] }.compactMap { property in
      guard let name = property.text("name") else {
        findings.error(property.element.line, "\(place): a property mapping has no name")
        return nil
      }
      let value = property.element.children.first { $0["name"] == "valueexpression" }
      if value?["type"] == "binary" {
        findings.error(
          value?.line,
          "\(place).\(name): the value expression is archived; enter it again in Xcode's editor, "
            + "or build the mapping in code")
      }
      return ManagedMapping.PropertyMapping(name: name, expression: value?.text)
    }.sorted { $0.name < $1.name }
  }

  /// An object of the file.
  private struct Object {
    let element: NibElement
    var id: String { element["id"] ?? "" }
    var type: String { (element["type"] ?? "").uppercased() }
    func text(_ name: String) -> String? {
      let text = element.children.first { $0.name == "attribute" && $0["name"] == name }?.text
      return text.flatMap { $0.isEmpty ? nil : $0 }
    }
    /// The version's name: `Notes 2` for `App/Notes.xcdatamodeld/Notes 2.xcdatamodel`.
    func version(_ name: String) -> String? {
      text(name).map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    }
    func references(_ name: String) -> [String] {
      let element = element.children.first { $0.name == "relationship" && $0["name"] == name }
      return (element?["idrefs"] ?? "").split(separator: " ").map(String.init)
    }
  }
}
