import Testing

@testable import Device

/// The sentence that says why an app does not go on, from what its time layer tells of the threads.
struct StandstillReportTests {
  private func summary(_ lines: String...) -> (text: String, isDeadlock: Bool) {
    let report = StandstillReport(
      lines.joined(separator: "\n").replacing("|", with: "\t"), appFolder: "/nowhere")
    return (report.summary, report.isDeadlock)
  }

  @Test func `a wait that nobody holds names what the main thread waits for`() {
    #expect(
      summary("thread|0|App|-1|a semaphore", "thread|3||-1|a condition")
        == ("the main thread waits for a semaphore", false))
  }

  @Test func `who holds a lock is named, and what that thread waits for itself`() {
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

  @Test func `a circle of others, for which the main thread waits, is one, too`() {
    #expect(summary("thread|0||1|a lock", "thread|1||2|a lock", "thread|2||1|a lock").isDeadlock)
  }

  @Test func `what makes no sense says so`() {
    #expect(summary("", "thread|x||y|z", "frame|a", "thread|0").text == "nothing is known of its threads")
    // A holder that is no thread of the process.
    #expect(summary("thread|0||99|a lock").text == "the main thread waits for a lock")
  }
}
