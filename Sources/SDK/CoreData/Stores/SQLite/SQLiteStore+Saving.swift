import CarobFoundation
internal import CSQLite

extension SQLiteStore {
  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64] {
    guard !isReadOnly else {
      throw StoreErrors.make(
        CocoaError.fileWriteNoPermission.rawValue, "The store at \(url?.path ?? "") is read-only.",
        [NSAffectedStoresErrorKey: [self]])
    }
    return try reporting {
      let connection = try connection()
      do {
        try connection.transaction {
          var saving = SQLiteSaving(self, connection, changes)
          try saving.write()
          derivedRows = try updateDerivedAttributes(after: changes, on: connection)
          try recordHistory(of: changes, author: author, context: context, on: connection)
          try writeMetadata(on: connection)
        }
        externalData.commit()
        return [:]
      } catch let error as SQLiteError where error.isConstraint {
        externalData.rollBack()
        throw try constraintConflict(changes, connection) ?? error
      } catch {
        externalData.rollBack()
        throw error
      }
    }
  }

  // MARK: Uniqueness constraints

  /// The constraints of the model that the changes violate; nil if there are none.
  private func constraintConflict(
    _ changes: StoreChanges, _ connection: SQLiteConnection
  ) throws -> StoreConflict? {
    var conflict = StoreConflict()
    let written =
      changes.inserted.map { (id: $0.id, row: $0.row) } + changes.updated.map { (id: $0.id, row: $0.new) }
    let own = Set(written.map(\.id))
    let deleted = Set(changes.deleted.map(\.id))
    var groups: [String: [(id: NSManagedObjectID, row: RowSnapshot)]] = [:]
    var order: [(key: String, SQLiteSchema.Constraint, [SQLiteValue])] = []
    for one in written {
      let map = try map(one.id.entity)
      for constraint in schema.constraints(of: map) {
        let values = constraint.slots.map { one.row.values[$0].stored }
        if values.contains(.null) { continue }
        let key = "\(constraint.owner.name) \(constraint.properties) \(values)"
        if groups[key] == nil { order.append((key, constraint, values)) }
        groups[key, default: []].append(one)
      }
    }
    for (key, constraint, values) in order {
      let members = groups[key] ?? []
      let stored = try row(with: values, of: constraint, besides: own.union(deleted), connection)
      guard members.count > 1 || stored != nil else { continue }
      conflict.constraints.append(
        StoreConflict.Constraint(
          entity: constraint.owner.entity, properties: constraint.properties,
          values: constraint.slots.map { members[0].row.values[$0] }, stored: stored,
          objects: members.map(\.id)))
    }
    return conflict.constraints.isEmpty ? nil : conflict
  }

  private func row(
    with values: [SQLiteValue], of constraint: SQLiteSchema.Constraint, besides own: Set<NSManagedObjectID>,
    _ connection: SQLiteConnection
  ) throws -> (id: NSManagedObjectID, row: RowSnapshot)? {
    let map = constraint.owner
    let reader = reader(map, includesSubentities: true)
    let condition = constraint.columns.map { "t0.\($0.name.quotedName) = ?" }.joined(separator: " AND ")
    var found: (id: NSManagedObjectID, row: RowSnapshot)?
    try connection.rows(
      "SELECT \(reader.selection("t0")) FROM \(map.table.quoted) AS t0 WHERE \(condition)\(filter(map))",
      values
    ) { statement in
      let one = try reader.read(statement)
      if !own.contains(one.id) { found = one }
    }
    return found
  }
}

/// Writes one save, within its transaction.
struct SQLiteSaving {
  private let store: SQLiteStore
  private let connection: SQLiteConnection
  private let changes: StoreChanges
  private var conflict = StoreConflict()

  init(_ store: SQLiteStore, _ connection: SQLiteConnection, _ changes: StoreChanges) {
    self.store = store
    self.connection = connection
    self.changes = changes
  }

