internal import DeviceProtocol

/// The regions of an app in the order of their registration, found by name and by circle in constant time.
///
/// A position in the table is a slot. `remove` may close the gaps of earlier removals, so slots must not be kept across calls.
struct RegionTable: Sendable {
  private struct Entry: Sendable {
    var region: MonitoredRegion
    /// The circle's number in the monitor, `beacon`, or `removed`.
    var circle: Int32
    /// The next slot whose name has the same hash; −1 for none.
    var next: Int32 = -1
    static let beacon: Int32 = -1
    static let removed: Int32 = -2
  }

  /// The state of a beacon region.
  struct Beacon: Sendable, Equatable {
    var isInside = false
    /// When a beacon that is out of range counts as left.
    var leaves: Double?
  }

  private var entries: [Entry] = []
  /// By the hash of its name, the first slot of a region.
  private var slots = HeadTable()
  /// By the circle's number, the slot of its region; −1 for none.
  private var slotsOfCircles: [Int32] = []
  /// By slot.
  private(set) var beacons: [Int: Beacon] = [:]
  private(set) var count = 0

  // MARK: Reading

  /// All slots in use, in the order of registration.
  var inOrder: some Sequence<Int> { entries.indices.lazy.filter { entries[$0].circle != Entry.removed } }

  func region(at slot: Int) -> MonitoredRegion { entries[slot].region }

  /// nil for a beacon.
  func circle(at slot: Int) -> RegionMonitor.ID? {
    entries[slot].circle >= 0 ? entries[slot].circle : nil
  }

  func slot(of identifier: String, _ monitor: String?) -> Int? {
    var slot = slots.head(Self.hash(identifier, monitor))
    while slot >= 0 {
      let entry = entries[Int(slot)]
      if entry.region.identifier == identifier, entry.region.monitor == monitor { return Int(slot) }
      slot = entry.next
    }
    return nil
  }

  func slot(ofCircle circle: RegionMonitor.ID) -> Int? {
    guard slotsOfCircles.indices.contains(Int(circle)) else { return nil }
    let slot = slotsOfCircles[Int(circle)]
    return slot < 0 ? nil : Int(slot)
  }

  /// The slots of beacon regions, in the order of registration.
  var beaconSlots: [Int] { beacons.isEmpty ? [] : beacons.keys.sorted() }

  /// When the first beacon counts as left.
  var nextLeaving: Double? { beacons.isEmpty ? nil : beacons.values.lazy.compactMap(\.leaves).min() }

  // MARK: Changing

  /// - Precondition: no region has its identifier and monitor.
  @discardableResult
  mutating func append(_ region: MonitoredRegion, circle: RegionMonitor.ID?) -> Int {
    let slot = entries.count
    entries.append(Entry(region: region, circle: circle ?? Entry.beacon))
    count += 1
    if slots.isFull { linkAll() } else { link(slot) }
    if circle == nil { beacons[slot] = Beacon() }
    return slot
  }

  mutating func setBeacon(_ beacon: Beacon, at slot: Int) { beacons[slot] = beacon }

  /// Replaces the numbers of the circles, in the order of registration.
  mutating func renumber(_ body: (MonitoredRegion, RegionMonitor.ID) -> RegionMonitor.ID) {
    slotsOfCircles = []
    for slot in entries.indices where entries[slot].circle >= 0 {
      entries[slot].circle = body(entries[slot].region, entries[slot].circle)
      note(entries[slot].circle, at: Int32(slot))
    }
  }

  mutating func remove(at slot: Int) {
    let entry = entries[slot]
    unlink(slot)
    if entry.circle >= 0 { slotsOfCircles[Int(entry.circle)] = -1 }
    beacons[slot] = nil
    entries[slot] = Entry(region: Self.nothing, circle: Entry.removed)
    count -= 1
    if entries.count > 32, entries.count > 2 * count { closeGaps() }
  }

  private static let nothing = MonitoredRegion(
    identifier: "", shape: .circle(latitude: 0, longitude: 0, radius: 0))

  private mutating func closeGaps() {
    var kept: [Entry] = []
    kept.reserveCapacity(count)
    var keptBeacons: [Int: Beacon] = [:]
    for slot in entries.indices where entries[slot].circle != Entry.removed {
      keptBeacons[kept.count] = beacons[slot]
      entries[slot].next = -1
      kept.append(entries[slot])
    }
    (entries, beacons) = (kept, keptBeacons)
    linkAll()
  }

  private mutating func linkAll() {
    slots.removeAll(roomFor: entries.count * 3 / 2)
    for slot in entries.indices where entries[slot].circle != Entry.removed { link(slot) }
  }

  private mutating func link(_ slot: Int) {
    let hash = Self.hash(entries[slot].region.identifier, entries[slot].region.monitor)
    entries[slot].next = slots.head(hash)
    slots.setHead(hash, Int32(slot))
    if entries[slot].circle >= 0 { note(entries[slot].circle, at: Int32(slot)) }
  }

  private mutating func unlink(_ slot: Int) {
    let region = entries[slot].region
    let hash = Self.hash(region.identifier, region.monitor)
    let next = entries[slot].next
    var other = slots.head(hash)
    if other == slot { return slots.setHead(hash, next) }
    while other >= 0 {
      if entries[Int(other)].next == slot {
        entries[Int(other)].next = next
        return
      }
      other = entries[Int(other)].next
    }
  }

  private mutating func note(_ circle: RegionMonitor.ID, at slot: Int32) {
    while slotsOfCircles.count <= Int(circle) { slotsOfCircles.append(-1) }
    slotsOfCircles[Int(circle)] = slot
  }

  private static func hash(_ identifier: String, _ monitor: String?) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(identifier)
    hasher.combine(monitor)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
