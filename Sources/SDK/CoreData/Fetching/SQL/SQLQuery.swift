import CarobFoundation

/// Translates predicates, expressions and sort descriptors to SQL (C-210…C-216).
///
/// Every condition gives the same answer as evaluation in memory, also for nil values: a comparison with nil
/// is false there, never unknown. So each condition below a NOT is made two-valued.
final class SQLQuery {
  let store: SQLiteStore
  let root: SQLScope
  private(set) var arguments: [SQLiteValue] = []
  /// The objects that the variables of subqueries refer to.
  var variables: [String: SQLPosition] = [:]
  /// The terms of fetched expressions by name, for sort descriptors and the having predicate.
  var names: [String: SQLTerm] = [:]
  /// Whether functions like `sum:` aggregate the fetched rows.
  var aggregatesRows = false
  private var aliasCount = 0

  init(_ map: SQLiteSchema.EntityMap, in store: SQLiteStore, alias: String = "t0") {
    self.store = store
    root = SQLScope(map, alias)
  }

  func newAlias(_ letter: String = "t") -> String {
    aliasCount += 1
    return "\(letter)\(aliasCount)"
  }

  /// Adds an argument, and returns its placeholder.
  func bind(_ value: SQLiteValue) -> String {
    arguments.append(value)
    return "?\(arguments.count)"
  }

  /// Prepares a query inside another one: it continues the numbering of arguments and aliases.
  func shareArguments(with outer: SQLQuery) {
    arguments = outer.arguments
    aliasCount = outer.aliasCount
  }
  func takeArguments(of inner: SQLQuery) {
    arguments = inner.arguments
    aliasCount = inner.aliasCount
  }

  // MARK: Predicates

  func condition(_ predicate: NSPredicate, twoValued: Bool = false) throws -> String {
    switch predicate {
    case let comparison as NSComparisonPredicate: return try self.comparison(comparison, twoValued)
    case let compound as NSCompoundPredicate:
      switch compound.compoundPredicateType {
      case .not:
        guard let part = compound.subpredicates.first else { return "1" }
        return "NOT (\(try condition(part, twoValued: true)))"
      case .and:
        let parts = try compound.subpredicates.map { try condition($0, twoValued: twoValued) }
        return Self.joined(parts, "AND", empty: "1")
      case .or:
        let parts = try compound.subpredicates.map { try condition($0, twoValued: twoValued) }
        return Self.joined(parts, "OR", empty: "0")
      @unknown default: throw PredicateRefusal.unimplemented(predicate)
      }
    case let constant as ConstantPredicate: return constant.value ? "1" : "0"
    default:
      // The toolchain's constant predicates compare equal; block predicates equal only themselves.
      if NSPredicate(value: true).isEqual(predicate) { return "1" }
      if NSPredicate(value: false).isEqual(predicate) { return "0" }
      throw PredicateRefusal("Problem with subpredicate \(predicate.formatText)")
    }
  }

  /// NB: nested in halves, because SQLite limits the depth of expressions to 1000.
  static func joined(_ parts: [String], _ word: String, empty: String) -> String {
    switch parts.count {
    case 0: return empty
    case 1: return parts[0]
    case 2...50: return "(" + parts.joined(separator: " \(word) ") + ")"
    default:
      let middle = parts.count / 2
      return "(\(joined(Array(parts[..<middle]), word, empty: empty)) \(word) "
        + "\(joined(Array(parts[middle...]), word, empty: empty)))"
    }
  }

  private func comparison(_ predicate: NSComparisonPredicate, _ twoValued: Bool) throws -> String {
    guard predicate.customSelector == nil else { throw PredicateRefusal.unimplemented(predicate) }
    let left = try operand(predicate.leftExpression, predicate)
    let right = try operand(predicate.rightExpression, predicate)
    let isAll = predicate.comparisonPredicateModifier == .all
    guard predicate.comparisonPredicateModifier != .direct else {
      return try compare(left, right, predicate, twoValued)
    }
    switch left {
    case .collection(let collection):
      let inner = try compare(.term(collection.element), right, predicate, isAll)
      return isAll ? "NOT \(collection.exists("NOT (\(inner))"))" : collection.exists(inner)
    case .list(let elements):
      let parts = try elements.map { element in
        try compare(try constant(element, predicate), right, predicate, twoValued)
      }
      return Self.joined(parts, isAll ? "AND" : "OR", empty: isAll ? "1" : "0")
    case .term(let term) where term.isNull: return isAll ? "1" : "0"
    default:
      throw PredicateRefusal(
        "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet.")
    }
  }