  /// Writes deletions first, so that inserted rows may reuse the unique values of deleted ones.
  mutating func write() throws {
    try writeDeletions()
    try writeUpdates()
    try writeInsertions()
    // NB: after all rows of the save were written, because destinations store the order of relationships.
    for update in changes.updated {
      try writeLists(of: update.id, update.new, slots: Set(update.changed), old: update.old)
    }
    for insertion in changes.inserted {
      try writeLists(of: insertion.id, insertion.row, slots: nil, old: nil)
    }
    if !conflict.rows.isEmpty { throw conflict }
  }

  // MARK: Rows

  // OPTIMIZATION: objects that a cascade deletes were mostly created together; one statement deletes rows
  // with consecutive keys, which takes half the time.
  private mutating func writeDeletions() throws {
    var current: (map: SQLiteSchema.EntityMap, statement: SQLiteStatement)?
    var rest = changes.deleted[...]
    while let first = rest.first {
      if current?.map.entity !== first.id.entity {
        let map = try store.map(first.id.entity)
        let sql = "DELETE FROM \(map.table.quoted) WHERE _pk BETWEEN ? AND ? AND _version = ?"
        current = (map, try connection.statement(sql))
      }
      guard let (map, statement) = current else { return }
      var last = first
      var count = 0
      for next in rest {
        guard next.id.entity === first.id.entity, next.id.key == first.id.key + Int64(count),
          next.old.version == first.old.version
        else { break }
        last = next
        count += 1
      }
      try delete(rest.prefix(count), keys: first.id.key...last.id.key, map, statement)
      rest = rest.dropFirst(count)
    }
  }

  /// Deletes the rows of one entity and one version with a range of keys, all of which must exist.
  private mutating func delete(
    _ deletions: ArraySlice<StoreChanges.Deletion>, keys: ClosedRange<Int64>, _ map: SQLiteSchema.EntityMap,
    _ statement: SQLiteStatement
  ) throws {
    if !map.externalSlots.isEmpty {
      for deletion in deletions { try dropExternalData(of: deletion.id, map, slots: map.externalSlots) }
    }
    statement.bind(keys.lowerBound, at: 1)
    statement.bind(keys.upperBound, at: 2)
    statement.bind(deletions.first?.old.version ?? 0, at: 3)
    _ = try statement.step()
    statement.reset()
    if connection.changeCount < deletions.count {
      // NB: rows that were deleted are not found again, so they add no conflict.
      for deletion in deletions { try addConflict(deletion.id, deletion.old, isDeletion: true) }
    }
    for slot in map.joinSlots {
      guard case .join(let join, let isForward)? = map.relationships[slot] else { continue }
      try connection.run(
        "DELETE FROM \(join.quoted) WHERE \(isForward ? "source" : "destination") BETWEEN ? AND ?",
        [.integer(keys.lowerBound), .integer(keys.upperBound)])
    }
  }

  // C-202: a row with another version, or a missing row, is a conflict; deleting a missing row is not.
  private mutating func addConflict(
    _ id: NSManagedObjectID, _ cached: RowSnapshot, isDeletion: Bool = false
  ) throws {
    let stored = try store.row(for: id, generation: nil)
    if isDeletion, stored == nil { return }
    conflict.rows.append(StoreConflict.Row(id: id, cached: cached, stored: stored))
  }

  // OPTIMIZATION: updates of the same properties of one entity share a statement.
  private mutating func writeUpdates() throws {
    var last: (map: SQLiteSchema.EntityMap, changed: [Int], slots: [Int], statement: SQLiteStatement)?
    for update in changes.updated {
      if last?.map.entity !== update.id.entity || last?.changed != update.changed {
        let map = try store.map(update.id.entity)
        let (statement, slots) = try updateStatement(map, update.changed)
        last = (map, update.changed, slots, statement)
      }
      if let (map, _, slots, statement) = last { try write(update, map, slots, statement) }
    }
  }

  private func updateStatement(
    _ map: SQLiteSchema.EntityMap, _ changed: [Int]
  ) throws -> (SQLiteStatement, [Int]) {
    var names: [String] = []
    var slots: [Int] = []
    for slot in changed {
      guard let column = map.columns[slot] else { continue }
      slots.append(slot)
      names.append(column.name.quotedName + " = ?")
      if let entity = column.entityColumn { names.append(entity.quotedName + " = ?") }
    }
    let statement = try connection.statement(
      "UPDATE \(map.table.quoted) SET \((names + ["_version = ?"]).joined(separator: ", ")) "
        + "WHERE _pk = ? AND _version = ?")
    return (statement, slots)
  }

