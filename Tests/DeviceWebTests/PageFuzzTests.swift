import TestSupport
import Testing

@testable import DeviceWeb

/// Damaged messages of pages are read within their limits, or refused with a reason that fits into a close frame.
@Suite struct PageFuzzTests {
  @Test func `damaged messages`() {
    let samples = [
      #"{"type":"touches","n":1,"fingers":[{"id":1,"phase":"began","x":10.5,"y":20,"force":1},{"id":2,"phase":"moved","x":1,"y":2}]}"#,
      #"{"type":"key","key":"a","modifiers":["shift","command"],"down":true}"#,
      #"{"type":"text","text":"Größe\n"}"#,
      #"{"type":"press","value":"home"}"#, #"{"type":"rotate","value":"landscapeLeft"}"#,
      #"{"type":"appearance","value":"dark"}"#, #"{"type":"relaunch","n":41}"#,
    ].map { FuzzInput("message", $0) }
    let pieces = [
      "{", "}", "[", "]", "\"", ":", ",", "null", "\\u0000", "\\ud800", "-", "1e999", "\"n\":",
      "\"fingers\":[", "true",
      "\u{0}", "é",
    ]
    Fuzzing.run("page-messages", samples, pieces: pieces, rounds: 500) { input, _ in
      do throws(PageInput.Invalid) {
        let message = try PageInput(text: input.bytes)
        if case .touches(let fingers) = message.action {
          #expect((1...PageInput.maximumFingers).contains(fingers.count))
          #expect(fingers.allSatisfy { abs($0.x) <= PageInput.maximumCoordinate && abs($0.y) <= 100_000 })
        }
      } catch {
        #expect(!error.reason.isEmpty && error.reason.utf8.count <= 123)
      }
    }
  }
}
