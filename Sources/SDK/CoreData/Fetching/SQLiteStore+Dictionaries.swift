import CarobFoundation

// Requests with dictionary results: property subsets, expressions, groups (C-215, C-216).

extension SQLiteStore {
  private struct Column {
    let name: String
    let term: SQLTerm
    let resultType: NSAttributeType?
    let isPlain: Bool
    let place: Int32
    let entityPlace: Int32?
  }

  func dictionaries(_ request: StoreRequest, _ query: SQLQuery) throws -> [NSDictionary] {
    query.aggregatesRows = true
    let (columns, selection) = try projection(request, query)
    let groups = try (request.propertiesToGroupBy ?? []).map { property -> String in
      let name = Self.name(property)
      if let term = columns.first(where: { $0.name == name })?.term { return term.sql }
      let predicate = NSPredicate(value: true)
      return try query.term(try query.operand(NSExpression(forKeyPath: name), predicate), predicate).sql
    }
    if !groups.isEmpty {
      let free = columns.first { $0.isPlain && !groups.contains($0.term.sql) }
      if let free {
        throw PredicateRefusal(
          "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or "
            + "aggregate functions ((\(free.name)) is neither)")
      }
    }
    query.aggregatesRows = false
    let condition = try condition(request, query)
    query.aggregatesRows = true
    for column in columns { query.names[column.name] = column.term }
    var sql = condition
    if !groups.isEmpty { sql += " GROUP BY \(groups.joined(separator: ", "))" }
    if let having = request.havingPredicate {
      guard !groups.isEmpty else { throw PredicateRefusal("HAVING clause without a GROUP BY clause") }
      sql += " HAVING \(try query.condition(having))"
    }
    var ordering = try query.ordering(request.sortDescriptors)
    let isOfRows = groups.isEmpty && columns.allSatisfy(\.isPlain) && !request.returnsDistinctResults
    ordering += isOfRows ? ["t0._pk"] : columns.map(\.term.sql)
    sql += " ORDER BY \(ordering.joined(separator: ", "))" + limit(request, query)
    let start =
      "SELECT \(request.returnsDistinctResults ? "DISTINCT " : "")\(selection) FROM "
      + "\(query.root.map.table.quoted) AS t0\(query.root.joins)"
    var result: [NSDictionary] = []
    try connection(request.generation).rows(start + sql, query.arguments) { statement in
      let dictionary = NSMutableDictionary()
      for column in columns {
        if let value = value(column, statement) {
          dictionary.setObject(value, forKey: column.name as NSString)
        }
      }
      result.append(dictionary)
    }
    return result
  }

  private static func name(_ property: Any) -> String {
    property as? String ?? (property as? NSPropertyDescription)?.name ?? ""
  }

  private func projection(
    _ request: StoreRequest, _ query: SQLQuery
  ) throws -> ([Column], String) {
    let all = query.root.map.entity.layout.slots.filter { slot in
      if case .toMany = slot.kind { return false }
      return slot.isStored && slot.attribute?.allowsExternalBinaryDataStorage != true
    }
    let wanted: [Any] = request.propertiesToFetch.flatMap { $0.isEmpty ? nil : $0 } ?? all.map(\.name)
    var columns: [Column] = []
    var selection: [String] = []
    let predicate = NSPredicate(value: true)
    for property in wanted {
      let name = Self.name(property)
      let expression: NSExpression
      var resultType: NSAttributeType?
      var isPlain = true
      if let description = property as? NSExpressionDescription {
        guard let own = description.expression else {
          throw PredicateRefusal("Invalid keypath expression (\(name)) passed to setPropertiesToFetch:")
        }
        expression = own
        resultType = description.expressionResultType
        isPlain = own.expressionType == .keyPath && !own.keyPath.contains("@")
      } else {
        expression = NSExpression(forKeyPath: name)
      }
      // C-293
      guard case .term(let term) = try query.operand(expression, predicate) else {
        throw PredicateRefusal("Invalid to many relationship in setPropertiesToFetch: (\(name))")
      }
      let place = Int32(selection.count)
      selection.append(term.sql)
      if let entity = term.entitySQL { selection.append(entity) }
      columns.append(
        Column(
          name: name, term: term, resultType: resultType == .undefinedAttributeType ? nil : resultType,
          isPlain: isPlain, place: place, entityPlace: term.entitySQL == nil ? nil : place + 1))
    }
    return (columns, selection.joined(separator: ", "))
  }

  private func value(_ column: Column, _ statement: SQLiteStatement) -> Any? {
    let stored = statement.value(column.place)
    if stored == .null { return nil }
    if column.term.kind == .object, case .integer(let key) = stored {
      let map = column.entityPlace.flatMap { schema.mapsByNumber[statement.integer($0)] } ?? column.term.map
      return map.map { NSManagedObjectID(store: self, entity: $0.entity, key: key) }
    }
    let value = column.term.kind.object(stored)
    guard let type = column.resultType else { return value }
    return converted(value, stored, to: type)
  }

  /// Converts a value to the result type of an expression description.
  private func converted(_ value: Any?, _ stored: SQLiteValue, to type: NSAttributeType) -> Any? {
    let number: Double? =
      switch stored {
      case .integer(let value): Double(value)
      case .real(let value): value
      case .text(let text): Double(text)
      default: nil
      }
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      if case .integer(let value) = stored { return NSNumber(value: value) }
      return number.flatMap { Int64(exactly: $0.rounded(.towardZero)) }.map { NSNumber(value: $0) } ?? value
    case .doubleAttributeType: return number.map { NSNumber(value: $0) } ?? value
    case .floatAttributeType: return number.map { NSNumber(value: Float($0)) } ?? value
    case .booleanAttributeType: return number.map { NSNumber(value: $0 != 0) } ?? value
    case .decimalAttributeType: return number.map { NSDecimalNumber(value: $0) } ?? value
    case .dateAttributeType: return number.map { Date(timeIntervalSinceReferenceDate: $0) } ?? value
    case .stringAttributeType: return value.map { "\($0)" }
    default: return value
    }
  }
}
