import CarobFoundation

// C-201
/// Maps each property of a model to its table and column (Documentation/CoreData.md, "Tables").
///
/// Each root entity has a table, with the columns of all its subentities; each many-to-many relationship has
/// a join table.
final class SQLiteSchema {
  /// A column of an attribute or of a to-one relationship.
  struct Column {
    let name: String
    /// `INTEGER`, `REAL`, `TEXT`, `BLOB`.
    let type: String
    /// For a to-one relationship to an entity with subentities: the column with the destination's entity
    /// number.
    var entityColumn: String?
  }

  /// The table of a root entity.
  final class Table {
    let name: String
    let root: EntityMap.Name
    var columns: [Column] = []
    /// Columns for positions in ordered relationships whose destination is in this table, named by the to-one
    /// inverse.
    var orderColumns: [String] = []
    /// Used column names in lower case, because SQLite's names are case-insensitive.
    var taken: Set<String> = ["_pk", "_entity", "_version"]
    var hasSubentities = false
    init(name: String, root: String) {
      self.name = name
      self.root = root
    }
    var quoted: String { name.quotedName }
  }

  /// The join table of a many-to-many relationship, or of a to-many relationship without an inverse.
  final class JoinTable {
    let name: String
    /// Whether the ends have subentities, so that rows contain the entity number.
    let hasSourceEntity: Bool
    let hasDestinationEntity: Bool
    let isOrdered: Bool
    let isInverseOrdered: Bool
    init(_ relationship: NSRelationshipDescription, name: String) {
      self.name = name
      hasSourceEntity = !relationship.entity.rootEntity.subentities.isEmpty
      hasDestinationEntity = !(relationship.destinationEntity?.rootEntity.subentities.isEmpty ?? true)
      isOrdered = relationship.isOrdered
      isInverseOrdered = relationship.inverseRelationship.map { $0.isOrdered && $0.isToMany } ?? false
    }
    var quoted: String { name.quotedName }
    var columns: [String] {
      ["source", "destination"] + (hasSourceEntity ? ["source·entity"] : [])
        + (hasDestinationEntity ? ["destination·entity"] : []) + (isOrdered ? ["order"] : [])
        + (isInverseOrdered ? ["inverse·order"] : [])
    }
  }

  /// Where a relationship is stored.
  enum Relationship {
    /// To-one: a column of the owner's table.
    case column(Column)
    /// To-many whose inverse is to-one: a column of the destination's table.
    case inverse(table: Table, column: Column, order: String?)
    /// A join table; `isForward` if the owner is its source.
    case join(JoinTable, isForward: Bool)
  }

  /// An entity: its number, its table, and a column for each slot.
  final class EntityMap {
    typealias Name = String
    let entity: NSEntityDescription
    let number: Int64
    let table: Table
    /// By slot; nil for properties without a column in this table.
    fileprivate(set) var columns: [Column?] = []
    /// By slot; nil for attributes.
    fileprivate(set) var relationships: [Relationship?] = []
    /// The entity and all its subentities.
    fileprivate(set) var family: [EntityMap] = []
    /// Slots of relationships with a join table.
    fileprivate(set) var joinSlots: [Int] = []
    /// Slots whose values may be in external files.
    fileprivate(set) var externalSlots: [Int] = []
    /// Ordered to-many slots whose order is stored in the destination's table.
    fileprivate(set) var orderSlots: [Int] = []
    var name: String { entity.name ?? "" }

    init(_ entity: NSEntityDescription, number: Int64, table: Table) {
      self.entity = entity
      self.number = number
      self.table = table
    }
  }

  private(set) var tables: [Table] = []
  private(set) var joins: [JoinTable] = []
  private(set) var maps: [String: EntityMap] = [:]
  private(set) var mapsByNumber: [Int64: EntityMap] = [:]

  // Breaks reference cycles: the maps of a family refer to each other, and each to itself.
  deinit {
    for map in maps.values {
      map.family = []
      map.relationships = []
    }
  }

  /// `numbers`: existing entity numbers by name; other entities get the next numbers, in the order of their
  /// names.
  init(entities: [NSEntityDescription], numbers: [String: Int64] = [:]) {
    var next = (numbers.values.max() ?? 0) + 1
    let sorted = entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    var tablesByRoot: [String: Table] = [:]
    for entity in sorted {
      let root = entity.rootEntity.name ?? ""
      let table = tablesByRoot[root] ?? Table(name: tableName(root), root: root)
      if tablesByRoot[root] == nil { tables.append(table) }
      tablesByRoot[root] = table
      table.hasSubentities = !entity.rootEntity.subentities.isEmpty
      let name = entity.name ?? ""
      let number = numbers[name] ?? next
      if numbers[name] == nil { next += 1 }
      let map = EntityMap(entity, number: number, table: table)
      maps[name] = map
      mapsByNumber[number] = map
    }
    // Parents first, so that a subentity finds the columns of inherited properties.
    for map in sorted.compactMap({ maps[$0.name ?? ""] }).sorted(by: { depth($0) < depth($1) }) {
      makeColumns(of: map)
    }
    for map in maps.values {
      map.family = sorted.filter { $0.isKindOf(entity: map.entity) }.compactMap { maps[$0.name ?? ""] }
    }
    for entity in sorted { maps[entity.name ?? ""].map(makeRelationships) }
  }

