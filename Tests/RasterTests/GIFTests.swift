import TestSupport
import Testing

@testable import Raster

/// First frames of GIF files, pixel by pixel.
@Suite struct GIFTests {
  /// Two by two pixels: red, green; blue, transparent. Then the frame's data and the trailer.
  static let squares: [UInt8] = header(canvas: (2, 2)) + frame(0, 0, 2, 2) + data + [0x3B]

  /// The codes: clear, 0, 1, 2 of three bits each, then 3 and the end of four.
  private static let data: [UInt8] = [2, 3, 0x44, 0x34, 0x05, 0]
  private static func header(canvas: (UInt8, UInt8), transparent: UInt8? = 3) -> [UInt8] {
    Array("GIF89a".utf8) + [canvas.0, 0, canvas.1, 0, 0x81, 0, 0]
      + [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
      + (transparent.map { [0x21, 0xF9, 4, 1, 0, 0, $0, 0] } ?? [])
  }
  private static func frame(
    _ x: UInt8, _ y: UInt8, _ width: UInt8, _ height: UInt8, interlaced: Bool = false
  ) -> [UInt8] { [0x2C, x, 0, y, 0, width, 0, height, 0, interlaced ? 0x40 : 0] }

  private func words(_ bytes: [UInt8]) throws -> [[UInt32]] {
    let surface = try #require(Surface(encoded: bytes))
    return (0..<surface.height).map { y in (0..<surface.width).map { surface[$0, y] } }
  }
  private let red: UInt32 = 0xFFFF_0000
  private let green: UInt32 = 0xFF00_FF00
  private let blue: UInt32 = 0xFF00_00FF

  @Test(.rule("E-685")) func `the first frame is read with its colours and transparent pixels`() throws {
    #expect(try words(Self.squares) == [[red, green], [blue, 0]])
    let opaque = Self.header(canvas: (2, 2), transparent: nil) + Self.frame(0, 0, 2, 2) + Self.data
    #expect(try words(opaque) == [[red, green], [blue, 0xFFFF_FFFF]])
  }

  @Test(.rule("E-685")) func `a frame is placed on the canvas and clipped`()
    throws
  {
    let moved = Self.header(canvas: (3, 2)) + Self.frame(2, 1, 2, 2) + Self.data
    #expect(try words(moved) == [[0, 0, 0], [0, 0, red]])
  }

  @Test(.rule("E-685")) func `interlaced rows are read in the order of their passes`() throws {
    // Four rows of one pixel are stored as rows 0, 2, 1, 3.
    let rows = Self.header(canvas: (1, 4)) + Self.frame(0, 0, 1, 4, interlaced: true) + Self.data
    #expect(try words(rows) == [[red], [blue], [green], [0]])
  }

  @Test(.rule("E-685")) func `a truncated file gives the pixels that it contains`() throws {
    let whole = Self.squares
    // The first eight bits contain the clear code, one pixel and a part of the next.
    #expect(try words(Array(whole.prefix(whole.count - 4))) == [[red, 0], [0, 0]])
    #expect(Surface(encoded: Array(whole.prefix(20))) == nil)
  }

  @Test(.rule("E-685")) func `a code repeats the string before it and its first pixel`() throws {
    // Clear, 0, 6 (which is 0 0), 1, end: three codes for four pixels.
    let run = Self.header(canvas: (4, 1)) + Self.frame(0, 0, 4, 1) + [2, 2, 0x84, 0x53, 0]
    #expect(try words(run) == [[red, red, red, green]])
  }
}
