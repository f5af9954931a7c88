import TestSupport
import Testing

@testable import Raster

@Suite struct SVGTests {
  @Test func `relative, absolute and shorthand commands are read`() {
    #expect(
      SVGPath("M1 2h3V5l-1-1z")?.segments == [
        .move(x: 1, y: 2), .line(x: 4, y: 2), .line(x: 4, y: 5), .line(x: 3, y: 4), .close,
      ])
    #expect(SVGPath("m1,1 2,0 0 2")?.segments == [.move(x: 1, y: 1), .line(x: 3, y: 1), .line(x: 3, y: 3)])
    #expect(
      SVGPath("M0 0c1-1 2-1 3 0s2 1 3 0")?.segments.last == .curve(x1: 4, y1: 1, x2: 5, y2: 1, x: 6, y: 0))
  }

  @Test func `numbers need no separators where they are unambiguous`() {
    #expect(SVGPath("M.5.5-1e1.5")?.segments == [.move(x: 0.5, y: 0.5), .line(x: -10, y: 0.5)])
    // The flags of an arc are single digits.
    #expect(SVGPath("M0 0a1 1 0 012 0")?.segments.count == SVGPath("M0 0a1 1 0 0 1 2 0")?.segments.count)
  }

  @Test func `an arc follows its flags`() throws {
    func top(_ sweep: Int) throws -> Double {
      let path = try #require(SVGPath("M0 0A5 5 0 0 \(sweep) 10 0"))
      guard case .curve(_, _, _, _, _, let y) = path.segments[1] else { return 0 }
      return y
    }
    #expect(abs(try top(1) + 5) < 1e-9)
    #expect(abs(try top(0) - 5) < 1e-9)
  }

  @Test(arguments: ["", "L1 1", "M", "M1", "M0 0a1 1 0 2 1 1 1", "M0 0 X", "hello", "M1e999 0", "M0 0z5"])
  func `an invalid path is rejected`(text: String) {
    let path = SVGPath(text)
    #expect(path == nil || text.isEmpty)
  }

  @Test func `a document is read with its view box, shapes and colours`() throws {
    let document = try #require(
      SVGDocument(
        """
        <?xml version="1.0"?><!-- icon --><svg xmlns="x" width="24" height="24" viewBox="0 0 16 16">
        <path fill-rule="evenodd" d="M0 0h4v4z"/><rect x='1' y='1' width='2' height='2' rx='1' fill="#f00"/>
        <circle cx="8" cy="8" r="4"/><path d="M0 0" fill="none"/></svg>
        """))
    #expect(document.width == 24 && document.viewBox.width == 16)
    #expect(document.shapes.count == 3)
    #expect(document.shapes[0].usesEvenOdd && document.shapes[0].color == nil)
    #expect(document.shapes[1].color == RasterColor(red: 1, green: 0, blue: 0))
    #expect(document.isComplete)
  }

  @Test func `corrupted documents are rejected or read in part, and never trap`() {
    let text =
      #"<svg width="16" height="16" viewBox="0 0 16 16"><path d="M1.5 1a.5.5 0 0 0-.5.5v3a.5.5 0 0 1-1 0z"/></svg>"#
    var random = SeededRandom(seed: 7)
    for _ in 0..<3000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        guard bytes.count > 1 else { break }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: Int.random(in: 0..<bytes.count, using: &random))
        default: bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
        }
      }
      _ = SVGDocument(String(decoding: bytes, as: UTF8.self))
    }
  }
}