  func map(of entity: NSEntityDescription) -> EntityMap? { maps[entity.name ?? ""] }

  private func depth(_ map: EntityMap) -> Int {
    var (entity, depth) = (map.entity, 0)
    while let parent = entity.superentity { (entity, depth) = (parent, depth + 1) }
    return depth
  }

  /// NB: names that begin with `_` or `sqlite_` are reserved for Carob and SQLite.
  private func tableName(_ entity: String) -> String {
    let isReserved = entity.hasPrefix("_") || entity.lowercased().hasPrefix("sqlite_")
    var name = isReserved ? "·" + entity : entity
    while tables.contains(where: { $0.name.lowercased() == name.lowercased() }) { name += "·" }
    return name
  }

  private func makeColumns(of map: EntityMap) {
    let inherited = map.entity.superentity.flatMap { maps[$0.name ?? ""] }
    for slot in map.entity.layout.slots {
      if let parent = inherited, slot.index < parent.columns.count {
        map.columns.append(parent.columns[slot.index])
        continue
      }
      guard slot.isStored else {
        map.columns.append(nil)
        continue
      }
      switch slot.kind {
      case .attribute(let type): map.columns.append(column(slot.name, Self.type(of: type), in: map, false))
      case .toOne:
        let destination = slot.relationship?.destinationEntity?.rootEntity
        let hasEntity = !(destination?.subentities.isEmpty ?? true)
        map.columns.append(column(slot.name, "INTEGER", in: map, hasEntity))
      default: map.columns.append(nil)
      }
    }
  }

  /// The column for a property; siblings share a column for the same name and type.
  private func column(_ property: String, _ type: String, in map: EntityMap, _ hasEntity: Bool) -> Column {
    let table = map.table
    let column = Column(
      name: property, type: type, entityColumn: hasEntity ? "\(property)·entity" : nil)
    if let same = table.columns.first(where: { $0.name == property }), same.type == type,
      same.entityColumn == column.entityColumn
    {
      return same
    }
    var name = property
    if table.taken.contains(name.lowercased()) { name = "\(property)·\(map.name)" }
    while table.taken.contains(name.lowercased()) { name += "·" }
    let made = Column(name: name, type: type, entityColumn: hasEntity ? "\(name)·entity" : nil)
    table.columns.append(made)
    table.taken.insert(name.lowercased())
    if let entityColumn = made.entityColumn { table.taken.insert(entityColumn.lowercased()) }
    return made
  }

  private func makeRelationships(of map: EntityMap) {
    for slot in map.entity.layout.slots {
      if slot.attribute?.allowsExternalBinaryDataStorage == true { map.externalSlots.append(slot.index) }
      guard let relationship = slot.relationship, slot.isStored else {
        map.relationships.append(nil)
        continue
      }
      let place = place(of: relationship, map, slot.index)
      map.relationships.append(place)
      switch place {
      case .join: map.joinSlots.append(slot.index)
      case .inverse(_, _, _?): map.orderSlots.append(slot.index)
      default: break
      }
    }
  }

  private func place(
    of relationship: NSRelationshipDescription, _ map: EntityMap, _ slot: Int
  ) -> Relationship? {
    if !relationship.isToMany { return map.columns[slot].map { .column($0) } }
    guard let destination = relationship.destinationEntity, maps[destination.name ?? ""] != nil else {
      return nil
    }
    if let inverse = relationship.inverseRelationship, !inverse.isToMany,
      let other = maps[destination.name ?? ""], let index = other.entity.layout.index(of: inverse.name),
      let column = other.columns[index]
    {
      guard relationship.isOrdered else {
        return .inverse(table: other.table, column: column, order: nil)
      }
      let order = "_order·\(column.name)"
      if !other.table.orderColumns.contains(order) { other.table.orderColumns.append(order) }
      return .inverse(table: other.table, column: column, order: order)
    }
    let own = Self.joinName(relationship)
    guard let inverse = relationship.inverseRelationship, Self.joinName(inverse) < own else {
      return .join(join(relationship, own), isForward: true)
    }
    return .join(join(inverse, Self.joinName(inverse)), isForward: false)
  }

  private static func joinName(_ relationship: NSRelationshipDescription) -> String {
    "\(relationship.entity.name ?? "")·\(relationship.name)"
  }

  private func join(_ relationship: NSRelationshipDescription, _ name: String) -> JoinTable {
    if let known = joins.first(where: { $0.name == name }) { return known }
    let made = JoinTable(relationship, name: name)
    joins.append(made)
    return made
  }

  static func type(of attribute: NSAttributeType) -> String {
    switch attribute {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
      "INTEGER"
    case .doubleAttributeType, .floatAttributeType, .dateAttributeType: "REAL"
    case .stringAttributeType, .decimalAttributeType, .UUIDAttributeType, .URIAttributeType: "TEXT"
    default: "BLOB"
    }
  }
}
