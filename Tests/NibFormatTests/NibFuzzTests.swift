import Foundation
import InterfaceCompiler
import NibFormat
import TestSupport
import Testing

/// For random bytes, the reader must throw an error or return a document that can be traversed; never trap,
/// never hang.
@Suite struct NibFuzzTests {
  private let compiled: [UInt8]

  init() throws {
    compiled = try NibCompiler.compile(xml: Data(sampleStoryboard.utf8), path: "Main.storyboard")
  }

  /// Reads the bytes and, on success, accesses everything.
  private func walk(_ bytes: [UInt8]) -> Bool {
    guard let document = try? NibReader.read(bytes) else { return false }
    var total = document.path.count + document.resources.images.count
    document.root.forEachDescendant {
      total += $0.attributes.count + ($0.text?.count ?? 0) + $0.line.signum()
    }
    for scene in document.scenes {
      total += scene.sceneID.count
      scene.root.forEachDescendant { total += $0.name.count + $0.children.count }
    }
    for id in ["b1", "vc", "", "zzzz"] {
      total += document.elementByID(id)?.line.signum() ?? 0
      total += document.scene(containing: id)?.line.signum() ?? 0
      total += document.viewController(withStoryboardIdentifier: id)?.children.count ?? 0
    }
    _ = document.summary
    _ = NibCompiler.check(document)
    return total >= 0
  }

  @Test func `every truncation is an error`() {
    for length in 0..<compiled.count { #expect(!walk(Array(compiled[..<length]))) }
    #expect(walk(compiled))
    #expect(!walk(compiled + [0]))
  }

  @Test func `a changed byte in the header or tables never crashes the reader`() {
    for index in 0..<min(compiled.count, 600) {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = compiled
        bytes[index] = value
        _ = walk(bytes)
      }
    }
  }

  @Test func `random mutations never crash the reader`() {
    var generator = SeededRandom(seed: 42)
    var accepted = 0
    for _ in 0..<6000 {
      var bytes = compiled
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if walk(bytes) { accepted += 1 }
    }
    #expect(accepted > 0, "some mutations only change text; if none is accepted, this test is useless")
  }

  @Test func `random bytes after a valid header never crash the reader`() {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      var bytes = compiled
      let start = Int.random(in: 12..<bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 1...64, using: &generator))
      for index in start..<end { bytes[index] = UInt8.random(in: 0...255, using: &generator) }
      _ = walk(bytes)
    }
  }

  @Test func `an error names the unsupported version or kind`() {
    var bytes = compiled
    bytes[4] = 9
    #expect { try NibReader.read(bytes) } throws: { "\($0)".contains("version 9") }
    bytes = compiled
    bytes[6] = 9
    #expect { try NibReader.read(bytes) } throws: { "\($0)".contains("unknown kind") }
  }

  @Test func `mutated XML never crashes the compiler`() {
    var generator = SeededRandom(seed: 3)
    let source = Array(sampleStoryboard.utf8)
    let pieces: [[UInt8]] = [
      "<", ">", "\"", "&", "/>", "</a>", "<a>", "id=\"vc\"", "\0", "\u{FFFD}", "<![CDATA[",
    ].map {
      Array($0.utf8)
    }
    for _ in 0..<600 {
      var xml = source
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let position = Int.random(in: 0..<xml.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: xml.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: position)
        case 1:
          xml.removeSubrange(position..<min(xml.count, position + Int.random(in: 1...40, using: &generator)))
        default: xml[position] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      if let bytes = try? NibCompiler.compile(xml: Data(xml), path: "fuzz") { _ = walk(bytes) }
    }
  }
}