  private func compare(
    _ left: SQLOperand, _ right: SQLOperand, _ predicate: NSComparisonPredicate, _ twoValued: Bool
  ) throws -> String {
    let options = predicate.options
    switch predicate.predicateOperatorType {
    case .in: return try membership(of: left, in: right, predicate, twoValued)
    case .contains: return try membership(of: right, in: left, predicate, twoValued)
    case .between:
      let value = try term(left, predicate)
      let bounds: [SQLOperand]
      switch right {
      case .list(let values): bounds = try values.map { try constant($0, predicate) }
      case .terms(let operands): bounds = operands
      default: bounds = []
      }
      guard bounds.count == 2 else {
        throw PredicateRefusal("BETWEEN needs two bounds, in \(predicate.formatText)")
      }
      let low = compare(value, try term(bounds[0], predicate), .greaterThanOrEqualTo, options, twoValued)
      let high = compare(value, try term(bounds[1], predicate), .lessThanOrEqualTo, options, twoValued)
      return "(\(low) AND \(high))"
    default:
      return compare(
        try term(left, predicate), try term(right, predicate), predicate.predicateOperatorType, options,
        twoValued)
    }
  }

  func term(_ operand: SQLOperand, _ predicate: NSPredicate) throws -> SQLTerm {
    switch operand {
    case .term(let term): return term
    case .collection: throw PredicateRefusal.toMany
    default: throw PredicateRefusal.unimplemented(predicate)
    }
  }

  // MARK: Comparing values

  /// `a operator b`; an unknown result stays unknown unless two-valued logic is required.
  func compare(
    _ a: SQLTerm, _ b: SQLTerm, _ type: NSComparisonPredicate.Operator,
    _ options: NSComparisonPredicate.Options, _ twoValued: Bool
  ) -> String {
    switch type {
    case .equalTo: return equality(a, b, options, twoValued)
    case .notEqualTo:
      if a.isNull { return b.isNull ? "0" : "\(b.sql) IS NOT NULL" }
      if b.isNull { return "\(a.sql) IS NOT NULL" }
      guard let collation = plainCollation(a, b, options) else { return test(a, b, type, options) }
      return collation == differentObjects
        ? "NOT (\(a.sql) IS NULL AND \(b.sql) IS NULL)" : "\(a.sql) IS NOT \(b.sql)\(collation)"
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      if a.isNull || b.isNull { return "0" }
      guard a.kind.hasOrder, let collation = plainCollation(a, b, options, .order) else {
        return test(a, b, type, options)
      }
      let sign =
        type == .lessThan ? "<" : type == .lessThanOrEqualTo ? "<=" : type == .greaterThan ? ">" : ">="
      return definite("\(a.sql) \(sign) \(b.sql)\(collation)", twoValued)
    default: return test(a, b, type, options)
    }
  }

  private func equality(
    _ a: SQLTerm, _ b: SQLTerm, _ options: NSComparisonPredicate.Options, _ twoValued: Bool
  ) -> String {
    if a.isNull { return b.isNull ? "1" : "\(b.sql) IS NULL" }
    if b.isNull { return "\(a.sql) IS NULL" }
    guard let collation = plainCollation(a, b, options) else { return test(a, b, .equalTo, options) }
    if collation == differentObjects { return "(\(a.sql) IS NULL AND \(b.sql) IS NULL)" }
    if a.isConstant || b.isConstant { return definite("\(a.sql) = \(b.sql)\(collation)", twoValued) }
    return "\(a.sql) IS \(b.sql)\(collation)"
  }

  private func definite(_ condition: String, _ twoValued: Bool) -> String {
    twoValued ? "coalesce(\(condition), 0)" : "(\(condition))"
  }

  private var differentObjects: String { "different" }

  /// The collation with which SQLite compares like predicates: empty if it needs none, nil if SQLite cannot.
  private func plainCollation(
    _ a: SQLTerm, _ b: SQLTerm, _ options: NSComparisonPredicate.Options, _ use: Use = .equality
  ) -> String? {
    if a.kind.isPlainNumber && b.kind.isPlainNumber { return "" }
    guard a.kind == b.kind else { return nil }
    switch a.kind {
    case .text:
      // OPTIMIZATION: such a text equals only itself, so an index can be used. Ordering still needs the
      // collation.
      if options.isEmpty, use == .equality,
        [a, b].contains(where: { $0.isConstantText.map(Self.equalsItselfOnly) ?? false })
      {
        return ""
      }
      return " COLLATE \(SQLiteFunctions.collation(options))"
    case .decimal: return " COLLATE carob_decimal"
    case .date, .uuid, .uri, .data: return ""
    case .object: return a.map?.table === b.map?.table ? "" : differentObjects
    default: return nil
    }
  }
  private enum Use { case equality, order }

