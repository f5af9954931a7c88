import Foundation

/// A mapping model in the model compiler's format (`.cdm`): how to convert the objects of one model to
/// another.
public struct ManagedMapping: Codable, Hashable, Sendable {
  /// The version hash of each entity of the models that it maps.
  public var sourceHashes: [String: Data]
  public var destinationHashes: [String: Data]
  /// The names of the versions that it maps if it has no hashes, from the editor's file.
  public var sourceModel: String?
  public var destinationModel: String?
  public var entities: [EntityMapping]
  public init(
    sourceHashes: [String: Data] = [:], destinationHashes: [String: Data] = [:],
    entities: [EntityMapping] = []
  ) {
    self.sourceHashes = sourceHashes
    self.destinationHashes = destinationHashes
    self.entities = entities
  }

  public struct EntityMapping: Codable, Hashable, Sendable {
    public var name: String
    /// The raw value of `NSEntityMappingType`.
    public var type: UInt
    public var source: String?
    public var destination: String?
    public var policyClass: String?
    /// The format of the expression that fetches the source objects.
    public var sourceExpression: String?
    public var attributes: [PropertyMapping] = []
    public var relationships: [PropertyMapping] = []
    public var userInfo: [String: String] = [:]
    public init(name: String, type: UInt) {
      self.name = name
      self.type = type
    }
  }

  public struct PropertyMapping: Codable, Hashable, Sendable {
    public var name: String
    /// The format of the value's expression.
    public var expression: String?
    public var userInfo: [String: String] = [:]
    public init(name: String, expression: String?) {
      self.name = name
      self.expression = expression
    }
  }
}
