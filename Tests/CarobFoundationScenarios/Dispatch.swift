import CarobFoundation
import Glibc

/// Prints events with the virtual time since the start.
final class Timeline: Sendable {
  private let lines = Guarded<[String]>([])
  private let start = DispatchTime.now().uptimeNanoseconds

  func callAsFunction(_ text: String) {
    let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    lines.withLock { $0.append(String(format: "%.2f ", elapsed) + text) }
  }
  func printAll() { for line in lines.withLock({ $0 }) { print(line) } }
}

/// Runs every use of Dispatch in S-27; each ends before the next begins.
func dispatchInVirtualTime() {
  let note = Timeline()
  let steps: [@Sendable (@escaping @Sendable () -> Void) -> Void] = [
    { qualityOfService(note, $0) }, { barriers(note, $0) }, { groups(note, $0) }, { iterations(note, $0) },
    { workItems(note, $0) }, { semaphores(note, $0) }, { timerSource(note, $0) }, { signalSource(note, $0) },
  ]
  DispatchQueue.global().async {
    for step in steps {
      let done = DispatchSemaphore(value: 0)
      step { done.signal() }
      done.wait()
    }
    note.printAll()
    exit(0)
  }
  RunLoop.runMain()
}

private func qualityOfService(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for (name, qos) in [
    ("background", DispatchQoS.QoSClass.background), ("utility", .utility),
    ("user-initiated", .userInitiated),
    ("user-interactive", .userInteractive),
  ] {
    DispatchQueue.global(qos: qos).async(group: group) {
      note("\(name) begins")
      Thread.sleep(forTimeInterval: 0.1)
      note("\(name) ends")
    }
  }
  let serial = DispatchQueue(label: "serial", qos: .utility)
  for number in 1...3 { serial.async(group: group) { note("serial \(number)") } }
  group.notify(queue: .main) {
    note("quality of service: all")
    done()
  }
}

private func barriers(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  let store = DispatchQueue(label: "store", attributes: .concurrent)
  for number in 1...2 {
    store.async {
      Thread.sleep(forTimeInterval: 0.2)
      note("read \(number)")
    }
  }
  store.async(flags: .barrier) {
    note("write begins")
    Thread.sleep(forTimeInterval: 0.3)
    note("write ends")
  }
  store.async { note("read 3") }
  store.sync(flags: .barrier) {}
  done()
}

private func groups(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for number in 1...3 {
    group.enter()
    DispatchQueue.global().asyncAfter(deadline: .now() + Double(4 - number) / 10) {
      note("download \(number)")
      group.leave()
    }
  }
  note("wait 0.15: \(group.wait(timeout: .now() + 0.15) == .timedOut ? "timed out" : "done")")
  group.wait()
  note("all waited for")
  group.enter()
  group.notify(queue: .main) {
    note("notified")
    done()
  }
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { group.leave() }
}

private func iterations(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  DispatchQueue.concurrentPerform(iterations: 4) { index in
    Thread.sleep(forTimeInterval: Double(index) / 10)
    note("iteration \(index)")
  }
  note("all iterations")
  done()
}

private func workItems(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  let queue = DispatchQueue(label: "items")
  let items = (0..<5).map { number in
    DispatchWorkItem {
      Thread.sleep(forTimeInterval: 0.1)
      note("item \(number)")
      group.leave()
    }
  }
  for item in items {
    group.enter()
    queue.async(execute: item)
  }
  for (number, item) in items.enumerated() where number % 2 == 1 {
    item.cancel()
    note("item \(number) cancelled: \(item.isCancelled)")
    group.leave()
  }
  group.notify(queue: .main) {
    note("the others are done")
    done()
  }
}

private func semaphores(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  let semaphore = DispatchSemaphore(value: 0)
  DispatchQueue.global().asyncAfter(deadline: .now() + 2) { semaphore.signal() }
  note("semaphore: \(semaphore.wait(timeout: .now() + 1) == .timedOut ? "timed out" : "signalled")")
  note("semaphore: \(semaphore.wait(timeout: .now() + 5) == .timedOut ? "timed out" : "signalled")")
  done()
}

private func timerSource(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  let timer = DispatchSource.makeTimerSource(queue: .main)
  nonisolated(unsafe) var count = 0  // because: changed on the main queue only
  timer.schedule(deadline: .now() + 0.5, repeating: 0.25)
  timer.setEventHandler {
    count += 1
    note("timer \(count)")
    if count == 3 { timer.cancel() }
  }
  timer.setCancelHandler {
    note("timer cancelled")
    done()
  }
  timer.resume()
}

