import Dispatch
import Glibc
import RuntimeTestSupport
import TestSupport
import Testing

@testable import CarobRuntime

/// Causes that follow what is handed to Dispatch, and reports of its misuse.
@Suite struct DispatchWatchTests {
  private static func note(_ name: String) { Journal.note(.action, name, outcome: "handled", why: nil) }
  private static let names: JournalRecorder.Format = { event, number in
    "\(number(event.id)) \(event.mechanism.rawValue) \(event.name)"
      + (event.cause == 0 ? "" : ", because of \(number(event.cause))")
  }

  @Test func `a block on a queue is an event, caused by where it was handed over`() async {
    await #expect(processExitsWith: .success) {
      let isDone = DispatchSemaphore(value: 0)
      let recorder = JournalRecorder(Self.names)
      Journal.start(recorder)
      Journal.deliverRegistered(.timer, "tick") {
        DispatchQueue.global().async {
          Self.note("in the block")
          isDone.signal()
        }
      }
      isDone.wait()
      Journal.stop()
      #expect(
        recorder.lines == [
          "1 timer tick", "2 dispatch {}, because of 1", "3 action in the block, because of 2",
        ])
    }
  }

  @Test func `after the stop a block is no event`() async {
    await #expect(processExitsWith: .success) {
      let isDone = DispatchSemaphore(value: 0)
      let recorder = JournalRecorder(Self.names)
      Journal.start(recorder)
      Journal.stop()
      DispatchQueue.global().async { isDone.signal() }
      isDone.wait()
      #expect(recorder.lines.isEmpty)
    }
  }

  // NB: a function, because code inside of the macro has another file.
  private static func leaveEmptyGroup() { DispatchGroup().leave() }

  @Test func `misuse that ends the process reports its reason and place first`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DispatchWatch.start()
      Self.leaveEmptyGroup()
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
    #expect(
      lines.contains { $0.contains("DispatchWatchTests.swift:") && $0.contains("Fatal error: ") }, "\(lines)")
  }

  @Test(.rule("M-132")) func `a barrier without effect is reported once for each place`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      DispatchWatch.start()
      for _ in 0..<3 { Self.submitBarrier() }
      DispatchQueue.global().sync {}
    }
    let lines = warnings(of: result)
    #expect(lines.count == 1)
    let line = lines.first ?? ""
    #expect(line.hasPrefix("carob: DispatchWatchTests.swift:"))
    #expect(line.contains("warning: barrier has no effect on a global queue"))
  }
  private static func submitBarrier() { DispatchQueue.global().async(flags: .barrier) {} }

  @Test(.rule("F-192")) func `a read source that watches a file is told from others`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      let source = DispatchSource.makeReadSource(fileDescriptor: ends[0])
      source.resume()
      #expect(DispatchWatch.madeFileSource() != true)
      let file = open("/proc/self/exe", O_RDONLY)
      DispatchWatch.watchFileNext(1)
      let watching = DispatchSource.makeReadSource(fileDescriptor: file)
      watching.resume()
      #expect(DispatchWatch.madeFileSource() == true)
    }
  }

  /// `QOS_CLASS_UTILITY` is 0x11.
  @Test func `the quality of a queue is known to its blocks`() {
    let isDone = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var quality: UInt32 = 0
    DispatchQueue.global(qos: .utility).async {
      quality = DispatchWatch.currentQuality
      isDone.signal()
    }
    isDone.wait()
    #expect(quality == 0x11)
  }
}
