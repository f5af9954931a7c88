/// One file of a bundle that is to be laid out.
struct BundleEntry {
  enum Content {
    /// A copy of a file or folder.
    case copy(String)
    /// A hard link, or a copy where links cannot reach; for files that belong to the build itself.
    case link(String)
    /// Bytes that are produced when they are written.
    case make(() throws -> [UInt8])
  }

  /// The path inside the bundle.
  var destination: String
  var content: Content
  /// Changes whenever the content does.
  var fingerprint: String
}
