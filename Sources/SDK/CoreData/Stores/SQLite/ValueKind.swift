import CarobFoundation

/// The type that a value in SQL has for predicates.
enum ValueKind: Int64 {
  case bool = 1
  case integer = 2
  case real = 3
  case float = 4
  case date = 5
  case text = 6
  case decimal = 7
  case uuid = 8
  case uri = 9
  case data = 10
  /// The primary key of an object.
  case object = 11
  /// An integer or a real number: the result of arithmetic.
  case number = 12
  /// NULL.
  case null = 13

  init(_ attribute: NSAttributeType) {
    self =
      switch attribute {
      case .booleanAttributeType: .bool
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: .integer
      case .doubleAttributeType: .real
      case .floatAttributeType: .float
      case .dateAttributeType: .date
      case .stringAttributeType: .text
      case .decimalAttributeType: .decimal
      case .UUIDAttributeType: .uuid
      case .URIAttributeType: .uri
      default: .data
      }
  }

  /// Whether columns store the value as a floating-point number.
  var isReal: Bool {
    switch self {
    case .real, .float, .date: true
    default: false
    }
  }

  /// Whether SQLite compares and computes these numbers like predicates. Decimals are stored as texts.
  var isPlainNumber: Bool {
    switch self {
    case .bool, .integer, .real, .float, .number: true
    default: false
    }
  }

  /// The value as in-memory predicates use it.
  func object(_ value: SQLiteValue) -> Any? {
    switch (self, value) {
    case (_, .null): nil
    case (.bool, .integer(let value)): NSNumber(value: value != 0)
    case (.float, .real(let value)): NSNumber(value: Float(value))
    case (.date, .real(let value)): Date(timeIntervalSinceReferenceDate: value)
    case (.date, .integer(let value)): Date(timeIntervalSinceReferenceDate: Double(value))
    case (.object, .integer(let key)): ObjectKey(key)
    case (.decimal, .text(let text)): NSDecimalNumber(string: text)
    case (.uuid, .text(let text)): UUID(uuidString: text)
    case (.uri, .text(let text)): URL(string: text)
    case (_, .integer(let value)): NSNumber(value: value)
    case (_, .real(let value)): NSNumber(value: value)
    case (_, .text(let text)): text
    case (_, .blob(let data)): data
    }
  }

  /// A predicate's value in its stored form, with its kind; nil if stores cannot have such values.
  static func stored(_ value: Any?) -> (SQLiteValue, ValueKind)? {
    switch PredicateValues.normal(value) {
    case nil: return (.null, .null)
    case let text as String: return (.text(text), .text)
    case let number as NSDecimalNumber: return (.text(number.stringValue), .decimal)
    case let number as NSNumber:
      switch String(cString: number.objCType) {
      case "d": return (.real(number.doubleValue), .real)
      case "f": return (.real(number.doubleValue), .float)
      case "Q" where number.uint64Value > UInt64(Int64.max): return (.real(number.doubleValue), .real)
      default: return (.integer(number.int64Value), .integer)
      }
    case let date as Date: return (.real(date.timeIntervalSinceReferenceDate), .date)
    case let data as Data: return (.blob(data), .data)
    case let data as NSData: return (.blob(data as Data), .data)
    case let uuid as UUID: return (.text(uuid.uuidString), .uuid)
    case let uuid as NSUUID: return (.text(uuid.uuidString), .uuid)
    case let url as URL: return (.text(url.absoluteString), .uri)
    case let url as NSURL: return (.text(url.absoluteString), .uri)
    case let decimal as Decimal: return (.text(NSDecimalNumber(decimal: decimal).stringValue), .decimal)
    default: return nil
    }
  }
}

/// An object's key, for comparisons with a value that is not an object.
final class ObjectKey: Hashable {
  let key: Int64
  init(_ key: Int64) { self.key = key }
  static func == (a: ObjectKey, b: ObjectKey) -> Bool { a.key == b.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
