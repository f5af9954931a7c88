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

  /// Addresses of objects, by their keys, with open addressing; 0 is free.
  private struct Table {
    var places: UnsafeMutablePointer<UInt>
    var capacity: Int
    var count = 0

    init(capacity: Int) {
      self.capacity = capacity
      places = .allocate(capacity: capacity)
      places.initialize(repeating: 0, count: capacity)
    }
  }
  private let table = Guarded(Table(capacity: 16))

  init() {}
  deinit { table.withLock { $0.places.deallocate() } }

  var count: Int { table.withLock { $0.count } }

  @inline(__always)
  private static func object(_ address: UInt) -> Unmanaged<NSManagedObject> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  /// The place of the object with an identifier, or the free one where it belongs.
  @inline(__always)
  private static func place(_ id: NSManagedObjectID, _ table: Table) -> Int {
    var place = NSManagedObjectID.mixed(id.key) & (table.capacity - 1)
    while table.places[place] != 0 {
      let isFound = object(table.places[place])._withUnsafeGuaranteedRef { object in
        object.id.map { $0.isSame(as: id) } ?? false
      }
      if isFound { return place }
      place = (place + 1) & (table.capacity - 1)
    }
    return place
  }

  func find(_ id: NSManagedObjectID) -> NSManagedObject? {
    table.withLock { table in
      let address = table.places[Self.place(id, table)]
      guard address != 0, let object = tryRetain(address) else { return nil }
      return unsafeDowncast(object, to: NSManagedObject.self)
    }
  }

  /// The object that had a temporary identifier with this key.
  func findTemporary(_ key: Int64) -> NSManagedObject? {
    table.withLock { table in
      var place = NSManagedObjectID.mixed(key) & (table.capacity - 1)
      while table.places[place] != 0 {
        let address = table.places[place]
        let isFound = Self.object(address)._withUnsafeGuaranteedRef {
          $0.id.map { $0.key == key && $0.store == nil }
        }
        if isFound == true, let object = tryRetain(address) {
          return unsafeDowncast(object, to: NSManagedObject.self)
        }
        place = (place + 1) & (table.capacity - 1)
      }
      return nil
    }
  }

  func insert(_ object: NSManagedObject) {
    guard let id = object.id else { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    table.withLock { table in
      if (table.count + 1) * 4 > table.capacity * 3 { Self.grow(&table, to: table.capacity * 2) }
      let place = Self.place(id, table)
      if table.places[place] == 0 { table.count += 1 }
      table.places[place] = address
    }
  }

  /// Takes the object out; also called while it is being deallocated.
  func remove(_ object: NSManagedObject) {
    guard let id = object.id else { return }
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    table.withLock { table in
      var place = NSManagedObjectID.mixed(id.key) & (table.capacity - 1)
      while table.places[place] != address {
        if table.places[place] == 0 { return }
        place = (place + 1) & (table.capacity - 1)
      }
      table.places[place] = 0
      table.count -= 1
      // Those behind it move up, so that searches need no markers.
      var next = (place + 1) & (table.capacity - 1)
      while table.places[next] != 0 {
        let key = Self.object(table.places[next])._withUnsafeGuaranteedRef { $0.id?.key ?? 0 }
        let home = NSManagedObjectID.mixed(key) & (table.capacity - 1)
        let isBetween = place <= next ? (place < home && home <= next) : (place < home || home <= next)
        if !isBetween {
          table.places[place] = table.places[next]
          table.places[next] = 0
          place = next
        }
        next = (next + 1) & (table.capacity - 1)
      }
    }
  }

  /// Makes room for objects that will be inserted.
  func reserve(_ count: Int) {
    table.withLock { table in
      var capacity = table.capacity
      while (table.count + count) * 4 > capacity * 3 { capacity *= 2 }
      if capacity > table.capacity { Self.grow(&table, to: capacity) }
    }
  }

  private static func grow(_ table: inout Table, to capacity: Int) {
    let old = table
    table = Table(capacity: capacity)
    table.count = old.count
    for index in 0..<old.capacity where old.places[index] != 0 {
      let address = old.places[index]
      let key = object(address)._withUnsafeGuaranteedRef { $0.id?.key ?? 0 }
      var place = NSManagedObjectID.mixed(key) & (table.capacity - 1)
      while table.places[place] != 0 { place = (place + 1) & (table.capacity - 1) }
      table.places[place] = address
    }
    old.places.deallocate()
  }

  /// Calls a closure for each object, in no order that matters.
  func forEach(_ body: (NSManagedObject) -> Void) {
    let addresses = table.withLock { table in
      (0..<table.capacity).compactMap { index -> AnyObject? in
        table.places[index] == 0 ? nil : tryRetain(table.places[index])
      }
    }
    for object in addresses { body(unsafeDowncast(object, to: NSManagedObject.self)) }
  }

  /// All objects, in the order of their keys: temporary ones first, as they were made.
  var objects: [NSManagedObject] {
    let found = table.withLock { table in
      (0..<table.capacity).compactMap { index -> NSManagedObject? in
        let address = table.places[index]
        guard address != 0, let object = tryRetain(address) else { return nil }
        return unsafeDowncast(object, to: NSManagedObject.self)
      }
    }
    return found.sorted { NSManagedObject.precedes($0, $1) }
  }
}
