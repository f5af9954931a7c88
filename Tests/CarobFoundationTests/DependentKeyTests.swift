import CarobFoundation
import TestSupport
import Testing

/// Dependent keys on paths that change, become nil, and form cycles.
@Suite struct DependentKeyTests {
  let root = DependentNode()
  let watcher = Watcher()

  private func watch(_ path: String, _ options: NSKeyValueObservingOptions = []) {
    root.addObserver(watcher, forKeyPath: path, options: options, context: nil)
  }
  /// The number of notifications while `change` runs.
  private func told(_ change: () -> Void) -> Int {
    change()
    return watcher.take().count
  }

  @Test(.rule("F-92", "F-93")) func `a path through a dependent key is updated when that key changes`() {
    let (holder, node, leaf) = (DependentNode(), DependentNode(), DependentNode())
    node.leaf = leaf
    root.holder = holder
    watch("derived")
    for _ in 0..<25 {
      holder.node = nil
      holder.node = node
    }
    #expect(watcher.take().count == 50)
    #expect(told { leaf.value = 2 } == 1)
    #expect(told { leaf.flag = true } == 1)
    let other = DependentNode()
    other.leaf = DependentNode()
    #expect(told { holder.node = other } == 1)
    #expect(told { leaf.value = 3 } == 0)
    #expect(told { other.leaf?.value = 3 } == 1)
    #expect(told { root.holder = nil } == 1)
    #expect(told { other.leaf?.value = 4 } == 0)
    root.removeObserver(watcher, forKeyPath: "derived")
    #expect(told { root.holder = holder } == 0)
  }

  @Test(.rule("F-93")) func `two keys that depend on the same path continue separately`() {
    root.holder = DependentNode()
    let (node, leaf) = (DependentNode(), DependentNode())
    node.leaf = leaf
    watch("both")
    root.holder?.node = node
    _ = watcher.take()
    #expect(told { leaf.value = 2 } == 1)
    #expect(told { leaf.flag = true } == 1)
    root.removeObserver(watcher, forKeyPath: "both")
  }

  @Test(.rule("F-93")) func `cycles of two and three keys report a change once`() {
    for key in ["overTwo", "overThree"] {
      watch(key)
      #expect(told { root.value += 1 } == 1)
      #expect(told { root.one += 1 } == 1)
      root.removeObserver(watcher, forKeyPath: key)
    }
    watch("ringA")
    #expect(told { root.one += 1 } == 1)
    root.removeObserver(watcher, forKeyPath: "ringA")
  }

  @Test(.rule("F-93")) func `keys of two objects can affect each other in a cycle`() {
    let other = DependentNode()
    root.leaf = other
    other.leaf = root
    watch("mirrored")
    #expect(told { root.value = 1 } == 1)
    #expect(told { other.value = 1 } == 1)
    #expect(told { root.leaf = nil } == 1)
    #expect(told { other.value = 2 } == 0)
    root.removeObserver(watcher, forKeyPath: "mirrored")
    other.leaf = nil
  }

  @Test(.rule("F-93")) func `a key can depend on a path inside its own value`() {
    let first = DependentNode()
    watch("chosen")
    #expect(told { root.chosen = first } == 1)
    #expect(told { first.value = 1 } == 1)
    #expect(told { root.chosen = DependentNode() } == 1)
    #expect(told { first.value = 2 } == 0)
    #expect(told { root.chosen?.value = 2 } == 1)
    root.removeObserver(watcher, forKeyPath: "chosen")
  }

  @Test(.rule("F-92", "F-93")) func `affecting paths can become nil at any point and recover`() {
    let (holder, node, leaf) = (DependentNode(), DependentNode(), DependentNode())
    root.holder = holder
    holder.node = node
    holder.leaf = leaf
    leaf.node = node
    watch("crossed")
    #expect(told { node.value = 2 } == 1)
    let tail = DependentNode()
    #expect(told { node.leaf = tail } == 1)
    #expect(told { tail.flag = true } == 1)
    #expect(told { node.value = 3 } == 1)
    #expect(told { leaf.node = nil } == 1)
    #expect(told { node.value = 4 } == 0)
    #expect(told { node.leaf = nil } == 1)
    #expect(told { tail.flag = false } == 0)
    #expect(told { leaf.node = node } == 1)
    #expect(told { node.value = 5 } == 1)
    #expect(told { root.holder = nil } == 1)
    #expect(told { node.value = 6 } == 0)
    root.removeObserver(watcher, forKeyPath: "crossed")
  }

