import Foundation

/// Finds the outlet that a line of the user's sources uses, for the report of a crash (M-95).
enum OutletHint {
  /// The name of the first outlet on the line: one that its file declares, or another file of the same folder.
  static func outlet(usedAt line: Int, of path: String) -> String? {
    guard let text = contents(of: path) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let used = words(lines[line - 1])
    if let found = first(of: used, in: outlets(in: text)) { return found }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    for name in swiftFiles(in: folder) {
      guard let other = contents(of: folder + "/" + name) else { continue }
      if let found = first(of: used, in: outlets(in: other)) { return found }
    }
    return nil
  }

  private static func first(of used: [Substring], in outlets: Set<Substring>) -> String? {
    used.first(where: outlets.contains).map(String.init)
  }

  /// The names after `var` on lines with `@IBOutlet`.
  private static func outlets(in text: String) -> Set<Substring> {
    var found: Set<Substring> = []
    for line in text.split(separator: "\n") {
      let words = words(line)
      guard words.contains("IBOutlet"), let index = words.firstIndex(of: "var"), index + 1 < words.count
      else {
        continue
      }
      found.insert(words[index + 1])
    }
    return found
  }

  private static func words(_ text: Substring) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// In order of their names.
  private static func swiftFiles(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted()
  }

  private static let longestSource = 1 << 20

  /// Nil for what is not there, or too long to be a source file.
  private static func contents(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: longestSource + 1), bytes.count <= longestSource
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