private func signalSource(_ note: Timeline, _ done: @escaping @Sendable () -> Void) {
  signal(SIGUSR1, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
  source.setEventHandler {
    note("signal")
    source.cancel()
    done()
  }
  source.resume()
  DispatchQueue.global().asyncAfter(deadline: .now() + 1) { kill(getpid(), SIGUSR1) }
}

// MARK: Misuse

/// Gives signal handlers a stack of the size that the toolchain's backtracer uses in an app.
private func useSmallSignalStack() {
  let size = 16 * 1024
  var stack = stack_t()
  stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
  stack.ss_size = size
  sigaltstack(&stack, nil)
}

/// Makes one mistake of section K.
func misuse(_ name: String) {
  if name == "misuse-sync-in-app" { useSmallSignalStack() }
  DispatchWatch.start()
  switch name {
  case "misuse-sync", "misuse-sync-in-app":
    let queue = DispatchQueue(label: "mine")
    queue.sync {
      line()
      queue.sync {}
    }
  case "misuse-sync-main":
    line()
    DispatchQueue.main.sync {}
  case "misuse-leave":
    let group = DispatchGroup()
    group.enter()
    group.leave()
    line()
    group.leave()
  case "misuse-enter":
    let group = DispatchGroup()
    line()
    group.enter()
    group.notify(queue: .main) {}
    sleep(11)
  case "misuse-cancelled-item":
    let group = DispatchGroup()
    let item = DispatchWorkItem { group.leave() }
    group.enter()
    DispatchQueue.global().asyncAfter(deadline: .now() + 1, execute: item)
    line()
    item.cancel()
    group.notify(queue: .main) {}
    sleep(11)
  case "misuse-wait":
    let group = DispatchGroup()
    for _ in 0..<2 { DispatchQueue.global().async(group: group) { sleep(1) } }
    line()
    group.wait()
  case "misuse-wait-semaphore":
    let semaphore = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { semaphore.signal() }
    line()
    semaphore.wait()
  case "misuse-barrier-global":
    line()
    DispatchQueue.global().async(flags: .barrier) {}
  case "misuse-barrier-serial":
    line()
    DispatchQueue(label: "one").sync(flags: .barrier) {}
  case "misuse-barrier-concurrent":
    DispatchQueue(label: "many", attributes: .concurrent).sync(flags: .barrier) {}
  case "misuse-source":
    line()
    let source = DispatchSource.makeTimerSource()
    sleep(11)
    withExtendedLifetime(source) { source.resume() }
  case "misuse-source-release":
    line()
    var source: (any DispatchSourceTimer)? = DispatchSource.makeTimerSource()
    source?.setEventHandler {}
    source = nil
  case "misuse-queue-suspended":
    var queue: DispatchQueue? = DispatchQueue(label: "mine")
    line()
    queue?.suspend()
    queue = nil
  case "misuse-source-suspended":
    var source: (any DispatchSourceTimer)? = DispatchSource.makeTimerSource()
    source?.resume()
    line()
    source?.suspend()
    source = nil
  case "misuse-queue-inactive":
    var queue: DispatchQueue? = DispatchQueue(label: "mine", attributes: .initiallyInactive)
    withExtendedLifetime(queue) {}
    line()
    queue = nil
  case "misuse-resume":
    let queue = DispatchQueue(label: "mine")
    line()
    queue.resume()
  case "misuse-semaphore-release":
    var semaphore: DispatchSemaphore? = DispatchSemaphore(value: 1)
    semaphore?.wait()
    line()
    semaphore = nil
  case "misuse-forever":
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let group = DispatchGroup()
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 12) { group.leave() }
      line()
      group.wait()
      done.signal()
    }
    while done.wait(timeout: .now()) == .timedOut { usleep(100_000) }
  case "misuse-cancel-running":
    let item = DispatchWorkItem { sleep(2) }
    DispatchQueue.global().async(execute: item)
    sleep(1)
    line()
    item.cancel()
  default: fatalError("no scenario \(name)")
  }
  print("survived")
}

/// Prints the number of the next line, which the diagnosis must name.
func line(_ line: Int = #line) {
  print("line \(line + 1)")
  fflush(nil)
}
