// The proof program: all ways in which a Swift program waits, defers work, locks and gets random numbers. It runs for about
// eighty virtual seconds and prints a line per event. With the same seed the output is byte for byte the same in every run,
// on any number of processors, idle or loaded.

import Dispatch
import Foundation
import Synchronization

final class Log: Sendable {
  let lines = Mutex<[String]>([])
  let start = Date()

  func add(_ text: String) {
    let line = String(format: "%.6f ", Date().timeIntervalSince(start)) + text
    lines.withLock { $0.append(line) }
  }
}

let log = Log()

// MARK: Deferral

func deferOnQueues() {
  for i in 0..<5 {
    DispatchQueue.main.asyncAfter(deadline: .now() + 5) { log.add("main, after 5, #\(i)") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 7) {
      log.add("global, after 7, #\(i)")
      DispatchQueue.main.async { log.add("hop to main, #\(i)") }
    }
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + 9) {
      log.add("main, on the wall clock after 9, #\(i)")
    }
  }
  for i in 0..<20 { DispatchQueue.global().async { log.add("global \(i)") } }
  for qos in [DispatchQoS.QoSClass.background, .utility, .default, .userInitiated, .userInteractive] {
    DispatchQueue.global(qos: qos).async { log.add("global of class \(qos)") }
  }
  let item = DispatchWorkItem { log.add("cancelled item") }
  DispatchQueue.main.asyncAfter(deadline: .now() + 2, execute: item)
  DispatchQueue.main.asyncAfter(deadline: .now() + 1) { item.cancel() }
  let notified = DispatchWorkItem { log.add("item") }
  notified.notify(queue: .main) { log.add("item is done") }
  DispatchQueue.global().async(execute: notified)
}

func deferOnOperations() {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 3
  for i in 0..<6 {
    queue.addOperation {
      log.add("operation \(i) begins")
      Thread.sleep(forTimeInterval: Double(i))
      log.add("operation \(i) ends")
    }
  }
  let first = BlockOperation { log.add("first") }
  let second = BlockOperation { log.add("second") }
  second.addDependency(first)
  queue.addOperations([second, first], waitUntilFinished: false)
  queue.addBarrierBlock { log.add("all operations ended") }
}

func deferOnTimers(_ queue: DispatchQueue) {
  let count = Mutex(0)
  let timer = Timer(timeInterval: 2, repeats: true) { timer in
    log.add("timer")
    if count.withLock({
      $0 += 1
      return $0
    }) == 10 {
      timer.invalidate()
    }
  }
  timer.fireDate = Date() + 2
  RunLoop.main.add(timer, forMode: .common)
  let source = DispatchSource.makeTimerSource(queue: queue)
  source.schedule(deadline: .now() + 1, repeating: 4)
  source.setEventHandler { log.add("timer source") }
  source.resume()
  nonisolated(unsafe) let kept = source  // because: only ever cancelled, on its own queue
  queue.asyncAfter(deadline: .now() + 50) { kept.cancel() }
}

func deferOnTasks() {
  Task { @MainActor in
    for i in 0..<6 {
      try? await Task.sleep(nanoseconds: 3_000_000_000)
      log.add("main task \(i)")
    }
  }
  for i in 0..<4 {
    Task.detached {
      try? await Task.sleep(for: .seconds(10))
      log.add("detached \(i)")
      await MainActor.run { log.add("on main \(i)") }
    }
  }
  Task.detached {
    let total = await withTaskGroup(of: Int.self) { group in
      for i in 0..<10 {
        group.addTask {
          try? await Task.sleep(for: .milliseconds(100 * (10 - i)))
          log.add("child \(i)")
          return i
        }
      }
      return await group.reduce(0, +)
    }
    log.add("children \(total)")
  }
  let cancelled = Task {
    do { try await Task.sleep(for: .seconds(100)) } catch { log.add("task cancelled") }
  }
  Task.detached {
    try? await Task.sleep(for: .seconds(4))
    cancelled.cancel()
  }
  Task {
    let numbers = AsyncStream<Int> { continuation in
      DispatchQueue.global().async {
        for i in 0..<5 {
          usleep(300_000)
          continuation.yield(i)
        }
        continuation.finish()
      }
    }
    for await number in numbers { log.add("stream \(number)") }
  }
}

// MARK: Waiting

