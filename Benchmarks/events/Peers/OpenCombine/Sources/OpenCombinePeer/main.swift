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
// As an app writes it: the sinks refer to their receiver without retaining it, and a message can carry values.
final class Receiver { var count = 0 }
var receivers: [Receiver] = []
let appOne = PassthroughSubject<Sender?, Never>()
let appInfo = PassthroughSubject<(Sender?, [AnyHashable: Any]), Never>()
let appMany = PassthroughSubject<Sender?, Never>()
subjects["AppDidPostOneNotification"] = appOne
for subject in [appOne] + Array(repeating: appMany, count: 1000) {
  let receiver = Receiver()
  receivers.append(receiver)
  kept.append(subject.sink { [unowned receiver] _ in receiver.count &+= 1 })
}
kept.append(
  appInfo.sink { [unowned receiver = receivers[0]] in receiver.count &+= $0.1["value"] as? Int ?? 0 })
measure("app.one") { subjects["AppDidPostOneNotification"]?.send(sender) }
measure("app.info") { appInfo.send((sender, ["value": 1])) }
measure("app.many", per: 1000) { appMany.send(sender) }
let unobserved = Model()
measure("kvo.unobserved") { unobserved.count &+= 1 }
let model = Model()
kept.append(model.$count.sink { sum.pointee &+= $0 })
measure("kvo.observed") { model.count &+= 1 }