  @Test(.rule("F-88", "F-93")) func `a key that depends on a dependent key has old and new values`() {
    let (leaf, other) = (DependentNode(), DependentNode())
    leaf.value = 1
    other.value = 7
    root.leaf = leaf
    watch("twice", [.old, .new, .prior])
    leaf.value = 2
    root.leaf = other
    root.leaf = nil
    #expect(
      watcher.take() == [
        "twice kind=1 old=2 prior", "twice kind=1 old=2 new=4", "twice kind=1 old=4 prior",
        "twice kind=1 old=4 new=14", "twice kind=1 old=14 prior", "twice kind=1 old=14 new=0",
      ])
    root.removeObserver(watcher, forKeyPath: "twice")
  }

  @Test(.rule("F-92", "F-93")) func `a path that ends in a dependent key follows the objects on it`() {
    let (node, other) = (DependentNode(), DependentNode())
    node.leaf = DependentNode()
    other.leaf = DependentNode()
    other.leaf?.value = 5
    watch("node.score", [.old, .new])
    root.node = node
    node.leaf?.value = 3
    root.node = other
    node.leaf?.value = 4
    other.leaf = nil
    #expect(
      watcher.take() == [
        "node.score kind=1 old=<null> new=0", "node.score kind=1 old=0 new=3",
        "node.score kind=1 old=3 new=5", "node.score kind=1 old=5 new=0",
      ])
    root.removeObserver(watcher, forKeyPath: "node.score")
  }

  @Test(.rule("F-88", "F-93")) func `one change notifies all dependent objects with their own values`() {
    let shared = DependentNode()
    let pair = [DependentNode(), DependentNode()]
    let watchers = [Watcher(), Watcher()]
    for (index, knot) in pair.enumerated() {
      knot.leaf = shared
      knot.value = index + 1
      knot.addObserver(watchers[index], forKeyPath: "total", options: [.old, .new], context: nil)
    }
    shared.value = 1
    shared.value = 1
    pair[0].value = 2
    #expect(
      watchers.map { $0.take() } == [
        ["total kind=1 old=1 new=2", "total kind=1 old=2 new=2", "total kind=1 old=2 new=3"],
        ["total kind=1 old=2 new=3", "total kind=1 old=3 new=3"],
      ])
    for (index, knot) in pair.enumerated() { knot.removeObserver(watchers[index], forKeyPath: "total") }
  }

  @Test(.rule("F-85", "F-92")) func `an object and a path inside it can both be observed, initially nil`() {
    let leaf = DependentNode()
    leaf.value = 7
    watch("leaf", [.initial, .new, .old])
    watch("leaf.value", [.initial, .new, .old])
    watch("derived", [.initial, .new])
    root.leaf = leaf
    leaf.value = 8
    let text = watcher.take().map { $0.replacingOccurrences(of: "\(leaf)", with: "LEAF") }
    #expect(
      text == [
        "leaf kind=1 new=<null>", "leaf.value kind=1 new=<null>", "derived kind=1 new=0",
        "leaf kind=1 old=<null> new=LEAF", "leaf.value kind=1 old=<null> new=7",
        "leaf.value kind=1 old=7 new=8",
      ])
    for path in ["leaf", "leaf.value", "derived"] { root.removeObserver(watcher, forKeyPath: path) }
  }
}

/// Refers to other objects of its class and has keys that depend on them.
final class DependentNode: NSObject, @unchecked Sendable {
  // @unchecked because each test uses it on one thread.
  var value = 0 {
    willSet { _kvoWill("value", self.value) }
    didSet { _kvoDid("value", self.value) }
  }
  var flag = false {
    willSet { _kvoWill("flag", self.flag) }
    didSet { _kvoDid("flag", self.flag) }
  }
  var one = 0 {
    willSet { _kvoWill("one", self.one) }
    didSet { _kvoDid("one", self.one) }
  }
  var leaf: DependentNode? {
    willSet { _kvoWill("leaf", self.leaf) }
    didSet { _kvoDid("leaf", self.leaf) }
  }
  var node: DependentNode? {
    willSet { _kvoWill("node", self.node) }
    didSet { _kvoDid("node", self.node) }
  }
  var holder: DependentNode? {
    willSet { _kvoWill("holder", self.holder) }
    didSet { _kvoDid("holder", self.holder) }
  }
  var chosen: DependentNode? {
    willSet { _kvoWill("chosen", self.chosen) }
    didSet { _kvoDid("chosen", self.chosen) }
  }
  var score: Int { leaf?.value ?? 0 }
  var twice: Int { score * 2 }
  var total: Int { value + score }
  var selected: DependentNode? { holder?.node }
  var alsoSelected: DependentNode? { holder?.node }
  var derived: Bool { (selected?.score ?? 0) > 0 && selected?.leaf?.flag == true }

  private static let affecting: [String: Set<String>] = [
    "score": ["leaf.value"], "twice": ["score"], "total": ["value", "leaf.value"],
    "selected": ["holder.node"], "alsoSelected": ["holder.node"],
    "derived": ["selected.score", "selected.leaf.flag"],
    "both": ["alsoSelected.score", "selected.leaf.flag"],
    "chosen": ["chosen.value"], "crossed": ["holder.node.leaf.flag", "holder.leaf.node.value"],
    "mirrored": ["value", "leaf.mirrored"], "overTwo": ["ringA", "value", "one"], "ringA": ["ringB"],
    "ringB": ["ringA", "one"], "overThree": ["ringX", "value"], "ringX": ["ringY"], "ringY": ["ringZ"],
    "ringZ": ["ringX", "one"],
  ]
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    affecting[key] ?? super.keyPathsForValuesAffectingValue(forKey: key)
  }
  override class var _carobKVC: [_CarobProperty] {
    [
      .init("value", \DependentNode.value), .init("flag", \DependentNode.flag),
      .init("one", \DependentNode.one),
      .init("leaf", \DependentNode.leaf), .init("node", \DependentNode.node),
      .init("holder", \DependentNode.holder),
      .init("chosen", \DependentNode.chosen), .init(readOnly: "score", \DependentNode.score),
      .init(readOnly: "twice", \DependentNode.twice), .init(readOnly: "total", \DependentNode.total),
      .init(readOnly: "selected", \DependentNode.selected),
      .init(readOnly: "alsoSelected", \DependentNode.alsoSelected),
      .init(readOnly: "derived", \DependentNode.derived),
    ]
      + ["both", "crossed", "mirrored", "overTwo", "overThree", "ringA", "ringB", "ringX", "ringY", "ringZ"]
      .map { .init(readOnly: $0, \DependentNode.derived) }
  }
}
