/// Reads compiled documents; called by `UIStoryboard` and `UINib` at run time.
public enum NibReader {
  /// Checks every offset, index and count once, without allocating, so that nothing can fail or trap later.
  ///
  /// - Throws: `NibError` with reason `.corruptBinary` for anything but a document of this version.
  public static func read(_ bytes: [UInt8]) throws -> NibDocument {
    NibDocument(storage: try NibStorage(bytes))
  }

  /// The same for memory that the caller keeps; the bytes are copied.
  public static func read(_ bytes: UnsafeRawBufferPointer) throws -> NibDocument {
    try read([UInt8](bytes))
  }
}
