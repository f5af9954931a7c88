import CarobFoundation

/// Migrates a store's file in place, in one transaction: it has the new model afterwards, or is unchanged
/// (C-231).
///
/// Each new table is created beside the old one, filled from it with SQL, and renamed. Keys are kept; only if
/// tables are merged under a new parent do the rows of the second and further tables get keys after those of
/// the first.
struct LightweightMigration {
  private let connection: SQLiteConnection
  private let old: SQLiteSchema
  private let new: SQLiteSchema
  private let difference: ModelDifference
  /// The offset that is added to keys, by new and old table.
  private var offsets: [String: Int64] = [:]
  private var lastKeys: [String: Int64] = [:]

  init(
    _ connection: SQLiteConnection, from oldEntities: [NSEntityDescription],
    to newEntities: [NSEntityDescription]
  ) throws {
    self.connection = connection
    difference = try ModelDifference(from: oldEntities, to: newEntities)
    var numbers = try SQLiteFile.numbers(on: connection)
    old = SQLiteSchema(entities: oldEntities, numbers: numbers)
    // Renamed entities keep their numbers; the numbers of removed ones are not reused here.
    var kept: [String: Int64] = [:]
    for entity in difference.entities {
      if let source = entity.old?.name, let number = numbers[source] { kept[entity.new.name ?? ""] = number }
    }
    for (name, number) in numbers where kept[name] == nil && !kept.values.contains(number) {
      kept["\u{0}" + name] = number
    }
    numbers = kept
    new = SQLiteSchema(entities: newEntities, numbers: numbers)
  }

  mutating func run() throws {
    try findOffsets()
    try dropIndexes()
    for table in new.tables { try connection.execute(new.definition(of: table, as: temporary(table.name))) }
    for entity in difference.entities { try copyRows(of: entity) }
    try makeJoins()
    for table in old.tables { try connection.execute("DROP TABLE \(table.quoted)") }
    for join in old.joins { try connection.execute("DROP TABLE \(join.quoted)") }
    for table in new.tables {
      try connection.execute("ALTER TABLE \(temporary(table.name).quotedName) RENAME TO \(table.quoted)")
    }
    for join in new.joins {
      try connection.execute("ALTER TABLE \(temporary(join.name).quotedName) RENAME TO \(join.quoted)")
      try connection.execute(
        "CREATE INDEX \((join.name + "·destination").quotedName) ON \(join.quoted) (destination, source)")
    }
    try writeKeys()
    do { try new.createIndexes(on: connection) } catch let error as SQLiteError where error.isConstraint {
      throw StoreErrors.make(
        NSMigrationConstraintViolationError,
        "Objects of the store violate a uniqueness constraint of the new model: \(error.message)")
    }
  }

  private func temporary(_ name: String) -> String { "_new·\(name)" }

