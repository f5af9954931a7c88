// The side of OpenCombine's subjects in `Benchmarks/events/run`. Prints `row nanoseconds` lines.
import Glibc
import OpenCombine

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func measure(_ row: String, per: Double = 1, _ body: () -> Void) {
  var count = 50
  while true {
    let start = now()
    for _ in 0..<count { body() }
    if now() - start > 500_000 { break }
    count *= 2
  }
  var best = Double.infinity
  for _ in 0..<100 {
    let start = now()
    for _ in 0..<count { body() }
    best = min(best, (now() - start) / Double(count))
  }
  print(row, best / per)
}

final class Sender {}
final class Model {
  @Published var count = 0
}

nonisolated(unsafe) let sum = UnsafeMutablePointer<Int>.allocate(capacity: 1)
sum.pointee = 0
var kept: [AnyCancellable] = []
// One subject per name.
var subjects: [String: PassthroughSubject<Sender?, Never>] = [:]
for index in 0..<10_000 {
  let subject = PassthroughSubject<Sender?, Never>()
  kept.append(subject.sink { _ in sum.pointee &+= 1 })
  subjects["Another\(index)Notification"] = subject
}
let one = PassthroughSubject<Sender?, Never>()
subjects["BenchmarkDidPostOneNotification"] = one
kept.append(one.sink { _ in sum.pointee &+= 1 })
let many = PassthroughSubject<Sender?, Never>()
for _ in 0..<1000 { kept.append(many.sink { _ in sum.pointee &+= 1 }) }
let sender = Sender()
measure("post.one") { subjects["BenchmarkDidPostOneNotification"]?.send(sender) }
measure("post.nobody") { subjects["BenchmarkNobodyHearsNotification"]?.send(nil) }
measure("post.many", per: 1000) { many.send(sender) }
let unobserved = Model()
measure("kvo.unobserved") { unobserved.count &+= 1 }
let model = Model()
kept.append(model.$count.sink { sum.pointee &+= $0 })
measure("kvo.observed") { model.count &+= 1 }
