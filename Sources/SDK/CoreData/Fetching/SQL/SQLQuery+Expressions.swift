import CarobFoundation

// Expressions: constants, key paths, functions, subqueries.

extension SQLQuery {
  func operand(_ expression: NSExpression, _ predicate: NSPredicate) throws -> SQLOperand {
    if let request = expression as? NSFetchRequestExpression { return try selection(request, predicate) }
    if Self.isIndependent(expression) { return try constant(expression.value(nil, [:]), predicate) }
    switch expression.content {
    case .constant(let value): return try constant(value, predicate)
    case .evaluatedObject: return .term(SQLPosition(root: root).term)
    case .variable(let name):
      if let position = variables[name] { return .term(position.term) }
      if let term = names[name] { return .term(term) }
      throw PredicateRefusal("Can't get value for '\(name)' in bindings.")
    case .keyPath(let path, nil): return try keyPath(path, predicate)
    case .keyPath(let path, let operand?): return try keyPath(path, of: operand, predicate)
    case .function(let name, let arguments, nil): return try function(name, arguments, predicate)
    case .aggregate(let parts): return .terms(try parts.map { try operand($0, predicate) })
    case .subquery(let collection, let variable, let condition):
      return .collection(try subquery(collection, variable, condition, predicate))
    case .conditional(let condition, let yes, let no):
      let yes = try term(try operand(yes, predicate), predicate)
      let no = try term(try operand(no, predicate), predicate)
      guard let kind = Self.common(yes, no) else { throw PredicateRefusal.unimplemented(predicate) }
      return .term(
        SQLTerm(
          sql: "(CASE WHEN \(try self.condition(condition)) THEN \(yes.sql) ELSE \(no.sql) END)", kind: kind,
          map: yes.map ?? no.map))
    case .function, .sets, .block, .anyKey: throw PredicateRefusal.unimplemented(predicate)
    }
  }

  private static func common(_ a: SQLTerm, _ b: SQLTerm) -> ValueKind? {
    if a.isNull { return b.kind }
    if b.isNull || a.kind == b.kind { return a.kind }
    return a.kind.isPlainNumber && b.kind.isPlainNumber ? .number : nil
  }

  /// Whether the value is the same for all rows, so that it can be computed once, in memory.
  private static func isIndependent(_ expression: NSExpression) -> Bool {
    switch expression.content {
    case .constant: true
    case .evaluatedObject, .variable, .keyPath(_, nil), .subquery, .block, .anyKey: false
    case .keyPath(_, let operand?): isIndependent(operand)
    case .function(let name, let arguments, let operand):
      !name.hasPrefix("random") && arguments.allSatisfy(isIndependent) && operand.map(isIndependent) ?? true
    case .aggregate(let parts): parts.allSatisfy(isIndependent)
    case .sets(_, let a, let b): isIndependent(a) && isIndependent(b)
    case .conditional: false
    }
  }

  // MARK: Constants

  /// The operand of a constant. `binds`: whether the value is bound as an argument now.
  func constant(_ value: Any?, _ predicate: NSPredicate, binds: Bool = true) throws -> SQLOperand {
    switch value {
    case let object as NSManagedObject: return .term(object_(object.objectID, binds))
    case let id as NSManagedObjectID: return .term(object_(id, binds))
    case let request as any FetchRequestSharing: return try selection(request.storage, predicate)
    default: break
    }
    if let (stored, kind) = ValueKind.stored(value) {
      let sql = stored == .null ? "NULL" : binds ? bind(stored) : ""
      return .term(SQLTerm(sql: sql, kind: kind, constant: stored))
    }
    if let elements = PredicateValues.elements(PredicateValues.normal(value)) { return .list(elements) }
    throw PredicateRefusal.unimplemented(predicate)
  }

  /// NB: an object that was never saved or is in another store has no row here; it gets a negative key, which
  /// no row has.
  private func object_(_ id: NSManagedObjectID, _ binds: Bool) -> SQLTerm {
    let isHere = !id.isTemporaryID && id.persistentStore === store
    let key = SQLiteValue.integer(isHere ? id.key : -1)
    return SQLTerm(
      sql: binds ? bind(key) : "", kind: .object, map: store.schema.map(of: id.entity), constant: key)
  }

  // MARK: Key paths

