// Plays the journal: sets the hooks, defers work in every way that Dispatch knows, and prints each piece's cause.

import Dispatch
import Foundation
import Synchronization

struct Hooks {
  var capture: @convention(c) () -> UInt64
  var enter: @convention(c) (UInt64) -> Void
  var leave: @convention(c) () -> Void
}

/// The stack of causes of the calling thread.
final class Causes {
  var stack: [UInt64] = []
  static var current: Causes {
    if let found = Thread.current.threadDictionary["causes"] as? Causes { return found }
    let made = Causes()
    Thread.current.threadDictionary["causes"] = made
    return made
  }
}

func cause() -> UInt64 { Causes.current.stack.last ?? 0 }

@discardableResult
func with<R>(_ id: UInt64, _ body: () -> R) -> R {
  Causes.current.stack.append(id)
  defer { Causes.current.stack.removeLast() }
  return body()
}

var hooks = Hooks(
  capture: { cause() }, enter: { Causes.current.stack.append($0) },
  leave: { Causes.current.stack.removeLast() })
typealias Set = @convention(c) (UnsafeRawPointer) -> Void
guard let symbol = dlsym(nil, "carob_vt_set_cause_hooks") else { fatalError("not preloaded") }
unsafeBitCast(symbol, to: Set.self)(&hooks)

let lines = Mutex<[String]>([])
@Sendable func say(_ text: String) {
  let id = cause()
  lines.withLock { $0.append("\(text): \(id)") }
}

func deferEverything() {
  let queue = DispatchQueue(label: "queue")
  let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
  let group = DispatchGroup()
  with(1) {
    queue.async {
      say("async")
      queue.async { say("async within") }
    }
  }
  with(2) { DispatchQueue.main.asyncAfter(deadline: .now() + 1) { say("after") } }
  with(3) {
    queue.async(group: group) { say("group") }
    group.notify(queue: .main) { say("notify") }
  }
  let item = with(4) { DispatchWorkItem { say("item") } }
  with(5) {
    item.notify(queue: .main) { say("item's end") }
    queue.async(execute: item)
  }
  with(6) { concurrent.async(flags: .barrier) { say("barrier") } }
  let source = DispatchSource.makeTimerSource(queue: .main)
  with(7) { source.setEventHandler { say("source") } }
  source.schedule(deadline: .now() + 2, repeating: 1)
  source.resume()
  nonisolated(unsafe) let kept = source  // because: a source that is let go is cancelled
  with(8) {
    Task { @MainActor in
      say("main task")
      try? await Task.sleep(for: .seconds(3))
      say("main task, later")
    }
  }
  with(9) { Task.detached { say("detached task") } }
  queue.async { say("without a cause") }
  DispatchQueue.main.asyncAfter(deadline: .now() + 3.5) {
    kept.cancel()
    print(lines.withLock { $0.sorted().joined(separator: "\n") })
    exit(0)
  }
}

deferEverything()
RunLoop.main.run()
