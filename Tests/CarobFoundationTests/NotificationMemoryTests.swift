import TestSupport
import Testing

@testable import CarobFoundation

extension Notification.Name {
  fileprivate static let a = Notification.Name("a")
}

/// What a notification center keeps for its next posts, and until when.
@Suite struct NotificationMemoryTests {
  private let center = NotificationCenter()

  private final class Ending {
    private let atEnd: () -> Void
    init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
    deinit { atEnd() }
  }

  private final class Weak<Value: AnyObject>: @unchecked Sendable {
    // @unchecked because each test uses it on one thread.
    weak var value: Value?
  }

  /// Registers a block; `held` is nil once it is released.
  private func register(_ held: Weak<Target>) -> any NSObjectProtocol {
    let target = Target()
    held.value = target
    return center.addObserver(forName: .a, object: nil, queue: nil) { _ in target.ticks += 1 }
  }

  @Test(.rule("F-9")) func `a block is released with its token although others were registered after a post`()
  {
    let (first, second, third) = (Weak<Target>(), Weak<Target>(), Weak<Target>())
    var tokens = [register(first)]
    center.post(name: .a, object: nil)
    tokens.append(register(second))
    center.post(name: .a, object: nil)
    tokens.append(register(third))
    #expect([first, second, third].map { $0.value?.ticks } == [2, 1, 0])
    for held in [first, second, third] {
      center.removeObserver(tokens.removeFirst())
      #expect(held.value == nil)
    }
  }

  @Test(.rule("F-9")) func `a center releases its blocks when it is deallocated after a post`() {
    let held = Weak<Target>()
    var center: NotificationCenter? = NotificationCenter()
    do {
      let target = Target()
      held.value = target
      _ = center?.addObserver(forName: .a, object: nil, queue: nil) { _ in target.ticks += 1 }
    }
    center?.post(name: .a, object: nil)
    #expect(held.value?.ticks == 1)
    center = nil
    #expect(held.value == nil)
  }

  @Test(.rule("F-4", "F-9")) func `deeply nested posts keep nothing of their observers`() {
    let center = center
    let held = Weak<Target>()
    var tokens = [
      center.addObserver(forName: .a, object: nil, queue: nil) { notification in
        guard let level = notification.userInfo?["level"] as? Int, level < 30 else { return }
        center.post(name: .a, object: nil, userInfo: ["level": level + 1])
      },
      register(held),
    ]
    center.post(name: .a, object: nil, userInfo: ["level": 0])
    #expect(held.value?.ticks == 31)
    center.removeObserver(tokens.removeLast())
    center.post(name: .a, object: nil)
    #expect(held.value == nil)
    center.removeObserver(tokens.removeLast())
  }

  @Test(.rule("F-13")) func `a thread's posts reuse one notification, beside those of nested posts`() {
    let center = center
    let (outer, inner) = (Weak<NSNotification>(), Weak<NSNotification>())
    let token = center.addObserver(forName: .a, object: nil, queue: nil) { notification in
      let isOuter = notification.object != nil
      (isOuter ? outer : inner).value = notification.storage
      if isOuter { center.post(name: .a, object: nil) }
    }
    center.post(name: .a, object: nil)
    let first = inner.value.map(ObjectIdentifier.init)
    #expect(first != nil)
    center.post(name: .a, object: nil)
    #expect(inner.value.map(ObjectIdentifier.init) == first)
    // The outer post takes the spare one, the inner one creates another, and only one of them is kept.
    center.post(name: .a, object: center)
    #expect(outer.value == nil && inner.value != nil)
    center.removeObserver(token)
  }

  @Test(.rule("F-13")) func `a post's user info is released when the post ends, unless an observer keeps it`()
  {
    let (center, held) = (center, Weak<Target>())
    let kept = Box<[Notification]>([])
    let keeps = Box(false)
    let token = center.addObserver(forName: .a, object: nil, queue: nil) { notification in
      (notification.userInfo?["target"] as? Target)?.ticks += 1
      if keeps.value { kept.value.append(notification) }
    }
    func post(_ ticks: Int) {
      let target = Target()
      held.value = target
      center.post(name: .a, object: center, userInfo: ["target": target, "number": ticks])
      #expect(target.ticks == 1)
    }
    for number in 0..<3 {
      post(number)
      #expect(held.value == nil)
    }
    keeps.value = true
    for number in 3..<5 {
      post(number)
      #expect(held.value != nil)
    }
    keeps.value = false
    post(5)
    center.post(name: .a, object: nil)
    #expect(kept.value.map { $0.userInfo?["number"] as? Int } == [3, 4])
    #expect(kept.value.allSatisfy { $0.object as? NotificationCenter === center })
    kept.value = []
    #expect(held.value == nil)
    center.removeObserver(token)
  }

  @Test(.rule("F-13")) func `a value of the user info may post while the post that carried it ends`() {
    let (center, seen) = (center, Box<[String]>([]))
    let storages = Box<Set<ObjectIdentifier>>([])
    let token = center.addObserver(forName: .a, object: nil, queue: nil) { notification in
      seen.value.append(notification.userInfo?["name"] as? String ?? "none")
      storages.value.insert(ObjectIdentifier(notification.storage))
    }
    for name in ["first", "second"] {
      center.post(
        name: .a, object: nil,
        userInfo: [
          "name": name,
          "end": Ending { center.post(name: .a, object: nil, userInfo: ["name": "end of \(name)"]) },
        ])
    }
    center.post(name: .a, object: nil)
    #expect(seen.value == ["first", "end of first", "second", "end of second", "none"])
    #expect(storages.value.count == 1)
    center.removeObserver(token)
  }

  @Test func `a cache of two names keeps any two, and none whose text is on the heap`() {
    let literal = UInt(1) << 63
    let found = (0..<64).map { (number: UInt) in
      let cache = NameCache(capacity: 2)
      cache.store((number, literal | number), 100)
      cache.store((number + 1000, literal), 200)
      return [cache.find((number, literal | number)), cache.find((number + 1000, literal))]
    }
    #expect(found == Array(repeating: [100, 200], count: 64))
    let cache = NameCache(capacity: 2)
    cache.store((1, 1), 300)
    let heap = cache.find((1, 1))
    #expect(heap == 0)
  }
}
