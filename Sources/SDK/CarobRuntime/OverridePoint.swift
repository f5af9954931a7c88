/// A method of a class that subclasses may override, and the question which of them do.
///
/// The SDK's hot paths lead through methods that hardly any class overrides. Whether one does is told by a word of the
/// class's metadata: the entry of the method's table, which differs from the base class's where the method is overridden.
package struct OverridePoint: Sendable {
  /// The word's place in the metadata, 0 if it was not found: then every class counts as one that overrides.
  private let place: Int
  private let implementation: UInt

  /// `overriding` is a subclass of `base` that overrides the method and nothing else, `plain` one that overrides nothing.
  package init(of base: AnyClass, overriding: AnyClass, plain: AnyClass) {
    self.init(base, Self.entries(of: base, overriding, plain), atMost: 1)
  }

  /// The same for a property that can be set, of which a subclass overrides getter, setter and modifier together.
  package init(ofPropertyOf base: AnyClass, overriding: AnyClass, plain: AnyClass) {
    self.init(base, Self.entries(of: base, overriding, plain), atMost: 3)
  }

  private init(_ base: AnyClass, _ places: [Int], atMost count: Int) {
    place = places.count <= count ? places.first ?? 0 : 0
    implementation = Self.words(base)[place]
  }

  /// Where the method table of `overriding` differs from the base class's.
  // NB: initializers that a subclass inherits are entries of its own too; those are `plain`'s as well.
  private static func entries(of base: AnyClass, _ overriding: AnyClass, _ plain: AnyClass) -> [Int] {
    members(base).filter {
      words(overriding)[$0] != words(base)[$0] && words(plain)[$0] == words(base)[$0]
    }
  }

  /// Whether a class, which is `base` or derives from it, has a method of its own.
  @inline(__always)
  package func isOverridden(by cls: AnyClass) -> Bool {
    place == 0 || Self.words(cls)[place] != implementation
  }

  private static func words(_ cls: AnyClass) -> UnsafePointer<UInt> {
    // because a class's metadata lives as long as the process.
    unsafeBitCast(cls, to: UnsafePointer<UInt>.self)
  }

  /// The words behind the header: kind, superclass, flags, size, size of the metadata and its address point, descriptor and
  /// destroyer (Swift's ABI without Objective-C).
  private static func members(_ cls: AnyClass) -> Range<Int> {
    let header = 7
    let sizes = UnsafeRawPointer(words(cls))
    let size = sizes.load(fromByteOffset: 32, as: UInt32.self)
    let before = sizes.load(fromByteOffset: 36, as: UInt32.self)
    guard size >= before else { return header..<header }
    return header..<max(header, Int(size - before) / MemoryLayout<UInt>.size)
  }
}
