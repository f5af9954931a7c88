import CarobFoundation
import TestSupport
import Testing

/// Edge cases of notifications, run loops, timers, key–value coding, observing and predicates in which
/// implementations differ.
@Suite struct EdgeTests {
  let record = Log()
  let name = Notification.Name("edge")

  // MARK: Notifications

  @Test(.rule("F-10")) func `a token has no effect on another center`() {
    let (center, other) = (NotificationCenter(), NotificationCenter())
    let token = center.addObserver(forName: name, object: nil, queue: nil) { [record] _ in record("heard") }
    let target = Target()
    other.removeObserver(token, name: .init("another"), object: nil)
    center.removeObserver(target)
    center.removeObserver(token, name: .init("another"), object: nil)
    center.removeObserver(token, name: name, object: target)
    center.post(name: name, object: target)
    #expect(record.take() == ["heard"])
    center.removeObserver(token, name: name, object: nil)
    center.removeObserver(token)
    center.post(name: name, object: target)
    #expect(record.take() == [])
  }

  @Test(.rule("F-9", "F-11")) func `a block registered twice has two separate tokens`() {
    let center = NotificationCenter()
    let block: @Sendable (Notification) -> Void = { [record] _ in record("heard") }
    let first = center.addObserver(forName: name, object: nil, queue: nil, using: block)
    let second = center.addObserver(forName: name, object: nil, queue: nil, using: block)
    #expect(!first.isEqual(second))
    center.post(name: name, object: nil)
    #expect(record.take() == ["heard", "heard"])
    center.removeObserver(first)
    center.post(name: name, object: nil)
    #expect(record.take() == ["heard"])
    center.removeObserver(second)
  }

  @Test(.rule("F-4", "F-5")) func `an observer that replaces itself during a post is called once`() {
    let center = NotificationCenter()
    let token = Box<(any NSObjectProtocol)?>(nil)
    @Sendable func register(_ round: Int) {
      token.value = center.addObserver(forName: name, object: nil, queue: nil) { [record, token] _ in
        record("round \(round)")
        token.value.map { center.removeObserver($0) }
        register(round + 1)
      }
    }
    register(1)
    let last = center.addObserver(forName: name, object: nil, queue: nil) { [record] _ in record("last") }
    for _ in 0..<2 { center.post(name: name, object: nil) }
    #expect(record.take() == ["round 1", "last", "last", "round 2"])
    center.removeObserver(last)
    token.value.map { center.removeObserver($0) }
    token.value = nil
  }

  // MARK: Timers and run loops

  @Test(.rule("F-39", "F-42")) func `a due timer does not fire after another timer has invalidated it`() {
    withLoop { loop, clock in
      let second = Box<Timer?>(nil)
      let first = Timer(timeInterval: 1, repeats: false) { [record] _ in
        record("first")
        second.value?.invalidate()
      }
      second.value = Timer(timeInterval: 1, repeats: false) { [record] _ in record("second") }
      for timer in [first, second.value] { timer.map { loop.add($0, forMode: .default) } }
      clock.advance(5)
      loop.run(clock, for: 1)
    }
    #expect(record.take() == ["first"])
  }

  @Test(.rule("F-35", "F-42")) func `a due timer that another timer reschedules fires at its new date`() {
    withLoop { loop, clock in
      let second = Box<Timer?>(nil)
      let first = Timer(timeInterval: 1, repeats: false) { [record] _ in
        record("first at \(clock.seconds)")
        second.value?.fireDate = clock.date(after: 3)
      }
      second.value = Timer(timeInterval: 1, repeats: false) { [record] _ in
        record("second at \(clock.seconds)")
      }
      for timer in [first, second.value] { timer.map { loop.add($0, forMode: .default) } }
      loop.run(clock, for: 10)
    }
    #expect(record.take() == ["first at 1.0", "second at 4.0"])
  }

  @Test(.rule("F-57")) func `a block queued by a block waits for the next phase of blocks`() {
    withLoop { loop, _ in
      _ = loop.addSource {}
      loop.addObserver(activities: [.beforeTimers, .beforeWaiting]) { [record] in
        record($0 == .beforeTimers ? "before timers" : "before waiting")
      }
      loop.perform { [record] in
        record("outer")
        loop.perform { [record] in record("inner") }
        loop.perform(inModes: [.tracking]) { [record] in record("never") }
      }
      loop.run(mode: .default, before: .distantPast)
      loop.run(mode: .default, before: .distantPast)
    }
    #expect(record.take() == ["before timers", "outer", "inner", "before timers"])
  }

