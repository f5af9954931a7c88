import CarobRuntime
import Foundation
import Glibc

/// The observations of an object, created with the first one.
final class ObservationInfo: @unchecked Sendable {
  // @unchecked because the lock guards the state.
  private struct State {
    var observations: [Observation] = []
    var keys: [KeyNodes] = []

    /// The index of the key of an emitted call.
    mutating func index(_ literal: StaticString) -> Int? {
      let address = UInt(bitPattern: literal.utf8Start)
      for index in 0..<keys.count {
        let literals = keys[index].literals
        if literals.0 == address || literals.1 == address { return index }
      }
      let text = literal.description
      guard let index = keys.firstIndex(where: { $0.key == text }) else { return nil }
      keys[index].literals = (address, keys[index].literals.0)
      return index
    }
  }

  /// The nodes of one key in the order of registration.
  struct KeyNodes {
    let key: String
    var nodes: [ObservationNode]
    /// Whether setters report changes automatically (F-94).
    let isAutomatic: Bool
    /// The addresses of the key's literal in the emitted calls, by which they find the key.
    var literals: (UInt, UInt) = (0, 0)
    /// The key's only observer, if it supports the fast path.
    var valueObserver: _ValueObserver?

    mutating func nodesDidChange() {
      valueObserver = nil
      guard nodes.count == 1, isAutomatic, nodes[0].isLeafOfSimplePath else { return }
      let observation = nodes[0].observation
      if !observation.options.contains(.prior) { valueObserver = observation.typed?(observation) }
    }
  }

  private let state = Guarded(State())

  // MARK: Registering

  func add(_ observation: Observation) { state.withLock { $0.observations.append(observation) } }

  func remove(_ observation: Observation) {
    state.withLock { $0.observations.removeAll { $0 === observation } }
  }

  /// The most recent matching registration (F-96, F-97).
  func find(
    _ observer: NSObject, _ keyPath: String, context: UnsafeMutableRawPointer??
  ) -> Observation? {
    let address = UInt(bitPattern: Unmanaged.passUnretained(observer).toOpaque())
    return state.withLock { state in
      state.observations.last {
        $0.observerAddress == address && $0.keyPath == keyPath && !$0.hasLostObserver.load(ordering: .relaxed)

          && (context == nil || context == .some($0.context))
      }
    }
  }

  /// All registrations, for diagnostics.
  var observations: [Observation] { state.withLock { $0.observations } }

  func add(_ node: ObservationNode, of object: NSObject) {
    // NB: called outside the lock, because it may be app code.
    let isAutomatic = type(of: object).automaticallyNotifiesObservers(forKey: node.key)
    state.withLock { state in
      if let index = state.keys.firstIndex(where: { $0.key == node.key }) {
        state.keys[index].nodes.append(node)
        state.keys[index].nodesDidChange()
      } else {
        state.keys.append(KeyNodes(key: node.key, nodes: [node], isAutomatic: isAutomatic))
        state.keys[state.keys.count - 1].nodesDidChange()
      }
    }
  }

  func remove(_ node: ObservationNode) {
    state.withLock { state in
      guard let index = state.keys.firstIndex(where: { $0.key == node.key }) else { return }
      state.keys[index].nodes.removeAll { $0 === node }
      state.keys[index].nodesDidChange()
    }
  }

  // MARK: Changes

  /// Reports a change from an emitted setter. Nested reports of the same change, by base class and override,
  /// count as one.
  func willChange(_ object: NSObject, _ literal: StaticString, _ value: () -> Any?) {
    guard let found = find(literal) else { return }
    willChange(object, found.key, found.nodes, isHook: true, automatic: found.isAutomatic, rawValue: value)
  }

  func didChange(_ object: NSObject, _ literal: StaticString, _ value: () -> Any?) {
    let stack = PendingChanges.current
    guard stack.changes.last != nil, let found = find(literal) else { return }
    didChange(object, found.key, isHook: true, rawValue: value)
  }

