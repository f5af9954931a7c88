import CarobRuntime
import Foundation

/// Takes part in observing for an object of the toolchain's, which has no room for observers.
///
/// There is one for each observed object, in a side table; it goes when the object has gone. Changes are noticed by
/// comparing what the observed keys had with what they have, whenever something may have changed. DEVIATION: so
/// setting an equal value is not reported (F-83), and a prior notification comes when the value has already changed.
final class ForeignStandIn: NSObject, @unchecked Sendable {
  // @unchecked because the lock guards what changes.
  private(set) weak var original: (any _ForeignObservable)?
  private struct State {
    /// The values that the observers of a key were told last, in the order of observing.
    var seen: [(key: String, value: Any?)] = []
    /// The key whose change is being announced: its value is still the one that was seen.
    var announced: String?
  }
  private let state = Guarded(State())

  private init(_ original: any _ForeignObservable) {
    self.original = original
    super.init()
  }

  // MARK: The side table

  private struct Table {
    var standIns: [ObjectIdentifier: ForeignStandIn] = [:]
    /// The same in the order of their making, so that changes are told in a fixed order.
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
    // NB: released outside the lock, because their end ends observations.
    _ = dead
    return table.withLock { table in
      if let standIn = table.standIns[key], standIn.original === object { return standIn }
      let standIn = ForeignStandIn(object)
      table.standIns[key] = standIn
      table.list.append(standIn)
      return standIn
    }
  }

  /// Looks for changes in all observed objects of a class, oldest first.
  static func checkAll<T: Foundation.NSObject>(_ type: T.Type) {
    for standIn in table.withLock({ $0.list }) where standIn.original is T { standIn.check() }
  }

  static func check(_ object: Foundation.NSObject) {
    table.withLock { $0.standIns[ObjectIdentifier(object)] }?.check()
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

  /// Begins to look out for changes of the path's first key.
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

  /// Tells the observers of those keys whose values are no longer what was seen.
  func check() {
    guard let original else { return }
    for (key, old) in state.withLock({ $0.seen }) {
      let new = original._carobValue(forKey: key) ?? nil
      if PredicateValues.areEqual(old, new, []) { continue }
      state.withLock { $0.announced = key }
      willChangeValue(forKey: key)
      state.withLock { state in
        state.announced = nil
        if let index = state.seen.firstIndex(where: { $0.key == key }) { state.seen[index].value = new }
      }
      didChangeValue(forKey: key)
    }
  }

  // MARK: Key–value coding

  override func value(forKey key: String) -> Any? {
    let seen = state.withLock { state -> Any?? in
      state.announced == key ? .some(state.seen.first { $0.key == key }?.value) : nil
    }
    if let seen { return boxed(seen) }
    return original?.value(forKey: key)
  }
  override func setValue(_ value: Any?, forKey key: String) { original?.setValue(value, forKey: key) }
}

/// What observing asks for values: the SDK's objects, and stand-ins for the toolchain's.
func observableObject(_ value: Any?, _ key: Substring) -> NSObject? {
  if let object = value as? NSObject { return object }
  guard let foreign = value as? any _ForeignObservable else { return nil }
  let standIn = ForeignStandIn.of(foreign)
  standIn.watch(String(key), nil)
  return standIn
}
