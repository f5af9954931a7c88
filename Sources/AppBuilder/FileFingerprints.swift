import AppProject
import Foundation
import Translator

#if canImport(Glibc)
  import Glibc
#endif

/// The content hashes of files, cached by size, time and inode, so that unchanged files are not read again.
final class FileFingerprints {
  private struct Entry: Codable {
    var size: Int64
    var seconds: Int64
    var nanoseconds: Int64
    var inode: UInt64
    var hash: String
    /// The modules that a Swift source imports.
    var imports: Set<String>
  }

  private let file: String
  private var entries: [String: Entry] = [:]
  private var hasChanged = false

  /// - Parameter file: the file that stores the hashes between runs.
  init(file: String) {
    self.file = file
    guard let data = FileManager.default.contents(atPath: file) else { return }
    // One line per file: six fields and the path, which may contain anything but a line feed.
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 6)
      guard fields.count == 7, let size = Int64(fields[0]), let seconds = Int64(fields[1]),
        let nanoseconds = Int64(fields[2]), let inode = UInt64(fields[3])
      else { continue }
      entries[String(fields[6])] = Entry(
        size: size, seconds: seconds, nanoseconds: nanoseconds, inode: inode, hash: String(fields[4]),
        imports: fields[5] == "-" ? [] : Set(fields[5].split(separator: ",").map(String.init)))
    }
  }

  /// The hash of the contents of the file at `path`; `nil` if it cannot be read.
  func hash(of path: String) -> String? { entry(of: path)?.hash }

  /// The modules that the Swift source at `path` imports, inside any `#if`.
  func imports(of path: String) -> Set<String> { entry(of: path)?.imports ?? [] }

  private func entry(of path: String) -> Entry? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    if let known = entries[path], known.size == Int64(status.st_size), known.inode == UInt64(status.st_ino),
      known.seconds == Int64(status.st_mtim.tv_sec), known.nanoseconds == Int64(status.st_mtim.tv_nsec)
    {
      return known
    }
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    var hash = StableHash()
    data.withUnsafeBytes { hash.add($0) }
    let entry = Entry(
      size: Int64(status.st_size), seconds: Int64(status.st_mtim.tv_sec),
      nanoseconds: Int64(status.st_mtim.tv_nsec), inode: UInt64(status.st_ino), hash: hash.hex,
      imports: path.hasSuffix(".swift") ? imports(in: data) : [])
    entries[path] = entry
    hasChanged = true
    return entry
  }

  private func imports(in data: Data) -> Set<String> {
    SourceImports.modules(in: SwiftTokens(String(decoding: data, as: UTF8.self)))
  }

  func save() {
    guard hasChanged else { return }
    let lines = entries.sorted { $0.key < $1.key }.map { path, entry in
      let imports = entry.imports.isEmpty ? "-" : entry.imports.sorted().joined(separator: ",")
      return
        "\(entry.size) \(entry.seconds) \(entry.nanoseconds) \(entry.inode) \(entry.hash) \(imports) \(path)\n"
    }
    try? Data(lines.joined().utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    hasChanged = false
  }
}
