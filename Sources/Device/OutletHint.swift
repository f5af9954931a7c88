import Glibc

/// Finds the outlet that a line of the user's sources uses, for the report of a crash (M-95).
enum OutletHint {
  /// The name of the first outlet on the line: one that its file declares, or another file of the same folder.
  static func outlet(usedAt line: Int, of path: String) -> String? {
    guard let text = contents(of: path) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    let used = words(lines[line - 1])
    if let found = first(of: used, in: outlets(in: text)) { return found }
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
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
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".swift") { names.append(name) }
    }
    return names.sorted()
  }

  /// Nil for what is not there, or too long to be a source file.
  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    guard count < bytes.count else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
