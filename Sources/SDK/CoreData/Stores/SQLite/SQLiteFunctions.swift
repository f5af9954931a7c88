import CarobFoundation
internal import CSQLite

// C-210, C-212
/// SQL functions that run the in-memory comparisons and functions of predicates, so that both give the same
/// answers.
///
/// `carob_test(operator, options, kind, a, kind, b)` is 0 or 1, never NULL; `carob_call('name', kind, a, …)`
/// calls a predicate function; `carob_element(value, 'path')` reads an element of a composite attribute. The
/// collations `carob`, `carob_c`, `carob_d`, `carob_cd` … compare texts with the options of comparisons,
/// `carob_sort` and `carob_sort_SELECTOR` compare like sort descriptors, `carob_decimal` compares decimal
/// numbers.
enum SQLiteFunctions {
  static func register(on handle: OpaquePointer) {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    sqlite3_create_function_v2(
      handle, "carob_test", 6, flags, nil, { SQLiteFunctions.test($0, $2) }, nil, nil, nil)
    sqlite3_create_function_v2(
      handle, "carob_call", -1, SQLITE_UTF8, nil, { SQLiteFunctions.call($0, $1, $2) }, nil, nil, nil)
    sqlite3_create_function_v2(
      handle, "carob_element", 2, flags, nil, { SQLiteFunctions.element($0, $2) }, nil, nil, nil)
    for options in 0..<8 {
      sqlite3_create_collation_v2(
        handle, collation(.init(rawValue: UInt(options))), SQLITE_UTF8,
        UnsafeMutableRawPointer(bitPattern: options + 1),
        { place, countA, a, countB, b in
          let options = NSComparisonPredicate.Options(rawValue: UInt(bitPattern: place) - 1)
          return SQLiteFunctions.compare(
            SQLiteFunctions.Bytes(a, countA), SQLiteFunctions.Bytes(b, countB), options)
        }, nil)
    }
    for (index, selector) in sortSelectors.enumerated() {
      sqlite3_create_collation_v2(
        handle, sortCollation(selector) ?? "", SQLITE_UTF8, UnsafeMutableRawPointer(bitPattern: index + 1),
        { place, countA, a, countB, b in
          SQLiteFunctions.sort(
            SQLiteFunctions.Bytes(a, countA), SQLiteFunctions.Bytes(b, countB), Int(bitPattern: place) - 1)
        }, nil)
    }
    sqlite3_create_collation_v2(
      handle, "carob_decimal", SQLITE_UTF8, nil,
      { _, countA, a, countB, b in
        let (a, b) = (SQLiteFunctions.Bytes(a, countA).string, SQLiteFunctions.Bytes(b, countB).string)
        return Int32(NSDecimalNumber(string: a).compare(NSDecimalNumber(string: b)).rawValue)
      }, nil)
  }

  // MARK: Collations

  /// The collation that compares like the operators with these options.
  static func collation(_ options: NSComparisonPredicate.Options) -> String {
    var name = "carob"
    if !options.isEmpty { name += "_" }
    if options.contains(.caseInsensitive) { name += "c" }
    if options.contains(.diacriticInsensitive) { name += "d" }
    if options.contains(.normalized) { name += "n" }
    return name
  }

  /// The selectors of sort descriptors; the first is for a descriptor without one.
  private static let sortSelectors = [
    "", "compare:", "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
    "localizedStandardCompare:",
  ]

  /// The collation that orders like sort descriptors with this selector; nil for other selectors.
  static func sortCollation(_ selector: String) -> String? {
    guard sortSelectors.contains(selector) else { return nil }
    return selector.isEmpty ? "carob_sort" : "carob_sort_\(selector.dropLast())"
  }

