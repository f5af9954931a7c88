import Foundation

/// Detects changes in a project's folder by polling twice a second.
///
/// NB: polling works on every file system and with editors that replace files; a few thousand files take a
/// few milliseconds.
struct ChangeWatch {
  private let root: String
  private var seen: [String: Date]

  init(root: String) {
    self.root = root
    seen = Self.look(at: root)
  }

  /// Whether anything has changed since the last call.
  mutating func hasChanged() -> Bool {
    let now = Self.look(at: root)
    defer { seen = now }
    return now != seen
  }

  private static let skipped: Set = [
    ".git", ".build", "build", "DerivedData", "Pods", "node_modules", "xcuserdata", ".swiftpm",
  ]

  private static func look(at root: String) -> [String: Date] {
    var result: [String: Date] = [:]
    let keys: [URLResourceKey] = [.contentModificationDateKey, .isDirectoryKey]
    guard
      let files = FileManager.default.enumerator(
        at: URL(fileURLWithPath: root), includingPropertiesForKeys: keys, options: [])
    else { return result }
    for case let file as URL in files {
      if skipped.contains(file.lastPathComponent) {
        files.skipDescendants()
        continue
      }
      let values = try? file.resourceValues(forKeys: Set(keys))
      guard values?.isDirectory != true else { continue }
      result[file.path] = values?.contentModificationDate ?? .distantPast
      if result.count > 50_000 { break }
    }
    return result
  }
}
