/// Reads compiled documents; called by `UIStoryboard` and `UINib` at run time.
public enum NibReader {
  /// Validates every offset, index and count once, without allocating, so that later accesses cannot fail or
  /// trap.
  ///
  /// - Throws: `NibError` with reason `.corruptBinary` for anything but a document of this version.
  public static func read(_ bytes: [UInt8]) throws -> NibDocument {
    NibDocument(storage: try NibStorage(bytes))
  }

  /// The same for memory that the caller owns; the bytes are copied.
  public static func read(_ bytes: UnsafeRawBufferPointer) throws -> NibDocument {
    try read([UInt8](bytes))
  }
}
