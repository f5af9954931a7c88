import Foundation

/// Hashes the parts of an entity that determine whether a store's rows fit it (C-100).
///
/// For an entity: its name, parent, whether it is abstract, and its properties. For a property: its name,
/// whether it is optional and transient, an attribute's type, and a relationship's destination, counts,
/// delete rule, order and inverse. For both: their hash modifiers. Classes, default values, validation, user
/// info and indexes are not included.
public enum VersionHash {
  /// The hash of a property.
  public static func of(_ property: ManagedModel.Property) -> Data {
    SHA256.hash(Array(signature(property).joined(separator: "\u{1F}").utf8))
  }

  /// The hash of an entity; `inherited` are the properties of its parents.
  public static func of(_ entity: ManagedModel.Entity, inherited: [ManagedModel.Property]) -> Data {
    var fields = [
      "entity", entity.name, entity.versionHashModifier ?? "", entity.parent ?? "",
      entity.isAbstract ? "abstract" : "",
    ]
    for property in (inherited + entity.properties).sorted(by: { $0.name < $1.name }) {
      // NB: the result of a fetched property is not stored.
      if case .fetched = property.kind { continue }
      fields.append(of(property).base64EncodedString())
    }
    return SHA256.hash(Array(fields.joined(separator: "\u{1F}").utf8))
  }

  /// The hashes of all entities by name.
  public static func all(of model: ManagedModel) -> [String: Data] {
    let byName = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    var result: [String: Data] = [:]
    for entity in model.entities {
      var inherited: [ManagedModel.Property] = []
      var seen: Set<String> = [entity.name]
      var parent = entity.parent
      while let name = parent, let found = byName[name], seen.insert(name).inserted {
        inherited += found.properties
        parent = found.parent
      }
      result[entity.name] = of(entity, inherited: inherited)
    }
    return result
  }

  /// The checksum of a whole model, from the hashes of its entities.
  public static func checksum(_ hashes: [String: Data]) -> String {
    let fields = hashes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.base64EncodedString())" }
    return SHA256.hash(Array(fields.joined(separator: "\n").utf8)).base64EncodedString()
  }

  private static func signature(_ property: ManagedModel.Property) -> [String] {
    var fields = [
      property.name, property.versionHashModifier ?? "", property.isOptional ? "optional" : "",
      property.isTransient ? "transient" : "",
    ]
    switch property.kind {
    case .attribute(let attribute):
      fields += ["attribute", String(attribute.type.number), attribute.derivation ?? ""]
      for element in (attribute.elements ?? []).sorted(by: { $0.name < $1.name }) {
        fields += signature(element)
      }
    case .relationship(let relationship):
      fields += [
        "relationship", relationship.destination, relationship.inverse ?? "",
        String(relationship.deleteRule.rawValue), String(relationship.minCount),
        String(relationship.maxCount), relationship.isOrdered ? "ordered" : "",
      ]
    case .fetched: fields.append("fetched")
    }
    return fields
  }
}
