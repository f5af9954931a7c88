import CarobFoundation
import CarobCombine
import TestSupport
import Testing

@Suite struct CombineTests {
  let record = Log()
  let name = Notification.Name("combine")

  @Test func `notifications are published from the subscription until it is cancelled`() {
    let center = NotificationCenter()
    let sender = Person()
    center.post(name: name, object: sender)
    let token = center.publisher(for: name, object: sender).compactMap { $0.userInfo?["n"] as? Int }
      .sink { record("\($0)") }
    center.post(name: name, object: sender, userInfo: ["n": 1])
    center.post(name: name, object: nil, userInfo: ["n": 2])
    center.post(name: name, object: sender, userInfo: ["n": 3])
    #expect(center.registrations.count == 1)
    token.cancel()
    center.post(name: name, object: sender, userInfo: ["n": 4])
    #expect(record.take() == ["1", "3"])
    #expect(center.registrations.isEmpty)
  }

  @Test func `a subscriber receives no more notifications than it requested`() {
    let center = NotificationCenter()
    let token = center.publisher(for: name).prefix(2).sink(
      receiveCompletion: { _ in record("finished") }, receiveValue: { _ in record("value") })
    for _ in 0..<3 { center.post(name: name, object: nil) }
    #expect(record.take() == ["value", "value", "finished"])
    #expect(center.registrations.isEmpty)
    token.cancel()
  }

