// The side of Foundation on Linux in `Benchmarks/events/run`. Prints `row nanoseconds` lines.
import Foundation

func nanoseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func measure(_ row: String, per: Double = 1, _ body: () -> Void) {
  var count = 50
  while true {
    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    for _ in 0..<count { body() }
    if nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start > 500_000 { break }
    count *= 2
  }
  var best = Double.infinity
  for _ in 0..<100 {
    let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    for _ in 0..<count { body() }
    best = min(best, (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start) / Double(count))
  }
  print(row, best / per)
}

nonisolated(unsafe) let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)
nonisolated(unsafe) var kept: [Any] = []
sum.pointee = 0

func threads(_ number: Int) -> Double {
  let center = NotificationCenter()
  let each = 20_000 / number
  let group = DispatchGroup()
  let start = nanoseconds(CLOCK_MONOTONIC)
  for index in 0..<number {
    let name = Notification.Name("Thread\(index)")
    group.enter()
    Thread {
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
      for step in 0..<each {
        if step % 10 == 0 {
          center.removeObserver(center.addObserver(forName: name, object: nil, queue: nil) { _ in })
        }
        center.post(name: name, object: nil)
      }
      center.removeObserver(token)
      group.leave()
    }.start()
  }
  group.wait()
  return Double(each * number) / (nanoseconds(CLOCK_MONOTONIC) - start) * 1e9
}

let center = NotificationCenter()
for index in 0..<10_000 {
  kept.append(
    center.addObserver(forName: Notification.Name("Another\(index)Notification"), object: nil, queue: nil) {
      _ in
      sum.pointee &+= 1
    })
}
let one = Notification.Name("BenchmarkDidPostOneNotification")
let many = Notification.Name("BenchmarkDidPostManyNotification")
let nobody = Notification.Name("BenchmarkNobodyHearsNotification")
kept.append(center.addObserver(forName: one, object: nil, queue: nil) { _ in sum.pointee &+= 1 })
for _ in 0..<1000 {
  kept.append(center.addObserver(forName: many, object: nil, queue: nil) { _ in sum.pointee &+= 1 })
}
let sender = NSObject()
measure("post.one") { center.post(name: one, object: sender) }
measure("post.nobody") { center.post(name: nobody, object: nil) }
measure("post.many", per: 1000) { center.post(name: many, object: sender) }

// As an app writes it: the closures refer to their receiver without retaining it, and a post can carry user info.
final class Receiver { var count = 0 }
var receivers: [Receiver] = []
let appOne = Notification.Name("AppDidPostOneNotification")
let appInfo = Notification.Name("AppDidPostInfoNotification")
let appBlocks = Notification.Name("AppDidPostBlocksNotification")
for name in [appOne] + Array(repeating: appBlocks, count: 1000) {
  let receiver = Receiver()
  receivers.append(receiver)
  kept.append(
    center.addObserver(forName: name, object: nil, queue: nil) { [unowned receiver] _ in receiver.count &+= 1
    })
}
kept.append(
  center.addObserver(forName: appInfo, object: nil, queue: nil) { [unowned receiver = receivers[0]] in
    receiver.count &+= $0.userInfo?["value"] as? Int ?? 0
  })
measure("app.one") { center.post(name: appOne, object: sender) }
measure("app.info") { center.post(name: appInfo, object: sender, userInfo: ["value": 1]) }
measure("app.many", per: 1000) { center.post(name: appBlocks, object: sender) }

let timers = 5000
var random: UInt64 = 42
let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
for _ in 0..<timers {
  random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  RunLoop.current.add(
    Timer(timeInterval: Double(random >> 54) * 1e-6, repeats: false) { _ in sum.pointee &+= 1 },
    forMode: .default)
}
let added = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
let before = sum.pointee
while sum.pointee - before < timers {
  _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
}
print("timers.add", (added - start) / Double(timers))
print("timers.fire", (nanoseconds(CLOCK_THREAD_CPUTIME_ID) - added) / Double(timers))

var best: [Int: Double] = [:]
for _ in 0..<8 { for number in [1, 2, 10] { best[number] = max(best[number] ?? 0, threads(number)) } }
for (number, value) in best.sorted(by: { $0.key < $1.key }) { print("threads.\(number)", value) }