  private func keyPath(_ path: String, _ predicate: NSPredicate) throws -> SQLOperand {
    if let term = names[path] { return .term(term) }
    if aggregatesRows, let at = path.range(of: "@") {
      let keys = path.split(separator: ".").map(String.init)
      let name = keys.first { $0.hasPrefix("@") } ?? ""
      let isOfRows = at.lowerBound == path.startIndex || isAttribute(keys)
      if isOfRows {
        let rest = keys.filter { $0 != name }
        let value =
          rest.isEmpty ? nil : try term(try keyPath(rest.joined(separator: "."), predicate), predicate)
        return .term(try rowAggregate(String(name.dropFirst()), value, predicate))
      }
    }
    return try resolve(path, from: SQLPosition(root: root), predicate)
  }

  private func isAttribute(_ keys: [String]) -> Bool {
    guard let first = keys.first, let slot = root.map.entity.layout[first] else { return false }
    if case .toMany = slot.kind { return false }
    return true
  }

  private func keyPath(
    _ path: String, of operand: NSExpression, _ predicate: NSPredicate
  ) throws -> SQLOperand {
    switch operand.content {
    case .evaluatedObject: return try keyPath(path, predicate)
    case .variable(let name):
      guard let position = variables[name] else {
        throw PredicateRefusal("Can't get value for '\(name)' in bindings.")
      }
      return try resolve(path, from: position, predicate)
    case .keyPath(let first, let inner):
      let whole = NSExpression(.keyPath("\(first).\(path)", from: inner))
      return try self.operand(whole, predicate)
    case .subquery:
      guard case .collection(let collection) = try self.operand(operand, predicate) else { break }
      let keys = path.split(separator: ".").map(String.init)
      // NB: a subquery returns an array, in which duplicate values count.
      return try resolve(in: collection, keys[...], true, path, predicate)
    default: break
    }
    throw PredicateRefusal.unimplemented(predicate)
  }

  private func subquery(
    _ expression: NSExpression, _ variable: String, _ condition: NSPredicate, _ predicate: NSPredicate
  ) throws -> SQLCollection {
    guard case .collection(let collection) = try operand(expression, predicate) else {
      throw PredicateRefusal.unimplemented(predicate)
    }
    guard collection.element.kind == .object else { throw PredicateRefusal.unimplemented(predicate) }
    let outer = variables[variable]
    variables[variable] = SQLPosition(root: collection.scope)
    defer { variables[variable] = outer }
    collection.conditions.append(try self.condition(condition))
    return collection
  }

  // MARK: Functions

  private func function(
    _ name: String, _ arguments: [NSExpression], _ predicate: NSPredicate
  ) throws -> SQLOperand {
    let base = name.hasSuffix(":") && name.count { $0 == ":" } == 1 ? String(name.dropLast()) : name
    if base == "objectFrom:withIndex:", arguments.count == 2,
      case .constant(let index as String) = arguments[1].content, index == "SIZE",
      case .collection(let collection) = try operand(arguments[0], predicate)
    {
      return .term(count(collection))
    }
    let isAggregate = ["count", "sum", "average", "min", "max", "median", "mode", "stddev"].contains(base)
    if isAggregate, arguments.count == 1 {
      switch try operand(arguments[0], predicate) {
      case .collection(let collection): return .term(try aggregate(base, of: collection, predicate))
      case .term(let value) where aggregatesRows: return .term(try rowAggregate(base, value, predicate))
      default: break
      }
    }
    let terms = try arguments.map { try term(try operand($0, predicate), predicate) }
    switch (base, terms.count) {
    case ("noindex", 1): return .term(terms[0])
    case ("add:to:", 2), ("from:subtract:", 2), ("multiply:by:", 2):
      return .term(arithmetic(base, terms[0], terms[1]))
    case ("uppercase", 1), ("lowercase", 1), ("canonical", 1): return .term(call(base, terms, .text))
    case ("length", 1): return .term(call(base, terms, .integer))
    case ("castObject:toType", 2), ("castObject:toType:", 2), ("CAST", 2):
      let kinds: [String: ValueKind] = ["NSDate": .date, "NSNumber": .number, "NSString": .text]
      guard let kind = terms[1].isConstantText.flatMap({ kinds[$0] }) else {
        throw PredicateRefusal.unimplemented(predicate)
      }
      return .term(call("CAST", terms, kind))
    case ("min", 1...), ("max", 1...):
      let kinds = Set(terms.map(\.kind))
      let kind = kinds.count == 1 ? terms[0].kind : ValueKind.number
      guard kinds.count == 1 || kinds.allSatisfy(\.isPlainNumber) else {
        throw PredicateRefusal.unimplemented(predicate)
      }
      return .term(call(base, terms, kind))
    case ("mode", _), ("objectFrom:withIndex:", _): throw PredicateRefusal.unimplemented(predicate)
    default:
      guard Self.numeric.contains(base) else { throw PredicateRefusal.unimplemented(predicate) }
      return .term(call(base, terms, .number))
    }
  }