  /// Printable ASCII without the characters to which another one is canonically equivalent (K, ;, `).
  static func equalsItselfOnly(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f && $0 != 0x4b && $0 != 0x3b && $0 != 0x60 }
  }

  private func test(
    _ a: SQLTerm, _ b: SQLTerm, _ type: NSComparisonPredicate.Operator,
    _ options: NSComparisonPredicate.Options
  ) -> String {
    "carob_test(\(type.rawValue), \(options.rawValue), \(a.kind.rawValue), \(a.sql), \(b.kind.rawValue), \(b.sql))"
  }

  // MARK: Membership

  private func membership(
    of item: SQLOperand, in whole: SQLOperand, _ predicate: NSComparisonPredicate, _ twoValued: Bool
  ) throws -> String {
    let options = predicate.options
    switch whole {
    case .term(let whole):
      if whole.isNull { return "0" }
      let part = try term(item, predicate)
      return whole.kind == .text ? test(whole, part, .contains, options) : "0"
    case .collection(let collection):
      let item = try term(item, predicate)
      return collection.exists(compare(collection.element, item, .equalTo, options, false))
    case .list(let elements):
      return try membership(of: try term(item, predicate), among: elements, predicate, twoValued)
    case .terms(let operands):
      let item = try term(item, predicate)
      let parts = try operands.map {
        compare(item, try term($0, predicate), .equalTo, options, twoValued)
      }
      return Self.joined(parts, "OR", empty: "0")
    case .selection(let sql, let element):
      let item = try term(item, predicate)
      guard let collation = plainCollation(item, element, options), collation != differentObjects else {
        throw PredicateRefusal.unimplemented(predicate)
      }
      return definite("\(item.sql)\(collation) IN (\(sql))", twoValued)
    }
  }

  private func membership(
    of item: SQLTerm, among elements: [Any], _ predicate: NSComparisonPredicate, _ twoValued: Bool
  ) throws -> String {
    var values: [SQLiteValue] = []
    var parts: [String] = []
    var collation = ""
    for element in elements {
      guard case .term(let one) = try constant(element, predicate, binds: false) else {
        throw PredicateRefusal.unimplemented(predicate)
      }
      if one.isNull {
        parts.append("\(item.sql) IS NULL")
      } else if let own = plainCollation(item, one, predicate.options), let value = one.constant {
        // Objects of another table never match.
        if own == differentObjects { continue }
        if !own.isEmpty { collation = own }
        values.append(value)
      } else if let value = one.constant {
        var bound = one
        bound.sql = bind(value)
        parts.append(compare(item, bound, .equalTo, predicate.options, twoValued))
      }
    }
    if item.kind == .text, predicate.options.isEmpty,
      values.allSatisfy({ if case .text(let text) = $0 { Self.equalsItselfOnly(text) } else { false } })
    {
      collation = ""
    }
    if !values.isEmpty {
      parts.append(definite("\(item.sql)\(collation) IN (\(list(values)))", twoValued))
    }
    return Self.joined(parts, "OR", empty: "0")
  }

  /// Passes many values as one JSON argument, so that the statement is the same for any number of them.
  private func list(_ values: [SQLiteValue]) -> String {
    if values.count > 8, let json = Self.json(values) {
      return "SELECT value FROM json_each(\(bind(.text(json))))"
    }
    return values.map(bind).joined(separator: ", ")
  }

  private static func json(_ values: [SQLiteValue]) -> String? {
    var text = "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      switch value {
      case .integer(let value): text += "\(value)"
      case .real(let value):
        guard value.isFinite else { return nil }
        text += "\(value)"
      case .text(let value):
        text += "\""
        for scalar in value.unicodeScalars {
          switch scalar {
          case "\"": text += "\\\""
          case "\\": text += "\\\\"
          case _ where scalar.value == 0: return nil
          case _ where scalar.value < 0x20:
            text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
          default: text.unicodeScalars.append(scalar)
          }
        }
        text += "\""
      case .null, .blob: return nil
      }
    }
    return text + "]"
  }
}

extension ValueKind {
  /// Whether predicates can order such values. Others raise, in SQL as in memory.
  var hasOrder: Bool { isPlainNumber || self == .date || self == .text || self == .decimal }
}
