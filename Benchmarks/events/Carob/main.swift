// Carob's side of `Benchmarks/events/run`: in the form of the translator's output, built like an app.
//
//   Carob             measures every row and prints `row value` lines
//   Carob ROW COUNT   runs the row's operation COUNT times inside `measured`, for counting instructions
import UIKit

// MARK: The app's side

class Receiver: NSObject, @unchecked Sendable {
  @inline(never) func note(_ notification: Notification) { sum.pointee &+= 1 }
  @inline(never) func take(_ sender: AnyObject?) { sum.pointee &+= 1 }
  @inline(never) func tick(_ timer: Timer) { sum.pointee &+= 1 }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "note:", "note(_:)", 1) { s, a in
        unsafeDowncast(s, to: Receiver.self).note(_object(a))
      },
      .init(anyObject: "take:", "take(_:)", 2) { s, a in
        unsafeDowncast(s, to: Receiver.self).take(_object(a))
      },
      .init(anyObject: "tick:", "tick(_:)", 3) { s, a in
        unsafeDowncast(s, to: Receiver.self).tick(_object(a))
      },
    ]
  }
  nonisolated override class var _carobSource: String { "main.swift" }
}

class Model: NSObject {
  var plain = 0
  var count = 0 {
    willSet { _kvoWill("count", self.count) }
    didSet { _kvoDid("count", self.count) }
  }
  nonisolated override class var _carobKVC: [_CarobProperty] { [.init("count", \Model.count)] }
  nonisolated override class var _carobSource: String { "main.swift" }
}

/// A journal sink that discards all events.
final class Sink: _CarobJournalSink {
  func record(_ event: borrowing _CarobJournalEvent) {}
  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {}
}

// MARK: Measuring

/// Processor time of the process, which the virtual-time layer does not change.
func processor() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e9
    + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e3
}

func nanoseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Callgrind collects only inside this function.
@inline(never) @_cdecl("carob_measured")
func measured(_ count: Int, _ body: UnsafeRawPointer) {
  let body = body.assumingMemoryBound(to: (() -> Void).self).pointee
  for _ in 0..<count { body() }
}

func run(_ count: Int, _ body: @escaping () -> Void) { withUnsafePointer(to: body) { measured(count, $0) } }

/// Processor nanoseconds per operation: the best of many short runs, because the machine may have other load.
func best(_ operation: @escaping () -> Void, per: Double = 1) -> Double {
  run(100, operation)
  var count = 100
  while true {
    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    run(count, operation)
    if nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start > 500_000 { break }
    count *= 2
  }
  var best = Double.infinity
  for _ in 0..<200 {
    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    run(count, operation)
    best = min(best, (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) / Double(count))
  }
  return best / per
}

/// The word that receivers increment; it is not checked for exclusive access, because the check would cost
/// more.
nonisolated(unsafe) let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)
/// Objects that a measurement must keep alive.
nonisolated(unsafe) var kept: [Any] = []

extension Notification.Name {
  static let one = Notification.Name("BenchmarkDidPostOneNotification")
  static let many = Notification.Name("BenchmarkDidPostManyNotification")
  static let nobody = Notification.Name("BenchmarkNobodyHearsNotification")
}

@MainActor
func sendActions(_ button: UIControl) -> () -> Void {
  // Called like by an app: from main-actor code, without an isolation check.
  unsafeBitCast(
    { @MainActor in button.sendActions(for: .touchUpInside) } as @MainActor () -> Void, to: (() -> Void).self)
}

