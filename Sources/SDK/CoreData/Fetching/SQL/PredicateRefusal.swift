import CarobFoundation

// C-211
/// The error for a predicate that cannot be translated to SQL, with the platform's text.
struct PredicateRefusal: Error {
  let message: String

  init(_ message: String) { self.message = message }

  static func unimplemented(_ predicate: NSPredicate) -> PredicateRefusal {
    PredicateRefusal("unimplemented SQL generation for predicate : (\(predicate.formatText))")
  }
  static func noKey(_ path: String, _ map: SQLiteSchema.EntityMap) -> PredicateRefusal {
    PredicateRefusal("keypath \(path) not found in entity <NSSQLEntity \(map.name) id=\(map.number)>")
  }
  static let toMany = PredicateRefusal("to-many key not allowed here")
  static let severalToMany = PredicateRefusal("multiple to-many keys not allowed here")

  /// Raises the error as an exception, as on the platform.
  func raise() -> Never { NSException.raise(.invalidArgumentException, message) }
}
