import Foundation

/// Finds the outlet that a line of the user's sources uses, for the report of a crash (M-95).
enum OutletHint {
  /// The outlet on the line, declared in the same file or in another file of the folder, if nothing else on the line is implicitly
  /// unwrapped. nil if more than one value may have been missing.
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

  /// The outlet among the used names that a file declares: the name is nil if it is ambiguous, the result is nil if the file
  /// declares none of the names as an outlet.
  private static func only(of used: [Substring], _ text: String) -> (name: String?, Void)? {
    let (outlets, others) = implicit(in: text)
    let found = Set(used.filter(outlets.contains))
    guard let first = found.first else { return nil }
    return (found.count == 1 && !used.contains(where: others.contains) ? String(first) : nil, ())
  }

  /// The names of variables with `@IBOutlet`, and of other variables with implicitly unwrapped types.
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

  /// The Swift files of a folder, sorted by name.
  private static func swiftFiles(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted()
  }

  private static let longestSource = 1 << 20

  /// nil if the file does not exist or is too long for a source file.
  private static func contents(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = try? file.read(upToCount: longestSource + 1), bytes.count <= longestSource
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
