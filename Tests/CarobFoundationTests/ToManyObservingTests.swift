import CarobFoundation
import TestSupport
import Testing

/// Changes inside collections: manual reports, proxies with and without accessors, and unsupported paths.
@Suite struct ToManyObservingTests {
  let shelf = Shelf()
  let watcher = Watcher()

  private func timeline(
    _ key: String, _ options: NSKeyValueObservingOptions = [.old, .new], _ change: () -> Void
  ) -> [String] {
    shelf.addObserver(watcher, forKeyPath: key, options: options, context: nil)
    change()
    shelf.removeObserver(watcher, forKeyPath: key)
    return watcher.take().map { String($0.dropFirst(key.count + 1)) }
  }

  @Test(.rule("F-86", "F-90")) func `manual insertions and removals are reported before and after`() {
    func change(_ kind: NSKeyValueChange, _ index: Int, _ edit: () -> Void) {
      shelf.willChange(kind, valuesAt: IndexSet(integer: index), forKey: "plain")
      edit()
      shelf.didChange(kind, valuesAt: IndexSet(integer: index), forKey: "plain")
    }
    let told = timeline("plain", [.prior, .old, .new]) {
      change(.insertion, 0) { shelf.plain.append("a") }
      change(.insertion, 1) { shelf.plain.append("b") }
      change(.replacement, 1) { shelf.plain[1] = "c" }
      change(.removal, 0) { shelf.plain.remove(at: 0) }
    }
    #expect(
      told == [
        "kind=2 at [0] prior", "kind=2 new=[a] at [0]", "kind=2 at [1] prior", "kind=2 new=[b] at [1]",
        "kind=4 old=[b] at [1] prior", "kind=4 old=[b] new=[c] at [1]",
        "kind=3 old=[a] at [0] prior", "kind=3 old=[a] at [0]",
      ])
    #expect(timeline("plain", [.initial, .new]) {} == ["kind=1 new=[c]"])
    #expect(timeline("plain") { shelf.plain.append("unseen") } == [])
  }

  @Test(.rule("F-90", "F-118")) func `several elements at once are one change of an array`() {
    let proxy = shelf.mutableArrayValue(forKey: "plain")
    let told = timeline("plain") {
      proxy.addObjects(from: ["a", "b", "c"])
      proxy.insert(["x", "y"], at: [0, 2])
      proxy.replaceObjects(at: [1, 3], with: ["A", "B"])
      proxy.removeObjects(at: [0, 2])
      proxy.removeObjects(in: NSRange(location: 1, length: 2))
    }
    #expect(
      told == [
        "kind=2 new=[a] at [0]", "kind=2 new=[b] at [1]", "kind=2 new=[c] at [2]",
        "kind=2 new=[x, y] at [0, 2]", "kind=4 old=[a, b] new=[A, B] at [1, 3]",
        "kind=3 old=[x, y] at [0, 2]", "kind=3 old=[B, c] at [1, 2]",
      ])
    #expect(shelf.plain == ["A"])
  }

  @Test(.rule("F-118")) func `an array proxy supports exchanging, sorting and replacing all elements`() {
    shelf.plain = ["c", "a", "b"]
    let proxy = shelf.mutableArrayValue(forKey: "plain")
    let told = timeline("plain") {
      proxy.exchangeObject(at: 0, withObjectAt: 2)
      proxy.sort(using: [NSSortDescriptor(key: nil, ascending: true)])
      proxy.setArray(["z"])
      proxy.setArray(["p", "q"])
      proxy.replaceObjects(in: NSRange(location: 0, length: 1), withObjectsFrom: ["1", "2"])
      proxy.remove("2")
      proxy.removeLastObject()
      proxy.removeAllObjects()
    }
    #expect(
      told == [
        "kind=4 old=[c] new=[b] at [0]", "kind=4 old=[b] new=[c] at [2]",
        "kind=4 old=[b, a, c] new=[a, b, c] at [0, 1, 2]",
        "kind=4 old=[a] new=[z] at [0]", "kind=3 old=[b, c] at [1, 2]",
        "kind=4 old=[z] new=[p] at [0]", "kind=2 new=[q] at [1]",
        "kind=4 old=[p] new=[1] at [0]", "kind=2 new=[2] at [1]",
        "kind=3 old=[2] at [1]", "kind=3 old=[q] at [1]", "kind=3 old=[1] at [0]",
      ])
  }

  @Test(.rule("F-118")) func `accessors for one and for many elements are used as appropriate`() {
    let proxy = shelf.mutableArrayValue(forKey: "rows")
    let told = timeline("rows") {
      proxy.add("a")
      proxy.insert(["b", "c"], at: [0, 1])
      proxy.replaceObject(at: 2, with: "d")
      proxy.replaceObjects(at: [0, 1], with: ["e", "f"])
      proxy.removeObject(at: 0)
      proxy.removeObjects(at: [0, 1])
    }
    #expect(
      shelf.take() == [
        "insert a at 0", "insert [b, c] at [0, 1]", "replace 2 with d", "replace [0, 1] with [e, f]",
        "remove 0", "remove [0, 1]",
      ])
    #expect(
      told == [
        "kind=2 new=[a] at [0]", "kind=2 new=[b, c] at [0, 1]", "kind=4 old=[a] new=[d] at [2]",
        "kind=4 old=[b, c] new=[e, f] at [0, 1]", "kind=3 old=[e] at [0]", "kind=3 old=[f, d] at [0, 1]",
      ])
  }

  @Test(.rule("F-118")) func `a proxy shows the result of the accessors`() {
    let proxy = shelf.mutableArrayValue(forKey: "rows")
    proxy.add("refused")
    proxy.add("a")
    #expect(proxy.count == 1 && proxy[0] as? String == "a")
    shelf.rows = ["p", "q"]
    #expect(proxy.map { $0 as? String } == ["p", "q"])
  }

  @Test(.rule("F-88", "F-92")) func `the value of an operator changes with the observed collection`() {
    let told = timeline("plain.@count") {
      let proxy = shelf.mutableArrayValue(forKey: "plain")
      proxy.add("a")
      proxy.insert(["b", "c"], at: [1, 2])
      shelf.setValue([] as [String], forKey: "plain")
    }
    #expect(told == ["kind=1 old=0 new=1", "kind=1 old=1 new=3", "kind=1 old=3 new=0"])
    #expect(
      timeline("numbers.@max.self", .new) { shelf.mutableSetValue(forKey: "numbers").union([3, 5]) }
        == ["kind=1 new=5"])
  }

  private static let throughCollection: [String] = ["plain.length", "friends.age", "numbers.self"]
  @Test(.rule("F-91"), arguments: throughCollection)
  func `observing a path through a collection ends the app`(path: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [path = path as String] in
      let shelf = Shelf()
      shelf.friends = [Person()]
      shelf.addObserver(Watcher(), forKeyPath: path, options: .new, context: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let rest = path.split(separator: ".")[1]
    #expect(text.contains("addObserver:forKeyPath:options:context:] is not supported. Key path: \(rest)"))
  }

  @Test(.rule("F-91", "F-96")) func `elements of an array at some indexes can be observed with one call`() {
    let people = (0..<3).map { _ in Person() }
    let array = NSArray(array: people)
    array.addObserver(watcher, toObjectsAt: [0, 1], forKeyPath: "age", options: .new, context: nil)
    for (index, person) in people.enumerated() { person.age = index }
    array.removeObserver(watcher, fromObjectsAt: [0], forKeyPath: "age")
    for (index, person) in people.enumerated() { person.age = index + 10 }
    array.removeObserver(watcher, fromObjectsAt: [1], forKeyPath: "age", context: nil)
    people.forEach { $0.age = 7 }
    #expect(watcher.take() == ["age kind=1 new=0", "age kind=1 new=1", "age kind=1 new=11"])
  }

  @Test(.rule("F-91")) func `observing an element beyond the end ends the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      NSArray(array: [Person()]).addObserver(
        Watcher(), toObjectsAt: [4], forKeyPath: "age", context: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSRangeException'"))
  }

  /// The expected notifications for the six ways to change a set.
  private let setTimeline = [
    "kind=2 new={1, 2, 3}", "kind=3 old={1}", "kind=2 new={1}", "kind=3 old={1}", "kind=3 old={3}",
    "kind=4 old={2} new={3}",
  ]

  @Test(.rule("F-90", "F-118"), arguments: ["numbers", "marks", "typed"])
  func `each way to change a set is one change with the added and removed elements`(key: String) {
    let proxy = shelf.mutableSetValue(forKey: key)
    let told = timeline(key) {
      proxy.union([1, 2, 3])
      proxy.minus([1, 9])
      proxy.add(1)
      proxy.add(1)
      proxy.remove(1)
      proxy.remove(1)
      proxy.intersect([2, 5])
      proxy.setSet([3])
      proxy.setSet([3])
    }
    #expect(told == setTimeline)
    #expect(proxy.allObjects as? [Int] == [3] && proxy.count == 1 && proxy.contains(3))
    if key == "marks" {
      #expect(
        shelf.take() == [
          "add {1, 2, 3}", "remove {1}", "add {1}", "remove {1}", "intersect {2, 5}", "set {3}",
        ])
    }
  }

  @Test(.rule("F-90")) func `manual set changes report the elements that actually change`() {
    func change(_ kind: NSKeyValueSetMutationKind, _ objects: Set<Int>, _ edit: () -> Void) {
      shelf.willChangeValue(forKey: "typed", withSetMutation: kind, using: objects)
      edit()
      shelf.didChangeValue(forKey: "typed", withSetMutation: kind, using: objects)
    }
    let told = timeline("typed") {
      change(.unionSetMutation, [1, 2, 3]) { shelf.typed.formUnion([1, 2, 3]) }
      change(.minusSetMutation, [1, 9]) { shelf.typed.subtract([1, 9]) }
      change(.unionSetMutation, [1, 2]) { shelf.typed.formUnion([1, 2]) }
      change(.minusSetMutation, [1]) { shelf.typed.subtract([1]) }
      change(.intersectSetMutation, [2, 5]) { shelf.typed.formIntersection([2, 5]) }
      change(.setSetMutation, [3]) { shelf.typed = [3] }
    }
    #expect(told == setTimeline)
  }

  @Test(.rule("F-90", "F-118"))
  func `an ordered set proxy reports indexes and keeps its elements distinct`() {
    let proxy = shelf.mutableOrderedSetValue(forKey: "order")
    let told = timeline("order") {
      proxy.add("a")
      proxy.addObjects(from: ["b", "a", "c"])
      proxy.insert(["x", "y"], at: [0, 2])
      proxy.replaceObject(at: 1, with: "A")
      proxy.exchangeObject(at: 0, withObjectAt: 3)
      proxy.remove("c")
      proxy.minusSet(["y"])
      proxy.moveObjects(at: [0], to: 1)
      proxy.intersect(["A", "x"])
    }
    #expect(
      told == [
        "kind=2 new=[a] at [0]", "kind=2 new=[b] at [1]", "kind=2 new=[c] at [2]",
        "kind=2 new=[x, y] at [0, 2]", "kind=4 old=[a] new=[A] at [1]",
        "kind=4 old=[x, b] new=[b, x] at [0, 3]", "kind=3 old=[c] at [4]", "kind=3 old=[y] at [2]",
        "kind=3 old=[b] at [0]", "kind=2 new=[b] at [1]", "kind=3 old=[b] at [1]",
      ])
    #expect(shelf.order.array as? [String] == ["A", "x"])
    #expect(proxy.map { $0 as? String } == ["A", "x"] && proxy.index(of: "x") == 1)
    #expect(!proxy.contains("b") && proxy.firstObject as? String == "A" && proxy.count == 2)
    let owner = Shelf()
    owner.next = shelf
    owner.mutableOrderedSetValue(forKeyPath: "next.order").removeAllObjects()
    #expect(shelf.order.count == 0 && proxy.count == 0)
  }
}

/// Has collections with and without accessors.
final class Shelf: NSObject {
  private let record = Log()
  func take() -> [String] { record.take() }

  var plain: [String] = []
  var friends: [Person] = []
  var rows: [String] = []
  var numbers = NSSet()
  var marks = NSMutableSet()
  var typed: Set<Int> = []
  var order = NSOrderedSet()
  var next: Shelf?

  private func text(_ value: Any?) -> String {
    switch value {
    case let set as NSSet: "{\(set.map { "\($0)" }.sorted().joined(separator: ", "))}"
    case let array as NSArray: "[\(array.map { "\($0)" }.joined(separator: ", "))]"
    case let indexes as NSIndexSet: "[\(indexes.map { "\($0)" }.joined(separator: ", "))]"
    default: "\(value ?? "nil")"
    }
  }

  override class var _carobKVC: [_CarobProperty] {
    [
      .init("plain", \Shelf.plain), .init("rows", \Shelf.rows), .init("numbers", \Shelf.numbers),
      .init("marks", \Shelf.marks), .init("typed", \Shelf.typed), .init("order", \Shelf.order),
      .init("friends", \Shelf.friends), .init("next", \Shelf.next),
    ]
  }

  private static func does(
    _ selector: StaticString, _ body: @escaping @Sendable (Shelf, Any?, Any?) -> Void
  ) -> _CarobMethod {
    .init(any: selector, selector, 0) { s, a, b, _ in body(unsafeDowncast(s, to: Shelf.self), a, b) }
  }
  private static func elements(_ value: Any?) -> [String] {
    (value as? NSArray)?.compactMap { $0 as? String } ?? []
  }
  private static func indexes(_ value: Any?) -> [Int] { (value as? NSIndexSet)?.map { $0 } ?? [] }
  private static func set(_ value: Any?) -> Set<AnyHashable> { value as? Set<AnyHashable> ?? [] }

  override class var _carobMethods: [_CarobMethod] {
    [
      does("insertObject:inRowsAtIndex:") { shelf, new, index in
        guard let new = new as? String, let index = index as? Int, new != "refused" else { return }
        shelf.record("insert \(new) at \(index)")
        shelf.rows.insert(new, at: index)
      },
      does("insertRows:atIndexes:") { shelf, new, places in
        shelf.record("insert \(shelf.text(new)) at \(shelf.text(places))")
        for (index, element) in zip(indexes(places), elements(new)) { shelf.rows.insert(element, at: index) }
      },
      does("removeObjectFromRowsAtIndex:") { shelf, index, _ in
        shelf.record("remove \(shelf.text(index))")
        shelf.rows.remove(at: index as? Int ?? 0)
      },
      does("removeRowsAtIndexes:") { shelf, places, _ in
        shelf.record("remove \(shelf.text(places))")
        for index in indexes(places).reversed() { shelf.rows.remove(at: index) }
      },
      does("replaceObjectInRowsAtIndex:withObject:") { shelf, index, new in
        shelf.record("replace \(shelf.text(index)) with \(shelf.text(new))")
        shelf.rows[index as? Int ?? 0] = new as? String ?? ""
      },
      does("replaceRowsAtIndexes:withRows:") { shelf, places, new in
        shelf.record("replace \(shelf.text(places)) with \(shelf.text(new))")
        for (index, element) in zip(indexes(places), elements(new)) { shelf.rows[index] = element }
      },
      does("addMarks:") { shelf, objects, _ in
        shelf.record("add \(shelf.text(objects))")
        shelf.marks.union(set(objects))
      },
      does("removeMarks:") { shelf, objects, _ in
        shelf.record("remove \(shelf.text(objects))")
        shelf.marks.minus(set(objects))
      },
      does("intersectMarks:") { shelf, objects, _ in
        shelf.record("intersect \(shelf.text(objects))")
        shelf.marks.intersect(set(objects))
      },
      does("setMarks:") { shelf, objects, _ in
        shelf.record("set \(shelf.text(objects))")
        shelf.marks.setSet(set(objects))
      },
    ]
  }
}
