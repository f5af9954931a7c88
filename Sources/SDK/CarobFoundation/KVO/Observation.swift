import CarobRuntime
import Foundation
import Synchronization

/// One registration: who wants to know about which key path of which object.
final class Observation: @unchecked Sendable {
  // @unchecked because all but `isValid` and `root`, which is behind a lock, is immutable.
  let keyPath: String
  let options: NSKeyValueObservingOptions
  let context: UnsafeMutableRawPointer?
  /// The observer's address; for a closure 0.
  let observerAddress: UInt
  private(set) weak var observer: NSObject?
  let observerName: String
  private let objectReference: ZeroingReference
  private let handler: ((NSObject, ObservedChange) -> Void)?
  /// Makes the observer that is told without boxing; for closures.
  let typed: ((Observation) -> _ValueObserver)?
  let site: SourceSite
  let time = Clock.now
  /// Whether the path is a single key, the usual case.
  let isSimple: Bool
  private let root = Guarded<ObservationNode?>(nil)
  /// Whether the object stands for one of the toolchain's.
  private let isForeign: Bool
  let isValid = Atomic<Bool>(true)
  /// Whether the observer went without ending it (F-99); another object may have its address by now.
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

  /// Starts it: the nodes, then `.initial` (F-85).
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

  /// Ends it; calls after this are not made.
  func end() {
    guard isValid.exchange(false, ordering: .relaxed) else { return }
    // NB: the nodes keep the observation, as another thread may be using them; this ends the circle.
    root.take()?.end()
    object?._carobState?.observation?.remove(self)
  }

  /// The value that it observes, as raw as possible.
  func value(of object: NSObject) -> Any? {
    isSimple ? object.kvcRawValue(keyPath) : rawValue(of: object, keyPath[...])
  }

  func deliver(_ change: ObservedChange, _ object: NSObject) {
    guard isValid.load(ordering: .relaxed) else { return }
    // NB: what stands for an object of the toolchain's is never seen.
    let sender: AnyObject = isForeign ? (object as? ForeignStandIn)?.original ?? object : object
    if let handler {
      Journal.deliverRegistered(.kvo, keyPath, from: sender, site: site.text) { handler(object, change) }
      return
    }
    guard let observer else { return observerIsGone(sender) }
    let site = Journal.isRecording ? Self.implementation(type(of: observer))?.site : nil
    Journal.deliverRegistered(.kvo, keyPath, to: observer, from: sender, site: site ?? self.site.text) {
      observer.observeValue(forKeyPath: keyPath, of: sender, change: change.dictionary, context: context)
    }
  }

  /// F-99: classic apps send to freed memory; today nobody receives the change.
  private func observerIsGone(_ sender: AnyObject) {
    guard hasLostObserver.load(ordering: .relaxed) else { return }
    if ReleaseBehaviour.sendsToDeadObservers {
      fatalError(
        "\(observerName) was deallocated while it observed \(keyPath) of \(Journal.className(type(of: sender))) "
          + "(added at \(site.text ?? "an unknown place")); the change was sent to it nevertheless")
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

/// A change before it is put into the form that the observer gets; a value that was not asked for is nil.
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

/// One object and one of its keys on which an observation depends.
///
/// The path `a.b` observed on an object is a node for `a` there and, below it, one for `b` on the current `a`. Keys that
/// affect a key have nodes beside it (F-93). When a node's key changes, what is below it moves to the new value (F-92).
final class ObservationNode: @unchecked Sendable {
  // @unchecked because `next` is behind a lock, and the rest changes in the initializer only.
  let observation: Observation
  private let objectReference: ZeroingReference
  private var object: NSObject? { objectReference.object.map { unsafeDowncast($0, to: NSObject.self) } }
  let key: String
  private let rest: Substring?
  /// Whether it is on the observed path itself, and not on one that affects it.
  let isMain: Bool
  private var dependencies: [ObservationNode] = []
  private let next = Guarded<ObservationNode?>(nil)
  /// The node before which this path affects a key that leads on: when it changes, that one's value may be another.
  private weak let dependent: ObservationNode?
  private let visited: Set<Place>
  struct Place: Hashable {
    let object: ObjectIdentifier
    let key: String
  }
  /// Whether it still belongs to the tree; a change that replaces it may still have it on its list.
  private let isLive = Atomic<Bool>(true)

  /// `visited` has the dependent keys that led here, so that keys may affect each other in circles, also through
  /// other objects.
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

  /// Whether the observed value is this key's own, so that it need not be asked for.
  var isLeafOfSimplePath: Bool { isMain && rest == nil && observation.isSimple }

  var isLeafOfMainPath: Bool { isMain && rest == nil }

  /// Moves what is below, and what is below the keys that this one affects, to the current values (F-92, F-93).
  func keyDidChange(_ object: NSObject) {
    follow(object)
    var affected = dependent
    while let node = affected {
      if let object = node.object { node.follow(object) }
      affected = node.dependent
    }
  }

  /// Moves what is below to the key's current value.
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
    // NB: another thread may have ended this one meanwhile.
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

/// Ends the app if the path leads through something of which no changes can be told.
private func checkThatPathsMayLead(through value: Any, to rest: Substring) {
  // F-91; an operator asks for the whole collection.
  if !rest.hasPrefix("@"), isCollection(value) { raiseNotObservable(value as AnyObject, String(rest)) }
  // M-51
  if let cls = type(of: value) as? AnyClass, !(value is Foundation.NSObject) {
    NSException.raise(
      .invalidArgumentException, "\(Journal.className(cls)) cannot be observed; derive from NSObject")
  }
}

/// What a release of iOS changed for apps that are linked with it (E-626), as far as Foundation is concerned.
package enum ReleaseBehaviour {
  /// Whether a change after its observer's death stops the app, as before iOS 13 (F-99).
  package static var sendsToDeadObservers: Bool {
    get { deadObservers.load(ordering: .relaxed) }
    set { deadObservers.store(newValue, ordering: .relaxed) }
  }
  private static let deadObservers = Atomic<Bool>(false)
}
