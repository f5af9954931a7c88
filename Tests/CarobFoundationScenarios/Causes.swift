import CarobFoundation
import Glibc
import RuntimeTestSupport

/// The names that `at` gave to lines.
private let places = Guarded<[String: String]>([:])

/// `id<-cause mechanism name @place thread`, the place by its name.
private let causeFormat: JournalRecorder.Format = { event, _ in
  var line = "\(event.id)<-\(event.cause) \(event.mechanism.rawValue) \(event.name)"
  if let site = event.site { line += " @\(places.withLock { $0[site] } ?? site)" }
  if let thread = event.thread { line += " \(thread)" }
  return line
}

/// Names the place of the next line.
func at(_ name: String, _ line: Int = #line) {
  places.withLock { $0["Causes.swift:\(line + 1)"] = name }
}

@Sendable func say(_ text: String) { Journal.printed(text) }

/// Runs a root event. The deferred work must call `done`.
func step(_ name: String, _ body: (_ done: @escaping @Sendable () -> Void) -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Journal.root(.touch, name, category: .user) { body { isDone.signal() } }
  while isDone.wait(timeout: .now()) == .timedOut {
    RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
  }
}

actor Worker {
  func work(_ text: String) { say(text) }
}

/// Defers work in every way that Swift offers, to check the causes.
func causes() {
  let recorder = JournalRecorder(causeFormat)
  Journal.start(recorder)
  step("main.async") { done in
    at("async")
    DispatchQueue.main.async {
      say("main")
      done()
    }
  }
  step("there and back") { done in
    at("there")
    DispatchQueue.global().async {
      say("there")
      at("back")
      DispatchQueue.main.async {
        say("back")
        done()
      }
    }
  }
  step("asyncAfter") { done in
    at("after")
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      say("later")
      done()
    }
  }
  step("task") { done in
    Task { @MainActor in
      say("task")
      await Worker().work("actor")
      try? await Task.sleep(for: .seconds(1))
      say("after sleeping")
      done()
    }
  }
  step("detached task") { done in
    Task.detached {
      say("detached")
      await MainActor.run { say("main actor") }
      done()
    }
  }
  let operations = OperationQueue()
  operations.maxConcurrentOperationCount = 1
  step("first operation") { done in
    operations.addOperation {
      Thread.sleep(forTimeInterval: 1); say("first")
    }
    done()
  }
  step("second operation") { done in
    operations.addOperation {
      say("second")
      done()
    }
  }
  step("group") { done in
    let group = DispatchGroup()
    at("member")
    DispatchQueue.global().async(group: group) { say("member") }
    at("notify")
    group.notify(queue: .main) {
      say("all")
      done()
    }
  }
  step("item") { done in
    at("item")
    let item = DispatchWorkItem { say("item") }
    at("end")
    item.notify(queue: .main) {
      say("ended")
      done()
    }
    DispatchQueue.global().async(execute: item)
  }
  let source = DispatchSource.makeTimerSource(queue: .main)
  step("timer source") { done in
    nonisolated(unsafe) var count = 0  // because: changed on the main queue only
    at("handler")
    source.setEventHandler {
      say("tick")
      count += 1
      if count == 2 {
        source.cancel()
        done()
      }
    }
    source.schedule(deadline: .now() + 1, repeating: 1)
    source.resume()
  }
  step("sync") { done in
    at("outside")
    DispatchQueue.global().async {
      DispatchQueue.main.sync { say("on main") }
      DispatchQueue.concurrentPerform(iterations: 2) { say("iteration \($0)") }
      done()
    }
  }
  step("thread") { done in
    Thread.detachNewThread {
      say("thread")
      done()
    }
  }
  at("root")
  DispatchQueue.main.async { say("without a cause") }
  RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
  Journal.stop()
  for line in recorder.lines { print(line) }
}
