@_spi(Hazards) import CarobRuntime
import Foundation
import Synchronization

/// One registration of an observer for a key path of an object.
final class Observation: @unchecked Sendable {
  // @unchecked because everything is immutable except `isValid`, which is atomic, and `root`, which is behind
  // a lock.
  let keyPath: String
  let options: NSKeyValueObservingOptions
  let context: UnsafeMutableRawPointer?
  /// The observer's address; 0 for a closure.
  let observerAddress: UInt
  @Zeroing private(set) var observer: NSObject?
  let observerName: String
  private let objectReference: ZeroingReference
  private let handler: ((NSObject, ObservedChange) -> Void)?
  /// Creates the typed observer that avoids boxing; for closures.
  let typed: ((Observation) -> _ValueObserver)?
  let site: SourceSite
  let time = Clock.now
  /// Whether the path is a single key, the usual case.
  let isSimple: Bool
  private let root = Guarded<ObservationNode?>(nil)
  /// Whether the object is a stand-in for a toolchain object.
  private let isForeign: Bool
  let isValid = Atomic<Bool>(true)
  /// Whether the observer was deallocated without removing itself (F-99). Its address may have been reused.
  let hasLostObserver = Atomic<Bool>(false)

  init(
    _ object: NSObject, _ keyPath: String, _ options: NSKeyValueObservingOptions, observer: NSObject,
    _ context: UnsafeMutableRawPointer?, _ site: SourceSite
  ) {
    self.keyPath = keyPath
    self.options = options
    self.context = context
    self.observer = observer
    objectReference = ZeroingReference(object)
    observerAddress = UInt(bitPattern: Unmanaged.passUnretained(observer).toOpaque())
    observerName = Journal.className(type(of: observer))
    handler = nil
    typed = nil
    self.site = site
    isSimple = !keyPath.contains(".")
    isForeign = type(of: object) == ForeignStandIn.self
  }

  init(
    _ object: NSObject, _ keyPath: String, _ options: NSKeyValueObservingOptions, _ site: SourceSite,
    typed: ((Observation) -> _ValueObserver)? = nil,
    _ handler: @escaping (NSObject, ObservedChange) -> Void
  ) {
    objectReference = ZeroingReference(object)
    self.keyPath = keyPath
    self.options = options
    context = nil
    observerAddress = 0
    observerName = "closure"
    self.handler = handler
    self.typed = typed
    self.site = site
    isSimple = !keyPath.contains(".")
    isForeign = type(of: object) == ForeignStandIn.self
  }

  var object: NSObject? { objectReference.object.map { unsafeDowncast($0, to: NSObject.self) } }

  /// Starts the observation: creates the nodes, then sends `.initial` (F-85).
  func begin() {
    guard let object else { return }
    let info = object.madeState.madeObservation
    info.add(self)
    let node = ObservationNode(self, object, keyPath[...], isMain: true, [], nil)
    root.withLock { $0 = node }
    guard options.contains(.initial) else { return }
    deliver(
      ObservedChange(kind: .setting, new: options.contains(.new) ? .some(value(of: object)) : nil), object)
  }

  /// Ends the observation. The observer is not called afterwards.
  func end() {
    guard isValid.exchange(false, ordering: .relaxed) else { return }
    // NB: the nodes retain the observation, because another thread may be using them; this breaks the cycle.
    root.take()?.end()
    object?._carobState?.observation?.remove(self)
  }

  /// The observed value, unboxed if possible.
  func value(of object: NSObject) -> Any? {
    isSimple ? object.kvcRawValue(keyPath) : rawValue(of: object, keyPath[...])
  }

