import CarobFoundation
import TestSupport
import Testing

extension Notification.Name {
  fileprivate static let a = Notification.Name("a")
  fileprivate static let long = Notification.Name("a name that does not fit into fifteen bytes")
}

@Suite struct NotificationTests {
  let center = NotificationCenter()
  let record = Log()

  @Test(.rule("F-1", "F-13")) func `name and sender determine the receivers`() {
    let sender = Target()
    let other = Target()
    let names: [(Notification.Name?, String)] = [(nil, "any"), (.a, "a"), (.long, "long")]
    let objects: [(Any?, String)] = [(nil, "anyone"), (sender, "sender"), (other, "other")]
    for (name, nameText) in names {
      for (object, objectText) in objects {
        _ = center.addObserver(forName: name, object: object, queue: nil) { [record] _ in
          record("\(nameText) from \(objectText)")
        }
      }
    }
    center.post(name: .a, object: nil)
    #expect(record.take() == ["any from anyone", "a from anyone"])
    center.post(name: .a, object: sender)
    #expect(record.take() == ["any from anyone", "any from sender", "a from anyone", "a from sender"])
    center.post(name: .long, object: other)
    #expect(record.take() == ["any from anyone", "any from other", "long from anyone", "long from other"])
    center.post(name: .init("nobody's"), object: sender)
    #expect(record.take() == ["any from anyone", "any from sender"])
  }

  @Test(.rule("F-1")) func `senders, including classes, are compared by identity, and values never match`() {
    let text = "sender" as NSString
    for object in [text, Target.self, 7, NotificationTests.self] as [Any] {
      let text = "\(object)"
      _ = center.addObserver(forName: .a, object: object, queue: nil) { [record] _ in record(text) }
    }
    center.post(name: .a, object: text)
    #expect(record.take() == ["sender"])
    center.post(name: .a, object: NSString(string: "sender"))
    center.post(name: .a, object: 7)
    #expect(record.take() == [])
    center.post(name: .a, object: Target.self)
    #expect(record.take() == ["Target"])
  }

  @Test(.rule("F-1")) func `a new object at the address of a deallocated sender does not match`() {
    for _ in 0..<100 {
      let sender = Target()
      _ = center.addObserver(forName: .a, object: sender, queue: nil) { [record] _ in record("received") }
    }
    for _ in 0..<100 { center.post(name: .a, object: Target()) }
    #expect(record.take() == [])
  }

  @Test func `names are compared by text, regardless of its storage`() {
    _ = center.addObserver(forName: .long, object: nil, queue: nil) { [record] _ in record("long") }
    _ = center.addObserver(forName: .init(["a"].joined()), object: nil, queue: nil) { [record] _ in
      record("short")
    }
    let text = "a name that does not fit into " + ["fifteen", "bytes"].joined(separator: " ")
    for _ in 0..<2 {
      center.post(name: .init(text), object: nil)
      center.post(name: .init(rawValue: String(text.reversed().reversed())), object: nil)
      center.post(name: .a, object: nil)
      center.post(name: .init(text + "!"), object: nil)
    }
    #expect(record.take() == ["long", "long", "short", "long", "long", "short"])
  }

  @Test(.rule("F-1")) func `a name that was posted before its first registration is found afterwards`() {
    center.post(name: .a, object: nil)
    center.post(name: .a, object: nil)
    let token = center.addObserver(forName: .a, object: nil, queue: nil) { [record] _ in record("received") }
    center.post(name: .a, object: nil)
    center.removeObserver(token)
    center.post(name: .a, object: nil)
    _ = center.addObserver(forName: nil, object: nil, queue: nil) { [record] _ in record("any") }
    center.post(name: .a, object: nil)
    center.post(name: .long, object: nil)
    #expect(record.take() == ["received", "any", "any"])
  }

