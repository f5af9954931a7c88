import CarobFoundation
import TestSupport
import Testing

@Suite struct FileWrapperTests {
  private let place: URL

  init() throws {
    place = FileManager.default.temporaryDirectory.appendingPathComponent("wrapper-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
  }

  private func text(_ wrapper: FileWrapper?) -> String? {
    wrapper?.regularFileContents.map { String(decoding: $0, as: UTF8.self) }
  }

  private var sample: FileWrapper {
    let inner = FileWrapper(directoryWithFileWrappers: [
      "b.txt": FileWrapper(regularFileWithContents: Data("B".utf8))
    ])
    let folder = FileWrapper(directoryWithFileWrappers: [
      "a.txt": FileWrapper(regularFileWithContents: Data("A".utf8)), "inner": inner,
    ])
    let link = FileWrapper(symbolicLinkWithDestinationURL: URL(fileURLWithPath: "/nowhere"))
    link.preferredFilename = "link"
    _ = folder.addFileWrapper(link)
    return folder
  }

  @Test(.rule("F-224")) func `a folder can be written and read again`() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    let url = place.appendingPathComponent("doc")
    try sample.write(to: url, options: .atomic, originalContentsURL: nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["doc"])
    let read = try FileWrapper(url: url)
    #expect(
      read.isDirectory && !read.isRegularFile && read.filename == "doc" && read.preferredFilename == "doc")
    #expect(read.fileWrappers?.keys.sorted() == ["a.txt", "inner", "link"])
    #expect(text(read.fileWrappers?["inner"]?.fileWrappers?["b.txt"]) == "B")
    #expect(read.fileWrappers?["link"]?.isSymbolicLink == true)
    #expect(read.fileWrappers?["link"]?.symbolicLinkDestinationURL?.path == "/nowhere")
    #expect(read.fileAttributes[FileAttributeKey.type.rawValue] as? FileAttributeType == .typeDirectory)
    // Writing replaces the existing item.
    let other = FileWrapper(directoryWithFileWrappers: [
      "new": FileWrapper(regularFileWithContents: Data())
    ])
    try other.write(to: url, options: [.atomic, .withNameUpdating], originalContentsURL: nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["new"])
    #expect(other.filename == "doc" && other.fileWrappers?["new"]?.filename == "new")
    #expect(throws: (any Error).self) { try other.write(to: url, originalContentsURL: nil) }
    #expect(throws: (any Error).self) { try FileWrapper(url: place.appendingPathComponent("none")) }
  }

  @Test(.rule("F-224")) func `two files with the same name get different keys`() {
    let folder = FileWrapper(directoryWithFileWrappers: [:])
    let first = FileWrapper(regularFileWithContents: Data("1".utf8))
    first.preferredFilename = "x"
    #expect(folder.addFileWrapper(first) == "x" && folder.addFileWrapper(first) == "x")
    let key = folder.addRegularFile(withContents: Data("2".utf8), preferredFilename: "x")
    #expect(key != "x" && key.hasSuffix("x") && text(folder.fileWrappers?[key]) == "2")
    #expect(folder.keyForChildFileWrapper(first) == "x")
    folder.removeFileWrapper(first)
    #expect(folder.fileWrappers?.count == 1 && folder.keyForChildFileWrapper(first) == nil)
  }

  @Test(.rule("F-224"))
  func `a file that was modified later no longer provides the wrapper's contents`() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    let url = place.appendingPathComponent("doc")
    try sample.write(to: url, originalContentsURL: nil)
    let lazy = try FileWrapper(url: url)
    let eager = try FileWrapper(url: url, options: .immediate)
    #expect(lazy.matchesContents(of: url) && eager.matchesContents(of: url))
    #expect(!sample.matchesContents(of: url))
    let file = url.appendingPathComponent("a.txt")
    try Data("changed".utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    #expect(!lazy.matchesContents(of: url) && !eager.matchesContents(of: url))
    #expect(text(lazy.fileWrappers?["a.txt"]) == nil && text(eager.fileWrappers?["a.txt"]) == "A")
    let kept = lazy.fileWrappers?["inner"]
    try lazy.read(from: url)
    #expect(text(lazy.fileWrappers?["a.txt"]) == "changed" && lazy.matchesContents(of: url))
    #expect(lazy.fileWrappers?["inner"] === kept)
  }

  @Test(.rule("F-224")) func `a wrapper can be serialized and restored`() throws {
    let data = try #require(sample.serializedRepresentation)
    let again = try #require(FileWrapper(serializedRepresentation: data))
    #expect(text(again.fileWrappers?["a.txt"]) == "A")
    #expect(text(again.fileWrappers?["inner"]?.fileWrappers?["b.txt"]) == "B")
    #expect(again.fileWrappers?["link"]?.isSymbolicLink == true)
    #expect(FileWrapper(serializedRepresentation: Data("junk".utf8)) == nil)
    let archive = try NSKeyedArchiver.archivedData(withRootObject: sample, requiringSecureCoding: true)
    let unarchived = try NSKeyedUnarchiver.unarchivedObject(ofClass: FileWrapper.self, from: archive)
    #expect(text(unarchived?.fileWrappers?["a.txt"]) == "A")
  }

  @Test(.rule("F-224")) func `a file name cannot refer outside the folder`() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    let folder = FileWrapper(directoryWithFileWrappers: [
      "../out": FileWrapper(regularFileWithContents: Data())
    ])
    #expect(throws: CocoaError.self) {
      try folder.write(to: place.appendingPathComponent("doc"), options: .atomic, originalContentsURL: nil)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
  }

  @Test(.rule("F-224")) func `accessing fileWrappers of a file stops the app`() async {
    await #expect(processExitsWith: .failure) {
      _ = FileWrapper(regularFileWithContents: Data()).fileWrappers
    }
  }
}
