import CarobRuntime

/// Overrides that an app writes in an extension of one of the SDK's classes take the place of what the class has (F-214).
///
/// The translator writes two subclasses of `base`: `replacement` overrides the members, `plain` none of them. Where the
/// method table of the first alone differs from the base class's, its entry goes into the base class and into those of its
/// subclasses that inherit what was there before, the app's and the SDK's. Called before the app's entry point.
public nonisolated func _replaceMethods(
  of base: AnyClass, by replacement: AnyClass, beside plain: AnyClass
) {
  let old = ReplacedMethods.words(base)
  let new = ReplacedMethods.words(replacement)
  let same = ReplacedMethods.words(plain)
  let subclassWords = LoadedClasses.below(base).map(ReplacedMethods.words)
  for place in ReplacedMethods.members(base) where new[place] != old[place] && same[place] == old[place] {
    let inherited = old[place]
    for words in subclassWords where words[place] == inherited { words[place] = new[place] }
    old[place] = new[place]
  }
}

private enum ReplacedMethods {
  static func words(_ cls: AnyClass) -> UnsafeMutablePointer<UInt> {
    // because a class's metadata is a variable that lives as long as the process.
    unsafeBitCast(cls, to: UnsafeMutablePointer<UInt>.self)
  }

  /// The words behind the header (Swift's ABI without Objective-C; see `OverridePoint`).
  static func members(_ cls: AnyClass) -> Range<Int> {
    let header = 7
    let sizes = UnsafeRawPointer(words(cls))
    let size = sizes.load(fromByteOffset: 32, as: UInt32.self)
    let before = sizes.load(fromByteOffset: 36, as: UInt32.self)
    guard size >= before else { return header..<header }
    return header..<max(header, Int(size - before) / MemoryLayout<UInt>.size)
  }
}
