import Foundation

/// The ordered set behind a key, changed through the object's accessors, with notifications to its observers (F-118).
///
/// NB: the toolchain's ordered sets enumerate their own storage, so this one stores a copy and updates it
/// with each change made through it. DEVIATION: other changes are visible immediately in `count`,
/// `object(at:)`, `index(of:)` and `contains(_:)`, but in an enumeration only after the next change through
/// the proxy.
final class MutableOrderedSetProxy: NSMutableOrderedSet {
  private let accessors: IndexedAccessors
  private var isStoring = false

  init(_ object: NSObject, _ key: String) {
    accessors = IndexedAccessors(object, key) { NSOrderedSet(array: $0) }
    super.init(capacity: 0)
    store()
  }

  required init?(coder: NSCoder) { nil }
  override init(capacity: Int) { fatalError("an accessor's ordered set belongs to an object") }
  override init(objects: UnsafePointer<AnyObject>?, count: Int) {
    fatalError("an accessor's ordered set belongs to an object")
  }
  required convenience init(arrayLiteral elements: Any...) {
    fatalError("an accessor's ordered set is not a literal")
  }

  override var count: Int { isStoring ? super.count : accessors.current.count }
  override func object(at index: Int) -> Any {
    isStoring ? super.object(at: index) : accessors.current[index]
  }
  override func index(of object: Any) -> Int {
    if isStoring { return super.index(of: object) }
    let wanted = NSSet(array: [object])
    return accessors.current.firstIndex { wanted.contains($0) } ?? NSNotFound
  }
  override func contains(_ object: Any) -> Bool {
    isStoring ? super.contains(object) : index(of: object) != NSNotFound
  }

  private func store() {
    isStoring = true
    while super.count > 0 { super.removeObject(at: super.count - 1) }
    for (index, element) in accessors.current.enumerated() { super.insert(element, at: index) }
    isStoring = false
  }

  override func insert(_ new: Any, at index: Int) { insert([new], at: IndexSet(integer: index)) }
  override func removeObject(at index: Int) { removeObjects(at: IndexSet(integer: index)) }
  override func replaceObject(at index: Int, with new: Any) {
    replaceObjects(at: IndexSet(integer: index), with: [new])
  }
  override func setObject(_ new: Any, at index: Int) {
    if index == count { add(new) } else { replaceObject(at: index, with: new) }
  }

  // Several elements at once are one change. Elements that are already members are skipped.
  override func insert(_ new: [Any], at indexes: IndexSet) {
    let known = NSSet(array: accessors.current)
    let pairs = zip(indexes, new).filter { !known.contains($1) }
    accessors.insert(pairs.map(\.1), at: IndexSet(pairs.map(\.0)))
    store()
  }
  override func removeObjects(at indexes: IndexSet) {
    accessors.remove(at: indexes)
    store()
  }
  override func removeObjects(in range: NSRange) {
    if let range = Range(range) { removeObjects(at: IndexSet(integersIn: range)) }
  }
  override func replaceObjects(at indexes: IndexSet, with new: [Any]) {
    accessors.replace(at: indexes, with: new)
    store()
  }

  override func add(_ new: Any) { insert([new], at: IndexSet(integer: count)) }
  override func addObjects(from array: [Any]) { array.forEach(add) }
  override func remove(_ old: Any) {
    let index = index(of: old)
    if index != NSNotFound { removeObject(at: index) }
  }
  override func removeObjects(in array: [Any]) { array.forEach(remove) }
  override func removeAllObjects() {
    for index in stride(from: count - 1, through: 0, by: -1) { removeObject(at: index) }
  }
  override func exchangeObject(at first: Int, withObjectAt second: Int) {
    var elements = accessors.current
    elements.swapAt(first, second)
    replaceObjects(at: [first, second], with: [first, second].sorted().map { elements[$0] })
  }
  override func moveObjects(at indexes: IndexSet, to index: Int) {
    let moved = indexes.map { object(at: $0) }
    removeObjects(at: indexes)
    insert(moved, at: IndexSet(integersIn: index..<index + moved.count))
  }
  override func union(_ other: NSOrderedSet) { addObjects(from: other.array) }
  override func unionSet(_ other: Set<AnyHashable>) { addObjects(from: other.map(\.base)) }
  override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }
  override func minusSet(_ other: Set<AnyHashable>) { removeObjects(in: other.map(\.base)) }
  override func intersect(_ other: NSOrderedSet) {
    let kept = NSSet(array: other.array)
    let gone = accessors.current.filter { kept.member($0) == nil }
    removeObjects(in: gone)
  }
  override func intersectSet(_ other: Set<AnyHashable>) {
    intersect(NSOrderedSet(array: other.map(\.base)))
  }
}
