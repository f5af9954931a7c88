import CarobFoundation
import TestSupport
import Testing

@Suite struct KeyValueObservingTests {
  let person = Person()
  let watcher = Watcher()

  private func register(_ path: String, _ options: NSKeyValueObservingOptions) {
    person.addObserver(watcher, forKeyPath: path, options: options, context: nil)
  }

  @Test(.rule("F-80")) func `neither the observer nor the observed object is retained`() {
    weak var observed: Person?
    weak var observer: Watcher?
    do {
      let person = Person()
      let watcher = Watcher()
      (observed, observer) = (person, watcher)
      person.addObserver(watcher, forKeyPath: "age", options: .new, context: nil)
      person.removeObserver(watcher, forKeyPath: "age")
      person.addObserver(watcher, forKeyPath: "friend.age", options: .new, context: nil)
    }
    #expect(observed == nil && observer == nil)
  }

  @Test(.rule("F-81", "F-82"))
  func `setters of dynamic properties report changes, direct changes of other properties do not`() {
    register("age", .new)
    register("plain", .new)
    person.age = 1
    person.plain = 1
    #expect(watcher.take() == ["age kind=1 new=1"])
    person.setValue(2, forKey: "age")
    person.setValue(2, forKey: "plain")
    #expect(watcher.take() == ["age kind=1 new=2", "plain kind=1 new=2"])
  }

  @Test(.rule("F-83")) func `setting the same value notifies too`() {
    register("age", [.old, .new])
    person.age = 40
    #expect(watcher.take() == ["age kind=1 old=40 new=40"])
  }

  @Test(.rule("F-84", "F-87", "F-88")) func `the options determine the contents of a change`() {
    register("nickname", [])
    register("name", .old)
    register("age", [.new, .old])
    person.nickname = "A"
    person.name = "Eva"
    person.age = 2
    #expect(watcher.take() == ["nickname kind=1", "name kind=1 old=Ada", "age kind=1 old=40 new=2"])
    #expect(NSKeyValueObservingOptions([.new, .old, .initial, .prior]).rawValue == 15)
  }

  @Test(.rule("F-88")) func `nil is NSNull in a change`() {
    register("nickname", [.new, .old])
    person.nickname = "A"
    person.nickname = nil
    #expect(watcher.take() == ["nickname kind=1 old=<null> new=A", "nickname kind=1 old=A new=<null>"])
  }

  @Test(.rule("F-85"))
  func `the initial notification comes before registering returns, without an old value`() {
    register("age", [.initial, .new, .old])
    #expect(watcher.take() == ["age kind=1 new=40"])
    register("name", [.initial])
    #expect(watcher.take() == ["name kind=1"])
  }