  func deliver(_ change: ObservedChange, _ object: NSObject) {
    guard isValid.load(ordering: .relaxed) else { return }
    // NB: observers get the original object, never its stand-in.
    let sender: AnyObject = isForeign ? (object as? ForeignStandIn)?.original ?? object : object
    if let handler {
      Journal.deliverRegistered(.kvo, keyPath, from: sender, site: site.text) { handler(object, change) }
      return
    }
    guard let observer else { return isObserverDeallocated(sender) }
    let site = Journal.isRecording ? Self.implementation(type(of: observer))?.site : nil
    Journal.deliverRegistered(.kvo, keyPath, to: observer, from: sender, site: site ?? self.site.text) {
      observer.observeValue(forKeyPath: keyPath, of: sender, change: change.dictionary, context: context)
    }
  }

  /// F-99: reports that the observer was deallocated. In the classic profile the app crashes; otherwise the
  /// change is dropped.
  private func isObserverDeallocated(_ sender: AnyObject) {
    guard hasLostObserver.load(ordering: .relaxed) else { return }
    if ReleaseBehaviour.sendsToDeadObservers {
      fatalError(
        "\(observerName) was deallocated while it observed \(keyPath) of \(Journal.className(type(of: sender))) "
          + "(added at \(site.text ?? "an unknown place")); the change was still sent to it")
    }
    Journal.note(
      .kvo, keyPath, outcome: "dropped", why: "\(observerName) was deallocated without removing itself",
      sender: sender, site: site.text)
  }

  private static func implementation(_ cls: AnyClass) -> Method? {
    Runtime.implementation(cls, "observeValue(forKeyPath:of:change:context:)")
  }
}

private func rawValue(of object: NSObject, _ path: Substring) -> Any? {
  guard let dot = path.firstIndex(of: ".") else { return object.kvcRawValue(String(path)) }
  let key = String(path[..<dot])
  let rest = path[path.index(after: dot)...]
  let next = object.kvcRawValue(key)
  if let next = next as? NSObject { return rawValue(of: next, rest) }
  return kvcValue(of: boxed(next), path: String(rest))
}

/// A change before it is converted to the observer's form. Values that were not requested are nil.
struct ObservedChange {
  var kind = NSKeyValueChange.setting
  var old: Any??
  var new: Any??
  var indexes: IndexSet?
  var isPrior = false

  // F-86, F-87, F-88
  var dictionary: [NSKeyValueChangeKey: Any] {
    var dictionary: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: kind.rawValue)]
    if let old { dictionary[.oldKey] = boxed(old) ?? NSNull() }
    if let new { dictionary[.newKey] = boxed(new) ?? NSNull() }
    if let indexes { dictionary[.indexesKey] = NSIndexSet(indexSet: indexes) }
    if isPrior { dictionary[.notificationIsPriorKey] = NSNumber(value: true) }
    return dictionary
  }
}

/// A dependency of an observation: one object and one of its keys.
///
/// Observing the path `a.b` creates a node for `a` on the object and, below it, one for `b` on the current
/// `a`. Keys that affect a key have sibling nodes (F-93). When a node's key changes, the nodes below it move
/// to the new value (F-92).
final class ObservationNode: @unchecked Sendable {
  // @unchecked because `next` is behind a lock and the rest changes only in the initializer.
  let observation: Observation
  private let objectReference: ZeroingReference
  private var object: NSObject? { objectReference.object.map { unsafeDowncast($0, to: NSObject.self) } }
  let key: String
  private let rest: Substring?
  /// Whether the node is on the observed path itself, not on one that affects it.
  let isMain: Bool
  private var dependencies: [ObservationNode] = []
  private let next = Guarded<ObservationNode?>(nil)
  /// The node whose key this path affects, if the observed path continues below it: when this path changes,
  /// that key's value may change.
  private weak let dependent: ObservationNode?
  private let visited: Set<Place>
  struct Place: Hashable {
    let object: ObjectIdentifier
    let key: String
  }
  /// Whether the node still belongs to the tree. A change in progress may still refer to a removed node.
  private let isLive = Atomic<Bool>(true)

