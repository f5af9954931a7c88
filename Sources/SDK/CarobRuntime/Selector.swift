import Synchronization

/// The name of a message. It is a pointer to an interned record, so that comparing and hashing are fast.
///
/// Two selectors are equal if and only if their names are (F-154). Can be used on any thread.
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

  /// The translated form of `#selector`. The reference is type-checked but never evaluated, so that it may
  /// name members of the main actor in any context.
  public init<T>(_carob name: StaticString, _ reference: @autoclosure @MainActor () -> T) {
    self.init(name.description)
  }

  @inlinable public static func == (a: Selector, b: Selector) -> Bool { a.bits == b.bits }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(bits) }

  /// The name, `buttonPressed:`.
  public var name: String { record.name }
  public var description: String { name }
  public var debugDescription: String { name }
  /// How many arguments the selector takes: the number of its colons.
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
  // Selectors point to the records, so none is ever removed.
  private let records = Guarded<[String: SelectorRecord]>([:])

  func intern(_ name: String) -> UInt {
    let record = records.withLock { records in
      if let record = records[name] { return record }
      let record = SelectorRecord(name: name)
      records[name] = record
      return record
    }
    return UInt(bitPattern: Unmanaged.passUnretained(record).toOpaque())
  }
}

/// The name of a selector (F-154).
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }
/// The selector with this name; never nil, as on the platform.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
