import Foundation
import Testing

@testable import AppBuilder

struct BundleLayoutTests {
  private let folder: TemporaryFolder
  private let layout: BundleLayout

  init() throws {
    folder = try TemporaryFolder()
    layout = BundleLayout(folder: folder.path + "/X.app", manifest: folder.path + "/manifest.json")
  }

  private func entry(_ destination: String, _ text: String) -> BundleEntry {
    BundleEntry(destination: destination, content: .make { Array(text.utf8) }, fingerprint: text)
  }

  @Test func `entries are written, and applying an unchanged list writes nothing`() throws {
    let entries = [entry("Info.plist", "i"), entry("de.lproj/A.strings", "a")]
    #expect(try layout.apply(entries))
    #expect(folder.text("X.app/de.lproj/A.strings") == "a")
    #expect(try layout.apply(entries) == false)
  }

  @Test func `only changed entries are written again, and entries that are no longer listed are removed`()
    throws
  {
    _ = try layout.apply([entry("Info.plist", "1"), entry("B", "b"), entry("C", "c")])
    var made: [String] = []
    let again = BundleEntry(
      destination: "B",
      content: .make {
        made.append("B")
        return []
      }, fingerprint: "b")
    #expect(try layout.apply([entry("Info.plist", "2"), again]))
    #expect(made == [])
    #expect(folder.text("X.app/Info.plist") == "2")
    #expect(folder.text("X.app/B") == "b")
    #expect(!folder.exists("X.app/C"))
  }

  @Test func `a deleted file is written again`() throws {
    let entries = [entry("Info.plist", "1"), entry("B", "b")]
    _ = try layout.apply(entries)
    try FileManager.default.removeItem(atPath: folder.path + "/X.app/B")
    #expect(try layout.apply(entries))
    #expect(folder.text("X.app/B") == "b")
  }

  @Test func `a folder that is not an app is never deleted`() throws {
    try folder.write("X.app/precious.txt", "x")
    #expect(throws: BuildError.self) { try layout.apply([entry("Info.plist", "1")]) }
    #expect(folder.exists("X.app/precious.txt"))
  }

  @Test func `an interrupted layout is repeated`() throws {
    let broken = BundleEntry(
      destination: "B", content: .make { throw BuildError(.project, "no") }, fingerprint: "b")
    #expect(throws: BuildError.self) { try layout.apply([entry("Info.plist", "1"), broken]) }
    #expect(try layout.apply([entry("Info.plist", "1"), entry("B", "b")]))
    #expect(folder.text("X.app/B") == "b")
  }
}
