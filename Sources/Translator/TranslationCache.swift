import Foundation

/// A folder of translations, keyed by the file's content and a digest of the module's index.
///
/// A file is neither parsed nor translated again if its text and its module's declarations did not change.
/// Entries are only ever added; deleting the folder is safe at any time.
public struct TranslationCache: Sendable {
  /// Changes whenever the translator's output may.
  static let version = "8"

  public let directory: URL

  public init(directory: URL) {
    self.directory = directory
    // If the folder cannot be created, the cache never hits.
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  func contentKey(_ file: SourceFile, _ options: TranslationOptions) -> String {
    digest(
      [Self.version, options.digestText, file.path, file.projectRelativePath, file.text].joined(
        separator: "\u{0}"))
  }

  /// 128 bits, as hexadecimal text. Not cryptographic: the cache is the user's own.
  func digest(_ text: String) -> String {
    var text = text
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      var a: UInt64 = 0xcbf2_9ce4_8422_2325
      var b: UInt64 = 0x9e37_79b9_7f4a_7c15
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        a = (a ^ word) &* 0x0000_0100_0000_01b3
        a ^= a >> 29
        b = (b &+ word) &* 0xff51_afd7_ed55_8ccd
        b ^= b >> 33
        offset += 8
      }
      while offset < bytes.count {
        a = (a ^ UInt64(bytes[offset])) &* 0x0000_0100_0000_01b3
        b = (b &+ UInt64(bytes[offset])) &* 0xff51_afd7_ed55_8ccd
        b ^= b >> 33
        offset += 1
      }
      a ^= UInt64(bytes.count)
      return String(a, radix: 16) + "-" + String(b, radix: 16)
    }
  }

  func index(_ key: String) -> FileIndex? { load("index-\(key).json") }
  func store(_ index: FileIndex, _ key: String) { save(index, "index-\(key).json") }

  func translation(_ key: String, _ digest: String) -> CachedTranslation? {
    load("file-\(key)-\(digest).json")
  }
  func store(_ translation: CachedTranslation, _ key: String, _ digest: String) {
    save(translation, "file-\(key)-\(digest).json")
  }

  private func load<Value: Decodable>(_ name: String) -> Value? {
    guard let data = try? Data(contentsOf: directory.appending(path: name)) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  private func save(_ value: some Encodable, _ name: String) {
    guard let data = try? JSONEncoder().encode(value) else { return }
    try? data.write(to: directory.appending(path: name), options: .atomic)
  }
}

struct CachedTranslation: Codable {
  var text: String
  var diagnostics: [TranslationDiagnostic]
}