  @Test(.rule("F-2", "F-3"))
  func `post returns after all observers were called in the order of registration`() {
    for index in 0..<5 {
      _ = center.addObserver(forName: index == 2 ? nil : .a, object: nil, queue: nil) {
        [record] notification in
        record("\(index): \(notification.userInfo?["key"] ?? "")")
      }
    }
    record("before")
    center.post(Notification(name: .a, userInfo: ["key": "value"]))
    record("after")
    #expect(record.take() == ["before", "0: value", "1: value", "2: value", "3: value", "4: value", "after"])
  }

  @Test(.rule("F-2", "F-5", "F-6")) func `one post reaches receivers of every kind, in order`() {
    let (center, record) = (center, record)
    let receivers = (0..<4).map { Hearer("hearer \($0)", record) }
    var ending: Hearer? = Hearer("ending", record)
    let keys = Box<[any NSObjectProtocol]>([])
    func add(_ block: @escaping @Sendable (Notification) -> Void) {
      keys.value.append(center.addObserver(forName: .a, object: nil, queue: nil, using: block))
    }
    add { record("block \($0.name.rawValue)") }
    add { [unowned hearer = receivers[0]] in hearer.note($0) }
    center.addObserver(receivers[1], selector: Selector("note:"), name: .a, object: nil)
    if let ending { center.addObserver(ending, selector: Selector("note:"), name: .a, object: nil) }
    add { [unowned a = receivers[0], unowned b = receivers[1]] in
      a.note($0)
      b.note($0)
    }
    center.addObserver(receivers[2], selector: Selector("nothing"), name: .a, object: receivers[0])
    add { _ in center.removeObserver(keys.value[4]) }
    add { _ in record("removed before its turn") }
    center.addObserver(receivers[3], selector: Selector("nothing"), name: .a, object: receivers[1])
    add { [weak hearer = receivers[3]] in hearer?.note($0) }
    let all = [
      "block a", "hearer 0 a", "hearer 1 a", "ending a", "hearer 0 a", "hearer 1 a", "hearer 2", "hearer 3 a",
    ]
    center.post(name: .a, object: receivers[0])
    #expect(record.take() == all)
    ending = nil
    for object: Any? in [receivers[0], nil] {
      center.post(name: .a, object: object)
      #expect(record.take() == all.filter { $0 != "ending a" && (object != nil || $0 != "hearer 2") })
    }
    keys.value.forEach { center.removeObserver($0) }
    keys.value = []
    center.post(name: .a, object: receivers[1])
    #expect(record.take() == ["hearer 1 a", "hearer 3"])
  }

