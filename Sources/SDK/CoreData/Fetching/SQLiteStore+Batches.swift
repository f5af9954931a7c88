import CarobFoundation

// Batch requests: C-220 to C-222. Each is one transaction.

extension SQLiteStore {
  private func entity(_ name: String) -> SQLiteSchema.EntityMap? { schema.maps[name] }

  private func changing<R>(_ body: (SQLiteConnection) throws -> R) throws -> R {
    guard !isReadOnly else {
      throw StoreErrors.make(
        CocoaError.fileWriteNoPermission.rawValue, "The store at \(url?.path ?? "") is read-only.")
    }
    return try reporting {
      let connection = try connection()
      do {
        let result = try connection.transaction { try body(connection) }
        externalData.commit()
        return result
      } catch {
        externalData.rollBack()
        throw error
      }
    }
  }

  private func refusing<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let refusal as PredicateRefusal { refusal.raise() }
  }

  // MARK: Inserting

  func insert(
    _ request: NSBatchInsertRequest, for context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID]? {
    guard let map = entity(request.entityName), !isReadOnly else { return nil }
    var rows: [RowSnapshot] = []
    if let objects = request.objectsToInsert {
      rows = objects.map { row($0, map) }
    } else if let handler = request.dictionaryHandler {
      while true {
        let dictionary = NSMutableDictionary()
        if handler(dictionary) { break }
        var values: [String: Any] = [:]
        for case (let key as String, let value) in dictionary { values[key] = value }
        rows.append(row(values, map))
      }
    } else if let handler = request.managedObjectHandler {
      while true {
        let object =
          map.entity.plan.factory?.make(map.entity, nil)
          ?? NSManagedObject(entity: map.entity, insertInto: nil)
        if handler(object) { break }
        var values: [String: Any] = [:]
        for slot in map.entity.layout.slots where slot.isStored && slot.attribute != nil {
          values[slot.name] = object.value(forKey: slot.name) ?? NSNull()
        }
        rows.append(row(values, map))
      }
    }
    if rows.isEmpty { return [] }
    let ids = try permanentIDs(for: map.entity, count: rows.count)
    let policy = (context.mergePolicy as? NSMergePolicy)?.mergeType ?? .errorMergePolicyType
    return try changing { connection in
      var changes = StoreChanges()
      changes.inserted = zip(ids, rows).map { StoreChanges.Insertion(id: $0, row: $1) }
      var refused: Set<NSManagedObjectID> = []
      // OPTIMIZATION: one prepared statement inserts all rows. A batch cannot set to-many relationships.
      try SQLiteSaving(self, connection, changes).writeInsertions { insertion, error in
        switch policy {
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: break
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
          try overwrite(insertion.row, map, connection)
        default:
          throw StoreErrors.make(
            NSManagedObjectConstraintMergeError,
            "A row of \(map.name) violates a uniqueness constraint: \(error.message)")
        }
        refused.insert(insertion.id)
      }
      if !refused.isEmpty { changes.inserted.removeAll { refused.contains($0.id) } }
      try recordHistory(of: changes, author: context.transactionAuthor, context: context.name, on: connection)
      return changes.inserted.map(\.id)
    }
  }

  /// Overwrites the row that has the same unique values.
  private func overwrite(
    _ row: RowSnapshot, _ map: SQLiteSchema.EntityMap, _ connection: SQLiteConnection
  ) throws {
    for constraint in schema.constraints(of: map) {
      var names: [String] = []
      var arguments: [SQLiteValue] = []
      for (slot, column) in zip(map.entity.layout.slots, map.columns) {
        guard let column, slot.attribute != nil, !constraint.slots.contains(slot.index) else { continue }
        names.append("\(column.name.quotedName) = ?")
        arguments.append(row.values[slot.index].stored)
      }
      let condition = constraint.columns.map { "\($0.name.quotedName) = ?" }.joined(separator: " AND ")
      arguments += constraint.slots.map { row.values[$0].stored }
      try connection.run(
        "UPDATE \(map.table.quoted) SET \((names + ["_version = _version + 1"]).joined(separator: ", ")) "
          + "WHERE \(condition)", arguments)
    }
  }

  private func row(_ values: [String: Any], _ map: SQLiteSchema.EntityMap) -> RowSnapshot {
    let slots = map.entity.layout.slots
    for key in values.keys where map.entity.layout[key] == nil {
      NSException.raise(
        .invalidArgumentException, "the entity \(map.name) has no property \(key) for a batch insertion")
    }
    return RowSnapshot(
      version: 0,
      values: ContiguousArray(
        slots.map { slot in
          if let value = values[slot.name] { return stored(value, slot, map) }
          if case .toMany = slot.kind { return .unloaded }
          return slot.attribute?.defaultValue.map { stored($0, slot, map) } ?? .null
        }))
  }

  /// Converts an app's value for a property to its stored form.
  func stored(_ value: Any, _ slot: EntityLayout.Slot, _ map: SQLiteSchema.EntityMap) -> ManagedValue {
    if value is NSNull { return .null }
    switch slot.kind {
    case .attribute(.transformableAttributeType), .attribute(.compositeAttributeType):
      guard let attribute = slot.attribute else { return .null }
      return Transformation.data(of: value as AnyObject, attribute).map { .data($0) } ?? .null
    case .attribute(let type):
      if let stored = ManagedValue(boxed: value, type) { return stored }
    case .toOne:
      if let id = value as? NSManagedObjectID ?? (value as? NSManagedObject)?.objectID, !id.isTemporaryID {
        return .toOne(id)
      }
    case .toMany, .fetched: break
    }
    NSException.raise(
      .invalidArgumentException,
      "Unacceptable type of value for \(map.name).\(slot.name) in a batch request: \(Swift.type(of: value))")
  }

  // MARK: Updating

  func update(
    _ request: NSBatchUpdateRequest, for context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID]? {
    guard let map = entity(request.entityName), !isReadOnly else { return nil }
    return try refusing {
      let query = SQLQuery(map, in: self)
      var assignments: [String] = []
      var names: [String] = []
      let properties = (request.propertiesToUpdate ?? [:]).map { key, value in
        (name: key.base as? String ?? (key.base as? NSPropertyDescription)?.name ?? "", value: value)
      }
      for (name, value) in properties.sorted(by: { $0.name < $1.name }) {
        guard let slot = map.entity.layout[name], let column = map.columns[slot.index] else {
          throw PredicateRefusal("Invalid property (\(name)) passed to propertiesToUpdate")
        }
        names.append(name)
        if let expression = value as? NSExpression, expression.expressionType != .constantValue {
          let placeholder = NSPredicate(value: true)
          let term = try query.term(try query.operand(expression, placeholder), placeholder)
          assignments.append("\(column.name.quotedName) = \(term.sql)")
          continue
        }
        let constant = (value as? NSExpression).map { $0.constantValue ?? NSNull() } ?? value
        let new = stored(constant, slot, map)
        assignments.append("\(column.name.quotedName) = \(query.bind(new.stored))")
        if let entityColumn = column.entityColumn, case .toOne(let id) = new {
          assignments.append("\(entityColumn.quotedName) = \(try self.map(id.entity).number)")
        }
      }
      guard !assignments.isEmpty else { return [] }
      var fetch = StoreRequest(entity: map.entity, result: .ids, predicate: request.predicate)
      fetch.includesSubentities = request.includesSubentities
      return try changing { connection in
        guard case .ids(let ids) = try self.fetch(fetch) else { return [] }
        let condition = try condition(fetch, query)
        // NB: UPDATE has no joins, so a subquery selects the rows.
        let from = "SELECT t0._pk FROM \(map.table.quoted) AS t0\(query.root.joins)\(condition)"
        let isJoined = !query.root.joins.isEmpty
        let set = assignments.map { isJoined ? $0 : $0.replacingOccurrences(of: "t0.", with: "") }
        if isJoined, assignments.contains(where: { $0.contains("t") && $0.contains(" t") }) {
          throw PredicateRefusal("propertiesToUpdate cannot follow relationships")
        }
        try connection.run(
          "UPDATE \(map.table.quoted) AS t0 SET \((set + ["_version = _version + 1"]).joined(separator: ", ")) "
            + "WHERE _pk IN (\(from))", query.arguments)
        try recordHistory(
          updated: ids, properties: names, deleted: [], author: context.transactionAuthor,
          context: context.name,
          on: connection)
        return ids
      }
    }
  }

  // MARK: Deleting

  func delete(
    _ request: NSBatchDeleteRequest, for context: NSManagedObjectContext
  ) throws -> [NSManagedObjectID]? {
    guard !isReadOnly else { return nil }
    return try refusing {
      let ids: [NSManagedObjectID]
      if let given = request.ids {
        ids = given.filter { $0.persistentStore === self }
      } else {
        guard let model = context.persistentStoreCoordinator?.managedObjectModel else { return nil }
        var fetch = request.storage.storeRequest(in: model)
        guard has(fetch.entity) else { return nil }
        fetch.result = .ids
        guard case .ids(let found) = try self.fetch(fetch) else { return nil }
        ids = found
      }
      return try changing { connection in
        var done: Set<NSManagedObjectID> = []
        var order: [NSManagedObjectID] = []
        try delete(ids, &done, &order, connection)
        try recordHistory(
          updated: [], properties: [], deleted: order, author: context.transactionAuthor,
          context: context.name,
          on: connection)
        return order
      }
    }
  }

  /// Deletes rows, table by table, and the rows that their relationships cascade to.
  private func delete(
    _ ids: [NSManagedObjectID], _ done: inout Set<NSManagedObjectID>, _ order: inout [NSManagedObjectID],
    _ connection: SQLiteConnection
  ) throws {
    var groups: [(map: SQLiteSchema.EntityMap, ids: [NSManagedObjectID])] = []
    for id in ids where done.insert(id).inserted {
      order.append(id)
      if let last = groups.indices.last, groups[last].map.entity === id.entity {
        groups[last].ids.append(id)
      } else {
        groups.append((try map(id.entity), [id]))
      }
    }
    for (map, ids) in groups {
      let keys = SQLiteValue.text(keyList(ids))
      var cascaded: [NSManagedObjectID] = []
      for slot in map.entity.layout.slots {
        guard let relationship = slot.relationship, let place = map.relationships[slot.index] else {
          continue
        }
        if relationship.deleteRule == .cascadeDeleteRule {
          cascaded += try destinations(relationship, slot, of: ids, map)
        }
        switch place {
        case .inverse(let table, let column, _) where relationship.deleteRule != .noActionDeleteRule:
          try connection.run(
            "UPDATE \(table.quoted) SET \(column.name.quotedName) = NULL "
              + "WHERE \(column.name.quotedName) IN (SELECT value FROM json_each(?))", [keys])
        case .join(let join, let isForward):
          try connection.run(
            "DELETE FROM \(join.quoted) WHERE \(isForward ? "source" : "destination") "
              + "IN (SELECT value FROM json_each(?))", [keys])
        case .column where relationship.deleteRule != .noActionDeleteRule:
          // The other end of a one-to-one relationship.
          guard let inverse = relationship.inverseRelationship, !inverse.isToMany,
            let other = relationship.destinationEntity.flatMap({ schema.map(of: $0) }),
            let index = other.entity.layout.index(of: inverse.name), let column = other.columns[index]
          else { continue }
          try connection.run(
            "UPDATE \(other.table.quoted) SET \(column.name.quotedName) = NULL "
              + "WHERE \(column.name.quotedName) IN (SELECT value FROM json_each(?))", [keys])
        default: break
        }
      }
      try connection.run(
        "DELETE FROM \(map.table.quoted) WHERE _pk IN (SELECT value FROM json_each(?))", [keys])
      if !cascaded.isEmpty { try delete(cascaded, &done, &order, connection) }
    }
  }

  private func destinations(
    _ relationship: NSRelationshipDescription, _ slot: EntityLayout.Slot, of ids: [NSManagedObjectID],
    _ map: SQLiteSchema.EntityMap
  ) throws -> [NSManagedObjectID] {
    if relationship.isToMany {
      let lists = try toMany(relationship, of: ids, generation: nil)
      return ids.flatMap { lists[$0] ?? [] }
    }
    let rows = try rows(for: ids, generation: nil)
    return ids.compactMap { id in
      guard case .toOne(let destination)? = rows[id]?.values[slot.index] else { return nil }
      return destination
    }
  }
}
