/// A data model as the model compiler writes it and `NSManagedObjectModel` reads it: one version, in one
/// `.mom` file.
///
/// It contains what the platform's compiled model contains, and nothing that only the editor or class
/// generator needs.
public struct ManagedModel: Codable, Hashable, Sendable {
  /// Identifiers that the model's author gave to this version.
  public var versionIdentifiers: [String]
  /// The module of classes that are named without one; empty if it is unknown.
  public var module: String
  public var entities: [Entity]
  public var configurations: [Configuration]
  public var fetchRequests: [FetchRequest]

  public init(
    versionIdentifiers: [String] = [], module: String = "", entities: [Entity] = [],
    configurations: [Configuration] = [], fetchRequests: [FetchRequest] = []
  ) {
    self.versionIdentifiers = versionIdentifiers
    self.module = module
    self.entities = entities
    self.configurations = configurations
    self.fetchRequests = fetchRequests
  }

  /// A named subset of the entities, with which a store can be opened.
  public struct Configuration: Codable, Hashable, Sendable {
    public var name: String
    public var entities: [String]
    public init(name: String, entities: [String]) {
      self.name = name
      self.entities = entities
    }
  }

  public struct Entity: Codable, Hashable, Sendable {
    public var name: String
    /// As in `NSEntityDescription.managedObjectClassName`, including the module if it has one.
    public var className: String
    public var isAbstract = false
    public var parent: String?
    public var renamingIdentifier: String?
    public var versionHashModifier: String?
    /// The format of the expression for Spotlight.
    public var spotlightName: String?
    public var userInfo: [String: String] = [:]
    /// The entity's own properties, in alphabetical order.
    public var properties: [Property] = []
    public var indexes: [FetchIndex] = []
    public var uniquenessConstraints: [[String]] = []

    public init(name: String, className: String = "NSManagedObject") {
      self.name = name
      self.className = className
    }
  }

  public struct FetchIndex: Codable, Hashable, Sendable {
    public struct Element: Codable, Hashable, Sendable {
      /// A property's name, unless `expression` is set.
      public var property: String
      /// The format of an expression.
      public var expression: String?
      public var isAscending = true
      public var isSpatial = false
      public init(property: String) { self.property = property }
    }
    public var name: String
    public var elements: [Element]
    /// The format of the predicate that selects the rows.
    public var predicate: String?
    public init(name: String, elements: [Element] = []) {
      self.name = name
      self.elements = elements
    }
  }

  /// A fetch request template, or the request of a fetched property.
  public struct FetchRequest: Codable, Hashable, Sendable {
    public struct Sort: Codable, Hashable, Sendable {
      public var key: String
      public var isAscending: Bool
      public init(key: String, isAscending: Bool) {
        self.key = key
        self.isAscending = isAscending
      }
    }
    public var name: String
    public var entity: String
    /// The format of the predicate.
    public var predicate: String?
    public var sorting: [Sort] = []
    public var limit = 0
    public var offset = 0
    public var batchSize = 0
    /// The raw value of `NSFetchRequestResultType`.
    public var resultType: UInt = 0
    public var includesSubentities = true
    public var includesPropertyValues = true
    public var includesPendingChanges = true
    public var returnsObjectsAsFaults = true
    public var returnsDistinctResults = false
    public var propertiesToFetch: [String] = []
    public var prefetchedKeyPaths: [String] = []
    public init(name: String, entity: String) {
      self.name = name
      self.entity = entity
    }
  }
}
