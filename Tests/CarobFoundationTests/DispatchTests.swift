import CarobFoundation
import TestSupport
import Testing

/// Checks that the toolchain's Dispatch follows the rules for clients of the SDK.
@Suite struct DispatchTests {
  @Test(.rule("F-69")) func `leaving a group more often than entering it ends the app`() async {
    await #expect(processExitsWith: .failure) { DispatchGroup().leave() }
  }

  @Test(.rule("F-69")) func `waiting for a group that is not left times out`() {
    let group = DispatchGroup()
    group.enter()
    #expect(group.wait(timeout: .now()) == .timedOut)
    group.leave()
    #expect(group.wait(timeout: .now()) == .success)
  }

  @Test(.rule("F-70")) func `cancelling stops only work items that have not started`() {
    let queue = DispatchQueue(label: "DispatchTests")
    let record = Log()
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let running = DispatchWorkItem {
      begun.signal()
      goOn.wait()
      record("running ends")
    }
    let waiting = DispatchWorkItem { record("waiting") }
    queue.async(execute: running)
    queue.async(execute: waiting)
    begun.wait()
    running.cancel()
    waiting.cancel()
    goOn.signal()
    queue.sync {}
    #expect(record.take() == ["running ends"] && running.isCancelled)
  }

  @Test(.rule("F-71")) func `a barrier runs alone, after earlier and before later work`() {
    let queue = DispatchQueue(label: "DispatchTests", attributes: .concurrent)
    let events = DispatchQueue(label: "DispatchTests.events")
    let record = Log()
    for _ in 0..<4 { queue.async { events.sync { record("before") } } }
    queue.async(flags: .barrier) { events.sync { record("barrier") } }
    for _ in 0..<4 { queue.async { events.sync { record("after") } } }
    queue.sync(flags: .barrier) {}
    #expect(
      record.take() == Array(repeating: "before", count: 4) + ["barrier"]
        + Array(repeating: "after", count: 4))
  }

  @Test(.rule("F-72")) func `concurrentPerform returns when all iterations have ended`() {
    let events = DispatchQueue(label: "DispatchTests.events")
    let record = Log()
    DispatchQueue.concurrentPerform(iterations: 20) { index in events.sync { record("\(index)") } }
    #expect(record.take().compactMap { Int($0) }.sorted() == Array(0..<20))
  }

  @Test(.rule("F-72")) func `a semaphore reports a timeout, and sources start suspended`() {
    let semaphore = DispatchSemaphore(value: 0)
    #expect(semaphore.wait(timeout: .now()) == .timedOut)
    semaphore.signal()
    #expect(semaphore.wait(timeout: .now()) == .success)
    let source = DispatchSource.makeUserDataAddSource(queue: .global())
    source.setEventHandler { semaphore.signal() }
    source.add(data: 1)
    #expect(semaphore.wait(timeout: .now()) == .timedOut)
    source.resume()
    semaphore.wait()
    source.cancel()
  }
}
