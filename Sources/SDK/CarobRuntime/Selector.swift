import Synchronization

/// The name of a message: one pointer to an interned, immortal record, so that equality and hashing are pointer operations.
///
/// Two selectors are equal iff their names are (F-154).
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The record; never freed.
  // A bit pattern, because raw pointers are not Sendable.
  @usableFromInline let bits: UInt

  /// Interns `name`, for example `buttonPressed:`.
  public init(_ name: String) {
    bits = SelectorTable.shared.intern(name)
  }

  public init(stringLiteral name: String) {
    self.init(name)
  }

  /// The emitted form of `#selector`: the reference is type-checked and never evaluated, so that it may name members of
  /// the main actor anywhere.
  public init<T>(_carob name: StaticString, _ reference: @autoclosure @MainActor () -> T) {
    self.init(name.description)
  }

  @inlinable public static func == (a: Selector, b: Selector) -> Bool { a.bits == b.bits }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// The name, `buttonPressed:`.
  public var name: String { record.name }
  public var description: String { name }
  public var debugDescription: String { name }
  /// How many arguments the selector takes: its colons.
  public var argumentCount: Int { record.argumentCount }

  var record: SelectorRecord {
    Unmanaged<SelectorRecord>.fromOpaque(UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped)
      .takeUnretainedValue()
  }
}

final class SelectorRecord: Sendable {
  let name: String
  let argumentCount: Int
  init(name: String) {
    self.name = name
    argumentCount = name.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) }
  }
}

final class SelectorTable: Sendable {
  static let shared = SelectorTable()
  private let records = Guarded<[String: SelectorRecord]>([:])

  func intern(_ name: String) -> UInt {
    let record = records.withLock { records in
      if let record = records[name] { return record }
      let record = SelectorRecord(name: name)
      _ = Unmanaged.passRetained(record)
      records[name] = record
      return record
    }
    return UInt(bitPattern: Unmanaged.passUnretained(record).toOpaque())
  }
}

/// The name of a selector (F-154).
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }
/// The selector of a name; always one, as on the platform.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
