/// One file of a bundle to lay out.
struct BundleEntry {
  enum Content {
    /// A copy of a file or folder.
    case copy(String)
    /// A hard link, or a copy across file systems; for files that belong to the build itself.
    case link(String)
    /// Bytes that are produced at the time of writing.
    case make(() throws -> [UInt8])
  }

  /// The path inside the bundle.
  var destination: String
  var content: Content
  /// Changes whenever the content does.
  var fingerprint: String
}
