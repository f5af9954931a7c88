import CarobFoundation
import TestSupport
import Synchronization
import Testing

/// Adding and removing observers during a change, on other threads, and with contexts.
@Suite struct ObserverRegistrationTests {
  let person = Person()
  let first = Watcher()
  let second = Watcher()

  @Test(.rule("F-86", "F-89"), arguments: ["age", "name"])
  func `an observer registered in a prior notification is notified of the next change`(key: String) {
    let added = Box(false)
    first.onChange = { [person, second] in
      if !added.value { person.addObserver(second, forKeyPath: key, options: [], context: nil) }
      added.value = true
      return nil
    }
    person.addObserver(first, forKeyPath: "age", options: [.prior], context: nil)
    for round in 1...3 {
      person.age = round
      person.name = "\(round)"
    }
    #expect(first.take().count == 6)
    let told = second.take()
    #expect(told.suffix(2) == ["\(key) kind=1", "\(key) kind=1"] && told.count == (key == "age" ? 2 : 3))
    person.removeObserver(first, forKeyPath: "age")
    person.removeObserver(second, forKeyPath: key)
  }

  @Test(.rule("F-86", "F-96")) func `an observer removed in another's prior notification is not notified`() {
    let removed = Box(false)
    first.onChange = { [person, second] in
      if !removed.value { person.removeObserver(second, forKeyPath: "age") }
      removed.value = true
      return nil
    }
    person.addObserver(second, forKeyPath: "age", options: .new, context: nil)
    person.addObserver(first, forKeyPath: "age", options: [.prior, .new], context: nil)
    person.age = 1
    person.age = 2
    #expect(second.take() == [])
    #expect(
      first.take() == ["age kind=1 prior", "age kind=1 new=1", "age kind=1 prior", "age kind=1 new=2"])
    person.removeObserver(first, forKeyPath: "age")
  }

  @Test(.rule("F-96")) func `an observer can remove itself and release the object in its own notification`() {
    weak var gone: Person?
    do {
      let holder = Box<Person?>(Person())
      gone = holder.value
      first.onChange = { [first] in
        holder.value?.removeObserver(first, forKeyPath: "age")
        holder.value = nil
        return "removed"
      }
      gone?.addObserver(first, forKeyPath: "age", options: .new, context: nil)
      gone?.age = 1
    }
    #expect(first.take() == ["age kind=1 new=1", "removed"] && gone == nil)
    first.onChange = nil
  }

  @Test(.rule("F-97"))
  func `one observer can have several keys, contexts and options, each notified separately`() {
    let contexts = (1...3).map { UnsafeMutableRawPointer(bitPattern: $0) }
    person.addObserver(first, forKeyPath: "age", options: .new, context: contexts[0])
    person.addObserver(first, forKeyPath: "age", options: .old, context: contexts[0])
    person.addObserver(first, forKeyPath: "name", options: [.initial], context: contexts[1])
    person.addObserver(second, forKeyPath: "age", options: [], context: contexts[2])
    person.age = 1
    person.removeObserver(first, forKeyPath: "age", context: contexts[0])
    person.age = 2
    person.name = "Eva"
    person.removeObserver(second, forKeyPath: "age", context: contexts[2])
    person.age = 3
    person.removeObserver(first, forKeyPath: "age")
    person.age = 4
    person.removeObserver(first, forKeyPath: "name", context: contexts[1])
    #expect(
      first.take() == [
        "name kind=1 context 2", "age kind=1 new=1 context 1", "age kind=1 old=40 context 1",
        "age kind=1 new=2 context 1", "name kind=1 context 2", "age kind=1 new=3 context 1",
      ])
    #expect(second.take() == ["age kind=1 context 3", "age kind=1 context 3"])
  }

  @Test(.rule("F-96", "M-55")) func `removal with another context does not match`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (person, watcher) = (Person(), Watcher())
      person.addObserver(
        watcher, forKeyPath: "age", options: [], context: UnsafeMutableRawPointer(bitPattern: 1))
      person.removeObserver(watcher, forKeyPath: "age", context: UnsafeMutableRawPointer(bitPattern: 2))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("because it is not registered as an observer."))
  }

  @Test(.rule("F-80", "F-98")) func `an object that observes itself can be deallocated`() {
    weak var gone: SelfObserver?
    let record = Log()
    do {
      let object = SelfObserver(record)
      gone = object
      object.value = 1
    }
    #expect(gone == nil && record.take() == ["value"])
  }

  @Test(.rule("F-85", "F-94")) func `a key with manual notification has an initial notification`() {
    person.addObserver(first, forKeyPath: "manual", options: [.initial, .new], context: nil)
    person.addObserver(first, forKeyPath: "friend.age", options: [.initial, .new], context: nil)
    person.manual = 1
    #expect(first.take() == ["manual kind=1 new=0", "friend.age kind=1 new=<null>"])
    person.removeObserver(first, forKeyPath: "manual")
    person.removeObserver(first, forKeyPath: "friend.age")
  }

  @Test(.rule("F-89")) func `changes of one object on several threads are each reported once`() {
    let shared = Signal()
    let total = Atomic(0)
    let passing = Atomic(0)
    let observer = Counter { total.wrappingAdd(1, ordering: .relaxed) }
    shared.addObserver(observer, forKeyPath: "token", options: [.old, .new], context: nil)
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      for _ in 0..<250 {
        if number < 4 {
          shared.send()
        } else {
          // Other observers are added and removed in the meantime.
          let other = Counter { passing.wrappingAdd(1, ordering: .relaxed) }
          shared.addObserver(other, forKeyPath: "token", options: .new, context: nil)
          shared.addObserver(other, forKeyPath: "next.token", options: [], context: nil)
          shared.removeObserver(other, forKeyPath: "next.token")
          shared.removeObserver(other, forKeyPath: "token")
        }
      }
    }
    shared.removeObserver(observer, forKeyPath: "token")
    shared.send()
    #expect(total.load(ordering: .relaxed) == 1000)
    #expect(passing.load(ordering: .relaxed) <= 500_000)
  }
}

private final class SelfObserver: NSObject {
  private let record: Log
  var value = 0 {
    willSet { _kvoWill("value", self.value) }
    didSet { _kvoDid("value", self.value) }
  }
  init(_ record: Log) {
    self.record = record
    super.init()
    addObserver(self, forKeyPath: "value", options: [], context: nil)
  }
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) { record(keyPath ?? "") }
  override class var _carobKVC: [_CarobProperty] { [.init("value", \SelfObserver.value)] }
}

/// Reports changes of a key without storage, so that threads can share the object.
private final class Signal: NSObject, @unchecked Sendable {
  // @unchecked because it has no state.
  var token: Int { 0 }
  var next: Signal? { nil }
  func send() {
    _kvoWill("token", self.token)
    _kvoDid("token", self.token)
  }
  override class var _carobKVC: [_CarobProperty] {
    [.init(readOnly: "token", \Signal.token), .init(readOnly: "next", \Signal.next)]
  }
}

/// Calls a closure for each change, on any thread.
private final class Counter: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  private let count: @Sendable () -> Void
  init(_ count: @escaping @Sendable () -> Void) { self.count = count }
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) { count() }
}