  func willChange(
    _ object: NSObject, _ key: String, isHook: Bool, kind: NSKeyValueChange = .setting,
    indexes: IndexSet? = nil
  ) {
    guard let found = state.withLock({ state in state.keys.first { $0.key == key } }) else { return }
    willChange(
      object, found.key, found.nodes, isHook: isHook, automatic: found.isAutomatic, kind: kind,
      indexes: indexes, rawValue: { object.kvcRawValue(key) })
  }

  /// Reports a change inside a set. Observers get the elements that are actually added or removed (F-90).
  func willChange(
    _ object: NSObject, _ key: String, _ mutation: NSKeyValueSetMutationKind, _ objects: NSSet
  ) {
    guard let found = state.withLock({ state in state.keys.first { $0.key == key } }) else { return }
    let change = SetChange(mutation, objects, in: object.value(forKey: key) as? NSSet ?? NSSet())
    willChange(
      object, found.key, found.nodes, isHook: false, automatic: found.isAutomatic, kind: mutation.changeKind,
      setChange: change, rawValue: { object.kvcRawValue(key) })
  }

  private func willChange(
    _ object: NSObject, _ key: String, _ nodes: [ObservationNode], isHook: Bool, automatic: Bool,
    kind: NSKeyValueChange = .setting, indexes: IndexSet? = nil, setChange: SetChange? = nil,
    rawValue: () -> Any?
  ) {
    // F-94
    if isHook, !automatic { return }
    let stack = PendingChanges.current
    if isHook, stack.nest(object, key, by: 1) { return }
    if isHook, let index = stack.index(of: object, key, isHook: true) {
      stack.changes[index].depth += 1
      return
    }
    if nodes.isEmpty { return }
    var pending = PendingChange(
      object: ObjectIdentifier(object), key: key, isHook: isHook, kind: kind, indexes: indexes)
    pending.setChange = setChange
    for node in nodes {
      let observation = node.observation
      let isDuplicate = pending.entries.contains { $0.observation === observation }
      var entry = PendingChange.Entry(observation: observation, node: node, isDuplicate: isDuplicate)
      if !isDuplicate, !observation.options.isDisjoint(with: [.old, .prior]),
        let root = node.isLeafOfSimplePath ? object : observation.object
      {
        if observation.options.contains(.old) {
          entry.old = pending.oldValue(node, observation, object, root, rawValue)
        }
        // F-86
        if observation.options.contains(.prior) {
          var change = pending.change(for: node)
          change.old = entry.old
          change.isPrior = true
          observation.deliver(change, root)
        }
      }
      pending.entries.append(entry)
    }
    stack.changes.append(pending)
  }

  func didChange(_ object: NSObject, _ key: String, isHook: Bool) {
    didChange(object, key, isHook: isHook, rawValue: { object.kvcRawValue(key) })
  }

  private func didChange(_ object: NSObject, _ key: String, isHook: Bool, rawValue: () -> Any?) {
    let stack = PendingChanges.current
    if isHook, stack.nest(object, key, by: -1) { return }
    guard let index = stack.index(of: object, key, isHook: isHook) else { return }
    if stack.changes[index].depth > 0 {
      stack.changes[index].depth -= 1
      return
    }
    // NB: removed before observers are called, because an observer may change the value again.
    let pending = stack.changes.remove(at: index)
    for entry in pending.entries { entry.node.keyDidChange(object) }
    for entry in pending.entries where !entry.isDuplicate {
      let observation = entry.observation
      guard observation.isValid.load(ordering: .relaxed),
        let root = entry.node.isLeafOfSimplePath ? object : observation.object
      else { continue }
      var change = pending.change(for: entry.node)
      change.old = entry.old
      if observation.options.contains(.new) {
        change.new = pending.newValue(entry.node, observation, object, root, rawValue)
      }
      observation.deliver(change, root)
    }
  }

  /// Performs a change without reporting it, because it is reported in another way.
  func quietly(_ object: NSObject, _ key: String, _ change: () -> Void) {
    let stack = PendingChanges.current
    stack.changes.append(PendingChange(object: ObjectIdentifier(object), key: key, isHook: true))
    change()
    if let index = stack.index(of: object, key, isHook: true) { stack.changes.remove(at: index) }
  }

  /// The key's only observer, if it supports the fast path.
  func valueObserver(_ literal: StaticString) -> _ValueObserver? {
    state.withLock { state in state.index(literal).flatMap { state.keys[$0].valueObserver } }
  }

