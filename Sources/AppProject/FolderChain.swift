import Foundation

/// The folders from the start of a walk to its current folder, by their identity on disk.
///
/// A link to a parent folder would be walked endlessly, and links of folders to each other in every order; `entering(_:)` refuses
/// the first, and ends the second after as many folders as no project has.
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

  /// A walk that begins at `folder`.
  package convenience init(_ folder: String) {
    self.init(above: Self.identity(folder).map { [$0] } ?? [], count: Count())
  }

  private init(above: Set<Identity>, count: Count) {
    self.above = above
    self.count = count
  }

  /// The walk on its way through `folder`; `nil` for a link that leads to one of the folders above it.
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
