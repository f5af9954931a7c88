import CarobFoundation

// Derived attributes: computed in SQL, by the save that changes the values they are derived from (C-227).

extension SQLiteStore {
  /// Updates derived attributes; returns the rows where they may have changed.
  func updateDerivedAttributes(
    after changes: StoreChanges, on connection: SQLiteConnection
  ) throws -> [NSManagedObjectID] {
    guard hasDerivedAttributes else { return [] }
    var touched: [NSManagedObjectID] = []
    let changed =
      changes.inserted.map { (id: $0.id, rows: [$0.row]) }
      + changes.updated.map { (id: $0.id, rows: [$0.old, $0.new]) }
    let deleted = changes.deleted.map { (id: $0.id, rows: [$0.old]) }
    for map in schema.maps.values.sorted(by: { $0.number < $1.number }) {
      for index in map.entity.layout.derivedSlots {
        let slot = map.entity.layout.slots[index]
        guard let expression = (slot.property as? NSDerivedAttributeDescription)?.derivationExpression,
          let column = map.columns[index]
        else { continue }
        var keys = Set(changed.filter { $0.id.entity === map.entity }.map(\.id.key))
        keys.formUnion(owners(map, expression, changed + deleted))
        if keys.isEmpty { continue }
        touched += keys.sorted().map { NSManagedObjectID(store: self, entity: map.entity, key: $0) }
        let query = SQLQuery(map, in: self)
        let placeholder = NSPredicate(value: true)
        let term: SQLTerm
        do { term = try query.term(try query.operand(expression, placeholder), placeholder) } catch {
          guard let refusal = error as? PredicateRefusal else { throw error }
          throw StoreErrors.make(
            NSPersistentStoreOperationError,
            "The derivation of \(map.name).\(slot.name), \(expression), cannot be translated to SQL: \(refusal.message)"
          )
        }
        let list = keys.sorted().map { "\($0)" }.joined(separator: ",")
        let value =
          query.root.joins.isEmpty
          ? term.sql
          : "(SELECT \(term.sql) FROM \(map.table.quoted) AS t0\(query.root.joins) WHERE t0._pk = d._pk)"
        let alias = query.root.joins.isEmpty ? "t0" : "d"
        let place = query.bind(.text("[\(list)]"))
        try connection.run(
          "UPDATE \(map.table.quoted) AS \(alias) SET \(column.name.quotedName) = \(value) "
            + "WHERE _pk IN (SELECT value FROM json_each(\(place))) AND _entity = \(map.number)",
          query.arguments)
      }
    }
    return touched
  }

  private var hasDerivedAttributes: Bool {
    schema.maps.values.contains { !$0.entity.layout.derivedSlots.isEmpty }
  }

  /// The objects whose expressions refer to changed objects through their first relationship.
  private func owners(
    _ map: SQLiteSchema.EntityMap, _ expression: NSExpression,
    _ changed: [(id: NSManagedObjectID, rows: [RowSnapshot])]
  ) -> Set<Int64> {
    guard case .keyPath(let path, nil) = expression.content,
      let first = path.split(separator: ".").first.flatMap({ map.entity.layout[String($0)] }),
      let destination = first.relationship?.destinationEntity, let inverse = first.inverseIndex
    else { return [] }
    var keys: Set<Int64> = []
    for (id, rows) in changed where id.entity.isKindOf(entity: destination) {
      for row in rows where row.values.indices.contains(inverse) {
        switch row.values[inverse] {
        case .toOne(let owner): keys.insert(owner.key)
        case .toMany(let owners): keys.formUnion(owners.map(\.key))
        case .unloaded:
          // Its owners are in the store.
          guard let relationship = first.relationship?.inverseRelationship,
            let owners = try? toMany(relationship, of: id, generation: nil)
          else { continue }
          keys.formUnion(owners.map(\.key))
        default: break
        }
      }
    }
    return keys
  }
}