  private func find(_ literal: StaticString) -> KeyNodes? {
    state.withLock { state in state.index(literal).map { state.keys[$0] } }
  }
}

/// A change in progress on this thread, with the data to report when it is complete.
struct PendingChange {
  struct Entry {
    let observation: Observation
    let node: ObservationNode
    /// Whether the observation already has another entry for this change, so that this one only updates its
    /// nodes.
    let isDuplicate: Bool
    var old: Any??
  }
  let object: ObjectIdentifier
  let key: String
  let isHook: Bool
  var kind = NSKeyValueChange.setting
  var indexes: IndexSet?
  /// The added and removed elements of a set.
  var setChange: SetChange?
  var depth = 0
  var entries: [Entry] = []

  init(
    object: ObjectIdentifier, key: String, isHook: Bool, kind: NSKeyValueChange = .setting,
    indexes: IndexSet? = nil
  ) {
    self.object = object
    self.key = key
    self.isHook = isHook
    self.kind = kind
    self.indexes = indexes
  }

  /// The change as seen by an observer of this node. A change inside a collection is reported as such only to
  /// observers of the collection's key.
  func change(for node: ObservationNode) -> ObservedChange {
    node.isLeafOfMainPath ? ObservedChange(kind: kind, indexes: indexes) : ObservedChange()
  }

  // F-88, F-90: an insertion has no old value; a change in a collection has only the affected objects.
  func oldValue(
    _ node: ObservationNode, _ observation: Observation, _ object: NSObject, _ root: NSObject,
    _ rawValue: () -> Any?
  ) -> Any?? {
    guard node.isLeafOfMainPath, kind != .setting else {
      return .some(value(node, observation, root, rawValue))
    }
    if kind == .insertion { return nil }
    return .some(setChange?.removed ?? part(of: object))
  }

  func newValue(
    _ node: ObservationNode, _ observation: Observation, _ object: NSObject, _ root: NSObject,
    _ rawValue: () -> Any?
  ) -> Any?? {
    guard node.isLeafOfMainPath, kind != .setting else {
      return .some(value(node, observation, root, rawValue))
    }
    if kind == .removal { return nil }
    return .some(setChange?.added ?? part(of: object))
  }

  private func value(
    _ node: ObservationNode, _ observation: Observation, _ root: NSObject, _ rawValue: () -> Any?
  ) -> Any? {
    node.isLeafOfSimplePath ? rawValue() : observation.value(of: root)
  }

  private func part(of object: NSObject) -> Any? {
    guard let indexes else { return nil }
    let array =
      (object.value(forKey: key) as? NSArray) ?? (object.value(forKey: key) as? NSOrderedSet)?.array
      as NSArray?
    guard let array else { return nil }
    return NSArray(array: indexes.compactMap { $0 < array.count ? array[$0] : nil })
  }
}

/// The changes in progress on the calling thread, innermost last (F-89).
final class PendingChanges {
  @exclusivity(unchecked) var changes: [PendingChange] = []
  // The frames of `ValueObserver.swift` and their old values; there is rarely more than one.
  let frames = UnsafeMutablePointer<ValueFrame>.allocate(capacity: ValueFrame.capacity)
  let values = UnsafeMutableRawPointer.allocate(
    byteCount: ValueFrame.capacity * ValueFrame.room, alignment: 16)
  @exclusivity(unchecked) var frameCount = 0

  deinit {
    frames.deallocate()
    values.deallocate()
  }

  func index(of object: NSObject, _ key: String, isHook: Bool) -> Int? {
    changes.lastIndex { $0.object == ObjectIdentifier(object) && $0.isHook == isHook && $0.key == key }
  }

  static var current: PendingChanges {
    if let raw = pthread_getspecific(key) {
      return Unmanaged<PendingChanges>.fromOpaque(raw).takeUnretainedValue()
    }
    let new = PendingChanges()
    pthread_setspecific(key, Unmanaged.passRetained(new).toOpaque())
    return new
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in if let raw { Unmanaged<PendingChanges>.fromOpaque(raw).release() } }
    return key
  }()
}
