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
    bits = SelectorTable.shared.bits(of: name)
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

  // MARK: Literals

  /// The selector of a literal, by the literal's address.
  private struct Literal {
    let address: UInt
    let bits: UInt
  }
  // NB: each literal has one record, which is never freed, because another thread may still read one after its cache
  // entry was replaced.
  private let literals = Guarded<[UInt: UInt]>([:])
  /// The addresses of records in `literals`, in a direct-mapped cache.
  // nonisolated(unsafe) because the elements are atomics.
  nonisolated(unsafe) private let cache: UnsafeMutablePointer<Atomic<UInt>>
  private static let cacheSize = 1024

  private init() {
    cache = .allocate(capacity: Self.cacheSize)
    for index in 0..<Self.cacheSize { (cache + index).initialize(to: Atomic(0)) }
  }

  // OPTIMIZATION: an app evaluates `#selector` each time it adds a target or performs a selector; on the platform that
  // is one load.
  func bits(of literal: StaticString) -> UInt {
    guard literal.hasPointerRepresentation else { return intern(literal.description) }
    let address = UInt(bitPattern: literal.utf8Start)
    let place = cache + Int(bitPattern: (address ^ address >> 10) & UInt(Self.cacheSize - 1))
    if let known = UnsafePointer<Literal>(bitPattern: place.pointee.load(ordering: .acquiring)),
      known.pointee.address == address
    {
      return known.pointee.bits
    }
    let bits = intern(literal.description)
    let record = literals.withLock { literals in
      if let known = literals[address] { return known }
      let record = UnsafeMutablePointer<Literal>.allocate(capacity: 1)
      record.initialize(to: Literal(address: address, bits: bits))
      literals[address] = UInt(bitPattern: record)
      return UInt(bitPattern: record)
    }
    place.pointee.store(record, ordering: .releasing)
    return bits
  }

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
