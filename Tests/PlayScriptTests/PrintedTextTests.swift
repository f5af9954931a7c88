import DeviceProtocol
import Testing

@testable import Device
@testable import PlayScript

/// Where a text is found in the app's output.
@Suite struct PrintedTextTests {
  /// `-` is an event that is not a printed line.
  private func end(of text: String, in lines: [String]) -> Int? {
    let records = lines.enumerated().map { index, line in
      TraceRecord(
        sequence: index + 1, cause: 0,
        event: TraceEvent(
          id: UInt64(index + 1), time: 0, cause: 0, category: "functional",
          mechanism: line == "-" ? "timer" : "print", name: line, receiver: nil, sender: nil,
          outcome: "handled",
          why: nil, answer: nil, site: nil, thread: nil, mode: nil, milliseconds: nil, detail: []))
    }
    return PrintedText(text).firstEnd(in: records[...])
  }

  @Test func `part of a line, or parts of consecutive lines`() {
    let lines = ["one two", "-", "three", "four five", "-"]
    #expect(end(of: "two", in: lines) == 0)
    #expect(end(of: "-", in: lines) == nil)
    #expect(end(of: "two\nthree", in: lines) == 2)
    #expect(end(of: "two\nthree\nfour", in: lines) == 3)
    #expect(end(of: "one\nthree", in: lines) == nil)
    #expect(end(of: "two\nthr\nfour", in: lines) == nil)
    #expect(end(of: "three\nfive", in: lines) == nil)
    #expect(end(of: "two\n", in: lines) == 2)
    #expect(end(of: "five\nsix", in: lines) == nil)
  }
}