  /// The functions of numbers; SQL calls the in-memory implementations.
  private static let numeric: Set = [
    "divide:by:", "raise:toPower:", "modulus:by:", "sqrt", "log", "ln", "exp", "ceiling", "floor", "abs",
    "trunc",
    "onesComplement", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:",
    "rightshift:by:", "random", "sum", "average", "median", "stddev", "count",
  ]

  private func arithmetic(_ name: String, _ a: SQLTerm, _ b: SQLTerm) -> SQLTerm {
    let sign = name == "add:to:" ? "+" : name == "multiply:by:" ? "*" : "-"
    let native = "(\(a.sql) \(sign) \(b.sql))"
    if a.kind.isPlainNumber, b.kind.isPlainNumber {
      let isReal = [a, b].contains { $0.kind == .real || $0.kind == .float }
      return SQLTerm(sql: native, kind: isReal ? .real : .number)
    }
    if a.kind == .date, sign != "*" {
      if b.kind == .date, sign == "-" { return SQLTerm(sql: native, kind: .real) }
      if b.kind.isPlainNumber { return SQLTerm(sql: native, kind: .date) }
    }
    return call(name, [a, b], .number)
  }

  /// Calls the in-memory implementation of a predicate function.
  private func call(_ name: String, _ terms: [SQLTerm], _ kind: ValueKind) -> SQLTerm {
    let arguments = terms.map { ", \($0.kind.rawValue), \($0.sql)" }.joined()
    return SQLTerm(sql: "carob_call(\(name.quotedText)\(arguments))", kind: kind)
  }

  /// `sum(notes.price)`: an aggregate of a set of values, in which equal values count once.
  private func aggregate(
    _ name: String, of collection: SQLCollection, _ predicate: NSPredicate
  ) throws -> SQLTerm {
    if name == "count" { return count(collection) }
    let element = collection.element
    let distinct = collection.isSetOfValues ? "DISTINCT " : ""
    switch name {
    case "sum" where element.kind.isPlainNumber:
      return SQLTerm(sql: collection.aggregate("coalesce(sum(\(distinct)\(element.sql)), 0)"), kind: .number)
    case "average" where element.kind.isPlainNumber:
      return SQLTerm(sql: collection.aggregate("avg(\(distinct)\(element.sql))"), kind: .real)
    case "min", "max":
      guard element.kind.hasOrder else { throw PredicateRefusal.unimplemented(predicate) }
      // NB: compares like the operators, not like sort descriptors.
      let collation = element.kind == .text ? " COLLATE carob" : Self.sortCollation(element.kind)
      return SQLTerm(sql: collection.aggregate("\(name)(\(element.sql)\(collation))"), kind: element.kind)
    default: throw PredicateRefusal.unimplemented(predicate)
    }
  }

  /// An aggregate of all fetched rows, or of a group of them.
  // C-216
  private func rowAggregate(
    _ name: String, _ value: SQLTerm?, _ predicate: NSPredicate
  ) throws -> SQLTerm {
    if name == "count" {
      let isRow = value == nil || value?.kind == .object && value?.sql == "\(root.alias)._pk"
      return SQLTerm(sql: "count(\(isRow ? "*" : value?.sql ?? "*"))", kind: .integer)
    }
    guard let value else { throw PredicateRefusal.unimplemented(predicate) }
    let number = value.kind == .decimal ? "CAST(\(value.sql) AS REAL)" : value.sql
    switch name {
    case "sum": return SQLTerm(sql: "coalesce(sum(\(number)), 0)", kind: .number)
    case "average", "avg": return SQLTerm(sql: "avg(\(number))", kind: .real)
    case "min", "max":
      return SQLTerm(sql: "\(name)(\(value.sql)\(Self.sortCollation(value.kind)))", kind: value.kind)
    default: throw PredicateRefusal.unimplemented(predicate)
    }
  }

