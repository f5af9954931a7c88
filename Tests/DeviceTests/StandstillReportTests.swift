import Testing

@testable import Device

/// The sentence that explains why an app is blocked, from its time layer's description of the threads.
struct StandstillReportTests {
  private func summary(_ lines: String...) -> (text: String, isDeadlock: Bool) {
    let report = StandstillReport(
      lines.joined(separator: "\n").replacing("|", with: "\t"), appFolder: "/nowhere")
    return (report.summary, report.isDeadlock)
  }

  @Test func `a wait without a holder names what the main thread waits for`() {
    #expect(
      summary("thread|0|App|-1|a semaphore", "thread|3||-1|a condition")
        == ("the main thread waits for a semaphore", false))
  }

  @Test func `the holder of a lock is named, with what it waits for itself`() {
    #expect(
      summary("thread|0|App|2|a lock", "thread|2|loader|-1|a time")
        == (
          "the main thread waits for a lock, which thread 2 'loader' holds; thread 2 'loader' waits for a time",
          false
        ))
  }

  @Test func `a circle is a deadlock`() {
    #expect(
      summary("thread|0|App|2|a lock", "frame|/usr/lib/libc.so|ff", "thread|2||0|a lock")
        == (
          "a deadlock: the main thread waits for a lock, which thread 2 holds; thread 2 waits for a lock, which the main thread holds",
          true
        ))
    #expect(
      summary("thread|0|App|0|a lock") == (
        "a deadlock: the main thread waits for a lock, which the main thread holds", true
      ))
  }

  @Test func `a circle of other threads that the main thread waits for is a deadlock, too`() {
    #expect(summary("thread|0||1|a lock", "thread|1||2|a lock", "thread|2||1|a lock").isDeadlock)
  }

  @Test func `an invalid description is reported as unknown`() {
    #expect(summary("", "thread|x||y|z", "frame|a", "thread|0").text == "its threads are unknown")
    // A holder that is not a thread of the process.
    #expect(summary("thread|0||99|a lock").text == "the main thread waits for a lock")
  }
}
