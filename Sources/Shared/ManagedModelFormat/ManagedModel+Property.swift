import Foundation

extension ManagedModel {
  /// An attribute, a relationship or a fetched property.
  public struct Property: Codable, Hashable, Sendable {
    public enum Kind: Codable, Hashable, Sendable {
      case attribute(Attribute)
      case relationship(Relationship)
      case fetched(FetchRequest)
    }
    public var name: String
    public var kind: Kind
    public var isOptional = false
    public var isTransient = false
    public var isIndexed = false
    public var isIndexedBySpotlight = false
    public var isStoredInExternalRecord = false
    public var renamingIdentifier: String?
    public var versionHashModifier: String?
    public var userInfo: [String: String] = [:]
    public init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// The types of attributes, with the names that Xcode writes.
  public enum AttributeType: String, Codable, Hashable, Sendable, CaseIterable {
    case undefined = "Undefined"
    case integer16 = "Integer 16"
    case integer32 = "Integer 32"
    case integer64 = "Integer 64"
    case decimal = "Decimal"
    case double = "Double"
    case float = "Float"
    case string = "String"
    case boolean = "Boolean"
    case date = "Date"
    case binary = "Binary"
    case uuid = "UUID"
    case uri = "URI"
    case transformable = "Transformable"
    case objectID = "Object ID"
    case composite = "Composite"

    /// The raw value of `NSAttributeType`.
    public var number: UInt {
      switch self {
      case .undefined: 0
      case .integer16: 100
      case .integer32: 200
      case .integer64: 300
      case .decimal: 400
      case .double: 500
      case .float: 600
      case .string: 700
      case .boolean: 800
      case .date: 900
      case .binary: 1000
      case .uuid: 1100
      case .uri: 1200
      case .transformable: 1800
      case .objectID: 2000
      case .composite: 2100
      }
    }
  }

  /// A default value or a bound.
  public enum Value: Codable, Hashable, Sendable {
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case text(String)
    /// The digits of a decimal number.
    case decimal(String)
    /// Seconds since the reference date.
    case date(Double)
    case uuid(String)
    case uri(String)
    case data(Data)
  }

  public struct Attribute: Codable, Hashable, Sendable {
    public var type: AttributeType
    public var defaultValue: Value?
    /// The minimum value, or the minimum length of a string.
    public var minimum: Value?
    /// The maximum value, or the maximum length of a string.
    public var maximum: Value?
    public var regularExpression: String?
    public var transformerName: String?
    public var customClassName: String?
    public var allowsExternalBinaryDataStorage = false
    public var preservesValueInHistory = false
    public var allowsCloudEncryption = false
    /// The format of the expression of a derived attribute.
    public var derivation: String?
    /// The parts of a composite attribute.
    public var elements: [Property]?
    public init(type: AttributeType) { self.type = type }
  }

  public struct Relationship: Codable, Hashable, Sendable {
    /// Raw values are those of `NSDeleteRule`.
    public enum DeleteRule: Int, Codable, Hashable, Sendable {
      case noAction = 0
      case nullify = 1
      case cascade = 2
      case deny = 3
    }
    public var destination: String
    /// The name of the inverse relationship in the destination.
    public var inverse: String?
    public var deleteRule = DeleteRule.nullify
    public var minCount = 0
    /// 1 for a to-one relationship, 0 for no limit.
    public var maxCount = 0
    public var isOrdered = false
    public init(destination: String) { self.destination = destination }
  }
}