func waitInThreads(_ queue: DispatchQueue) {
  Thread.detachNewThread {
    for i in 0..<10 {
      Thread.sleep(forTimeInterval: 1.5)
      log.add("thread \(i)")
    }
  }
  let group = DispatchGroup()
  for i in 0..<4 {
    DispatchQueue.global().async(group: group) {
      usleep(250_000)
      log.add("member \(i)")
    }
  }
  group.notify(queue: .main) { log.add("group is done") }
  let semaphore = DispatchSemaphore(value: 0)
  queue.async {
    log.add("semaphore: \(semaphore.wait(timeout: .now() + 4) == .timedOut ? "timed out" : "signalled")")
    log.add("semaphore: \(semaphore.wait(wallTimeout: .now() + 40) == .timedOut ? "timed out" : "signalled")")
  }
  DispatchQueue.global().asyncAfter(deadline: .now() + 11) { semaphore.signal() }
  let condition = NSCondition()
  Thread.detachNewThread {
    condition.lock()
    let signalled = condition.wait(until: Date() + 6)
    condition.unlock()
    log.add("condition: \(signalled)")
  }
  Thread.detachNewThread {
    let other = RunLoop.current
    let timer = Timer(timeInterval: 3, repeats: false) { _ in log.add("timer of another run loop") }
    timer.fireDate = Date() + 3
    other.add(timer, forMode: .default)
    other.run(until: Date() + 8)
    log.add("the other run loop ended")
  }
  let pipe = Pipe()
  pipe.fileHandleForReading.readabilityHandler = { handle in
    let data = handle.availableData
    log.add("pipe: \(data.count) bytes")
    if data.isEmpty { handle.readabilityHandler = nil }
  }
  DispatchQueue.global().asyncAfter(deadline: .now() + 13) {
    pipe.fileHandleForWriting.write(Data(count: 200_000))
    try? pipe.fileHandleForWriting.close()
  }
}

// MARK: Locks

struct Generator {
  var state: UInt64
  mutating func next(below bound: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return (state >> 20) % bound
  }
}

actor Counter {
  var count = 0
  func add(_ amount: Int) async {
    count += amount
    if amount % 3 == 0 { try? await Task.sleep(for: .milliseconds(amount)) }
    log.add("actor \(count)")
  }
}

final class Storm: Sendable {
  let mutex = Mutex(0)
  let lock = NSLock(), recursive = NSRecursiveLock(), condition = NSCondition()
  let serial = DispatchQueue(label: "serial"),
    concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
  let semaphore = DispatchSemaphore(value: 2), group = DispatchGroup(), counter = Counter()
  let left = Mutex(8)

  func run(_ id: Int) {
    var generator = Generator(state: UInt64(id + 1) &* 7919)
    for step in 0..<15 {
      let pause = UInt32(generator.next(below: 3000))
      switch generator.next(below: 13) {
      case 0:
        mutex.withLock {
          $0 += 1
          usleep(500)
        }
      case 1: lock.withLock { _ = usleep(pause) }
      case 2: recursive.withLock { recursive.withLock { _ = usleep(pause) } }
      case 3:
        condition.lock()
        _ = condition.wait(until: Date() + 0.002)
        condition.broadcast()
        condition.unlock()
      case 4: serial.sync { _ = usleep(pause) }
      case 5: concurrent.sync(flags: .barrier) { _ = usleep(300) }
      case 6: concurrent.sync { _ = usleep(pause) }
      case 7:
        semaphore.wait()
        usleep(pause)
        semaphore.signal()
      case 8:
        group.enter()
        concurrent.async {
          usleep(700)
          self.group.leave()
        }
      case 9:
        let done = DispatchSemaphore(value: 0)
        Task.detached {
          await self.counter.add(step)
          done.signal()
        }
        done.wait()
      case 10:
        let queue = OperationQueue()
        queue.addOperations([BlockOperation { usleep(400) }], waitUntilFinished: true)
      case 11: print("storm", id, step)
      default: DispatchQueue.concurrentPerform(iterations: 3) { _ in _ = usleep(100) }
      }
      log.add("storm \(id).\(step)")
    }
    if left.withLock({
      $0 -= 1
      return $0
    }) == 0 {
      group.wait()
      log.add("storm is over")
    }
  }
}

// MARK: Dice

final class Object {}

func rollDice() {
  log.add("random \(Int.random(in: 0..<1_000_000_000)) \(Double.random(in: 0..<1))")
  log.add("shuffled \((0..<10).shuffled())")
  log.add("uuid \(UUID()) \(NSUUID().uuidString)")
  log.add("hash \("carob".hashValue) \(Set(["a", "b", "c", "d", "e"]))")
  let objects = (0..<10).map { _ in Object() }
  let byAddress = objects.indices.sorted { ObjectIdentifier(objects[$0]) < ObjectIdentifier(objects[$1]) }
  log.add(
    "addresses \(byAddress) \(Set(objects.map(ObjectIdentifier.init)).map { id in objects.firstIndex { ObjectIdentifier($0) == id } ?? -1 })"
  )
  log.add(
    "processors \(ProcessInfo.processInfo.activeProcessorCount), uptime \(Int(ProcessInfo.processInfo.systemUptime))"
  )
  log.add("date \(Date())")
}

let queue = DispatchQueue(label: "queue")
rollDice()
deferOnQueues()
deferOnOperations()
deferOnTimers(queue)
deferOnTasks()
waitInThreads(queue)
let storm = Storm()
DispatchQueue.main.asyncAfter(deadline: .now() + 60) {
  for i in 0..<8 { Thread.detachNewThread { storm.run(i) } }
}
DispatchQueue.main.asyncAfter(deadline: .now() + 80) {
  rollDice()
  log.add("end")
  print(log.lines.withLock { $0.joined(separator: "\n") })
  exit(0)
}
RunLoop.main.run()