  @Test(.rule("F-50", "F-54"))
  func `a nested run in a timer's callback fires the other timers of its mode`() {
    withLoop { loop, clock in
      let outer = Timer(timeInterval: 1, repeats: false) { [record] _ in
        record("outer at \(clock.seconds)")
        let end = clock.date(after: 2.5)
        while clock.date(at: clock.now) < end { loop.run(mode: .tracking, before: end) }
        record("outer ends at \(clock.seconds)")
      }
      let common = Timer(timeInterval: 1, repeats: true) { [record] _ in record("common at \(clock.seconds)")
      }
      let plain = Timer(timeInterval: 1.5, repeats: false) { [record] _ in record("plain at \(clock.seconds)")
      }
      loop.add(outer, forMode: .default)
      loop.add(common, forMode: .common)
      loop.add(plain, forMode: .default)
      loop.run(clock, for: 4)
      common.invalidate()
    }
    #expect(
      record.take() == [
        "outer at 1.0", "common at 1.0", "common at 2.0", "common at 3.0", "outer ends at 3.5",
        "plain at 3.5",
        "common at 4.0",
      ])
  }

  // MARK: Observing

  @Test(.rule("F-89")) func `an observer registered during a change is not notified of it`() {
    let person = Person()
    let (first, second) = (Watcher(), Watcher())
    first.onChange = {
      if person.age == 1 { person.addObserver(second, forKeyPath: "age", options: .new, context: nil) }
      return nil
    }
    person.addObserver(first, forKeyPath: "age", options: .new, context: nil)
    person.age = 1
    person.age = 2
    #expect(first.take() == ["age kind=1 new=1", "age kind=1 new=2"])
    #expect(second.take() == ["age kind=1 new=2"])
    person.removeObserver(first, forKeyPath: "age")
    person.removeObserver(second, forKeyPath: "age")
  }

  @Test(.rule("F-92", "F-88"))
  func `a path is followed again after an object on it became nil and was restored`() {
    let (person, friend) = (Person(), Person())
    let watcher = Watcher()
    friend.age = 7
    person.addObserver(watcher, forKeyPath: "friend.age", options: [.old, .new], context: nil)
    person.friend = friend
    person.friend = nil
    friend.age = 8
    person.friend = friend
    friend.age = 9
    #expect(
      watcher.take() == [
        "friend.age kind=1 old=<null> new=7", "friend.age kind=1 old=7 new=<null>",
        "friend.age kind=1 old=<null> new=8", "friend.age kind=1 old=8 new=9",
      ])
    person.removeObserver(watcher, forKeyPath: "friend.age")
  }

  @Test(.rule("F-84", "F-102")) func `each observer of a key gets the values that it requested`() {
    let person = Person()
    let watchers = [NSKeyValueObservingOptions.new, .old, [], [.prior, .new, .old]].map { options in
      let watcher = Watcher()
      person.addObserver(watcher, forKeyPath: "age", options: options, context: nil)
      return watcher
    }
    person.age = 41
    #expect(
      watchers.map { $0.take() } == [
        ["age kind=1 new=41"], ["age kind=1 old=40"], ["age kind=1"],
        ["age kind=1 old=40 prior", "age kind=1 old=40 new=41"],
      ])
    for watcher in watchers { person.removeObserver(watcher, forKeyPath: "age") }
  }

  // MARK: Key–value coding and predicates

  @Test(.rule("F-115", "F-117")) func `operators accept empty collections, and can be followed by a path`() {
    let person = Person()
    func value(_ path: String) -> Any? { person.value(forKeyPath: path) }
    #expect(value("friends.@count") as? Int == 0)
    #expect(value("friends.@sum.age") as? Int == 0)
    #expect(value("friends.@min.age") == nil && value("friends.@max.friend.age") == nil)
    #expect((value("friends.@unionOfObjects.age") as? [Int]) == [])
    let (one, two) = (Person(), Person())
    (one.friend, two.friend) = (two, one)
    (one.age, two.age) = (3, 4)
    person.friends = [one, two]
    #expect(value("friends.@sum.friend.age") as? Int == 7)
    #expect(value("friends.friend.age") as? [Int] == [4, 3])
    #expect(value("friend.friend.age") == nil)
    (one.friend, two.friend) = (nil, nil)
  }

  @Test func `over an empty collection ANY is false, ALL and NONE are true`() {
    func holds(_ format: String) -> Bool { NSPredicate(format: format).evaluate(with: Person()) }
    #expect(!holds("ANY friends.age > 1") && !holds("SOME friends.age > 1"))
    #expect(holds("ALL friends.age > 1") && holds("NONE friends.age > 1"))
    #expect(!holds("name IN {}") && holds("NOT name IN {}"))
    #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).evaluate(with: nil))
    #expect(!NSCompoundPredicate(orPredicateWithSubpredicates: []).evaluate(with: nil))
  }

  @Test func `patterns match the whole string, and only their wildcards are special`() {
    func like(_ text: String, _ pattern: String) -> Bool {
      NSPredicate(format: "SELF LIKE %@", pattern).evaluate(with: text)
    }
    #expect(like("carob", "c*b") && like("carob", "c?r?b") && like("carob", "*"))
    #expect(!like("carob", "car") && !like("carob", "c?b") && !like("", "?") && like("", "*"))
    #expect(like("a.b", "a.b") && !like("axb", "a.b") && like("(1+1)", "(1+?)") && like("a*b", "a\\*b"))
    #expect(!like("axb", "a\\*b"))
    func matches(_ text: String, _ pattern: String) -> Bool {
      NSPredicate(format: "SELF MATCHES %@", pattern).evaluate(with: text)
    }
    #expect(matches("2026", "[0-9]{4}") && !matches("2026!", "[0-9]{4}") && matches("ab", "a|ab"))
  }
}
