import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// The objects of one context by identifier, so that each row has one object (uniquing).
///
/// It keeps none of them alive: an object leaves the table when it is deallocated. Objects refer to their context through
/// it, because it may live longer.
final class ObjectRegistry: @unchecked Sendable {
  // @unchecked because all state is accessed under the lock.

  /// Nil after the context was deallocated.
  unowned(unsafe) var context: NSManagedObjectContext?

  /// A hash table of object addresses with open addressing; 0 is a free slot.
  // OPTIMIZATION: an address takes 48 bits of a word; the other bits store the object's distance from its
  // home slot. So a search reads only objects with the same home, removal reads none, and objects with
  // consecutive keys, as from a fetch, share a cache line.
  private struct Table {
    static let distanceShift: UInt = 48
    static let addressMask: UInt = 1 << distanceShift - 1
    static let largestDistance = 0xFFFF

    let places: UnsafeMutablePointer<UInt>
    let capacity: Int
    var count = 0

    init(capacity: Int) {
      self.capacity = capacity
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: capacity * MemoryLayout<UInt>.stride, alignment: 64)
      places = memory.initializeMemory(as: UInt.self, repeating: 0, count: capacity)
    }

    func deallocate() { places.deallocate() }

    /// Whether adding one more object requires a larger table.
    var isFull: Bool { (count + 1) * 8 > capacity * 5 }

    /// The home slot of a key: eight consecutive keys have adjacent slots.
    @inline(__always)
    func home(_ key: Int64) -> Int {
      (NSManagedObjectID.mixed(key >> 3) << 3 | Int(key & 7)) & (capacity - 1)
    }
    @inline(__always)
    func address(_ place: Int) -> UInt { places[place] & Self.addressMask }

    /// The slot of the object with this home that satisfies the condition; or the slot where the search ends,
    /// with its distance.
    @inline(__always)
    func search(_ home: Int, _ isFound: (UInt) -> Bool) -> (place: Int, distance: Int, isFound: Bool) {
      var (place, distance) = (home, 0)
      while true {
        let word = places[place]
        if word == 0 { return (place, distance, false) }
        if Int(word >> Self.distanceShift) == distance, isFound(word & Self.addressMask) {
          return (place, distance, true)
        }
        place = (place + 1) & (capacity - 1)
        distance += 1
      }
    }

    /// Stores an address; false if it would be too far from its home slot.
    mutating func put(_ address: UInt, _ found: (place: Int, distance: Int, isFound: Bool)) -> Bool {
      if found.distance > Self.largestDistance { return false }
      if !found.isFound { count += 1 }
      places[found.place] = UInt(found.distance) << Self.distanceShift | address
      return true
    }

    /// Rebuilds the table with at least this capacity, in which all objects fit.
    mutating func grow(to capacity: Int, _ keyAt: (UInt) -> Int64?) {
      var larger = Table(capacity: capacity)
      for index in 0..<self.capacity where places[index] != 0 {
        let address = address(index)
        guard let key = keyAt(address) else { continue }
        if !larger.put(address, larger.search(larger.home(key)) { _ in false }) {
          larger.deallocate()
          return grow(to: capacity * 2, keyAt)
        }
      }
      deallocate()
      self = larger
    }

    /// Frees a slot. The entries behind it move up, so that searches need no tombstones.
    mutating func free(_ freed: Int) {
      count -= 1
      var place = freed
      var next = place
      while true {
        next = (next + 1) & (capacity - 1)
        let word = places[next]
        if word == 0 { break }
        let gap = (next - place) & (capacity - 1)
        // An entry that is in its home slot, or whose home is behind the gap, stays.
        if Int(word >> Self.distanceShift) < gap { continue }
        places[place] = word - UInt(gap) << Self.distanceShift
        place = next
      }
      places[place] = 0
    }

    /// All objects that are not being deallocated.
    var objects: [NSManagedObject] {
      var result: [NSManagedObject] = []
      result.reserveCapacity(count)
      for index in 0..<capacity where places[index] != 0 {
        if let object = tryRetain(address(index)) {
          result.append(unsafeDowncast(object, to: NSManagedObject.self))
        }
      }
      return result
    }
  }
  private let table = Guarded(Table(capacity: 16))

  init() {}
  deinit { table.withLock { $0.deallocate() } }

  var count: Int { table.withLock { $0.count } }

  /// Calls a closure with the identifier of the object at an address.
  @inline(__always)
  private static func id<Answer>(_ address: UInt, _ ask: (NSManagedObjectID) -> Answer) -> Answer? {
    // The table contains only addresses of objects.
    let pointer = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    return Unmanaged<NSManagedObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.id.map(ask) }
  }
  @inline(__always)
  private static func id(_ address: UInt, is condition: (NSManagedObjectID) -> Bool) -> Bool {
    id(address, condition) ?? false
  }

  func find(_ id: NSManagedObjectID) -> NSManagedObject? { find(id.key) { $0.isSame(as: id) } }

  /// The object that had a temporary identifier with this key.
  func findTemporary(_ key: Int64) -> NSManagedObject? { find(key) { $0.key == key && $0.store == nil } }

  @inline(__always)
  private func find(_ key: Int64, _ condition: (NSManagedObjectID) -> Bool) -> NSManagedObject? {
    table.withLock { table in
      let found = table.search(table.home(key)) { Self.id($0, is: condition) }
      guard found.isFound, let object = tryRetain(table.address(found.place)) else { return nil }
      return unsafeDowncast(object, to: NSManagedObject.self)
    }
  }

  /// Inserts an object; replaces one with the same identifier.
  func insert(_ object: NSManagedObject) {
    guard let id = object.id else { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    table.withLock { table in
      if table.isFull { table.grow(to: table.capacity * 2) { Self.id($0, \.key) } }
      while !table.put(address, table.search(table.home(id.key)) { Self.id($0, is: { $0.isSame(as: id) }) }) {
        table.grow(to: table.capacity * 2) { Self.id($0, \.key) }
      }
    }
  }

  /// Removes an object; also called while it is being deallocated.
  func remove(_ object: NSManagedObject) {
    guard let id = object.id else { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    table.withLock { table in
      let found = table.search(table.home(id.key)) { $0 == address }
      if found.isFound { table.free(found.place) }
    }
  }

  /// Reserves capacity for objects that will be inserted.
  func reserve(_ count: Int) {
    table.withLock { table in
      var capacity = table.capacity
      while (table.count + count) * 8 > capacity * 5 { capacity *= 2 }
      if capacity > table.capacity { table.grow(to: capacity) { Self.id($0, \.key) } }
    }
  }

  /// Removes all objects, and returns those that are not being deallocated. The order depends only on their
  /// keys.
  func removeAll() -> [NSManagedObject] {
    table.withLock { table in
      let all = table.objects
      table.deallocate()
      table = Table(capacity: 16)
      return all
    }
  }

  /// Calls a closure for each object, in unspecified order.
  func forEach(_ body: (NSManagedObject) -> Void) { for object in table.withLock(\.objects) { body(object) } }

  /// All objects, in the order of their keys: temporary ones first, in order of creation.
  var objects: [NSManagedObject] { table.withLock(\.objects).sorted { NSManagedObject.precedes($0, $1) } }
}
