import ManagedModelFormat

/// Generates the same classes as Xcode from entities: the class and its properties, only the properties
/// ("category"), or nothing (C-104).
enum ClassGenerator {
  static func files(for source: DataModelSource) -> [CompiledDataModel.SwiftFile] {
    let classes = Dictionary(source.entities.map { ($0.entity.name, $0) }) { first, _ in first }
    return source.entities.flatMap { entity -> [CompiledDataModel.SwiftFile] in
      let name = entity.swiftClass
      let properties = CompiledDataModel.SwiftFile(
        name: "\(name)+CoreDataProperties.swift", text: Self.properties(of: entity, classes))
      switch entity.codeGeneration {
      case .none: return []
      case .category: return [properties]
      case .classDefinition:
        let definition = CompiledDataModel.SwiftFile(
          name: "\(name)+CoreDataClass.swift", text: Self.definition(of: entity, classes))
        return [definition, properties]
      }
    }
  }

  private static func definition(of source: EntitySource, _ classes: [String: EntitySource]) -> String {
    let name = source.swiftClass
    return """
      import Foundation
      import CoreData

      @objc(\(name))
      public class \(name): \(superclass(of: source, classes)) {}

      """
  }

  /// The class of the nearest parent entity that has one.
  private static func superclass(of source: EntitySource, _ classes: [String: EntitySource]) -> String {
    source.entity.parent.flatMap { classes[$0] }.map(\.swiftClass) ?? "NSManagedObject"
  }

  private static func properties(of source: EntitySource, _ classes: [String: EntitySource]) -> String {
    let name = source.swiftClass
    let entity = source.entity
    // DEVIATION: Xcode's file for such a class does not compile.
    let usesUIKit = entity.properties.contains { property in
      if case .attribute(let attribute) = property.kind {
        return attribute.customClassName?.hasPrefix("UI") == true
      }
      return false
    }
    var text = """
      import Foundation
      import CoreData\(usesUIKit ? "\nimport UIKit" : "")

      extension \(name) {
        @nonobjc public class func fetchRequest() -> NSFetchRequest<\(name)> {
          return NSFetchRequest<\(name)>(entityName: \(literal(entity.name)))
        }


      """
    for property in entity.properties {
      text += "  @NSManaged public var \(escaped(property.name)): \(type(of: property, source, classes))\n"
    }
    text += "}\n"
    for property in entity.properties {
      guard case .relationship(let relationship) = property.kind, relationship.maxCount != 1 else { continue }
      text += accessors(property.name, relationship, of: name, classes)
    }
    // NB: a parent's conformance is inherited.
    if superclass(of: source, classes) == "NSManagedObject" {
      text += "\nextension \(name): Identifiable {}\n"
    }
    return text
  }

  // MARK: Types

  private static func type(
    of property: ManagedModel.Property, _ source: EntitySource, _ classes: [String: EntitySource]
  ) -> String {
    switch property.kind {
    case .attribute(let attribute):
      return type(of: attribute, isScalar: source.scalars.contains(property.name))
    case .relationship(let relationship):
      if relationship.maxCount == 1 { return swiftClass(relationship.destination, classes) + "?" }
      return relationship.isOrdered ? "NSOrderedSet?" : "NSSet?"
    case .fetched(let request): return "[\(swiftClass(request.entity, classes))]?"
    }
  }

  private static func swiftClass(_ entity: String, _ classes: [String: EntitySource]) -> String {
    classes[entity]?.swiftClass ?? "NSManagedObject"
  }

  private static func type(of attribute: ManagedModel.Attribute, isScalar: Bool) -> String {
    switch attribute.type {
    case .integer16: isScalar ? "Int16" : "NSNumber?"
    case .integer32: isScalar ? "Int32" : "NSNumber?"
    case .integer64: isScalar ? "Int64" : "NSNumber?"
    case .double: isScalar ? "Double" : "NSNumber?"
    case .float: isScalar ? "Float" : "NSNumber?"
    case .boolean: isScalar ? "Bool" : "NSNumber?"
    case .date: isScalar ? "TimeInterval" : "Date?"
    case .decimal: "NSDecimalNumber?"
    case .string: "String?"
    case .binary: "Data?"
    case .uuid: "UUID?"
    case .uri: "URL?"
    case .objectID: "NSManagedObjectID?"
    case .composite: "[String: Any]?"
    case .transformable: (attribute.customClassName.map(swiftName) ?? "NSObject") + "?"
    case .undefined: "NSObject?"
    }
  }

  /// The Swift name of an Objective-C class.
  private static func swiftName(_ name: String) -> String {
    ["NSArray": "NSArray", "NSDictionary": "NSDictionary"][name] ?? name.replacing("*", with: "")
  }

  // MARK: Accessors

  private static func accessors(
    _ property: String, _ relationship: ManagedModel.Relationship, of name: String,
    _ classes: [String: EntitySource]
  ) -> String {
    let upper = property.prefix(1).uppercased() + property.dropFirst()
    let value = swiftClass(relationship.destination, classes)
    let set = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
    var lines: [(selector: String, declaration: String)] = []
    if relationship.isOrdered {
      lines += [
        ("insertObject:in\(upper)AtIndex:", "insertInto\(upper)(_ value: \(value), at idx: Int)"),
        ("removeObjectFrom\(upper)AtIndex:", "removeFrom\(upper)(at idx: Int)"),
        ("insert\(upper):atIndexes:", "insertInto\(upper)(_ values: [\(value)], at indexes: NSIndexSet)"),
        ("remove\(upper)AtIndexes:", "removeFrom\(upper)(at indexes: NSIndexSet)"),
        (
          "replaceObjectIn\(upper)AtIndex:withObject:",
          "replace\(upper)(at idx: Int, with value: \(value))"
        ),
        (
          "replace\(upper)AtIndexes:with\(upper):",
          "replace\(upper)(at indexes: NSIndexSet, with values: [\(value)])"
        ),
      ]
    }
    lines += [
      ("add\(upper)Object:", "addTo\(upper)(_ value: \(value))"),
      ("remove\(upper)Object:", "removeFrom\(upper)(_ value: \(value))"),
      ("add\(upper):", "addTo\(upper)(_ values: \(set))"),
      ("remove\(upper):", "removeFrom\(upper)(_ values: \(set))"),
    ]
    let members = lines.map { "  @objc(\($0.selector))\n  @NSManaged public func \($0.declaration)\n" }
    return "\n// MARK: Generated accessors for \(property)\nextension \(name) {\n"
      + members.joined(separator: "\n") + "}\n"
  }

  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
  private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}
