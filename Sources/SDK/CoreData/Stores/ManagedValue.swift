import CarobFoundation

/// One value as contexts keep it and stores write it.
enum ManagedValue: @unchecked Sendable {
  // @unchecked because objects in it are immutable values.
  case null
  /// Integers of any width, and booleans as 0 and 1.
  case integer(Int64)
  /// Floating-point numbers, and dates as seconds since the reference date.
  case real(Double)
  /// Strings; URIs, UUIDs and decimals in their canonical form: the layout has the type.
  case text(String)
  /// Binary data; in rows for a store also archived transformable values.
  case data(Data)
  /// A transformable value as the app set it; a composite attribute's dictionary.
  case object(AnyObject)
  /// A to-one relationship; `null` if it is empty.
  case toOne(NSManagedObjectID)
  /// A to-many relationship that was loaded: ordered if the relationship is, by primary key otherwise.
  case toMany([NSManagedObjectID])
  /// A to-many relationship that has not been fetched yet.
  case unloaded

  var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Whether both have the same stored value: transformable objects by `isEqual`, unordered sets by their
  /// members.
  func isSame(as other: ManagedValue) -> Bool {
    switch (self, other) {
    case (.null, .null), (.unloaded, .unloaded): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b || a.isNaN && b.isNaN
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.data(let a), .data(let b)): a == b
    case (.object(let a), .object(let b)):
      a === b || (a as? Foundation.NSObject)?.isEqual(b) ?? false
    case (.toOne(let a), .toOne(let b)): a.isEqual(b)
    case (.toMany(let a), .toMany(let b)): a.elementsEqual(b) { $0.isEqual($1) }
    default: false
    }
  }
}