  private mutating func write(
    _ update: StoreChanges.Update, _ map: SQLiteSchema.EntityMap, _ slots: [Int], _ statement: SQLiteStatement
  ) throws {
    if !map.externalSlots.isEmpty {
      try dropExternalData(of: update.id, map, slots: slots.filter(map.externalSlots.contains))
    }
    var index: Int32 = 1
    for slot in slots { try bind(update.new.values[slot], slot, map, statement, &index) }
    // NB: a row that is only checked for conflicts keeps its version.
    let version = update.old.version + (update.changed.isEmpty ? 0 : 1)
    statement.bind(version, at: index)
    statement.bind(update.id.key, at: index + 1)
    statement.bind(update.old.version, at: index + 2)
    _ = try statement.step()
    statement.reset()
    if connection.changeCount == 0 { try addConflict(update.id, update.old) }
  }

  /// Inserts the rows. `refused` is called for rows that violate a uniqueness constraint; it throws to stop
  /// the insertion.
  // OPTIMIZATION: consecutive rows of one entity share a statement, which is not looked up again.
  func writeInsertions(
    orElse refused: (StoreChanges.Insertion, SQLiteError) throws -> Void = { throw $1 }
  ) throws {
    var last: (map: SQLiteSchema.EntityMap, statement: SQLiteStatement, slots: [Int])?
    for insertion in changes.inserted {
      if last?.map.entity !== insertion.id.entity {
        let map = try store.map(insertion.id.entity)
        last = (map, try insertStatement(map), map.columns.indices.filter { map.columns[$0] != nil })
      }
      guard let (map, statement, slots) = last else { continue }
      statement.bind(insertion.id.key, at: 1)
      statement.bind(map.number, at: 2)
      var index: Int32 = 3
      for slot in slots { try bind(insertion.row.values[slot], slot, map, statement, &index) }
      do { _ = try statement.step() } catch let error as SQLiteError where error.isConstraint {
        try refused(insertion, error)
      }
      statement.reset()
    }
  }

  private func insertStatement(_ map: SQLiteSchema.EntityMap) throws -> SQLiteStatement {
    var names = ["_pk", "_entity", "_version"]
    var marks = ["?", "?", "1"]
    for column in map.columns {
      guard let column else { continue }
      names.append(column.name.quotedName)
      marks.append("?")
      if let entity = column.entityColumn {
        names.append(entity.quotedName)
        marks.append("?")
      }
    }
    return try connection.statement(
      "INSERT INTO \(map.table.quoted) (\(names.joined(separator: ", "))) "
        + "VALUES (\(marks.joined(separator: ", ")))")
  }

  private func bind(
    _ value: ManagedValue, _ slot: Int, _ map: SQLiteSchema.EntityMap, _ statement: SQLiteStatement,
    _ index: inout Int32
  ) throws {
    let column = map.columns[slot]
    switch value {
    case .null, .unloaded, .toMany: statement.bindNull(at: index)
    case .integer(let value): statement.bind(value, at: index)
    case .real(let value): statement.bind(value, at: index)
    case .text(let value): statement.bind(value, at: index)
    case .data(let value):
      let isExternal = map.externalSlots.contains(slot)
      statement.bind(isExternal ? try store.externalData.write(value) : value, at: index)
    case .toOne(let id):
      precondition(!id.isTemporaryID, "C-200: \(id) has no permanent identifier, in \(map.name)")
      statement.bind(id.key, at: index)
      if column?.entityColumn != nil {
        statement.bind(try store.map(id.entity).number, at: index + 1)
      }
    case .object(let object):
      let archive = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
      statement.bind(archive, at: index)
    }
    index += column?.entityColumn == nil ? 1 : 2
  }

