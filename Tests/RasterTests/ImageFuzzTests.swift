import TestSupport
import Testing

@testable import Raster

/// Corrupted images and vector files are read or rejected, and use no more memory than a large image.
@Suite struct ImageFuzzTests {
  private func picture(_ width: Int, _ height: Int) throws -> Surface {
    let surface = try #require(Surface(width: width, height: height))
    for y in 0..<height {
      for x in 0..<width { surface[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: x * 7919 + y * 104_729) }
    }
    surface.didWrite()
    return surface
  }

  @Test func `damaged pictures`() throws {
    let samples = try [(1, 1), (16, 16), (60, 33)].flatMap { width, height in
      let picture = try picture(width, height)
      return [
        FuzzInput("png", picture.pngBytes()), FuzzInput("jpeg", picture.jpegBytes(quality: 0.5)),
        FuzzInput("jpeg", picture.jpegBytes(quality: 1)), FuzzInput("gif", GIFTests.squares),
      ]
    }
    let pieces = [
      "IHDR", "IDAT", "PLTE", "tRNS", "gAMA", "iCCP", "IEND", "\u{0}\u{0}\u{0}\u{1}", "Exif", "\u{1}",
      "GIF89a", "!\u{0}", ",",
    ]
    Fuzzing.run("pictures", samples, pieces: pieces, rounds: 500) { input, _ in
      guard let surface = Surface(encoded: input.bytes) else { return }
      #expect(surface.width > 0 && surface.height > 0)
    }
  }

  @Test func `damaged vector files`() {
    let samples = [
      FuzzInput(
        "a.svg",
        """
        <?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" viewBox="0 0 16 16">
        <path d="M8 1a2 2 0 0 1 2 2v4H6V3a2 2 0 0 1 2-2m3 6V3a3 3 0 0 0-6 0v4a2 2 0 0 0-2 2v5" fill-rule="evenodd"/>
        <circle cx="8" cy="8" r="4.5" fill="#ff8800"/><rect x="1" y="1" width="3" height="2" rx=".5"/></svg>
        """),
      FuzzInput(
        "path", "M0 0 C 1,2 3,4 5,6 S 7 8 9 10 Q1 2 3 4 T5 6 A 5 5 30 1 0 10 10 h-1 v1 H2V3 l.5.5-1e3 z"),
    ]
    let pieces = [
      "M", "z", "a", "A", "e", "-", ".", " ", ",", "<", "/>", "\"", "d=\"", "viewBox=\"", "<path ", "&#",
      "<!--",
    ]
    Fuzzing.run("vector-files", samples, pieces: pieces, rounds: 500) { input, _ in
      _ = SVGDocument(input.text)
      _ = SVGPath(input.text)
    }
  }
}