  @Test(.rule("F-2")) func `a subclass's override of post gets each post once, of every sender`() {
    final class Counting: NotificationCenter, @unchecked Sendable {
      let record = Log()
      override func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
        record("\(name.rawValue) from \(object.map { "\(type(of: $0))" } ?? "nil"), \(userInfo?.count ?? 0)")
        super.post(name: name, object: object, userInfo: userInfo)
      }
    }
    let (center, heard) = (Counting(), Box(0))
    let token = center.addObserver(forName: .a, object: nil, queue: nil) { _ in heard.value += 1 }
    center.post(name: .a, object: self.center)
    center.post(name: .a, object: self.center as AnyObject, userInfo: ["key": 1])
    center.post(name: .a, object: self.center as Any)
    center.post(name: .a, object: 5)
    center.post(name: .a, object: nil)
    #expect(
      center.record.take() == [
        "a from NotificationCenter, 0", "a from NotificationCenter, 1", "a from NotificationCenter, 0",
        "a from Int, 0", "a from nil, 0",
      ])
    #expect(heard.value == 5)
    center.removeObserver(token)
  }

  @Test(.rule("F-2")) func `posting is a method that can be passed on`() {
    let post = self.center.post(name:object:userInfo:)
    let sender = Receiver()
    self.center.addObserver(sender, selector: Selector("note:"), name: .a, object: sender)
    post(.a, sender, ["key": 5])
    #expect(sender.events == ["note a true 5"])
  }

  @Test(.rule("F-4"))
  func `an observer registered during a post does not receive it, and nested posts are completed first`() {
    let (center, record) = (center, record)
    let depth = Box(0)
    // The block retains the center, which retains the block.
    let first = center.addObserver(forName: .a, object: nil, queue: nil) { _ in
      let level = depth.value
      depth.value += 1
      record("first \(level)")
      if level == 0 {
        _ = center.addObserver(forName: .a, object: nil, queue: nil) { _ in record("added") }
        center.post(name: .a, object: nil)
      }
      record("first \(level) ends")
    }
    _ = center.addObserver(forName: .a, object: nil, queue: nil) { _ in record("second") }
    center.post(name: .a, object: nil)
    #expect(
      record.take() == ["first 0", "first 1", "first 1 ends", "second", "added", "first 0 ends", "second"])
    center.removeObserver(first)
  }

  @Test(.rule("F-4")) func `posts can be nested deeply`() {
    let (center, record) = (center, record)
    let token = center.addObserver(forName: .a, object: nil, queue: nil) { notification in
      guard let level = notification.userInfo?["level"] as? Int, level < 30 else { return }
      center.post(name: .a, object: nil, userInfo: ["level": level + 1])
      record("\(level)")
    }
    center.post(name: .a, object: nil, userInfo: ["level": 0])
    #expect(record.take() == (0..<30).reversed().map(String.init))
    center.removeObserver(token)
  }

  @Test(.rule("F-5")) func `an observer removed during a post before its call is skipped`() {
    let (center, record) = (center, record)
    let tokens = Box<[any NSObjectProtocol]>([])
    for index in 0..<4 {
      tokens.value.append(
        center.addObserver(forName: .a, object: nil, queue: nil) { _ in
          record("\(index)")
          if index == 1 { tokens.value.forEach { center.removeObserver($0) } }
        })
    }
    center.post(name: .a, object: nil)
    center.post(name: .a, object: nil)
    #expect(record.take() == ["0", "1"])
    tokens.value = []
  }

  @Test(.rule("F-6")) func `a selector observer is not retained, and is removed when it is deallocated`() {
    let survivor = Target()
    center.addObserver(survivor, selector: Selector("tick:"), name: .a, object: nil)
    weak var gone: Target?
    do {
      let observer = Target()
      gone = observer
      center.addObserver(observer, selector: Selector("tick:"), name: .a, object: nil)
      center.post(name: .a, object: nil)
      #expect(observer.ticks == 1)
    }
    #expect(gone == nil)
    center.post(name: .a, object: nil)
    #expect(survivor.ticks == 2)
    #expect(center.registrations.count == 1)
  }

  @Test(.rule("F-6"))
  func `an object that is not an NSObject can observe, and is removed at the next post`() {
    do {
      let observer = Plain()
      center.addObserver(observer, selector: Selector("tick"), name: .a, object: nil)
      center.post(name: .a, object: nil)
      #expect(observer.ticks == 1)
    }
    #expect(center.registrations.count == 1)
    center.post(name: .a, object: nil)
    #expect(center.registrations.count == 0)
  }

  @Test(.rule("F-6")) func `an observer of the default center is removed when it is deallocated`() {
    let name = Notification.Name("NotificationTests.default")
    do {
      let observer = Target()
      NotificationCenter.default.addObserver(observer, selector: Selector("tick:"), name: name, object: nil)
    }
    #expect(!NotificationCenter.default.registrations.contains { $0.name == name })
  }

  @Test(.rule("F-7", "F-13")) func `the method gets the notification as struct or class, or no argument`() {
    let receiver = Receiver()
    for name in ["note:", "classNote:", "anything:", "nothing"] {
      center.addObserver(receiver, selector: Selector(name), name: .a, object: nil)
    }
    center.post(name: .a, object: receiver, userInfo: ["key": 5])
    #expect(
      receiver.events == [
        "note a true 5", "class a true 5", "anything a", "nothing",
      ])
  }

  @Test(.rule("F-7")) func `a missing method is reported at registration and ends the app at the post`() async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let center = NotificationCenter()
      let target = Target()
      center.addObserver(target, selector: Selector("tack:"), name: .a, object: nil)
      print("registered")
      center.post(name: .a, object: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "NotificationCenter: Target registered for a with tack:, but does not implement it; the first post will crash"
      ))
    #expect(text.contains("-[Target tack:]: unrecognized selector sent to instance 0x"))
  }

  @Test(.rule("F-7")) func `a class can observe with its class methods`() {
    Receiver.classEvents.value = 0
    center.addObserver(Receiver.self, selector: Selector("classTick"), name: .a, object: nil)
    center.post(name: .a, object: nil)
    center.removeObserver(Receiver.self)
    center.post(name: .a, object: nil)
    #expect(Receiver.classEvents.value == 1)
  }

  @Test(.rule("F-8")) func `with a queue the block runs as an operation on it, and the poster waits`() {
    let (center, record) = (center, record)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    _ = center.addObserver(forName: .a, object: nil, queue: queue) { _ in
      record("on the queue: \(OperationQueue.current === queue)")
    }
    record("before")
    center.post(name: .a, object: nil)
    record("after")
    queue.addOperations(
      [
        BlockOperation {
          record("inside")
          center.post(name: .a, object: nil)
          record("still inside")
        }
      ], waitUntilFinished: true)
    #expect(
      record.take() == [
        "before", "on the queue: true", "after", "inside", "on the queue: true", "still inside",
      ])
  }

  @Test(.rule("F-9")) func `the center retains the token and the block until the token is removed`() {
    weak var captured: Target?
    weak var token: AnyObject?
    do {
      let target = Target()
      captured = target
      token = center.addObserver(forName: .a, object: nil, queue: nil) { _ in target.ticks += 1 } as AnyObject
    }
    center.post(name: .a, object: nil)
    #expect(captured?.ticks == 1)
    if let token { center.removeObserver(token) }
    #expect(captured == nil && token == nil)
  }

  @Test(.rule("F-9", "F-5")) func `a block that removes itself is released when the post ends`() {
    let center = center
    weak var captured: Target?
    let token = Box<(any NSObjectProtocol)?>(nil)
    do {
      let target = Target()
      captured = target
      token.value = center.addObserver(forName: .a, object: nil, queue: nil) { _ in
        target.ticks += 1
        if let own = token.value { center.removeObserver(own) }
        token.value = nil
        target.ticks += 1
      }
    }
    center.post(name: .a, object: nil)
    #expect(captured == nil)
  }

  @Test(.rule("F-10")) func `observers can be removed entirely, by name, by sender, or by both`() {
    let sender = Target()
    func register() -> Receiver {
      let observer = Receiver()
      center.addObserver(observer, selector: Selector("nothing"), name: .a, object: nil)
      center.addObserver(observer, selector: Selector("nothing"), name: .a, object: sender)
      center.addObserver(observer, selector: Selector("nothing"), name: .long, object: sender)
      center.addObserver(observer, selector: Selector("nothing"), name: nil, object: nil)
      return observer
    }
    func left(_ remove: (Receiver) -> Void) -> Int {
      let observer = register()
      remove(observer)
      center.post(name: .a, object: sender)
      center.post(name: .long, object: sender)
      center.removeObserver(observer)
      return observer.events.count
    }
    #expect(left { _ in } == 5)
    #expect(left { center.removeObserver($0) } == 0)
    #expect(left { center.removeObserver($0, name: .a, object: nil) } == 3)
    #expect(left { center.removeObserver($0, name: nil, object: sender) } == 3)
    #expect(left { center.removeObserver($0, name: .a, object: sender) } == 4)
    #expect(left { center.removeObserver($0, name: nil, object: nil) } == 0)
    center.removeObserver(Target())
    center.removeObserver("nobody")
    #expect(center.registrations.count == 0)
  }

  @Test(.rule("F-11")) func `registering twice causes two calls and a warning`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let center = NotificationCenter()
      let target = Target()
      for _ in 0..<2 { center.addObserver(target, selector: Selector("tick:"), name: .a, object: nil) }
      center.post(name: .a, object: nil)
      precondition(target.ticks == 2)
      center.removeObserver(target)
      center.post(name: .a, object: nil)
      precondition(target.ticks == 2)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Target.tick: is registered 2 times for a; it will run 2 times per post"))
    #expect(text.contains("NotificationTests.swift:"))
  }

  @Test(.rule("F-12")) func `the debugger description lists the registrations`() {
    let target = Target()
    center.addObserver(target, selector: Selector("tick:"), name: .a, object: target)
    _ = center.addObserver(forName: nil, object: nil, queue: nil) { _ in }
    let text = center.debugDescription
    #expect(text.contains("2 registrations"))
    #expect(text.contains("a from Target: Target.tick: at NotificationTests.swift:"))
    #expect(text.contains("(any): block at NotificationTests.swift:"))
  }

  @Test func `posts of Foundation arrive`() {
    let name = Notification.Name("NotificationTests.foundation")
    let record = record
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
      record("\($0.userInfo?["key"] ?? "")")
    }
    Foundation.NotificationCenter.default.post(name: name, object: nil, userInfo: ["key": "value"])
    NotificationCenter.default.removeObserver(token)
    #expect(record.take() == ["value"])
  }

  @Test func `notifications are values and bridge to their class`() {
    let target = Target()
    var notification = Notification(name: .a, object: target, userInfo: ["key": 1])
    let copy = notification
    notification.name = .long
    #expect(copy.name == .a && notification.name == .long && copy != notification)
    let object = copy as NSNotification
    #expect(object.name == .a && object.object as AnyObject === target)
    #expect(object as Notification == copy)
    #expect((object as Any) as? Notification == copy)
  }

  @Test(.rule("F-13")) func `a stored notification retains its sender, and nothing else does`() {
    final class Sender: NSObject {}
    let kept = Box<[Notification]>([])
    let keeps = Box(false)
    let token = center.addObserver(forName: nil, object: nil, queue: nil) { notification in
      if keeps.value { kept.value.append(notification) }
    }
    func post(_ name: Notification.Name) -> () -> Sender? {
      let sender = Sender()
      center.post(name: name, object: sender)
      return { [weak sender] in sender }
    }
    // The first post of a thread and later ones create their notifications in different ways.
    for _ in 0..<3 {
      let passing = post(.a)
      #expect(passing() == nil)
      keeps.value = true
      let first = post(.a)
      let second = post(.long)
      keeps.value = false
      _ = post(.a)
      center.post(name: .long, object: nil)
      #expect(kept.value.map(\.name) == [.a, .long])
      #expect(kept.value.map { $0.object as AnyObject? === first() } == [true, false])
      #expect(kept.value.map { $0.object as AnyObject? === second() } == [false, true])
      #expect(first() != nil && second() != nil)
      kept.value = []
      #expect(first() == nil && second() == nil)
    }
    center.removeObserver(token)
  }

  @Test(.rule("F-13")) func `a nested post has its own notification`() {
    let outer = Target()
    let inner = Target()
    var tokens: [any NSObjectProtocol] = []
    tokens.append(
      center.addObserver(forName: .a, object: outer, queue: nil) { [center, record] notification in
        center.post(name: .long, object: inner)
        record("outer \(notification.name == .a && notification.object as AnyObject? === outer)")
      })
    tokens.append(
      center.addObserver(forName: .long, object: inner, queue: nil) { [record] notification in
        record("inner \(notification.name == .long && notification.object as AnyObject? === inner)")
      })
    for _ in 0..<3 { center.post(name: .a, object: outer) }
    let once = ["inner true", "outer true"]
    #expect(record.take() == once + once + once)
    tokens.forEach { center.removeObserver($0) }
  }

  @Test func `threads can post, register and remove concurrently`() async {
    let center = center
    let counter = Box(0)
    _ = counter
    await withTaskGroup(of: Int.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let calls = Box(0)
          let own = Notification.Name("worker \(worker)")
          var tokens: [any NSObjectProtocol] = []
          _ = center.addObserver(forName: own, object: nil, queue: nil) { _ in calls.value += 1 }
          for round in 0..<3_000 {
            let observer = NoOpObserver()
            center.addObserver(observer, selector: Selector("look"), name: .long, object: nil)
            tokens.append(center.addObserver(forName: .a, object: nil, queue: nil) { _ in })
            center.post(name: own, object: nil)
            center.post(name: .a, object: nil)
            center.post(name: .long, object: nil)
            if round % 3 == 0 { center.removeObserver(observer) }
            if tokens.count > 5 { center.removeObserver(tokens.removeFirst()) }
          }
          tokens.forEach { center.removeObserver($0) }
          return calls.value
        }
      }
      for await calls in group { #expect(calls == 3_000) }
    }
  }

  @Test(.rule("F-4"))
  func `an observer of any name is called regardless of concurrent registrations`() async {
    let center = center
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let own = Notification.Name("own \(worker)")
          let (named, any) = (Box(0), Box(0))
          for round in 1...500 {
            let token = center.addObserver(forName: own, object: center, queue: nil) { _ in named.value += 1 }
            let all = center.addObserver(forName: nil, object: nil, queue: nil) {
              if $0.name == own { any.value += 1 }
            }
            center.post(name: own, object: center)
            center.removeObserver(token)
            center.post(name: own, object: nil)
            center.removeObserver(all)
            center.post(name: own, object: center)
            guard named.value == round, any.value == 2 * round else {
              Issue.record("round \(round): \(named.value) and \(any.value)")
              return
            }
          }
        }
      }
    }
  }
}

