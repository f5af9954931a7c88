import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// The objects of one context by identifier, so that each row has one object (uniquing).
///
/// It keeps none of them alive: an object leaves the table when it is deallocated. Objects refer to their context through
/// it, because it may live longer.
final class ObjectRegistry: @unchecked Sendable {
  // @unchecked because everything is reached under the lock.

  /// Nil once the context was deallocated.
  unowned(unsafe) var context: NSManagedObjectContext?

  /// Addresses of objects with the hashes of their keys, with open addressing; address 0 is free.
  // OPTIMIZATION: with the hashes, a search looks at no object but the one that it finds, and removing looks at none.
  private struct Table {
    let places: UnsafeMutablePointer<UInt>
    let hashes: UnsafeMutablePointer<UInt32>
    let capacity: Int
    var count = 0

    init(capacity: Int) {
      self.capacity = capacity
      places = .allocate(capacity: capacity)
      places.initialize(repeating: 0, count: capacity)
      hashes = .allocate(capacity: capacity)
      hashes.initialize(repeating: 0, count: capacity)
    }

    func deallocate() {
      places.deallocate()
      hashes.deallocate()
    }

    /// Where an object belongs if nothing else is there.
    @inline(__always)
    func home(_ hash: UInt32) -> Int { Int(hash) & (capacity - 1) }
    @inline(__always)
    func next(_ place: Int) -> Int { (place + 1) & (capacity - 1) }

    /// The first place with this hash at which the condition holds, or the free one where the search ends.
    @inline(__always)
    func place(_ hash: UInt32, _ isFound: (UInt) -> Bool) -> Int {
      var place = home(hash)
      while places[place] != 0, hashes[place] != hash || !isFound(places[place]) { place = next(place) }
      return place
    }

    mutating func put(_ address: UInt, _ hash: UInt32, at place: Int) {
      if places[place] == 0 { count += 1 }
      places[place] = address
      hashes[place] = hash
    }

    mutating func grow(to capacity: Int) {
      var larger = Table(capacity: capacity)
      for index in 0..<self.capacity where places[index] != 0 {
        larger.put(places[index], hashes[index], at: larger.place(hashes[index]) { _ in false })
      }
      deallocate()
      self = larger
    }

    /// All objects that are not being deallocated.
    var objects: [NSManagedObject] {
      var result: [NSManagedObject] = []
      result.reserveCapacity(count)
      for index in 0..<capacity where places[index] != 0 {
        if let object = tryRetain(places[index]) {
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

  @inline(__always)
  private static func hash(_ key: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: NSManagedObjectID.mixed(key))
  }

  /// Asks the identifier of the object at an address.
  @inline(__always)
  private static func id(_ address: UInt, is condition: (NSManagedObjectID) -> Bool) -> Bool {
    let pointer = UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
    return Unmanaged<NSManagedObject>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.id.map(condition) ?? false
    }
  }

  func find(_ id: NSManagedObjectID) -> NSManagedObject? { find(id.key) { $0.isSame(as: id) } }

  /// The object that had a temporary identifier with this key.
  func findTemporary(_ key: Int64) -> NSManagedObject? { find(key) { $0.key == key && $0.store == nil } }

  @inline(__always)
  private func find(_ key: Int64, _ condition: (NSManagedObjectID) -> Bool) -> NSManagedObject? {
    table.withLock { table in
      let address = table.places[table.place(Self.hash(key)) { Self.id($0, is: condition) }]
      guard address != 0, let object = tryRetain(address) else { return nil }
      return unsafeDowncast(object, to: NSManagedObject.self)
    }
  }

  func insert(_ object: NSManagedObject) {
    guard let id = object.id else { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let hash = Self.hash(id.key)
    table.withLock { table in
      if (table.count + 1) * 4 > table.capacity * 3 { table.grow(to: table.capacity * 2) }
      table.put(address, hash, at: table.place(hash) { Self.id($0) { $0.isSame(as: id) } })
    }
  }

  /// Takes the object out; also called while it is being deallocated.
  func remove(_ object: NSManagedObject) {
    guard let id = object.id else { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    table.withLock { table in
      var place = table.place(Self.hash(id.key)) { $0 == address }
      if table.places[place] == 0 { return }
      table.places[place] = 0
      table.count -= 1
      // Those behind it move up, so that searches need no markers.
      var next = table.next(place)
      while table.places[next] != 0 {
        let home = table.home(table.hashes[next])
        let isBetween = place <= next ? (place < home && home <= next) : (place < home || home <= next)
        if !isBetween {
          table.places[place] = table.places[next]
          table.hashes[place] = table.hashes[next]
          table.places[next] = 0
          place = next
        }
        next = table.next(next)
      }
    }
  }

  /// Makes room for objects that will be inserted.
  func reserve(_ count: Int) {
    table.withLock { table in
      var capacity = table.capacity
      while (table.count + count) * 4 > capacity * 3 { capacity *= 2 }
      if capacity > table.capacity { table.grow(to: capacity) }
    }
  }

  /// Takes all objects out, and gives those that are not being deallocated. Their order depends on their keys alone.
  func removeAll() -> [NSManagedObject] {
    table.withLock { table in
      let all = table.objects
      table.deallocate()
      table = Table(capacity: 16)
      return all
    }
  }

  /// Calls a closure for each object, in no order that matters.
  func forEach(_ body: (NSManagedObject) -> Void) { for object in table.withLock(\.objects) { body(object) } }

  /// All objects, in the order of their keys: temporary ones first, as they were made.
  var objects: [NSManagedObject] { table.withLock(\.objects).sorted { NSManagedObject.precedes($0, $1) } }
}
