import CarobFoundation

extension SQLiteSchema {
  /// The file format, as stored in `_metadata.format`.
  static let format: Int64 = 1

  /// Creates all tables and indexes, and the rows of `_keys`.
  func create(on connection: SQLiteConnection) throws {
    try connection.execute(
      """
      CREATE TABLE _metadata (format INTEGER NOT NULL, uuid TEXT NOT NULL, plist BLOB, model BLOB);
      CREATE TABLE _keys (entity INTEGER PRIMARY KEY, name TEXT NOT NULL, parent TEXT, last INTEGER NOT NULL);
      CREATE TABLE _history (id INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, bundle TEXT,
        process TEXT, context TEXT, author TEXT);
      CREATE TABLE _changes (id INTEGER PRIMARY KEY AUTOINCREMENT, "transaction" INTEGER NOT NULL,
        type INTEGER NOT NULL, entity INTEGER NOT NULL, pk INTEGER NOT NULL, properties TEXT, tombstone BLOB);
      CREATE INDEX "_changes·transaction" ON _changes ("transaction");
      """)
    for table in tables { try connection.execute(definition(of: table)) }
    for join in joins { try create(join, on: connection) }
    try writeKeys(on: connection)
    try createIndexes(on: connection)
  }

  func definition(of table: Table, as name: String? = nil) -> String {
    var columns = ["_pk INTEGER PRIMARY KEY", "_entity INTEGER NOT NULL", "_version INTEGER NOT NULL"]
    for column in table.columns {
      columns.append("\(column.name.quotedName) \(column.type)")
      if let entity = column.entityColumn { columns.append("\(entity.quotedName) INTEGER") }
    }
    columns += table.orderColumns.map { "\($0.quotedName) INTEGER" }
    return "CREATE TABLE \((name ?? table.name).quotedName) (\(columns.joined(separator: ", ")))"
  }

  func create(_ join: JoinTable, on connection: SQLiteConnection) throws {
    let columns = join.columns.map { "\($0.quotedName) INTEGER" }.joined(separator: ", ")
    try connection.execute(
      "CREATE TABLE \(join.quoted) (\(columns), PRIMARY KEY (source, destination)) WITHOUT ROWID")
    try connection.execute(
      "CREATE INDEX \((join.name + "·destination").quotedName) ON \(join.quoted) (destination, source)")
  }

  func writeKeys(on connection: SQLiteConnection) throws {
    for map in maps.values.sorted(by: { $0.number < $1.number }) {
      try connection.run(
        "INSERT INTO _keys (entity, name, parent, last) VALUES (?, ?, ?, 0) "
          + "ON CONFLICT (entity) DO UPDATE SET name = excluded.name, parent = excluded.parent",
        [
          .integer(map.number), .text(map.name),
          map.entity.superentity.map { .text($0.name ?? "") } ?? .null,
        ])
    }
  }

  /// Creates the indexes of to-one relationships, the model's fetch indexes, and the uniqueness constraints.
  func createIndexes(on connection: SQLiteConnection) throws {
    for sql in indexDefinitions() { try connection.execute(sql) }
  }

  private func indexDefinitions() -> [String] {
    var result: [String: String] = [:]
    for map in maps.values {
      let table = map.table
      for (slot, column) in zip(map.entity.layout.slots, map.columns) {
        guard let column, slot.kind == .toOne else { continue }
        let name = "\(table.name)·\(column.name)"
        result[name] = "CREATE INDEX \(name.quotedName) ON \(table.quoted) (\(column.name.quotedName))"
      }
      // C-294
      for index in map.entity.indexes {
        let elements = index.elements.compactMap { element -> String? in
          guard let property = element.propertyName, let column = column(property, of: map) else {
            return nil
          }
          return column.name.quotedName + (element.isAscending ? "" : " DESC")
        }
        guard !elements.isEmpty else { continue }
        let name = "\(map.name)·index·\(index.name)"
        result[name] =
          "CREATE INDEX \(name.quotedName) ON \(table.quoted) (\(elements.joined(separator: ", ")))"
      }
      // C-351
      for (number, properties) in map.entity.compoundIndexNames.enumerated() {
        let columns = properties.compactMap { column($0, of: map)?.name.quotedName }
        guard !columns.isEmpty else { continue }
        let name = "\(map.name)·compound·\(number + 1)"
        result[name] =
          "CREATE INDEX \(name.quotedName) ON \(table.quoted) (\(columns.joined(separator: ", ")))"
      }
      for constraint in constraints(of: map) where constraint.owner === map {
        let columns = constraint.columns.map(\.name.quotedName).joined(separator: ", ")
        let name = "\(map.name)·unique·\(constraint.properties.joined(separator: "·"))"
        let family = map.family.map { "\($0.number)" }.joined(separator: ", ")
        let filter = table.hasSubentities ? " WHERE _entity IN (\(family))" : ""
        result[name] = "CREATE UNIQUE INDEX \(name.quotedName) ON \(table.quoted) (\(columns))\(filter)"
      }
    }
    return result.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A uniqueness constraint.
  struct Constraint {
    /// The entity that declares it.
    let owner: EntityMap
    let properties: [String]
    let slots: [Int]
    let columns: [Column]
  }

  /// The constraints on objects of an entity: its own and inherited ones.
  func constraints(of map: EntityMap) -> [Constraint] {
    var result: [Constraint] = []
    var entity: NSEntityDescription? = map.entity
    while let one = entity, let owner = maps[one.name ?? ""] {
      for names in one.constraintNames {
        let slots = names.compactMap { one.layout.index(of: $0) }
        let columns = slots.compactMap { owner.columns[$0] }
        guard !columns.isEmpty, columns.count == names.count else { continue }
        result.append(Constraint(owner: owner, properties: names, slots: slots, columns: columns))
      }
      entity = one.superentity
    }
    return result
  }

  private func column(_ property: String, of map: EntityMap) -> Column? {
    map.entity.layout.index(of: property).flatMap { map.columns[$0] }
  }
}