/// A no-op observer that is called on any thread.
private final class NoOpObserver: NSObject {
  override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "look", "look()", 0) { _ in }] }
}

/// Records how it was called.
final class Receiver: NSObject, @unchecked Sendable {
  // @unchecked because each test uses it on one thread.
  var events: [String] = []
  static let classEvents = Box(0)
  func note(_ note: Notification) {
    events.append(
      "note \(note.name.rawValue) \(note.object as AnyObject === self) \(note.userInfo?["key"] ?? "")")
  }
  func classNote(_ note: NSNotification) {
    events.append(
      "class \(note.name.rawValue) \(note.object as AnyObject === self) \(note.userInfo?["key"] ?? "")")
  }
  func anything(_ sender: Any) {
    events.append("anything \((sender as? Notification)?.name.rawValue ?? "?")")
  }
  func nothing() { events.append("nothing") }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "note:", "note(_:)", 0) { s, o in unsafeDowncast(s, to: Receiver.self).note(_object(o))
      },
      .init(anyObject: "classNote:", "classNote(_:)", 0) { s, o in
        unsafeDowncast(s, to: Receiver.self).classNote(_object(o))
      },
      .init(any: "anything:", "anything(_:)", 0) { s, a, _, _ in
        unsafeDowncast(s, to: Receiver.self).anything(_arg(a))
      },
      .init(anyNone: "nothing", "nothing()", 0) { s in unsafeDowncast(s, to: Receiver.self).nothing() },
      .init(class: "classTick", "classTick()", 0) { c, _, _, _ in
        Receiver.classEvents.value += 1
        return nil
      },
    ]
  }
}

/// Records by name what it is told.
final class Hearer: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  private let name: String
  private let record: Log
  init(_ name: String, _ record: Log) {
    self.name = name
    self.record = record
    super.init()
  }
  func note(_ notification: Notification) { record("\(name) \(notification.name.rawValue)") }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyObject: "note:", "note(_:)", 0) { s, o in unsafeDowncast(s, to: Hearer.self).note(_object(o))
      },
      .init(anyNone: "nothing", "nothing()", 0) { s in
        let hearer = unsafeDowncast(s, to: Hearer.self)
        hearer.record(hearer.name)
      },
    ]
  }
}

/// An observer that does not derive from NSObject.
final class Plain: _CarobMethods {
  var ticks = 0
  static var _carobMethods: [_CarobMethod] {
    [.init(anyNone: "tick", "tick()", 0) { s in unsafeDowncast(s, to: Plain.self).ticks += 1 }]
  }
}
