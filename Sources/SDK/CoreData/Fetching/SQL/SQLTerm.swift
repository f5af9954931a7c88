import CarobFoundation

/// One value in SQL.
struct SQLTerm {
  var sql: String
  var kind: ValueKind
  /// For objects: their entity.
  var map: SQLiteSchema.EntityMap?
  /// For objects whose entity has subentities: the column that identifies the subentity.
  var entitySQL: String?
  /// For constants: the value.
  var constant: SQLiteValue?

  var isNull: Bool { constant == .null }
  var isConstant: Bool { constant != nil }
  var isConstantText: String? {
    if case .text(let text)? = constant { text } else { nil }
  }
}

/// The translation of an expression to SQL.
enum SQLOperand {
  case term(SQLTerm)
  /// A to-many relationship, values of its objects, or a subquery.
  case collection(SQLCollection)
  /// A constant collection.
  case list([Any])
  /// A collection of values that depend on the row.
  case terms([SQLOperand])
  /// A query of one column.
  case selection(String, SQLTerm)
}

/// A table with the tables that are joined to it by to-one relationships.
final class SQLScope {
  let map: SQLiteSchema.EntityMap
  let alias: String
  private(set) var joins = ""
  private var aliases: [String: String] = [:]

  init(_ map: SQLiteSchema.EntityMap, _ alias: String) {
    self.map = map
    self.alias = alias
  }

  /// The alias of the table at the end of a to-one path; the first call joins it.
  func join(
    _ path: String, key: String, _ map: SQLiteSchema.EntityMap, _ makeAlias: () -> String
  ) -> String {
    if let known = aliases[path] { return known }
    let alias = makeAlias()
    aliases[path] = alias
    joins += " LEFT JOIN \(map.table.quoted) AS \(alias) ON \(alias)._pk = \(key)"
    return alias
  }
}

/// An object on a key path.
struct SQLPosition {
  let scope: SQLScope
  let map: SQLiteSchema.EntityMap
  /// The object's primary key.
  let key: String
  let entitySQL: String?
  /// The to-one relationships that lead to it within the scope.
  let path: String

  init(root scope: SQLScope) {
    self.scope = scope
    map = scope.map
    key = "\(scope.alias)._pk"
    entitySQL = scope.map.table.hasSubentities ? "\(scope.alias)._entity" : nil
    path = ""
  }
  init(_ scope: SQLScope, _ map: SQLiteSchema.EntityMap, key: String, entitySQL: String?, path: String) {
    self.scope = scope
    self.map = map
    self.key = key
    self.entitySQL = entitySQL
    self.path = path
  }

  var isRoot: Bool { path.isEmpty }
  var term: SQLTerm { SQLTerm(sql: key, kind: .object, map: map, entitySQL: entitySQL) }
}

/// The objects of a to-many relationship, or a value of each.
final class SQLCollection {
  let scope: SQLScope
  /// The FROM clause before the tables that the scope joins.
  let source: String
  var conditions: [String]
  var element: SQLTerm
  /// Whether the objects' values are a set: equal ones count once, and nil is ignored.
  var isSetOfValues = false
  /// The owner's key if the owner is at the end of a to-one relationship, which may be empty.
  let ownerKey: String?

  init(
    _ scope: SQLScope, source: String, conditions: [String], element: SQLTerm, ownerKey: String?
  ) {
    self.scope = scope
    self.source = source
    self.conditions = conditions
    self.element = element
    self.ownerKey = ownerKey
  }

  func select(_ what: String, where more: [String] = []) -> String {
    let conditions = (conditions + more).joined(separator: " AND ")
    return "(SELECT \(what) FROM \(source)\(scope.joins)\(conditions.isEmpty ? "" : " WHERE \(conditions)"))"
  }

  func exists(_ condition: String) -> String {
    let present = isSetOfValues ? ["\(element.sql) IS NOT NULL"] : []
    return "EXISTS \(select("1", where: present + [condition]))"
  }

  /// The result of an aggregate; NULL if there is no owner.
  func aggregate(_ function: String) -> String {
    let select = select(function)
    return ownerKey.map { "(CASE WHEN \($0) IS NULL THEN NULL ELSE \(select) END)" } ?? select
  }
}
