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
    let words = Self.words(base)
    // NB: initializers that a subclass inherits are entries of its own too; those are `plain`'s as well.
    let places = Self.members(base).filter {
      Self.words(overriding)[$0] != words[$0] && Self.words(plain)[$0] == words[$0]
    }
    place = places.count == 1 ? places[0] : 0
    implementation = words[place]
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