  /// `visited` contains the dependent keys on the way here, so that keys can affect each other in cycles,
  /// even across objects.
  init(
    _ observation: Observation, _ object: NSObject, _ path: Substring, isMain: Bool, _ visited: Set<Place>,
    _ dependent: ObservationNode?
  ) {
    self.observation = observation
    objectReference = ZeroingReference(object)
    let dot = path.firstIndex(of: ".")
    key = String(dot.map { path[..<$0] } ?? path)
    rest = dot.map { path[path.index(after: $0)...] }
    self.isMain = isMain
    self.dependent = dependent
    let place = Place(object: ObjectIdentifier(object), key: key)
    let paths = visited.contains(place) ? [] : affectingPaths(type(of: object), key)
    self.visited = paths.isEmpty ? visited : visited.union([place])
    object.madeState.madeObservation.add(self, of: object)
    for path in paths {
      if self.visited.contains(Place(object: place.object, key: path)) { continue }
      dependencies.append(
        ObservationNode(
          observation, object, path[...], isMain: false, self.visited, rest == nil ? dependent : self))
    }
    follow(object)
  }

  /// Whether the observed value is this key's own value, so that it need not be fetched separately.
  var isLeafOfSimplePath: Bool { isMain && rest == nil && observation.isSimple }

  var isLeafOfMainPath: Bool { isMain && rest == nil }

  /// Moves the nodes below this key, and those below the keys that it affects, to the current values (F-92,
  /// F-93).
  func keyDidChange(_ object: NSObject) {
    follow(object)
    var affected = dependent
    while let node = affected {
      if let object = node.object { node.follow(object) }
      affected = node.dependent
    }
  }

  /// Moves the nodes below to the key's current value.
  func follow(_ object: NSObject) {
    guard let rest, isLive.load(ordering: .acquiring) else { return }
    var node: ObservationNode?
    if observation.isValid.load(ordering: .relaxed), let value = object.kvcRawValue(key) {
      if let value = observableObject(value, rest.prefix { $0 != "." }) {
        node = ObservationNode(observation, value, rest, isMain: isMain, isMain ? [] : visited, dependent)
      } else {
        checkThatPathsMayLead(through: value, to: rest)
      }
    }
    next.withLock { swap(&$0, &node) }
    node?.end()
    // NB: another thread may have ended this node in the meantime.
    if !isLive.load(ordering: .acquiring) { next.take()?.end() }
  }

  func end() {
    isLive.store(false, ordering: .releasing)
    object?._carobState?.observation?.remove(self)
    dependencies.forEach { $0.end() }
    next.take()?.end()
  }
}

extension Guarded where Value == ObservationNode? {
  fileprivate borrowing func take() -> ObservationNode? {
    withLock { node in
      defer { node = nil }
      return node
    }
  }
}

/// The key paths that affect a key, in a fixed order (F-93).
private func affectingPaths(_ cls: NSObject.Type, _ key: String) -> [String] {
  cls.keyPathsForValuesAffectingValue(forKey: key).sorted()
}

/// Raises if the path goes through a value that cannot be observed.
private func checkThatPathsMayLead(through value: Any, to rest: Substring) {
  // F-91; a collection operator uses the whole collection.
  if !rest.hasPrefix("@"), isCollection(value) { raiseNotObservable(value as AnyObject, String(rest)) }
  // M-51
  if let cls = type(of: value) as? AnyClass, !(value is Foundation.NSObject) {
    NSException.raise(
      .invalidArgumentException, "\(Journal.className(cls)) cannot be observed; derive from NSObject")
  }
}

/// Foundation behaviour that a release of iOS changed for apps linked with it (E-626).
package enum ReleaseBehaviour {
  /// Whether a change after the observer's deallocation stops the app, as before iOS 13 (F-99).
  package static var sendsToDeadObservers: Bool {
    get { deadObservers.load(ordering: .relaxed) }
    set { deadObservers.store(newValue, ordering: .relaxed) }
  }
  private static let deadObservers = Atomic<Bool>(false)
}
