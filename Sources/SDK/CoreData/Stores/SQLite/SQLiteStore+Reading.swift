import CarobFoundation

extension SQLiteStore {
  func row(
    for id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> RowSnapshot? {
    try reporting {
      let map = try map(id.entity)
      let reader = reader(map, includesSubentities: true)
      let connection = try connection(generation)
      let statement = try connection.statement(
        reader.rowSQL {
          "SELECT \(reader.selection("t0")) FROM \(map.table.quoted) AS t0 WHERE t0._pk = ?\(filter(map))"
        })
      defer { statement.reset() }
      statement.bind(id.key, at: 1)
      return try statement.step() ? try reader.readValues(statement) : nil
    }
  }

  func rows(
    for ids: [NSManagedObjectID], generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: RowSnapshot] {
    if ids.count == 1 {
      return try row(for: ids[0], generation: generation).map { [ids[0]: $0] } ?? [:]
    }
    return try reporting {
      var result: [NSManagedObjectID: RowSnapshot] = [:]
      result.reserveCapacity(ids.count)
      let connection = try connection(generation)
      for (map, group) in try grouped(ids) {
        let reader = reader(map, includesSubentities: true)
        // NB: one JSON argument for the list, so that the statement is the same for any number of objects.
        let sql =
          "SELECT \(reader.selection("t0")) FROM \(map.table.quoted) AS t0 "
          + "WHERE t0._pk IN (SELECT value FROM json_each(?))\(filter(map))"
        try connection.rows(sql, [.text(keyList(group))]) { statement in
          let (id, row) = try reader.read(statement)
          result[id] = row
        }
      }
      return result
    }
  }

  /// Identifiers grouped by their entity's map, in order.
  private func grouped(
    _ ids: [NSManagedObjectID]
  ) throws -> [(SQLiteSchema.EntityMap, [NSManagedObjectID])] {
    var groups: [(SQLiteSchema.EntityMap, [NSManagedObjectID])] = []
    var places: [ObjectIdentifier: Int] = [:]
    for id in ids {
      if let place = places[ObjectIdentifier(id.entity)] {
        groups[place].1.append(id)
      } else {
        places[ObjectIdentifier(id.entity)] = groups.count
        groups.append((try map(id.entity), [id]))
      }
    }
    return groups
  }

  func keyList(_ ids: [NSManagedObjectID]) -> String {
    var text = "["
    for (index, id) in ids.enumerated() { text += index == 0 ? "\(id.key)" : ",\(id.key)" }
    return text + "]"
  }

  /// The condition that a row has the entity or a subentity, in a table with other entities.
  func filter(_ map: SQLiteSchema.EntityMap, alias: String = "t0", includesSubentities: Bool = true) -> String
  {
    guard map.table.hasSubentities else { return "" }
    let members = includesSubentities ? map.family : [map]
    if members.count == 1 { return " AND \(alias)._entity = \(members[0].number)" }
    if map.entity.superentity == nil { return "" }
    return " AND \(alias)._entity IN (\(members.map { "\($0.number)" }.joined(separator: ", ")))"
  }

  // MARK: To-many relationships

  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID] {
    try toMany(relationship, of: [id], generation: generation)[id] ?? []
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of ids: [NSManagedObjectID],
    generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID: [NSManagedObjectID]] {
    guard let first = ids.first else { return [:] }
    return try reporting {
      let owner = try map(first.entity)
      guard let slot = owner.entity.layout.index(of: relationship.name),
        let place = owner.relationships[slot],
        let destination = relationship.destinationEntity.flatMap({ schema.map(of: $0) })
      else { return [:] }
      let connection = try connection(generation)
      let (sql, hasEntity) = selection(place, destination, isSingle: ids.count == 1)
      var result: [NSManagedObjectID: [NSManagedObjectID]] = [:]
      var owners: [Int64: NSManagedObjectID] = [:]
      for id in ids {
        owners[id.key] = id
        result[id] = []
      }
      let argument: SQLiteValue = ids.count == 1 ? .integer(first.key) : .text(keyList(ids))
      // NB: rows are sorted by owner, so that each array can be built in place.
      var current: (key: Int64, ids: [NSManagedObjectID])?
      func finish() {
        if let current, let owner = owners[current.key] { result[owner] = current.ids }
      }
      try connection.rows(sql, [argument]) { statement in
        let key = statement.integer(0)
        if current?.key != key {
          finish()
          current = (key, [])
        }
        let map = hasEntity ? schema.mapsByNumber[statement.integer(2)] ?? destination : destination
        current?.ids.append(NSManagedObjectID(store: self, entity: map.entity, key: statement.integer(1)))
      }
      finish()
      return result
    }
  }

  /// The members of a relationship with their rows, if the members' table has a column for the owner.
  func rows(
    of relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [(id: NSManagedObjectID, row: RowSnapshot)]? {
    let owner = try map(id.entity)
    guard let slot = owner.entity.layout.index(of: relationship.name),
      case .inverse(let table, let column, let order)? = owner.relationships[slot],
      let destination = relationship.destinationEntity.flatMap({ schema.map(of: $0) })
    else { return nil }
    return try reporting {
      let reader = reader(destination, includesSubentities: true)
      let sorting = (order.map { ["t0.\($0.quotedName)"] } ?? []) + ["t0._pk"]
      var rows: [(id: NSManagedObjectID, row: RowSnapshot)] = []
      try connection(generation).rows(
        "SELECT \(reader.selection("t0")) FROM \(table.quoted) AS t0 WHERE t0.\(column.name.quotedName) = ?"
          + "\(filter(destination)) ORDER BY \(sorting.joined(separator: ", "))", [.integer(id.key)]
      ) { rows.append(try reader.read($0)) }
      return rows
    }
  }

  /// The SQL that selects owner, destination and, if the destination has subentities, the destination's
  /// entity.
  private func selection(
    _ place: SQLiteSchema.Relationship, _ destination: SQLiteSchema.EntityMap, isSingle: Bool
  ) -> (String, hasEntity: Bool) {
    let match = isSingle ? "= ?" : "IN (SELECT value FROM json_each(?))"
    switch place {
    case .column: return ("SELECT NULL, NULL WHERE ? IS NULL AND 0", false)
    case .inverse(let table, let column, let order):
      let owner = "t0.\(column.name.quotedName)"
      let entity = table.hasSubentities ? ", t0._entity" : ""
      let sorting = [owner] + (order.map { ["t0.\($0.quotedName)"] } ?? []) + ["t0._pk"]
      return (
        "SELECT \(owner), t0._pk\(entity) FROM \(table.quoted) AS t0 WHERE \(owner) \(match)"
          + "\(filter(destination)) ORDER BY \(sorting.joined(separator: ", "))",
        table.hasSubentities
      )
    case .join(let join, let isForward):
      let (own, other) = isForward ? ("source", "destination") : ("destination", "source")
      let hasEntity = isForward ? join.hasDestinationEntity : join.hasSourceEntity
      let isOrdered = isForward ? join.isOrdered : join.isInverseOrdered
      let entity = hasEntity ? ", j.\("\(other)·entity".quotedName)" : ""
      let order = isOrdered ? ", j.\((isForward ? "order" : "inverse·order").quotedName)" : ""
      return (
        "SELECT j.\(own), j.\(other)\(entity) FROM \(join.quoted) AS j WHERE j.\(own) \(match) "
          + "ORDER BY j.\(own)\(order), j.\(other)",
        hasEntity
      )
    }
  }
}
