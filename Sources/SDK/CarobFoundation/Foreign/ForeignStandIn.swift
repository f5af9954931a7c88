import CarobRuntime
import Foundation

/// Represents a toolchain object in key–value observing, because such an object cannot store observers.
///
/// There is one for each observed object, in a side table; it is removed after the object is deallocated.
/// Changes are detected by comparing the old and new values of the observed keys whenever something may have
/// changed. DEVIATION: therefore setting an equal value is not reported (F-83), and a prior notification is
/// sent after the value has changed.
final class ForeignStandIn: NSObject, @unchecked Sendable {
  // @unchecked because the lock guards what changes.
  private(set) weak var original: (any _ForeignObservable)?
  private struct State {
    /// The values last reported to the observers of each key, in the order of observing.
    var seen: [(key: String, value: Any?)] = []
    /// The changes that threads are currently reporting. To the reporting thread, the key still has its old
    /// value.
    var announced: [(thread: pthread_t, key: String, value: Any?)] = []
  }
  private let state = Guarded(State())

  private init(_ original: any _ForeignObservable) {
    self.original = original
    super.init()
  }

  // MARK: The side table

  private struct Table {
    var standIns: [ObjectIdentifier: ForeignStandIn] = [:]
    /// The stand-ins in order of creation, so that changes are reported in a fixed order.
    var list: [ForeignStandIn] = []
  }
  private static let table = Guarded(Table())

  static func of(_ object: any _ForeignObservable) -> ForeignStandIn {
    let key = ObjectIdentifier(object)
    let dead = table.withLock { table -> [ForeignStandIn] in
      let dead = table.list.filter { $0.original == nil }
      guard !dead.isEmpty else { return [] }
      table.list.removeAll { $0.original == nil }
      table.standIns = table.standIns.filter { $0.value.original != nil }
      return dead
    }
    // NB: released outside the lock, because their deinitializers end observations.
    _ = dead
    return table.withLock { table in
      if let standIn = table.standIns[key], standIn.original === object { return standIn }
      let standIn = ForeignStandIn(object)
      table.standIns[key] = standIn
      table.list.append(standIn)
      return standIn
    }
  }

  /// Checks the observed objects for which `isConcerned` returns true for changes, oldest first.
  ///
  /// NB: does not check others, because objects that other threads are changing are reported by those
  /// threads.
  static func checkAll(key: String? = nil, where isConcerned: (any _ForeignObservable) -> Bool) {
    for standIn in table.withLock({ $0.list }) {
      if let original = standIn.original, isConcerned(original) { standIn.check(key) }
    }
  }

  static func check(_ object: Foundation.NSObject) {
    table.withLock { $0.standIns[ObjectIdentifier(object)] }?.check()
  }

  /// Records the current values of these keys without reporting a change.
  static func overlook(_ object: any _ForeignObservable, _ keys: some Sequence<String>) {
    guard let standIn = table.withLock({ $0.standIns[ObjectIdentifier(object)] }), standIn.original === object
    else { return }
    for key in keys { _ = standIn.claim(key, object._carobValue(forKey: key) ?? nil) }
  }

  // MARK: Observing

  override func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?, _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    watch(keyPath, SourceSite(file, line))
    super.addObserver(observer, forKeyPath: keyPath, options: options, context: context, file, line)
  }

  func observeForeign(
    _ keyPath: String, _ options: NSKeyValueObservingOptions, _ site: SourceSite,
    _ handler: @escaping (AnyObject, ObservedChange) -> Void
  ) -> NSKeyValueObservation {
    watch(keyPath, site)
    let observation = Observation(self, keyPath, options, site) { object, change in
      guard let original = (object as? ForeignStandIn)?.original else { return }
      handler(original, change)
    }
    observation.begin()
    return NSKeyValueObservation(observation)
  }

  /// Starts watching the first key of the path.
  func watch(_ keyPath: String, _ site: SourceSite?) {
    let key = String(keyPath.prefix { $0 != "." })
    guard let original else { return }
    guard original._carobValue(forKey: key) != nil, original._carobWatch(key) else {
      return Journal.warn(
        "changes of \(Journal.className(type(of: original))).\(key) are not reported here; see "
          + "Documentation/Foundation.md", rule: "M-50", site: site?.text)
    }
    let value = original._carobValue(forKey: key) ?? nil
    state.withLock { state in
      if !state.seen.contains(where: { $0.key == key }) { state.seen.append((key, value)) }
    }
  }

  /// Notifies the observers of keys whose values have changed: of one key, or of all.
  func check(_ only: String? = nil) {
    guard let original else { return }
    for key in state.withLock({ $0.seen.map(\.key) }) where only == nil || key == only {
      let new = original._carobValue(forKey: key) ?? nil
      guard let old = claim(key, new) else { continue }
      let thread = pthread_self()
      state.withLock { $0.announced.append((thread, key, old)) }
      willChangeValue(forKey: key)
      state.withLock { state in
        let index = state.announced.lastIndex { pthread_equal($0.thread, thread) != 0 && $0.key == key }
        if let index { state.announced.remove(at: index) }
      }
      didChangeValue(forKey: key)
    }
  }

  /// Claims a change for the calling thread. Returns the previous value if `new` is different. No other
  /// thread can claim the same change.
  private func claim(_ key: String, _ new: Any?) -> Any?? {
    state.withLock { state in
      guard let index = state.seen.firstIndex(where: { $0.key == key }) else { return nil }
      let old = state.seen[index].value
      if PredicateValues.areEqual(old, new, []) { return nil }
      state.seen[index].value = new
      return .some(old)
    }
  }

  // MARK: Key–value coding

  override func value(forKey key: String) -> Any? {
    let thread = pthread_self()
    let announced = state.withLock { state in
      state.announced.last { pthread_equal($0.thread, thread) != 0 && $0.key == key }
    }
    if let announced { return boxed(announced.value) }
    return original?.value(forKey: key)
  }
  override func setValue(_ value: Any?, forKey key: String) { original?.setValue(value, forKey: key) }
}

/// The object to use for observing: an SDK object itself, or the stand-in of a toolchain object.
func observableObject(_ value: Any?, _ key: Substring) -> NSObject? {
  if let object = value as? NSObject { return object }
  guard let foreign = value as? any _ForeignObservable else { return nil }
  let standIn = ForeignStandIn.of(foreign)
  standIn.watch(String(key), nil)
  return standIn
}
