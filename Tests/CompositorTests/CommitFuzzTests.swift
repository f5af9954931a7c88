import DeviceProtocol
import TestSupport
import Testing

@testable import Compositor

/// Corrupted commits that can be decoded are rejected or painted.
@Suite struct CommitFuzzTests {
  @Test func `corrupted commits are rejected or painted`() throws {
    let plain = commit(
      [
        layer(1, 0, 0, 100, 100) {
          $0.backgroundColor = blue
          $0.sublayers = [2, 3]
        },
        layer(2, 10, 10, 50, 50) {
          ($0.cornerRadius, $0.borderWidth, $0.shadowOpacity, $0.shadowRadius) = (8, 2, 0.5, 4)
          ($0.borderColor, $0.shadowColor) = (red, black)
          $0.masksToBounds = true
        },
        layer(3, 60, 60, 30, 30) {
          $0.contents = 7
          $0.transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.01, 3, 4, 0, 1]
          $0.opacity = 0.5
        },
      ], images: [image(7, [[0xFF0000, 0x00FF00], [0x0000FF, 0xFFFFFF]])], time: 1)
    let samples = [FuzzInput("commit", AppMessage.commit(plain).encoded())]
    Fuzzing.run("commits", samples, pieces: ["\u{0}", "\u{1}", "\u{2}\u{3}", "\u{7F}\u{7F}"], rounds: 200) {
      input, _ in
      // The frame's length is corrected, so that the content is decoded.
      var bytes = input.bytes
      guard bytes.count > 4 else { return }
      for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: (bytes.count - 4) >> (8 * index)) }
      var reader = FrameReader()
      bytes.withUnsafeBytes { reader.append($0) }
      guard case .commit(let commit)? = try? reader.nextAppMessage() else { return }
      let scene = LayerScene()
      do {
        try scene.apply(commit)
        _ = scene.render(width: 60, height: 60, scale: 1, at: 1.5)
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
