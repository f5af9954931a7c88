import CarobFoundation

// Key paths: columns, joined tables, and subqueries of to-many relationships.

extension SQLQuery {
  /// Resolves a key path to an operand.
  func resolve(_ path: String, from start: SQLPosition, _ predicate: NSPredicate) throws -> SQLOperand {
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return try resolve(keys[...], from: start, path, predicate)
  }

  private func resolve(
    _ keys: ArraySlice<String>, from start: SQLPosition, _ path: String, _ predicate: NSPredicate
  ) throws -> SQLOperand {
    var position = start
    var rest = keys
    while let key = rest.popFirst() {
      if key == "self" || key == "SELF" || key == "objectID" { continue }
      guard let slot = position.map.entity.layout[key] else {
        if key.hasPrefix("@") {
          throw PredicateRefusal(
            "Keypath containing KVC aggregate where there shouldn't be one; failed to handle \(path)")
        }
        throw PredicateRefusal.noKey(path, position.map)
      }
      guard slot.isStored else { throw PredicateRefusal.noKey(path, position.map) }
      switch slot.kind {
      case .attribute(let type):
        guard let column = position.map.columns[slot.index] else {
          throw PredicateRefusal.noKey(path, position.map)
        }
        // C-283
        if !rest.isEmpty, let composite = slot.attribute as? NSCompositeAttributeDescription,
          let element = composite.element(at: rest)
        {
          let data = "\(alias(of: position)).\(column.name.quotedName)"
          return .term(
            SQLTerm(
              sql: "carob_element(\(data), \(rest.joined(separator: ".").quotedText))",
              kind: ValueKind(element.attributeType)))
        }
        guard rest.isEmpty else { throw PredicateRefusal.noKey(path, position.map) }
        if slot.attribute?.allowsExternalBinaryDataStorage == true {
          throw PredicateRefusal.unimplemented(predicate)
        }
        return .term(
          SQLTerm(sql: "\(alias(of: position)).\(column.name.quotedName)", kind: ValueKind(type)))
      case .toOne:
        position = try next(position, slot, path)
      case .toMany(let isOrdered):
        let collection = try self.collection(position, slot)
        return try resolve(in: collection, rest, isOrdered, path, predicate)
      case .fetched: throw PredicateRefusal.noKey(path, position.map)
      }
    }
    return .term(position.term)
  }

  private func alias(of position: SQLPosition) -> String {
    if position.isRoot { return position.scope.alias }
    return position.scope.join(position.path, key: position.key, position.map) { newAlias() }
  }

  private func next(
    _ position: SQLPosition, _ slot: EntityLayout.Slot, _ path: String
  ) throws -> SQLPosition {
    guard let column = position.map.columns[slot.index],
      let destination = slot.relationship?.destinationEntity,
      let map = store.schema.map(of: destination)
    else { throw PredicateRefusal.noKey(path, position.map) }
    let table = alias(of: position)
    return SQLPosition(
      position.scope, map, key: "\(table).\(column.name.quotedName)",
      entitySQL: column.entityColumn.map { "\(table).\($0.quotedName)" },
      path: position.path + ".\(slot.name)")
  }

  /// The objects of a to-many relationship.
  private func collection(_ position: SQLPosition, _ slot: EntityLayout.Slot) throws -> SQLCollection {
    guard let place = position.map.relationships[slot.index],
      let destination = slot.relationship?.destinationEntity.flatMap({ store.schema.map(of: $0) })
    else { throw PredicateRefusal.noKey(slot.name, position.map) }
    let scope = SQLScope(destination, newAlias())
    let alias = scope.alias
    var conditions: [String]
    let source: String
    switch place {
    case .column: throw PredicateRefusal.noKey(slot.name, position.map)
    case .inverse(let table, let column, _):
      source = "\(table.quoted) AS \(alias)"
      conditions = ["\(alias).\(column.name.quotedName) = \(position.key)"]
    case .join(let join, let isForward):
      let (own, other) = isForward ? ("source", "destination") : ("destination", "source")
      let pairs = newAlias("j")
      source =
        "\(join.quoted) AS \(pairs) JOIN \(destination.table.quoted) AS \(alias) ON \(alias)._pk = \(pairs).\(other)"
      conditions = ["\(pairs).\(own) = \(position.key)"]
    }
    let filter = store.filter(destination, alias: alias)
    if !filter.isEmpty { conditions.append(String(filter.dropFirst(5))) }
    return SQLCollection(
      scope, source: source, conditions: conditions, element: SQLPosition(root: scope).term,
      ownerKey: position.isRoot ? nil : position.key)
  }

  /// Resolves the keys after a to-many key: an operator, values of the objects, or both.
  func resolve(
    in collection: SQLCollection, _ rest: ArraySlice<String>, _ isOrdered: Bool, _ path: String,
    _ predicate: NSPredicate
  ) throws -> SQLOperand {
    if rest.isEmpty { return .collection(collection) }
    if let at = rest.firstIndex(where: { $0.hasPrefix("@") }) {
      let before = rest[..<at]
      let after = rest[(at + 1)...]
      if !before.isEmpty {
        let values = try resolve(in: collection, before, isOrdered, path, predicate)
        guard case .collection(let values) = values, after.isEmpty, rest[at] == "@count" else {
          throw PredicateRefusal.unimplemented(predicate)
        }
        return .term(count(values))
      }
      return .term(try aggregate(rest[at], of: collection, after, path, predicate))
    }
    guard
      case .term(let element) = try resolve(rest, from: SQLPosition(root: collection.scope), path, predicate)
    else { throw PredicateRefusal.severalToMany }
    collection.element = element
    collection.isSetOfValues = !isOrdered
    return .collection(collection)
  }

  func count(_ collection: SQLCollection) -> SQLTerm {
    let what = collection.isSetOfValues ? "count(DISTINCT \(collection.element.sql))" : "count(*)"
    return SQLTerm(sql: collection.aggregate(what), kind: .integer)
  }

  /// `@count`, `@sum.price` of the objects of a relationship.
  // C-213: computes like key–value coding: nil adds nothing to a sum, but counts in the average.
  private func aggregate(
    _ name: String, of collection: SQLCollection, _ rest: ArraySlice<String>, _ path: String,
    _ predicate: NSPredicate
  ) throws -> SQLTerm {
    if name == "@count" { return count(collection) }
    guard
      case .term(let value) = try resolve(rest, from: SQLPosition(root: collection.scope), path, predicate)
    else { throw PredicateRefusal.severalToMany }
    let number = value.kind == .decimal ? "CAST(\(value.sql) AS REAL)" : value.sql
    switch name {
    case "@sum": return SQLTerm(sql: collection.aggregate("total(\(number))"), kind: .real)
    case "@avg":
      let average = "CASE WHEN count(*) = 0 THEN 0.0 ELSE total(\(number)) / count(*) END"
      return SQLTerm(sql: collection.aggregate(average), kind: .real)
    case "@min", "@max":
      guard value.kind.hasOrder else { throw PredicateRefusal.unimplemented(predicate) }
      let function = "\(name.dropFirst())(\(value.sql)\(Self.sortCollation(value.kind)))"
      return SQLTerm(sql: collection.aggregate(function), kind: value.kind)
    default: throw PredicateRefusal.unimplemented(predicate)
    }
  }

  /// The collation that orders values as sort descriptors do.
  static func sortCollation(_ kind: ValueKind) -> String {
    switch kind {
    case .text: " COLLATE carob_sort"
    case .decimal: " COLLATE carob_decimal"
    default: ""
    }
  }
}