  private func dropExternalData(
    of id: NSManagedObjectID, _ map: SQLiteSchema.EntityMap, slots: [Int]
  ) throws {
    for slot in slots {
      guard let column = map.columns[slot] else { continue }
      try connection.rows(
        "SELECT \(column.name.quotedName) FROM \(map.table.quoted) WHERE _pk = ?", [.integer(id.key)]
      ) { statement in
        if !statement.isNull(0) { store.externalData.drop(statement.data(0)) }
      }
    }
  }

  // MARK: To-many relationships

  // C-204
  /// Writes an object's rows in join tables and its order columns; for nil, of all slots.
  private func writeLists(
    of id: NSManagedObjectID, _ row: RowSnapshot, slots: Set<Int>?, old: RowSnapshot?
  ) throws {
    let map = try store.map(id.entity)
    for slot in map.joinSlots where slots?.contains(slot) ?? true {
      guard case .join(let join, let isForward)? = map.relationships[slot],
        case .toMany(let new) = row.values[slot]
      else { continue }
      var before: [NSManagedObjectID] = []
      if case .toMany(let ids)? = old?.values[slot] { before = ids }
      try write(new, before, of: id, map, join, isForward: isForward)
    }
    for slot in map.orderSlots where slots?.contains(slot) ?? true {
      guard case .inverse(let table, _, let order?)? = map.relationships[slot],
        case .toMany(let ids) = row.values[slot]
      else { continue }
      let statement = try connection.statement(
        "UPDATE \(table.quoted) SET \(order.quotedName) = ? WHERE _pk = ?")
      for (place, id) in ids.enumerated() {
        statement.bind(Int64(place), at: 1)
        statement.bind(id.key, at: 2)
        _ = try statement.step()
        statement.reset()
      }
    }
  }

  private func write(
    _ new: [NSManagedObjectID], _ old: [NSManagedObjectID], of id: NSManagedObjectID,
    _ map: SQLiteSchema.EntityMap, _ join: SQLiteSchema.JoinTable, isForward: Bool
  ) throws {
    let (own, other) = isForward ? ("source", "destination") : ("destination", "source")
    let isOrdered = isForward ? join.isOrdered : join.isInverseOrdered
    let kept = Set(new)
    for gone in old where !kept.contains(gone) {
      try connection.run(
        "DELETE FROM \(join.quoted) WHERE \(own) = ? AND \(other) = ?",
        [.integer(id.key), .integer(gone.key)])
    }
    let known = Set(old)
    let added = isOrdered ? new : new.filter { !known.contains($0) }
    guard !added.isEmpty else { return }
    let statement = try connection.statement(insertion(into: join, own, other, isOrdered, isForward))
    let hasOwnEntity = isForward ? join.hasSourceEntity : join.hasDestinationEntity
    let hasOtherEntity = isForward ? join.hasDestinationEntity : join.hasSourceEntity
    for (place, one) in added.enumerated() {
      statement.bind(id.key, at: 1)
      statement.bind(one.key, at: 2)
      var index: Int32 = 3
      if hasOwnEntity {
        statement.bind(map.number, at: index)
        index += 1
      }
      if hasOtherEntity {
        statement.bind(try store.map(one.entity).number, at: index)
        index += 1
      }
      if isOrdered { statement.bind(Int64(place), at: index) }
      _ = try statement.step()
      statement.reset()
    }
  }

  private func insertion(
    into join: SQLiteSchema.JoinTable, _ own: String, _ other: String, _ isOrdered: Bool, _ isForward: Bool
  ) -> String {
    var columns = [own, other]
    if isForward ? join.hasSourceEntity : join.hasDestinationEntity { columns.append("\(own)·entity") }
    if isForward ? join.hasDestinationEntity : join.hasSourceEntity { columns.append("\(other)·entity") }
    let order = (isForward ? "order" : "inverse·order").quotedName
    let names = columns.map(\.quotedName) + (isOrdered ? [order] : [])
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let conflict = isOrdered ? "DO UPDATE SET \(order) = excluded.\(order)" : "DO NOTHING"
    return "INSERT INTO \(join.quoted) (\(names.joined(separator: ", "))) VALUES (\(marks)) "
      + "ON CONFLICT (source, destination) \(conflict)"
  }
}
