import CarobFoundation

/// A mutable set of the members of an unordered to-many relationship; changing it changes the object (C-34).
final class ManagedMutableSet: NSMutableSet {
  private let object: NSManagedObject
  private let slot: Int
  /// Whether changes affect this side only and notify no observers.
  private let isPrimitive: Bool

  init(_ object: NSManagedObject, _ slot: Int, isPrimitive: Bool = false) {
    self.object = object
    self.slot = slot
    self.isPrimitive = isPrimitive
    super.init(capacity: 0)
  }

  required init?(coder: NSCoder) { nil }
  required init(capacity: Int) { fatalError("C-34: a relationship's set belongs to an object") }

  private var members: ToManyMembers { object.toMany(slot) }

  override var count: Int { members.count }
  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject, members.index(of: object) != nil else { return nil }
    return object
  }
  override func objectEnumerator() -> NSEnumerator {
    NSArray(array: Array(members.members)).objectEnumerator()
  }
  override var allObjects: [Any] { Array(members.members) }

  override func add(_ new: Any) { add([new]) }
  override func remove(_ old: Any) { remove([old]) }
  override func removeAllObjects() { remove(Array(members.members)) }
  override func addObjects(from array: [Any]) { add(array) }
  override func union(_ other: Set<AnyHashable>) { add(other.map(\.base)) }
  override func minus(_ other: Set<AnyHashable>) { remove(other.map(\.base)) }
  override func intersect(_ other: Set<AnyHashable>) {
    let kept = Set(other.compactMap { ($0.base as? NSManagedObject).map { ObjectIdentifier($0) } })
    remove(members.members.filter { !kept.contains(ObjectIdentifier($0)) })
  }
  override func setSet(_ other: Set<AnyHashable>) {
    let objects = sorted(other.map(\.base))
    if isPrimitive { return object.setPrimitive(NSSet(array: objects), inSlot: slot) }
    object.setToMany(slot, objects)
  }

  private func add(_ objects: [Any]) {
    let objects = sorted(objects)
    if !isPrimitive { return object.addToMany(slot, objects) }
    for new in objects where members.index(of: new) == nil { members.add(new) }
  }

  private func remove(_ objects: [Any]) {
    let objects = sorted(objects)
    if !isPrimitive { return object.removeFromMany(slot, objects) }
    for old in objects { members.remove(old) }
  }

  private func sorted(_ objects: [Any]) -> [NSManagedObject] {
    let found = objects.compactMap { $0 as? NSManagedObject }
    return found.count < 2 ? found : found.sorted(by: NSManagedObject.precedes)
  }
}

/// A mutable ordered set of the members of an ordered to-many relationship; changing it changes the object
/// (C-34).
// NB: the toolchain's ordered sets enumerate their own storage, so this one keeps a copy and updates it with
// each change that is made through it.
final class ManagedMutableOrderedSet: NSMutableOrderedSet {
  private let object: NSManagedObject
  private let slot: Int
  private let isPrimitive: Bool
  private var isStoring = false

  init(_ object: NSManagedObject, _ slot: Int, isPrimitive: Bool = false) {
    self.object = object
    self.slot = slot
    self.isPrimitive = isPrimitive
    super.init(capacity: 0)
    store()
  }

  required init?(coder: NSCoder) { nil }
  override init(capacity: Int) { fatalError("C-34: a relationship's ordered set belongs to an object") }
  override init(objects: UnsafePointer<AnyObject>?, count: Int) {
    fatalError("C-34: a relationship's ordered set belongs to an object")
  }
  required convenience init(arrayLiteral elements: Any...) {
    fatalError("C-34: a relationship's ordered set is not a literal")
  }

  private var members: ToManyMembers { object.toMany(slot) }

  private func store() {
    isStoring = true
    while super.count > 0 { super.removeObject(at: super.count - 1) }
    for (index, member) in members.members.enumerated() { super.insert(member, at: index) }
    isStoring = false
  }

  override var count: Int { isStoring ? super.count : members.count }
  override func object(at index: Int) -> Any {
    isStoring ? super.object(at: index) : members.members[index]
  }
  override func index(of object: Any) -> Int {
    if isStoring { return super.index(of: object) }
    return (object as? NSManagedObject).flatMap { members.index(of: $0) } ?? NSNotFound
  }
  override func contains(_ object: Any) -> Bool {
    isStoring ? super.contains(object) : index(of: object) != NSNotFound
  }

  private func change(_ wanted: [NSManagedObject]) {
    if isPrimitive {
      object.setPrimitive(NSOrderedSet(array: wanted), inSlot: slot)
    } else {
      object.setToMany(slot, wanted)
    }
    store()
  }

  private func changed(_ edit: (inout [NSManagedObject]) -> Void) {
    var wanted = Array(members.members)
    edit(&wanted)
    change(wanted)
  }

  override func insert(_ new: Any, at index: Int) { insert([new], at: IndexSet(integer: index)) }
  override func insert(_ new: [Any], at indexes: IndexSet) {
    changed { wanted in
      for (new, index) in zip(new, indexes) {
        guard let new = new as? NSManagedObject, !wanted.contains(where: { $0 === new }) else { continue }
        wanted.insert(new, at: Swift.min(index, wanted.count))
      }
    }
  }
  override func removeObject(at index: Int) { removeObjects(at: IndexSet(integer: index)) }
  override func removeObjects(at indexes: IndexSet) {
    changed { wanted in for index in indexes.reversed() { wanted.remove(at: index) } }
  }
  override func removeObjects(in range: NSRange) {
    if let range = Range(range) { removeObjects(at: IndexSet(integersIn: range)) }
  }
  override func replaceObject(at index: Int, with new: Any) {
    replaceObjects(at: IndexSet(integer: index), with: [new])
  }
  override func replaceObjects(at indexes: IndexSet, with new: [Any]) {
    changed { wanted in
      for (index, new) in zip(indexes, new) { if let new = new as? NSManagedObject { wanted[index] = new } }
    }
  }
  override func setObject(_ new: Any, at index: Int) {
    if index == count { add(new) } else { replaceObject(at: index, with: new) }
  }
  override func add(_ new: Any) { insert([new], at: IndexSet(integer: count)) }
  override func addObjects(from array: [Any]) {
    insert(array, at: IndexSet(integersIn: count..<count + array.count))
  }
  override func remove(_ old: Any) {
    let index = index(of: old)
    if index != NSNotFound { removeObject(at: index) }
  }
  override func removeObjects(in array: [Any]) { array.forEach(remove) }
  override func removeAllObjects() { change([]) }
  override func exchangeObject(at first: Int, withObjectAt second: Int) {
    changed { $0.swapAt(first, second) }
  }
  override func moveObjects(at indexes: IndexSet, to index: Int) {
    changed { wanted in
      let moved = indexes.map { wanted[$0] }
      for index in indexes.reversed() { wanted.remove(at: index) }
      wanted.insert(contentsOf: moved, at: index)
    }
  }
  override func union(_ other: NSOrderedSet) { addObjects(from: other.array) }
  override func unionSet(_ other: Set<AnyHashable>) { addObjects(from: other.map(\.base)) }
  override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }
  override func minusSet(_ other: Set<AnyHashable>) { removeObjects(in: other.map(\.base)) }
  override func intersect(_ other: NSOrderedSet) { changed { $0.removeAll { !other.contains($0) } } }
  override func intersectSet(_ other: Set<AnyHashable>) {
    intersect(NSOrderedSet(array: other.map(\.base)))
  }
}