  /// A borrowed text of SQLite.
  struct Bytes {
    let bytes: UnsafeBufferPointer<UInt8>
    init(_ start: UnsafeRawPointer?, _ count: Int32) {
      bytes = UnsafeBufferPointer(
        start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : Int(count))
    }
    var string: String { String(decoding: bytes, as: UTF8.self) }
    /// OPTIMIZATION: whether the text is printable ASCII, which all comparisons can compare byte by byte.
    var isPlain: Bool { bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f } }
  }

  private static func compare(
    _ a: Bytes, _ b: Bytes, _ options: NSComparisonPredicate.Options
  ) -> Int32 {
    if a.isPlain, b.isPlain {
      return options.contains(.caseInsensitive) ? foldedOrder(a.bytes, b.bytes) : order(a.bytes, b.bytes)
    }
    return Int32(PredicateValues.compare(a.string, b.string, options).rawValue)
  }

  private static func sort(_ a: Bytes, _ b: Bytes, _ selector: Int) -> Int32 {
    if a.isPlain, b.isPlain {
      if selector < 2 { return order(a.bytes, b.bytes) }
      if selector == 2 { return foldedOrder(a.bytes, b.bytes) }
    }
    let (a, b) = (a.string, b.string)
    if selector == 0 { return a < b ? -1 : a == b ? 0 : 1 }
    return Int32(KeySortDescriptor.compareTexts(a, b, sortSelectors[selector])?.rawValue ?? 0)
  }

  private static func order(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Int32 {
    let count = min(a.count, b.count)
    if count > 0, let a = a.baseAddress, let b = b.baseAddress {
      let result = memcmp(a, b, count)
      if result != 0 { return result < 0 ? -1 : 1 }
    }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }

  private static func foldedOrder(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Int32 {
    for (x, y) in zip(a, b) where x != y {
      let (x, y) = (folded(x), folded(y))
      if x != y { return x < y ? -1 : 1 }
    }
    return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
  }

  @inline(__always)
  private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }

  // MARK: Comparisons

  private static func test(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values else { return }
    let type = NSComparisonPredicate.Operator(rawValue: UInt(sqlite3_value_int(values[0])))
    let options = NSComparisonPredicate.Options(rawValue: UInt(sqlite3_value_int(values[1])))
    guard let type else { return }
    let (a, b) = (values[3], values[5])
    if sqlite3_value_type(a) == SQLITE_TEXT, sqlite3_value_type(b) == SQLITE_TEXT,
      sqlite3_value_int64(values[2]) == ValueKind.text.rawValue,
      sqlite3_value_int64(values[4]) == ValueKind.text.rawValue,
      let result = plainTest(type, options, bytes(a), bytes(b))
    {
      sqlite3_result_int(context, result ? 1 : 0)
      return
    }
    let comparison = comparisons.withLock { known in
      let key = type.rawValue << 8 | options.rawValue
      if let predicate = known[key] { return predicate }
      let made = NSComparisonPredicate(
        leftExpression: NSExpression(forConstantValue: nil),
        rightExpression: NSExpression(forConstantValue: nil), type: type, options: options)
      known[key] = made
      return made
    }
    let left = object(a, values[2])
    let right = object(b, values[4])
    sqlite3_result_int(context, comparison.compare(left, right) ? 1 : 0)
  }
  private static let comparisons = Guarded<[UInt: NSComparisonPredicate]>([:])

  private static func bytes(_ value: OpaquePointer?) -> Bytes {
    // NB: `sqlite3_value_text` comes first, because it may convert and move the value.
    let start = sqlite3_value_text(value)
    return Bytes(start, sqlite3_value_bytes(value))
  }

  /// Compares plain texts; nil if Foundation must compare them.
  private static func plainTest(
    _ type: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options, _ a: Bytes, _ b: Bytes
  ) -> Bool? {
    guard a.isPlain, b.isPlain else { return nil }
    let (text, part) = (a.bytes, b.bytes)
    let ignoresCase = options.contains(.caseInsensitive)
    func isPart(at offset: Int) -> Bool {
      for index in 0..<part.count {
        let (x, y) = (text[offset + index], part[index])
        if x != y, !ignoresCase || folded(x) != folded(y) { return false }
      }
      return true
    }
    switch type {
    case .beginsWith: return text.count >= part.count && isPart(at: 0)
    case .endsWith: return text.count >= part.count && isPart(at: text.count - part.count)
    case .contains:
      guard text.count >= part.count else { return false }
      for offset in 0...(text.count - part.count) where isPart(at: offset) { return true }
      return false
    case .like:
      guard !part.contains(UInt8(ascii: "\\")) else { return nil }
      return isLike(text, part, ignoresCase)
    default: return nil
    }
  }

  /// LIKE: `*` matches any text, `?` one character.
  private static func isLike(
    _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, _ ignoresCase: Bool
  ) -> Bool {
    var (at, in_) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while at < text.count {
      if in_ < pattern.count, pattern[in_] == UInt8(ascii: "*") {
        star = (in_ + 1, at)
        in_ += 1
      } else if in_ < pattern.count,
        pattern[in_] == UInt8(ascii: "?") || pattern[in_] == text[at]
          || ignoresCase && folded(pattern[in_]) == folded(text[at])
      {
        at += 1
        in_ += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        (in_, at) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[in_...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  // MARK: Functions

  private static func call(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let values, count >= 1 else { return }
    let name = bytes(values[0]).string
    let arguments = stride(from: 1, to: Int(count) - 1, by: 2).map { object(values[$0 + 1], values[$0]) }
    give(PredicateFunctions.call(name, arguments), context)
  }

  private static func element(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    guard let values, sqlite3_value_type(values[0]) == SQLITE_BLOB, let bytes = sqlite3_value_blob(values[0])
    else { return }
    let data = Data(bytes: bytes, count: Int(sqlite3_value_bytes(values[0])))
    give(CompositeValue.element(Self.bytes(values[1]).string, in: data), context)
  }

  private static func object(_ value: OpaquePointer?, _ kind: OpaquePointer?) -> Any? {
    let stored: SQLiteValue =
      switch sqlite3_value_type(value) {
      case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
      case SQLITE_FLOAT: .real(sqlite3_value_double(value))
      case SQLITE_TEXT: .text(bytes(value).string)
      case SQLITE_BLOB:
        .blob(
          sqlite3_value_blob(value).map { Data(bytes: $0, count: Int(sqlite3_value_bytes(value))) } ?? Data())
      default: .null
      }
    return (ValueKind(rawValue: sqlite3_value_int64(kind)) ?? .null).object(stored)
  }

  private static func give(_ value: Any?, _ context: OpaquePointer?) {
    switch ValueKind.stored(value)?.0 {
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text(
            context, $0.baseAddress ?? emptyText, Int32($0.count), transient)
        }
      }
    case .blob(let data):
      if data.isEmpty {
        sqlite3_result_zeroblob(context, 0)
      } else {
        data.withUnsafeBytes { sqlite3_result_blob(context, $0.baseAddress, Int32($0.count), transient) }
      }
    case .null, nil: sqlite3_result_null(context)
    }
  }
}