/// Prepares and returns the operation of a row.
func operation(_ row: String) -> (body: () -> Void, per: Double)? {
  let center = NotificationCenter()
  kept.append(center)
  switch row {
  case "post.one":
    for index in 0..<10_000 {
      kept.append(
        center.addObserver(forName: Notification.Name("Another\(index)Notification"), object: nil, queue: nil)
        {
          _ in sum.pointee &+= 1
        })
    }
    kept.append(center.addObserver(forName: .one, object: nil, queue: nil) { _ in sum.pointee &+= 1 })
    let object = NSObject()
    return ({ center.post(name: .one, object: object) }, 1)
  case "post.blocks":
    for _ in 0..<1000 {
      let receiver = Receiver()
      kept.append(center.addObserver(forName: .many, object: nil, queue: nil) { _ in receiver.take(nil) })
    }
    let object = NSObject()
    return ({ center.post(name: .many, object: object) }, 1000)
  case "post.selectors":
    for _ in 0..<1000 {
      let receiver = Receiver()
      kept.append(receiver)
      center.addObserver(receiver, selector: Selector("note:"), name: .many, object: nil)
    }
    let object = NSObject()
    return ({ center.post(name: .many, object: object) }, 1000)
  case "post.nobody":
    return ({ center.post(name: .nobody, object: nil) }, 1)
  case "closures":
    var closures: [@Sendable (Notification) -> Void] = []
    for _ in 0..<1000 {
      let receiver = Receiver()
      closures.append { _ in receiver.take(nil) }
    }
    let all = closures
    let note = Notification(name: .many)
    return ({ for closure in all { closure(note) } }, 1000)
  case "kvo.plain":
    let model = Model()
    return ({ model.plain &+= 1 }, 1)
  case "kvo.unobserved":
    let model = Model()
    return ({ model.count &+= 1 }, 1)
  case "kvo.observed":
    let model = Model()
    kept.append(
      model.observe(_kp(\.count, "count"), options: [.old, .new]) { _, change in
        sum.pointee &+= (change.newValue ?? 0) &- (change.oldValue ?? 0)
      })
    return ({ model.count &+= 1 }, 1)
  case "perform":
    let receiver = Receiver()
    let argument = NSObject()
    let selector = Selector("take:")
    return ({ receiver.perform(selector, with: argument) }, 1)
  case "actions":
    let receiver = Receiver()
    kept.append(receiver)
    return _onMainActor {
      let button = UIControl()
      button.addTarget(receiver, action: Selector("take:"), for: .touchUpInside)
      return (sendActions(button), 1)
    }
  case "closure":
    let receiver = Receiver()
    let argument = NSObject()
    let closure: (AnyObject?) -> Void = { receiver.take($0) }
    kept.append(closure)
    return ({ closure(argument) }, 1)
  case "journal.on":
    _CarobJournal.start(Sink())
    let receiver = Receiver()
    return ({ _CarobJournal.deliverRegistered(.action, "take:", to: receiver) { sum.pointee &+= 1 } }, 1)
  case "journal.off":
    let receiver = Receiver()
    return ({ _CarobJournal.deliver(.action, "take:", to: receiver) { sum.pointee &+= 1 } }, 1)
  case "nothing":
    return ({ sum.pointee &+= 1 }, 1)
  case "timers":
    return (
      {
        let timer = Timer(timeInterval: 1000, repeats: false) { _ in sum.pointee &+= 1 }
        RunLoop.current.add(timer, forMode: .default)
      }, 1
    )
  case "timers.fire": return (firing(), 100)
  case "timers.late":
    let fire = firing()
    return (
      {
        Thread.sleep(forTimeInterval: 1)
        fire()
      }, 100
    )
  case "touch.tree", "touch.flat", "touch.wide", "touch.tap":
    return _onMainActor { (Touches.operation(row), 1) }
  default: return nil
  }
}

/// Each call waits one second of virtual time, in which a hundred timers fire.
func firing() -> () -> Void {
  let loop = RunLoop.current
  let start = Date()
  for second in 0..<100 {
    for _ in 0..<100 {
      let date = start.addingTimeInterval(Double(second) + 0.1 + random() * 0.8)
      loop.add(Timer(fire: date, interval: 0, repeats: false) { _ in sum.pointee &+= 1 }, forMode: .default)
    }
  }
  var second = 0.0
  return {
    second += 1
    loop.run(until: start.addingTimeInterval(second))
  }
}