  @Test func `a connected timer publishes dates to all subscribers in order until it is cancelled`() {
    withLoop { loop, clock in
      let timer = Timer.publish(every: 1, on: loop, in: .default)
      let first = timer.sink { _ in record("first at \(clock.seconds)") }
      let second = timer.sink { _ in record("second at \(clock.seconds)") }
      loop.run(clock, for: 2)
      record("connect")
      let connection = timer.connect()
      loop.run(clock, for: 2.5)
      first.cancel()
      loop.run(clock, for: 1)
      connection.cancel()
      loop.run(clock, for: 5)
      second.cancel()
    }
    #expect(
      record.take() == [
        "connect", "first at 1.0", "second at 1.0", "first at 2.0", "second at 2.0", "second at 3.0",
      ])
  }

  @Test func `autoconnect stops the timer with its only subscription`() {
    withLoop { loop, clock in
      let token = Timer.publish(every: 1, on: loop, in: .common).autoconnect().sink { _ in record("tick") }
      loop.run(clock, for: 2.5)
      token.cancel()
      loop.run(clock, for: 2.5)
      #expect(loop.limitDate(forMode: .default) == nil)
    }
    #expect(record.take() == ["tick", "tick"])
  }

  @Test func `a property's publisher starts with the current value`() {
    let person = Person()
    let token = person.publisher(for: _kp(\.age, "age")).sink { record("\($0)") }
    person.age = 41
    let later = person.publisher(for: \.name, options: [.new]).sink { record($0) }
    person.name = "Eva"
    token.cancel()
    person.age = 42
    later.cancel()
    person.name = "Ida"
    #expect(record.take() == ["40", "41", "Eva"])
  }

  @Test func `a property's publisher retains the object while it has a subscriber`() {
    weak var weakPerson: Person?
    var token: AnyCancellable?
    do {
      let person = Person()
      weakPerson = person
      token = person.publisher(for: \.age).sink { _ in }
    }
    #expect(weakPerson != nil && token != nil)
    token = nil
    #expect(weakPerson == nil)
  }

  @Test func `a run loop scheduler delivers in the next pass, in the default mode`() {
    withLoop { loop, clock in
      let subject = PassthroughSubject<Int, Never>()
      let token = subject.receive(on: loop).sink { record("\($0)") }
      subject.send(1)
      record("sent")
      loop.run(mode: .tracking, before: clock.date(after: 0.1))
      record("tracking")
      loop.add(Port(), forMode: .default)
      loop.run(mode: .default, before: clock.date(after: 0.1))
      token.cancel()
    }
    #expect(record.take() == ["sent", "tracking", "1"])
  }

  @Test func `delay, debounce and throttle follow the run loop's clock`() {
    withLoop { loop, clock in
      let subject = PassthroughSubject<Int, Never>()
      let tokens = [
        subject.delay(for: 1, scheduler: loop).sink { record("delayed \($0) at \(clock.seconds)") },
        subject.debounce(for: .milliseconds(500), scheduler: loop).sink {
          record("debounced \($0) at \(clock.seconds)")
        },
      ]
      subject.send(1)
      loop.run(clock, for: 0.25)
      subject.send(2)
      loop.run(clock, for: 3)
      tokens.forEach { $0.cancel() }
    }
    #expect(
      record.take() == ["debounced 2 at 0.75", "delayed 1 at 1.0", "delayed 2 at 1.25"])
  }

  @Test func `dispatch and operation queues run actions on themselves`() async {
    let queue = DispatchQueue(label: "combine")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    var tokens: [AnyCancellable] = []
    let onQueue = await withCheckedContinuation { continuation in
      tokens.append(
        Just(1).delay(for: .milliseconds(1), scheduler: queue).sink { _ in
          continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
        })
    }
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1  // otherwise the completion may overtake the value
    let onOperations = await withCheckedContinuation { continuation in
      tokens.append(
        Just(1).receive(on: operations).sink { _ in
          continuation.resume(returning: OperationQueue.current === operations)
        })
    }
    #expect(onQueue && onOperations)
    tokens.forEach { $0.cancel() }
    #expect(DispatchQueue.SchedulerTimeType.Stride.milliseconds(3).magnitude == 3_000_000)
    #expect(DispatchQueue.SchedulerTimeType.Stride(.seconds(.max)).magnitude == .max)
  }

  @Test func `combineLatest publishes once all publishers have a value`() {
    let a = PassthroughSubject<Int, Never>()
    let b = CurrentValueSubject<String, Never>("x")
    let token = a.combineLatest(b).sink(
      receiveCompletion: { _ in record("finished") }, receiveValue: { record("\($0)\($1)") })
    a.send(1)
    b.send("y")
    a.send(2)
    a.send(completion: .finished)
    b.send("z")
    b.send(completion: .finished)
    #expect(
      record.take() == ["1x", "1y", "2y", "2z", "finished"])
    token.cancel()
  }

  @Test func `combineLatest combines three and four publishers, with a transform`() {
    let a = CurrentValueSubject<Int, Never>(1)
    let tokens = [
      a.combineLatest(Just("x"), Just(true)) { "\($0)\($1)\($2)" }.sink { record($0) },
      Just(0).combineLatest(Just(1), Just(2), Just(3)).sink { record("\($0)") },
    ]
    a.send(2)
    tokens.forEach { $0.cancel() }
    a.send(3)
    #expect(record.take() == ["1xtrue", "(0, 1, 2, 3)", "2xtrue"])
  }

  @Test func `a failure of one publisher fails combineLatest and cancels the other`() {
    let a = PassthroughSubject<Int, Invalid>()
    let b = PassthroughSubject<Int, Invalid>()
    let token = a.combineLatest(b.handleEvents(receiveCancel: { record("cancelled") })).sink(
      receiveCompletion: { record("\($0)") }, receiveValue: { record("\($0)\($1)") })
    a.send(completion: .failure(Invalid()))
    b.send(1)
    #expect(record.take() == ["failure(CarobFoundationTests.Invalid())", "cancelled"])
    token.cancel()
  }

  @Test func `merged values arrive as they are sent, until all publishers have finished`() {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let c = Just(0).append(9)
    let token = a.merge(with: b, c).sink(
      receiveCompletion: { _ in record("finished") }, receiveValue: { record("\($0)") })
    b.send(1)
    a.send(2)
    a.send(completion: .finished)
    b.send(3)
    b.send(completion: .finished)
    #expect(record.take() == ["0", "9", "1", "2", "3", "finished"])
    token.cancel()
  }

  @Test func `a subject's subscribers receive each value in order of subscription`() {
    let subject = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(0)
    var tokens: [AnyCancellable] = []
    for number in 1...20 {
      tokens.append(
        subject.sink(
          receiveCompletion: { _ in record("\(number) finished") },
          receiveValue: { record("\(number): \($0)") }))
      tokens.append(current.sink { record("\(number) holds \($0)") })
    }
    #expect(record.take() == (1...20).map { "\($0) holds 0" })
    subject.send(7)
    #expect(record.take() == (1...20).map { "\($0): 7" })
    for number in 1...17 { tokens[2 * (number - 1)].cancel() }
    subject.send(8)
    subject.send(completion: .finished)
    subject.send(9)
    #expect(record.take() == ["18: 8", "19: 8", "20: 8", "18 finished", "19 finished", "20 finished"])
    current.value = 5
    #expect(record.take() == (1...20).map { "\($0) holds 5" } && current.value == 5)
    let late = subject.sink(
      receiveCompletion: { _ in record("late finished") }, receiveValue: { _ in record("late value") })
    #expect(record.take() == ["late finished"])
    withExtendedLifetime((tokens, late)) {}
  }

  @Test func `a subscriber added or removed during a value does not change who receives it`() {
    let subject = PassthroughSubject<Int, Never>()
    var later: AnyCancellable?
    var second: AnyCancellable?
    let first = subject.sink { value in
      record("first \(value)")
      if value == 1 { later = subject.sink { record("later \($0)") } }
      if value == 2 { second?.cancel() }
    }
    second = subject.sink { record("second \($0)") }
    for value in 1...2 { subject.send(value) }
    #expect(record.take() == ["first 1", "second 1", "first 2", "later 2"])
    // The first subscriber's closure retains the subject and the others.
    first.cancel()
    later?.cancel()
    (later, second) = (nil, nil)
  }

  @Test
  func `CurrentValueSubject keeps a value for a subscriber without demand, PassthroughSubject drops it`() {
    let passing = PassthroughSubject<Int, Never>()
    let current = CurrentValueSubject<Int, Never>(0)
    let (slow, patient) = (ManualSubscriber(record, "passing"), ManualSubscriber(record, "current"))
    passing.subscribe(slow)
    current.subscribe(patient)
    for value in 1...3 {
      passing.send(value)
      current.send(value)
    }
    #expect(record.take() == [])
    slow.subscription?.request(.max(1))
    patient.subscription?.request(.max(1))
    #expect(record.take() == ["current 3"])
    for value in 4...5 {
      passing.send(value)
      current.send(value)
    }
    patient.subscription?.request(.max(1))
    #expect(record.take() == ["passing 4", "current 5"])
    slow.cancel()
    patient.cancel()
  }

  @Test func `values are collected by time from the subscription on, and the rest at completion`() {
    withLoop { loop, clock in
      let subject = PassthroughSubject<Int, Never>()
      let token = subject.collect(.byTime(loop, .seconds(2))).sink(
        receiveCompletion: { _ in record("finished at \(clock.seconds)") },
        receiveValue: { record("\($0) at \(clock.seconds)") })
      subject.send(1)
      loop.run(clock, for: 1)
      subject.send(2)
      loop.run(clock, for: 4.5)
      subject.send(3)
      loop.run(clock, for: 1)
      subject.send(4)
      subject.send(completion: .finished)
      loop.run(clock, for: 5)
      token.cancel()
    }
    #expect(record.take() == ["[1, 2] at 2.0", "[3] at 6.0", "[4] at 6.5", "finished at 6.5"])
  }

  @Test func `values are collected by time or count, and a failure drops them`() {
    struct Failed: Error {}
    withLoop { loop, clock in
      let subject = PassthroughSubject<Int, Failed>()
      let token = subject.collect(.byTimeOrCount(loop, .seconds(2), 3)).sink(
        receiveCompletion: { completion in
          if case .failure = completion { record("failed at \(clock.seconds)") }
        }, receiveValue: { record("\($0) at \(clock.seconds)") })
      for value in 1...4 { subject.send(value) }
      loop.run(clock, for: 3)
      subject.send(5)
      subject.send(completion: .failure(Failed()))
      loop.run(clock, for: 5)
      token.cancel()
    }
    #expect(record.take() == ["[1, 2, 3] at 0.0", "[4] at 2.0", "failed at 3.0"])
  }

  @Test func `objectWillChange is sent before a published property changes`() {
    let model = Model()
    let tokens = [
      model.objectWillChange.sink { record("will change, is \(model.count)") },
      model.$count.sink { record("published \($0), is \(model.count)") },
    ]
    model.count = 1
    model.other = 5
    #expect(record.take() == ["published 0, is 0", "will change, is 0", "published 1, is 0"])
    tokens.forEach { $0.cancel() }
  }
}

final class Model: ObservableObject {
  @Published var count = 0
  var other = 0
}

/// A subscriber that requests nothing by itself.
private final class ManualSubscriber: Subscriber {
  typealias Input = Int
  typealias Failure = Never
  private(set) var subscription: (any Subscription)?
  private let record: Log
  private let name: String
  init(_ record: Log, _ name: String) {
    self.record = record
    self.name = name
  }
  /// Subscriber and subscription retain each other until then.
  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand {
    record("\(name) \(input)")
    return .none
  }
  func receive(completion: Subscribers.Completion<Never>) {}
}
