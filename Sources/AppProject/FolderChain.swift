import Foundation

/// The folders on the path from the start of a traversal to its current folder, by their identity on disk.
///
/// A link to a parent folder would be followed endlessly; `entering(_:)` rejects it. Folders that link to
/// each other would be visited in every order; `entering(_:)` stops after more folders than any project has.
package final class FolderChain {
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }
  private final class Count {
    var folders = 0
  }

  private static let mostFolders = 20_000
  private let above: Set<Identity>
  private let count: Count

  /// A traversal that begins at `folder`.
  package convenience init(_ folder: String) {
    self.init(above: Self.identity(folder).map { [$0] } ?? [], count: Count())
  }

  private init(above: Set<Identity>, count: Count) {
    self.above = above
    self.count = count
  }

  /// The chain extended by `folder`; `nil` for a link to one of the folders above it.
  package func entering(_ folder: String) -> FolderChain? {
    guard let identity = Self.identity(folder), !above.contains(identity) else { return nil }
    count.folders += 1
    guard count.folders <= Self.mostFolders else { return nil }
    return FolderChain(above: above.union([identity]), count: count)
  }

  private static func identity(_ folder: String) -> Identity? {
    var status = stat()
    guard stat(folder, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