nonisolated(unsafe) var seed: UInt64 = 42
/// The next number, from 0 to 1, of a fixed pseudorandom sequence.
func random() -> Double {
  seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  return Double(seed >> 11) / Double(1 << 53)
}

/// Schedules and fires a million timers with seeded random dates within an hour.
func timers(_ count: Int) {
  func bytes() -> Double {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return Double(pages?[1] ?? "") ?? 0
  }
  let loop = RunLoop.current
  let fired = sum.pointee
  let before = bytes()
  let start = processor()
  for _ in 0..<count {
    loop.add(
      Timer(timeInterval: random() * 3600, repeats: false) { _ in sum.pointee &+= 1 }, forMode: .default)
  }
  let added = processor()
  let after = bytes()
  while sum.pointee - fired < count { loop.run(mode: .default, before: Date(timeIntervalSinceNow: 7200)) }
  let end = processor()

  print("timers.add", (added - start) / Double(count))
  print("timers.fire", (end - added) / Double(count))
  print("timers.bytes", (after - before) * 4096 / Double(count))
  // The same again, with a clock that jumps past all the dates at once.
  for _ in 0..<count {
    loop.add(
      Timer(timeInterval: random() * 3600, repeats: false) { _ in sum.pointee &+= 1 }, forMode: .default)
  }
  Thread.sleep(forTimeInterval: 3601)
  let late = processor()
  while sum.pointee - fired < 2 * count { loop.run(mode: .default, before: Date(timeIntervalSinceNow: 7200)) }
  print("timers.late", (processor() - late) / Double(count))
}

/// Operations per second of threads that post, each with its own name, and register and remove at every tenth
/// post.
func threads(_ number: Int) -> Double {
  let center = NotificationCenter()
  let each = 200_000 / number
  let group = DispatchGroup()
  let go = DispatchSemaphore(value: 0)
  for index in 0..<number {
    let name = Notification.Name("Thread\(index)")
    let thread = Thread {
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
      go.wait()
      for step in 0..<each {
        if step % 10 == 0 {
          center.removeObserver(center.addObserver(forName: name, object: nil, queue: nil) { _ in })
        }
        center.post(name: name, object: nil)
      }
      center.removeObserver(token)
      group.leave()
    }
    group.enter()
    thread.start()
  }
  let start = nanoseconds(CLOCK_MONOTONIC)
  for _ in 0..<number { go.signal() }
  group.wait()
  return Double(each * number) / (nanoseconds(CLOCK_MONOTONIC) - start) * 1e9
}

// MARK: The program

let arguments = CommandLine.arguments
sum.pointee = 0
if arguments.count == 3, let count = Int(arguments[2]) {
  guard let (body, _) = operation(arguments[1]) else { fatalError("no row \(arguments[1])") }
  for _ in 0..<20 { body() }
  run(count, body)
} else if arguments.count == 2, arguments[1] == "timers" {
  timers(1_000_000)
} else if arguments.count == 2, arguments[1] == "threads" {
  // Alternates, because the machine may have other load.
  var best: [Int: Double] = [:]
  for _ in 0..<12 { for number in [1, 2, 10] { best[number] = max(best[number] ?? 0, threads(number)) } }
  for (number, value) in best.sorted(by: { $0.key < $1.key }) { print("threads.\(number)", value) }
} else {
  let rows =
    arguments.count == 2
    ? [arguments[1]]
    : [
      "nothing", "closure", "closures", "post.one", "post.nobody", "post.blocks", "post.selectors",
      "kvo.plain",
      "kvo.unobserved", "kvo.observed", "perform", "actions", "touch.tree", "touch.flat",
      "touch.wide", "touch.tap", "journal.off", "journal.on",
    ]
  for row in rows {
    guard let (body, per) = operation(row) else { fatalError("no row \(row)") }
    print(row, best(body, per: per))
    if row.hasPrefix("touch.") { _onMainActor { Touches.end() } }
  }
}