  private func dropIndexes() throws {
    var names: [String] = []
    try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL") {
      names.append($0.text(0))
    }
    for name in names where name != "_changes·transaction" {
      try connection.execute("DROP INDEX \(name.quotedName)")
    }
  }

  // MARK: Keys

  private mutating func findOffsets() throws {
    var sources: [String: [SQLiteSchema.Table]] = [:]
    for entity in difference.entities {
      guard let source = entity.old.flatMap({ old.map(of: $0) }), let map = new.map(of: entity.new) else {
        continue
      }
      if !(sources[map.table.name] ?? []).contains(where: { $0 === source.table }) {
        sources[map.table.name, default: []].append(source.table)
      }
    }
    for (table, olds) in sources {
      var next: Int64 = 0
      for one in olds.sorted(by: { $0.name < $1.name }) {
        let last = try connection.integer("SELECT max(_pk) FROM \(one.quoted)") ?? 0
        let counted =
          try old.maps.values.filter { $0.table === one }.compactMap {
            try connection.integer("SELECT last FROM _keys WHERE entity = ?", [.integer($0.number)])
          }.max() ?? 0
        offsets[table + "\u{0}" + one.name] = next
        next += max(last, counted)
      }
      lastKeys[table] = next
    }
  }

  private func offset(_ new: SQLiteSchema.Table, _ old: SQLiteSchema.Table) -> Int64 {
    offsets[new.name + "\u{0}" + old.name] ?? 0
  }

  private func key(_ sql: String, _ offset: Int64) -> String { offset == 0 ? sql : "(\(sql) + \(offset))" }

  // MARK: Rows

  private func copyRows(of entity: ModelDifference.Entity) throws {
    guard let source = entity.old.flatMap({ old.map(of: $0) }), let map = new.map(of: entity.new) else {
      return
    }
    let offset = offset(map.table, source.table)
    var columns = ["_pk", "_entity", "_version"]
    var values = [key("t0._pk", offset), "\(map.number)", "t0._version"]
    for property in entity.properties {
      guard let column = map.columns[property.new.index] else { continue }
      columns.append(column.name.quotedName)
      if property.new.kind == .toOne {
        let (value, number) = toOne(property, source, map)
        values.append(value)
        if let entityColumn = column.entityColumn {
          columns.append(entityColumn.quotedName)
          values.append(number)
        }
      } else {
        values.append(try attribute(property, source))
      }
    }
    for (column, value) in orders(map, source, entity) {
      columns.append(column.quotedName)
      values.append(value)
    }
    try connection.execute(
      "INSERT INTO \(temporary(map.table.name).quotedName) (\(columns.joined(separator: ", "))) "
        + "SELECT \(values.joined(separator: ", ")) FROM \(source.table.quoted) AS t0 "
        + "WHERE t0._entity = \(source.number)")
  }

  private func attribute(
    _ property: ModelDifference.Property, _ source: SQLiteSchema.EntityMap
  ) throws -> String {
    let isExternal = property.new.attribute?.allowsExternalBinaryDataStorage == true
    var fallback: String?
    if case .attribute(let type) = property.new.kind, let value = property.new.attribute?.defaultValue,
      let stored = ManagedValue(boxed: value, type)
    {
      fallback = Self.literal(stored.stored)
    }
    guard let column = property.old.flatMap({ source.columns[$0.index] }) else { return fallback ?? "NULL" }
    var value = "t0.\(column.name.quotedName)"
    if isExternal, property.old?.attribute?.allowsExternalBinaryDataStorage != true {
      value = "CASE WHEN \(value) IS NULL THEN NULL ELSE CAST(X'01' || \(value) AS BLOB) END"
    }
    // An attribute that becomes mandatory gets its default value.
    guard let fallback, !property.new.isOptional, property.old?.isOptional == true else { return value }
    return "coalesce(\(value), \(fallback))"
  }

  private static func literal(_ value: SQLiteValue) -> String? {
    switch value {
    case .null: nil
    case .integer(let value): "\(value)"
    case .real(let value): value.isFinite ? "\(value)" : nil
    case .text(let text): text.quotedText
    case .blob(let data):
      "X'" + data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
    }
  }

  /// The SQL for a to-one relationship's key and the entity number of its destination.
  private func toOne(
    _ property: ModelDifference.Property, _ source: SQLiteSchema.EntityMap, _ map: SQLiteSchema.EntityMap
  ) -> (String, String) {
    guard let oldSlot = property.old, case .column(let column)? = source.relationships[oldSlot.index],
      let was = oldSlot.relationship?.destinationEntity.flatMap({ old.map(of: $0) }),
      let destination = property.new.relationship?.destinationEntity.flatMap({ new.map(of: $0) })
    else { return ("NULL", "NULL") }
    let value = "t0.\(column.name.quotedName)"
    let number =
      column.entityColumn.map { "t0.\($0.quotedName)" }
      ?? "CASE WHEN \(value) IS NULL THEN NULL ELSE \(was.number) END"
    return (key(value, offset(destination.table, was.table)), number)
  }

  /// The positions of rows in ordered relationships of which they are the destination.
  private func orders(
    _ map: SQLiteSchema.EntityMap, _ source: SQLiteSchema.EntityMap, _ entity: ModelDifference.Entity
  ) -> [(String, String)] {
    entity.properties.compactMap { property in
      guard property.new.kind == .toOne, let column = map.columns[property.new.index],
        let oldColumn = property.old.flatMap({ source.columns[$0.index] })
      else { return nil }
      let name = "_order·\(column.name)"
      let oldName = "_order·\(oldColumn.name)"
      guard map.table.orderColumns.contains(name) else { return nil }
      let isThere = source.table.orderColumns.contains(oldName)
      return (name, isThere ? "t0.\(oldName.quotedName)" : "t0._pk")
    }
  }

  // MARK: Join tables

  private func makeJoins() throws {
    for join in new.joins {
      let columns = join.columns.map { "\($0.quotedName) INTEGER" }.joined(separator: ", ")
      try connection.execute(
        "CREATE TABLE \(temporary(join.name).quotedName) (\(columns), PRIMARY KEY (source, destination)) WITHOUT ROWID"
      )
    }
    // NB: from both ends, because either may have existed; the second does not write rows that exist.
    for entity in difference.entities {
      guard let source = entity.old.flatMap({ old.map(of: $0) }), let map = new.map(of: entity.new) else {
        continue
      }
      for property in entity.properties {
        guard let oldSlot = property.old,
          case .join(let join, let isForward)? = map.relationships[property.new.index]
        else { continue }
        try fill(join, isForward, property, oldSlot, source, map)
      }
    }
  }

  private func fill(
    _ join: SQLiteSchema.JoinTable, _ isForward: Bool, _ property: ModelDifference.Property,
    _ oldSlot: EntityLayout.Slot, _ source: SQLiteSchema.EntityMap, _ map: SQLiteSchema.EntityMap
  ) throws {
    guard let place = source.relationships[oldSlot.index],
      let was = oldSlot.relationship?.destinationEntity.flatMap({ old.map(of: $0) }),
      let destination = property.new.relationship?.destinationEntity.flatMap({ new.map(of: $0) })
    else { return }
    let (own, other) = isForward ? ("source", "destination") : ("destination", "source")
    var owner: String
    var end: String
    var endEntity = "\(was.number)"
    var from: String
    var order: String?
    switch place {
    case .column(let column):
      (owner, end) = ("t0._pk", "t0.\(column.name.quotedName)")
      from = "\(source.table.quoted) AS t0 WHERE t0._entity = \(source.number) AND \(end) IS NOT NULL"
      if let name = column.entityColumn { endEntity = "t0.\(name.quotedName)" }
    case .inverse(let table, let column, let orderColumn):
      (owner, end) = ("t0.\(column.name.quotedName)", "t0._pk")
      from =
        "\(table.quoted) AS t0 WHERE \(owner) IN (SELECT _pk FROM \(source.table.quoted) "
        + "WHERE _entity = \(source.number))"
      endEntity = "t0._entity"
      order = orderColumn.map { "t0.\($0.quotedName)" }
    case .join(let oldJoin, let wasForward):
      let (oldOwn, oldOther) = wasForward ? ("source", "destination") : ("destination", "source")
      (owner, end) = ("t0.\(oldOwn)", "t0.\(oldOther)")
      from =
        "\(oldJoin.quoted) AS t0 WHERE \(owner) IN (SELECT _pk FROM \(source.table.quoted) "
        + "WHERE _entity = \(source.number))"
      if wasForward ? oldJoin.hasDestinationEntity : oldJoin.hasSourceEntity {
        endEntity = "t0.\("\(oldOther)·entity".quotedName)"
      }
      if wasForward ? oldJoin.isOrdered : oldJoin.isInverseOrdered {
        order = "t0.\((wasForward ? "order" : "inverse·order").quotedName)"
      }
    }
    owner = key(owner, offset(map.table, source.table))
    end = key(end, offset(destination.table, was.table))
    var columns = [own, other]
    var values = [owner, end]
    if isForward ? join.hasSourceEntity : join.hasDestinationEntity {
      columns.append("\(own)·entity")
      values.append("\(map.number)")
    }
    if isForward ? join.hasDestinationEntity : join.hasSourceEntity {
      columns.append("\(other)·entity")
      values.append(endEntity)
    }
    var conflict = "DO NOTHING"
    if isForward ? join.isOrdered : join.isInverseOrdered {
      let name = isForward ? "order" : "inverse·order"
      columns.append(name)
      values.append(order ?? end)
      conflict = "DO UPDATE SET \(name.quotedName) = excluded.\(name.quotedName)"
    }
    try connection.execute(
      "INSERT INTO \(temporary(join.name).quotedName) (\(columns.map(\.quotedName).joined(separator: ", "))) "
        + "SELECT \(values.joined(separator: ", ")) FROM \(from) ON CONFLICT (source, destination) \(conflict)"
    )
  }

  // MARK: Keys and numbers

  private func writeKeys() throws {
    try connection.execute("DELETE FROM _keys")
    try new.writeKeys(on: connection)
    for (table, last) in lastKeys {
      for map in new.maps.values where map.table.name == table {
        try connection.run(
          "UPDATE _keys SET last = ? WHERE entity = ?", [.integer(last), .integer(map.number)])
      }
    }
  }
}