  // MARK: Fetches within predicates

  private func selection(
    _ expression: NSFetchRequestExpression, _ predicate: NSPredicate
  ) throws -> SQLOperand {
    guard let request = expression.requestExpression.value(nil, [:]) as? any FetchRequestSharing else {
      throw PredicateRefusal.unimplemented(predicate)
    }
    let operand = try selection(request.storage, predicate)
    guard expression.isCountOnlyRequest, case .selection(let sql, _) = operand else { return operand }
    return .term(SQLTerm(sql: "(SELECT count(*) FROM (\(sql)))", kind: .integer))
  }

  /// A fetch as a query with one column: the objects, or the one property that it fetches.
  private func selection(_ storage: FetchRequestStorage, _ predicate: NSPredicate) throws -> SQLOperand {
    let entity = storage.resolvedEntity(in: root.map.entity.managedObjectModel)
    guard let map = store.schema.map(of: entity) else { throw PredicateRefusal.unimplemented(predicate) }
    let inner = SQLQuery(map, in: store, alias: newAlias("f"))
    inner.shareArguments(with: self)
    var conditions: [String] = []
    if let own = storage.predicate { conditions.append(try inner.condition(own)) }
    let filter = store.filter(
      map, alias: inner.root.alias, includesSubentities: storage.includesSubentities)
    if !filter.isEmpty { conditions.append(String(filter.dropFirst(5))) }
    var element = SQLPosition(root: inner.root).term
    if storage.resultType == .dictionaryResultType, let first = storage.propertiesToFetch?.first {
      let expression =
        (first as? NSExpressionDescription)?.expression
        ?? NSExpression(forKeyPath: first as? String ?? (first as? NSPropertyDescription)?.name ?? "")
      inner.aggregatesRows = true
      element = try inner.term(try inner.operand(expression, predicate), predicate)
    }
    let order = try inner.ordering(storage.sortDescriptors ?? [])
    var sql =
      "SELECT \(element.sql) FROM \(map.table.quoted) AS \(inner.root.alias)\(inner.root.joins)"
      + (conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))")
      + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
    if storage.fetchLimit > 0 || storage.fetchOffset > 0 {
      sql += " LIMIT \(storage.fetchLimit > 0 ? storage.fetchLimit : -1) OFFSET \(storage.fetchOffset)"
    }
    takeArguments(of: inner)
    return .selection(sql, element)
  }

  // MARK: Sorting

  /// The terms of ORDER BY.
  // C-214: nil sorts first, as in memory.
  func ordering(_ descriptors: [NSSortDescriptor]) throws -> [String] {
    try descriptors.map { descriptor in
      let (key, comparison) = try sortKey(descriptor)
      let placeholder = NSPredicate(value: true)
      let operand: SQLOperand =
        key.isEmpty || key == "self"
        ? .term(SQLPosition(root: root).term) : try operand(NSExpression(forKeyPath: key), placeholder)
      let term = try term(operand, placeholder)
      var collation = Self.sortCollation(term.kind)
      if case .method(let selector) = comparison {
        guard let own = SQLiteFunctions.sortCollation(selector.name),
          term.kind == .text || selector.name == "compare:"
        else { throw PredicateRefusal("unsupported NSSortDescriptor selector: \(selector.name)") }
        if term.kind == .text { collation = " COLLATE \(own)" }
      }
      return "\(term.sql)\(collation) \(descriptor.ascending ? "ASC" : "DESC")"
    }
  }

  private func sortKey(_ descriptor: NSSortDescriptor) throws -> (String, KeySortDescriptor.Comparison) {
    guard let keyed = descriptor as? KeySortDescriptor else {
      // The descriptor was created with a Swift key path.
      return (descriptor.sortKey(in: root.map.entity), .natural)
    }
    if case .closure = keyed.comparison {
      throw PredicateRefusal("unsupported NSSortDescriptor (comparator blocks are not supported)")
    }
    return (keyed.path ?? "", keyed.comparison)
  }
}

extension NSSortDescriptor {
  /// The key path that it sorts by, also if it was created with a Swift key path of the entity's class.
  func sortKey(in entity: NSEntityDescription) -> String {
    if let key { return key }
    return PropertyTable.name(of: keyPath, in: entity.findObjectClass() ?? NSManagedObject.self)
  }
  var sortKey: String? { key }
}