  @Test(.rule("F-86", "F-89")) func `a prior notification precedes the change`() {
    register("age", [.prior, .new, .old])
    watcher.onChange = { [person] in "age is \(person.age)" }
    person.age = 41
    #expect(
      watcher.take() == [
        "age kind=1 old=40 prior", "age is 40", "age kind=1 old=40 new=41", "age is 41",
      ])
  }

  @Test(.rule("F-89")) func `manual reports can be nested`() {
    register("age", .new)
    register("plain", [.old, .new])
    person.willChangeValue(forKey: "plain")
    person.plain = 5
    person.willChangeValue(forKey: "age")
    person.didChangeValue(forKey: "age")
    person.plain = 6
    person.didChangeValue(forKey: "plain")
    person.didChangeValue(forKey: "plain")
    #expect(watcher.take() == ["age kind=1 new=40", "plain kind=1 old=0 new=6"])
  }

  @Test(.rule("F-89")) func `an observer can set the value again`() {
    register("age", [.old, .new])
    watcher.onChange = { [person] in
      if person.age < 43 { person.age += 1 }
      return nil
    }
    person.age = 41
    #expect(
      watcher.take() == ["age kind=1 old=40 new=41", "age kind=1 old=41 new=42", "age kind=1 old=42 new=43"])
  }

  @Test(.rule("F-82", "F-88")) func `a setter that sets another property reports both, inner first`() {
    register("age", [.old, .new])
    register("doubled", [.old, .new])
    person.doubled = 20
    #expect(watcher.take() == ["age kind=1 old=40 new=10", "doubled kind=1 old=80 new=20"])
  }

  @Test func `an override that also reports causes one notification`() {
    let person = Overriding()
    person.addObserver(watcher, forKeyPath: "age", options: [.old, .new], context: nil)
    person.age = 1
    person.setValue(2, forKey: "age")
    #expect(watcher.take() == ["age kind=1 old=40 new=1", "age kind=1 old=1 new=2"])
    person.removeObserver(watcher, forKeyPath: "age")
  }

  @Test(.rule("F-87", "F-90")) func `changes inside an ordered collection`() {
    register("scores", [.old, .new])
    let scores = person.mutableArrayValue(forKey: "scores")
    scores.add(7)
    scores.insert(6, at: 0)
    scores.replaceObject(at: 1, with: 8)
    scores.removeObject(at: 0)
    person.scores = [1]
    #expect(
      watcher.take() == [
        "scores kind=2 new=[7] at [0]", "scores kind=2 new=[6] at [0]",
        "scores kind=4 old=[7] new=[8] at [1]",
        "scores kind=3 old=[6] at [0]", "scores kind=1 old=[8] new=[1]",
      ])
  }

  @Test(.rule("F-90")) func `a manual indexed change reports prior, old and new elements`() {
    register("scores", [.old, .new, .prior])
    person.willChange(.insertion, valuesAt: IndexSet([0, 1]), forKey: "scores")
    _ = person._carobState
    person.didChange(.insertion, valuesAt: IndexSet([0, 1]), forKey: "scores")
    #expect(watcher.take() == ["scores kind=2 at [0, 1] prior", "scores kind=2 new=[] at [0, 1]"])
  }

  @Test(.rule("F-90")) func `changes inside a set`() {
    register("tags", [.old, .new])
    let tags = person.mutableSetValue(forKey: "tags")
    tags.add("a")
    tags.add("a")
    tags.remove("a")
    #expect(watcher.take() == ["tags kind=2 new={a}", "tags kind=3 old={a}"])
  }

  @Test(.rule("F-91")) func `collections themselves cannot be observed`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      NSArray(array: [1]).addObserver(Watcher(), forKeyPath: "count", context: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("addObserver:forKeyPath:options:context:] is not supported. Key path: count"))
  }

  @Test(.rule("F-92")) func `a nested path follows the objects on it`() {
    register("friend.name", [.old, .new])
    let first = Person()
    let second = Person()
    second.name = "Bob"
    person.friend = first
    first.name = "Eva"
    person.friend = second
    first.name = "unseen"
    second.name = "Cyd"
    person.friend = nil
    second.name = "unseen"
    #expect(
      watcher.take() == [
        "friend.name kind=1 old=<null> new=Ada", "friend.name kind=1 old=Ada new=Eva",
        "friend.name kind=1 old=Eva new=Bob", "friend.name kind=1 old=Bob new=Cyd",
        "friend.name kind=1 old=Cyd new=<null>",
      ])
    person.removeObserver(watcher, forKeyPath: "friend.name")
    person.friend = first
    first.name = "unseen"
    #expect(watcher.take() == [])
  }

  @Test(.rule("F-93"))
  func `dependent keys can be declared by override or by a method named after the key`() {
    register("fullName", [.old, .new])
    person.name = "Eva"
    person.nickname = "E"
    #expect(
      watcher.take() == [
        "fullName kind=1 old=Ada  new=Eva ", "fullName kind=1 old=Eva  new=Eva E",
      ])
    register("friendsName", .new)
    let friend = Person()
    person.friend = friend
    friend.name = "Bob"
    person.friend = nil
    friend.name = "unseen"
    #expect(
      watcher.take() == [
        "friendsName kind=1 new=Ada", "friendsName kind=1 new=Bob", "friendsName kind=1 new=nobody",
      ])
  }

  @Test(.rule("F-93")) func `keys that affect each other in a cycle are reported once`() {
    let object = Circular()
    object.addObserver(watcher, forKeyPath: "a", options: [], context: nil)
    object.b = 1
    object.a = 1
    #expect(watcher.take() == ["a kind=1", "a kind=1"])
    object.removeObserver(watcher, forKeyPath: "a")
  }

  @Test(.rule("F-94")) func `a key with manual notification`() {
    register("manual", [.old, .new])
    person.manual = 1
    person.setValue(2, forKey: "manual")
    #expect(watcher.take() == [])
    person.willChangeValue(forKey: "manual")
    person.manual = 3
    person.didChangeValue(forKey: "manual")
    #expect(watcher.take() == ["manual kind=1 old=2 new=3"])
  }

  @Test(.rule("F-95", "M-56")) func `an unhandled change ends the app with the platform's message`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let person = Person()
      let target = Target()
      person.addObserver(target, forKeyPath: "age", options: [], context: nil)
      person.age = 1
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInternalInconsistencyException'"))
    #expect(
      text.contains(
        "An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.\nKey path: age"
      ))
  }

  @Test(.rule("F-96", "M-55"))
  func `removing an unregistered observer ends the app with the platform's message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Person().removeObserver(Target(), forKeyPath: "age")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSRangeException'"))
    #expect(text.contains("Cannot remove an observer <Target 0x"))
    #expect(text.contains("for the key path \"age\" from <Person 0x"))
    #expect(text.contains("because it is not registered as an observer."))
  }

  @Test(.rule("F-96", "F-97"))
  func `two registrations are notified twice and need two removals by context`() {
    let (first, second) = (UnsafeMutableRawPointer(bitPattern: 1), UnsafeMutableRawPointer(bitPattern: 2))
    person.addObserver(watcher, forKeyPath: "age", options: [], context: first)
    person.addObserver(watcher, forKeyPath: "age", options: .new, context: second)
    person.age = 1
    #expect(watcher.take() == ["age kind=1 context 1", "age kind=1 new=1 context 2"])
    person.removeObserver(watcher, forKeyPath: "age", context: first)
    person.age = 2
    #expect(watcher.take() == ["age kind=1 new=2 context 2"])
    person.removeObserver(watcher, forKeyPath: "age")
    person.age = 3
    #expect(watcher.take() == [])
  }

  @Test(.rule("F-98", "F-100")) func `the observed object can be deallocated first`() {
    var observation: NSKeyValueObservation?
    do {
      let person = Person()
      person.addObserver(watcher, forKeyPath: "age", options: .new, context: nil)
      observation = person.observe(_kp(\.age, "age")) { _, _ in }
      person.age = 1
    }
    #expect(watcher.take() == ["age kind=1 new=1"])
    observation?.invalidate()
  }

  @Test(.rule("F-92", "F-98")) func `an object on an observed path can be deallocated first`() {
    var friend: Person? = Person()
    register("friend.name", .new)
    person.friend = friend
    friend = nil
    person.friend = nil
    #expect(watcher.take() == ["friend.name kind=1 new=Ada", "friend.name kind=1 new=<null>"])
  }

  @Test(.rule("F-99")) func `an observer deallocated without removing itself is reported`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let person = Person()
      do {
        let watcher = Watcher()
        person.addObserver(watcher, forKeyPath: "age", options: [], context: nil)
      }
      person.age = 1
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Watcher was deallocated while observing age of Person"))
  }

  @Test(.rule("F-99"))
  func `in the classic profile a change after the observer's deallocation stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ReleaseBehaviour.sendsToDeadObservers = true
      let person = Person()
      do {
        let watcher = Watcher()
        person.addObserver(watcher, forKeyPath: "age", options: [], context: nil)
      }
      person.age = 1
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Watcher was deallocated while it observed age of Person"))
  }

  @Test(.rule("F-96", "F-99"))
  func `a deallocated observer is not confused with a new one at its address`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let person = Person()
      var watcher: Watcher? = Watcher()
      let address = Unmanaged.passUnretained(watcher!).toOpaque()
      person.addObserver(watcher!, forKeyPath: "age", options: [], context: nil)
      watcher = nil
      var others: [Watcher] = []
      repeat {
        others.append(Watcher())
      } while Unmanaged.passUnretained(others.last!).toOpaque() != address
        && others.count < 1000
      person.removeObserver(others.last!, forKeyPath: "age")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Cannot remove an observer"))
  }

  @Test(.rule("F-100", "F-101")) func `closures get typed changes until the observation ends`() {
    let record = watcher.record
    var observation: NSKeyValueObservation? = person.observe(_kp(\.age, "age"), options: [.old, .new]) {
      object, change in
      record(
        "\(object.age) \(change.kind) \(change.oldValue ?? -1) \(change.newValue ?? -1) \(change.isPrior)")
    }
    person.age = 41
    person.setValue(42, forKey: "age")
    observation?.invalidate()
    person.age = 43
    observation = person.observe(_kp(\.age, "age")) { _, change in
      record("\(String(describing: change.oldValue)) \(String(describing: change.newValue))")
    }
    person.age = 44
    observation = nil
    person.age = 45
    #expect(observation == nil)
    #expect(
      record.take() == ["41 setting 40 41 false", "42 setting 41 42 false", "nil nil"])
  }

  // The next tests check that the fast path for a single closure follows the same rules as the general path.

  @Test(.rule("F-89", "F-101")) func `a closure can set the value again`() {
    let record = watcher.record
    let observation = person.observe(_kp(\.age, "age"), options: [.old, .new]) { person, change in
      if person.age < 43 { person.age += 1 }
      record("\(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    person.age = 41
    // Inner changes first, because each is reported when it is complete.
    #expect(record.take() == ["42 43", "41 42", "40 41"])
    observation.invalidate()
  }

  @Test(.rule("F-82", "F-101"))
  func `a closure is called once for a change reported by override and base class`() {
    let record = watcher.record
    let person = Overriding()
    let observation = person.observe(_kp(\.age, "age"), options: [.old, .new]) { _, change in
      record("\(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    person.age = 1
    person.setValue(2, forKey: "age")
    person.age = 3
    #expect(record.take() == ["40 1", "1 2", "2 3"])
    observation.invalidate()
  }

  @Test(.rule("F-102")) func `a closure gets the same changes alone and among other observers`() {
    let record = watcher.record
    let first = person.observe(_kp(\.age, "age"), options: [.old, .new]) { _, change in
      record("first \(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    person.age = 41
    let second = person.observe(_kp(\.age, "age"), options: .new) { _, change in
      record("second \(change.oldValue ?? -1) \(change.newValue ?? -1)")
    }
    person.age = 42
    first.invalidate()
    person.age = 43
    second.invalidate()
    person.age = 44
    #expect(
      record.take() == ["first 40 41", "first 41 42", "second -1 42", "second -1 43"])
  }

  @Test(.rule("F-101")) func `a closure gets values of any size, which are released afterwards`() {
    let record = watcher.record
    let large = Large()
    weak var held: Watcher?
    let observation = large.observe(_kp(\.value, "value"), options: [.old, .new]) { _, change in
      record("\(change.oldValue?.numbers.7 ?? -1) \(change.newValue?.numbers.7 ?? -1)")
    }
    let other = large.observe(_kp(\.object, "object"), options: [.old, .new]) { _, change in
      record("\(change.oldValue.flatMap { $0 } == nil) \(change.newValue.flatMap { $0 } == nil)")
    }
    large.value.numbers.7 = 5
    do {
      let object = Watcher()
      held = object
      large.object = object
    }
    #expect(held != nil)
    large.object = nil
    #expect(held == nil)
    #expect(record.take() == ["0 5", "true false", "false true"])
    observation.invalidate()
    other.invalidate()
  }

  @Test(.rule("F-100"))
  func `a closure is not called if its observation ends during the change`() {
    let record = watcher.record
    let large = Large()
    let observation = large.observe(_kp(\.object, "object"), options: [.old, .new]) { _, _ in record("told") }
    large.onChange = { observation.invalidate() }
    large.object = Watcher()
    #expect(record.take() == [])
  }

  @Test(.rule("F-100")) func `an observation that is not stored gets only the initial notification`() {
    let record = watcher.record
    _ = person.observe(_kp(\.age, "age"), options: [.initial, .new]) { _, change in
      record("\(change.newValue ?? -1)")
    }
    person.age = 1
    #expect(record.take() == ["40"])
  }

  @Test(.rule("F-101")) func `optional, nested and enumeration values are typed`() {
    let record = watcher.record
    let observations = [
      person.observe(_kp(\.nickname, "nickname"), options: [.old, .new]) { _, change in
        record("\(String(describing: change.oldValue)) \(String(describing: change.newValue))")
      },
      person.observe(_kp(\.friend?.age, "friend.age"), options: [.old, .new, .prior]) { _, change in
        record(
          "\(change.isPrior) \(String(describing: change.oldValue)) \(String(describing: change.newValue))")
      },
      person.observe(_kp(\.mood, "mood"), options: .new) { _, change in
        record("\(String(describing: change.newValue))")
      },
    ]
    person.nickname = "A"
    person.friend = Person()
    person.mood = .glad
    person.setValue(0, forKey: "mood")
    #expect(
      record.take() == [
        "Optional(nil) Optional(Optional(\"A\"))",
        "true Optional(nil) nil", "false Optional(nil) Optional(Optional(40))",
        "Optional(CarobFoundationTests.Mood.glad)", "Optional(CarobFoundationTests.Mood.sad)",
      ])
    observations.forEach { $0.invalidate() }
  }

  @Test(.rule("F-101")) func `a collection change has indexes`() {
    let record = watcher.record
    let observation = person.observe(_kp(\.scores, "scores"), options: [.new, .old]) { _, change in
      record(
        "\(change.kind) \(change.indexes?.map { $0 } ?? []) \(change.newValue ?? []) \(change.oldValue ?? [])"
      )
    }
    person.mutableArrayValue(forKey: "scores").add(7)
    person.mutableArrayValue(forKey: "scores").removeAllObjects()
    #expect(record.take() == ["insertion [0] [7] []", "removal [0] [] [7]"])
    observation.invalidate()
  }

  @Test func `a key path in a variable is found in the class's property table`() {
    let record = watcher.record
    let path = \Person.age
    let observation = person.observe(path, options: .new) { _, change in record("\(change.newValue ?? -1)") }
    person.age = 1
    person.willChangeValue(for: path)
    person.didChangeValue(for: path)
    #expect(record.take() == ["1", "1"])
    observation.invalidate()
  }

  @Test(.rule("F-102"))
  func `observers are notified in the order of registration, except those removed in the meantime`() {
    let record = watcher.record
    let observations = Box<[NSKeyValueObservation]>([])
    for index in 0..<4 {
      observations.value.append(
        person.observe(_kp(\.age, "age")) { _, _ in
          record("\(index)")
          if index == 1 { observations.value[2].invalidate() }
        })
    }
    person.age = 1
    #expect(record.take() == ["0", "1", "3"])
    observations.value.forEach { $0.invalidate() }
    observations.value = []
    #expect(type(of: person) == Person.self)
  }

  @Test func `twenty thousand random changes agree with a simple model`() {
    var seed: UInt64 = 11
    func random(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    // A ring of people. Each watcher observes age, friend.age or friend.friend.age of one of them.
    let people = (0..<8).map { _ in Person() }
    var observations:
      [(path: Int, person: Int, calls: Box<Int>, expected: Int, token: NSKeyValueObservation)] = []
    func end(_ person: Int, _ steps: Int) -> [Int] {
      // The people on the path, as far as it goes.
      var result = [person]
      for _ in 0..<steps {
        guard let next = result.last.flatMap({ people[$0].friend }),
          let index = people.firstIndex(where: { $0 === next })
        else { return result }
        result.append(index)
      }
      return result
    }
    var (mismatches, total) = (0, 0)
    for _ in 0..<20_000 {
      let subject = random(8)
      switch random(4) {
      case 0 where observations.count < 12:
        let steps = random(3)
        let calls = Box(0)
        let token =
          switch steps {
          case 0: people[subject].observe(_kp(\.age, "age")) { _, _ in calls.value += 1 }
          case 1: people[subject].observe(_kp(\.friend?.age, "friend.age")) { _, _ in calls.value += 1 }
          default:
            people[subject].observe(_kp(\.friend?.friend?.age, "friend.friend.age")) { _, _ in
              calls.value += 1
            }
          }
        observations.append((steps, subject, calls, 0, token))
      case 1 where !observations.isEmpty:
        let ended = observations.remove(at: random(observations.count))
        ended.token.invalidate()
        mismatches += ended.calls.value == ended.expected ? 0 : 1
        total += ended.expected
      case 2:
        for index in observations.indices {
          let path = end(observations[index].person, observations[index].path)
          // Replacing a friend is a change for observers of a path through it.
          if path.prefix(observations[index].path).contains(subject) { observations[index].expected += 1 }
        }
        people[subject].friend = random(4) == 0 ? nil : people[random(8)]
      default:
        for index in observations.indices {
          let path = end(observations[index].person, observations[index].path)
          if path.count == observations[index].path + 1, path.last == subject {
            observations[index].expected += 1
          }
        }
        people[subject].age += 1
      }
    }
    #expect(observations.map(\.calls.value) == observations.map(\.expected))
    #expect(mismatches == 0 && total > 1_000)
    people.forEach { $0.friend = nil }
  }

  @Test(.rule("F-89")) func `several threads can observe and change objects concurrently`() async {
    let shared = Person()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let own = Person()
          let calls = Box(0)
          var observation = own.observe(_kp(\.age, "age"), options: [.old, .new]) { _, _ in calls.value += 1 }
          for round in 0..<2_000 {
            let other = shared.observe(_kp(\.age, "age")) { _, _ in }
            own.age += 1
            shared.willChangeValue(forKey: "age")
            shared.didChangeValue(forKey: "age")
            other.invalidate()
            if round % 100 == 0 {
              observation = own.observe(_kp(\.age, "age"), options: [.old, .new]) { _, _ in calls.value += 1 }
            }
          }
          observation.invalidate()
          return calls.value
        }
      }
      for await calls in group { #expect(calls == 2_000) }
    }
  }

  @Test func `observing a key that no setter reports warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let observation = Person()
      let watcher = Watcher()
      observation.addObserver(watcher, forKeyPath: "agee", options: [], context: nil)
      observation.removeObserver(watcher, forKeyPath: "agee")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Person.agee is not @objc dynamic; changes will not be reported"))
  }
}

/// Records every change as text.
final class Watcher: NSObject, @unchecked Sendable {
  // @unchecked because each test uses it on one thread.
  let record = Log()
  var onChange: (() -> String?)?
  func take() -> [String] { record.take() }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    var text = keyPath ?? ""
    if let kind = change?[.kindKey] as? UInt { text += " kind=\(kind)" }
    if let old = change?[.oldKey] { text += " old=\(short(old))" }
    if let new = change?[.newKey] { text += " new=\(short(new))" }
    if let indexes = change?[.indexesKey] as? IndexSet { text += " at \(indexes.map { $0 })" }
    if change?[.notificationIsPriorKey] as? Bool == true { text += " prior" }
    if let context { text += " context \(UInt(bitPattern: context))" }
    record(text)
    if let more = onChange?() { record(more) }
  }

  private func short(_ value: Any) -> String {
    switch value {
    case is NSNull: "<null>"
    case let array as NSArray: "[\(array.map { "\($0)" }.joined(separator: ", "))]"
    case let set as NSSet: "{\(set.map { "\($0)" }.sorted().joined(separator: ", "))}"
    default: "\(value)"
    }
  }
}

/// Overrides a property whose changes the superclass also reports.
final class Overriding: Person, @unchecked Sendable {
  override var age: Int {
    get { super.age }
    set {
      _kvoWill("age", super.age)
      defer { _kvoDid("age", super.age) }
      super.age = newValue
    }
  }
}

final class Circular: NSObject {
  var a = 0 {
    willSet { _kvoWill("a", self.a) }
    didSet { _kvoDid("a", self.a) }
  }
  var b = 0 {
    willSet { _kvoWill("b", self.b) }
    didSet { _kvoDid("b", self.b) }
  }
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    [key == "a" ? "b" : "a"]
  }
  override class var _carobKVC: [_CarobProperty] { [.init("a", \Circular.a), .init("b", \Circular.b)] }
}

/// Has a value that is too large for the fast path, and a value that is a reference.
private class Large: NSObject {
  struct Value {
    var numbers = (0, 0, 0, 0, 0, 0, 0, 0)
  }
  var value = Value() {
    willSet { _kvoWill("value", self.value) }
    didSet { _kvoDid("value", self.value) }
  }
  var onChange: () -> Void = {}
  var object: Watcher? {
    willSet { _kvoWill("object", self.object) }
    didSet {
      onChange()
      _kvoDid("object", self.object)
    }
  }
  nonisolated override class var _carobKVC: [_CarobProperty] {
    [.init("value", \Large.value), .init("object", \Large.object)]
  }
}
