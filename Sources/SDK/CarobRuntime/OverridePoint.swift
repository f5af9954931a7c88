/// Tells which subclasses override a method of a class.
///
/// The SDK's hot paths call methods that hardly any class overrides, and skip the call where it is not
/// overridden. The class's metadata tell that: the method's entry in the vtable differs from the base class's
/// if the method is overridden.
package struct OverridePoint: Sendable {
  /// The index of the entry in the metadata; 0 if it was not found: then every class counts as overriding.
  private let place: Int
  private let implementation: UInt

  /// Finds the method's entry: `overriding` is a subclass of `base` that overrides only the method, `plain`
  /// one that overrides nothing.
  package init(of base: AnyClass, overriding: AnyClass, plain: AnyClass) {
    self.init(base, Self.entries(of: base, overriding, plain), atMost: 1)
  }

  /// The same for a settable property, whose getter, setter and modify accessor are overridden together.
  package init(ofPropertyOf base: AnyClass, overriding: AnyClass, plain: AnyClass) {
    self.init(base, Self.entries(of: base, overriding, plain), atMost: 3)
  }

  private init(_ base: AnyClass, _ places: [Int], atMost count: Int) {
    let found = places.count <= count ? places.first ?? 0 : 0
    // NB: where an app's extension replaced the base class's own method, the entry is the app's method.
    let entry = UInt(bitPattern: Self.words(base) + found)
    place = Self.replaced.withLock { $0.contains(entry) } ? 0 : found
    implementation = Self.words(base)[place]
  }

  /// The addresses of the entries that an app's extensions replaced (F-214).
  private static let replaced = Guarded(Set<UInt>())

  /// Called for each entry in a class's metadata that an app's extension replaced. Points of that class that are
  /// created later count every class as overriding the method.
  // NB: extensions are installed before the app starts.
  package static func didReplace(_ entry: UnsafePointer<UInt>) {
    _ = replaced.withLock { $0.insert(UInt(bitPattern: entry)) }
  }

  /// Where the vtable of `overriding` differs from the base class's.
  // NB: a subclass also has entries of its own for the initializers that it inherits; `plain` shows which.
  private static func entries(of base: AnyClass, _ overriding: AnyClass, _ plain: AnyClass) -> [Int] {
    members(base).filter {
      words(overriding)[$0] != words(base)[$0] && words(plain)[$0] == words(base)[$0]
    }
  }

  /// Whether a class, which must be `base` or a subclass, overrides the method.
  @inline(__always)
  package func isOverridden(by cls: AnyClass) -> Bool {
    place == 0 || Self.words(cls)[place] != implementation
  }

  private static func words(_ cls: AnyClass) -> UnsafePointer<UInt> {
    // because a class's metadata lives as long as the process.
    unsafeBitCast(cls, to: UnsafePointer<UInt>.self)
  }

  /// The indices of the words after the header, which has kind, superclass, flags, size, size of the metadata
  /// and its address point, descriptor and destroyer (Swift's ABI without Objective-C).
  private static func members(_ cls: AnyClass) -> Range<Int> {
    let header = 7
    let sizes = UnsafeRawPointer(words(cls))
    let size = sizes.load(fromByteOffset: 32, as: UInt32.self)
    let before = sizes.load(fromByteOffset: 36, as: UInt32.self)
    guard size >= before else { return header..<header }
    return header..<max(header, Int(size - before) / MemoryLayout<UInt>.size)
  }
}
