import CarobRuntime

/// Installs overrides that an app declares in an extension of an SDK class (F-214).
///
/// The translator generates two subclasses of `base`: `replacement` overrides the members, `plain` overrides
/// none. Where only the method table of `replacement` differs from the base class's, its entry is copied into
/// the base class and into all subclasses, the app's and the SDK's, that inherit the old entry. Called before
/// the app's entry point.
public nonisolated func _replaceMethods(
  of base: AnyClass, by replacement: AnyClass, beside plain: AnyClass
) {
  let old = ReplacedMethods.words(base)
  let new = ReplacedMethods.words(replacement)
  let same = ReplacedMethods.words(plain)
  let subclassWords = LoadedClasses.below(base).map(ReplacedMethods.words)
  for place in ReplacedMethods.members(base) where new[place] != old[place] && same[place] == old[place] {
    let inherited = old[place]
    for words in [old] + subclassWords where words[place] == inherited {
      words[place] = new[place]
      OverridePoint.didReplace(words + place)
    }
  }
  Runtime.vtablesDidChange()
}

private enum ReplacedMethods {
  static func words(_ cls: AnyClass) -> UnsafeMutablePointer<UInt> {
    // because a class's metadata is mutable memory that exists as long as the process.
    unsafeBitCast(cls, to: UnsafeMutablePointer<UInt>.self)
  }

  /// The range of words after the metadata header (Swift's ABI without Objective-C; see `OverridePoint`).
  static func members(_ cls: AnyClass) -> Range<Int> {
    let header = 7
    let sizes = UnsafeRawPointer(words(cls))
    let size = sizes.load(fromByteOffset: 32, as: UInt32.self)
    let before = sizes.load(fromByteOffset: 36, as: UInt32.self)
    guard size >= before else { return header..<header }
    return header..<max(header, Int(size - before) / MemoryLayout<UInt>.size)
  }
}
