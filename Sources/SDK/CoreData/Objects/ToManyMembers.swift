import CarobFoundation

/// The members of one object's to-many relationship, and those added and removed since the last save.
///
/// Used under the context's confinement. Until it is loaded it has only the changes: setting the inverse from
/// the other side does not fetch the members.
final class ToManyMembers {
  struct Entry {
    let object: NSManagedObject
    let isAddition: Bool
    /// The position in an ordered relationship.
    let index: Int
  }

  let isOrdered: Bool
  private(set) var isLoaded: Bool
  private(set) var members: ContiguousArray<NSManagedObject> = []
  /// All changes since the last save, in order; undoing them gives the committed members.
  private(set) var log: ContiguousArray<Entry> = []
  /// The length of the log when the current event began.
  var eventStart = 0 {
    didSet { postedStart = min(oldValue, eventStart) }
  }
  /// The length of the log when the previous event began; that event ended where the current one began.
  private(set) var postedStart = 0
  /// The index of each member; built only for many members.
  private var positions: [ObjectIdentifier: Int]?
  /// The collection that was returned last; cached until the members change.
  private var cachedCollection: Any?

  init(isOrdered: Bool, isLoaded: Bool) {
    self.isOrdered = isOrdered
    self.isLoaded = isLoaded
  }

  /// Sets the members from the store, and applies the changes of the log.
  func load(_ stored: ContiguousArray<NSManagedObject>) {
    members = stored
    isLoaded = true
    positions = nil
    cachedCollection = nil
    for entry in log {
      if entry.isAddition {
        if index(of: entry.object) == nil { place(entry.object, at: members.count) }
      } else if let index = index(of: entry.object) {
        take(at: index)
      }
    }
  }

  var count: Int { members.count }

  func index(of object: NSManagedObject) -> Int? {
    if members.count <= 16 { return members.firstIndex { $0 === object } }
    if positions == nil {
      positions = Dictionary(minimumCapacity: members.count * 2)
      for (index, member) in members.enumerated() { positions?[ObjectIdentifier(member)] = index }
    }
    return positions?[ObjectIdentifier(object)]
  }

  /// Adds an object that is not a member yet, at `index` or at the end.
  func add(_ object: NSManagedObject, at index: Int? = nil) {
    let index = index ?? members.count
    log.append(Entry(object: object, isAddition: true, index: index))
    if isLoaded { place(object, at: index) }
  }

  /// Removes a member.
  func remove(_ object: NSManagedObject) {
    guard isLoaded else {
      log.append(Entry(object: object, isAddition: false, index: 0))
      return
    }
    guard let index = index(of: object) else { return }
    log.append(Entry(object: object, isAddition: false, index: index))
    take(at: index)
  }

  private func place(_ object: NSManagedObject, at index: Int) {
    cachedCollection = nil
    if index >= members.count {
      positions?[ObjectIdentifier(object)] = members.count
      members.append(object)
    } else {
      members.insert(object, at: index)
      positions = nil
    }
  }

  private func take(at index: Int) {
    cachedCollection = nil
    if isOrdered || index == members.count - 1 {
      if index != members.count - 1 { positions = nil }
      positions?[ObjectIdentifier(members[index])] = nil
      members.remove(at: index)
    } else {
      positions?[ObjectIdentifier(members[index])] = nil
      let last = members.removeLast()
      members[index] = last
      positions?[ObjectIdentifier(last)] = index
    }
  }

  /// The members as they were before the log's entry `start`.
  func members(before start: Int) -> ContiguousArray<NSManagedObject> {
    if start >= log.count { return members }
    let earlier = ToManyMembers(isOrdered: isOrdered, isLoaded: true)
    earlier.members = members
    for entry in log[start...].reversed() {
      if entry.isAddition {
        if let index = earlier.index(of: entry.object) { earlier.take(at: index) }
      } else {
        earlier.place(
          entry.object, at: isOrdered ? min(entry.index, earlier.members.count) : earlier.members.count)
      }
    }
    return earlier.members
  }

  /// The members in the store.
  var committed: ContiguousArray<NSManagedObject> { members(before: 0) }

  /// Whether the members differ from the store's; adding and removing the same object is no change.
  var hasNetChanges: Bool {
    if log.isEmpty { return false }
    if !isLoaded || log.count == 1 { return true }
    if isOrdered { return committed != members }
    var balance: [ObjectIdentifier: Int] = [:]
    for entry in log { balance[ObjectIdentifier(entry.object), default: 0] += entry.isAddition ? 1 : -1 }
    return balance.contains { $0.value != 0 }
  }

  /// Makes the current members the committed ones.
  func commit() {
    log = []
    eventStart = 0
  }

  /// Restores the committed members.
  func revert() {
    if isLoaded, !log.isEmpty {
      members = committed
      positions = nil
      cachedCollection = nil
    }
    commit()
  }

  /// Discards the store's members, which are fetched again on next access; keeps the changes.
  func unload() {
    if isOrdered, !log.isEmpty { return }
    guard isLoaded else { return }
    isLoaded = false
    members = []
    positions = nil
    cachedCollection = nil
  }

  /// Removes a member whose row was deleted elsewhere, without recording a change.
  func forget(_ object: NSManagedObject) {
    if isLoaded, let index = index(of: object) { take(at: index) }
    log.removeAll { $0.object === object }
    eventStart = min(eventStart, log.count)
  }

  // MARK: As collections

  func set() -> Any {
    if let cachedCollection { return cachedCollection }
    let made: Any =
      isOrdered ? NSOrderedSet(array: Array(members)) : NSSet(array: Array(members))
    cachedCollection = made
    return made
  }

  /// The members as a Swift set of the accessor's element type.
  func set<Element: NSManagedObject>(of type: Element.Type) -> Set<Element> {
    var result = Set<Element>(minimumCapacity: members.count)
    for member in members { result.insert(unsafeDowncast(member, to: Element.self)) }
    return result
  }
}
