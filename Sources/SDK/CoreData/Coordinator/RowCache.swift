import CarobFoundation

/// Caches the rows that contexts retain, and recently read ones, so that fulfilling a fault again needs no
/// SQL.
struct RowCache {
  private struct Entry {
    var row: RowSnapshot
    /// When the row was read, in seconds.
    var time: Double
    /// The number of contexts that retain the row.
    var references: Int32
  }
  /// Rows that no context retains are removed when there are more than this.
  private static let mostUnreferenced = 20_000

  private var entries: [NSManagedObjectID: Entry] = [:]
  private var unreferenced = 0

  /// The cached row, unless it is older than `maximumAge` seconds; negative for any age.
  func row(_ id: NSManagedObjectID, maximumAge: Double, now: @autoclosure () -> Double) -> RowSnapshot? {
    guard let entry = entries[id] else { return nil }
    return maximumAge < 0 || now() - entry.time <= maximumAge ? entry.row : nil
  }

  mutating func insert(_ row: RowSnapshot, for id: NSManagedObjectID, at time: Double) {
    let isNew = entries[id] == nil
    entries[id, default: Entry(row: row, time: time, references: 0)].row = row
    if isNew {
      unreferenced += 1
    } else {
      entries[id]?.time = time
    }
  }

  mutating func reserve(_ count: Int) {
    if unreferenced + count > Self.mostUnreferenced { removeUnreferenced() }
    entries.reserveCapacity(entries.count + count)
  }

  private mutating func removeUnreferenced() {
    if unreferenced == 0 { return }
    entries = entries.filter { $0.value.references > 0 }
    unreferenced = 0
  }

  /// Replaces a row if it is in the cache.
  mutating func update(_ id: NSManagedObjectID, at time: Double, _ row: () -> RowSnapshot) {
    guard let entry = entries[id] else { return }
    entries[id] = Entry(row: row(), time: time, references: entry.references)
  }

  mutating func remove(_ id: NSManagedObjectID) {
    if entries.removeValue(forKey: id)?.references == 0 { unreferenced -= 1 }
  }

  mutating func removeAll() {
    entries.removeAll()
    unreferenced = 0
  }

  /// Whether a context retains a row.
  func isHeld(_ id: NSManagedObjectID) -> Bool { entries[id].map { $0.references > 0 } ?? false }

  mutating func retain(_ ids: [NSManagedObjectID]) {
    for id in ids {
      guard let place = entries.index(forKey: id) else { continue }
      if entries.values[place].references == 0 { unreferenced -= 1 }
      entries.values[place].references += 1
    }
  }

  mutating func release(_ ids: [NSManagedObjectID]) {
    for id in ids {
      guard let place = entries.index(forKey: id), entries.values[place].references > 0 else { continue }
      if entries.values[place].references == 1 {
        entries.remove(at: place)
      } else {
        entries.values[place].references -= 1
      }
    }
  }
}
