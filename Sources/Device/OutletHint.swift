import Foundation

/// Finds the outlet that a line of the user's sources uses, for the report of a crash (M-95).
enum OutletHint {
  /// The outlet on the line, if nothing else there is implicitly unwrapped: one that its file declares, or another file
  /// of the same folder. Nil if it cannot be told which of two values was missing.
  static func outlet(usedAt line: Int, of path: String) -> String? {
    guard let text = contents(of: path) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let used = words(lines[line - 1])
    if let found = only(of: used, text) { return found.name }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    for name in swiftFiles(in: folder) {
      guard let other = contents(of: folder + "/" + name) else { continue }
      if let found = only(of: used, other) { return found.name }
    }
    return nil
  }

  /// What of the used names a file declares as implicitly unwrapped: the outlet, or nothing that can be told; nil if it
  /// declares none of them as an outlet.
  private static func only(of used: [Substring], _ text: String) -> (name: String?, Void)? {
    let (outlets, others) = implicit(in: text)
    let found = Set(used.filter(outlets.contains))
    guard let first = found.first else { return nil }
    return (found.count == 1 && !used.contains(where: others.contains) ? String(first) : nil, ())
  }

  /// The names after `var` on lines with `@IBOutlet`, and on others whose types are implicitly unwrapped.
  private static func implicit(in text: String) -> (outlets: Set<Substring>, others: Set<Substring>) {
    var (outlets, others): (Set<Substring>, Set<Substring>) = ([], [])
    for line in text.split(separator: "\n") {
      let words = words(line)
      guard let index = words.firstIndex(of: "var"), index + 1 < words.count else { continue }
      if words.contains("IBOutlet") {
        outlets.insert(words[index + 1])
      } else if line.contains("!") {
        others.insert(words[index + 1])
      }
    }
    return (outlets, others)
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
