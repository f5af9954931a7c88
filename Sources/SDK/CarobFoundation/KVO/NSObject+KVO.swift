import CarobRuntime
import Foundation
import Synchronization

extension NSObject {
  // MARK: Calls that the translator emits around the setters of `@objc dynamic` properties

  /// Reports that a property is about to change. Costs one load and one branch if the object has no
  /// observers.
  @inlinable @inline(__always)
  public final func _kvoWill<Value>(_ key: StaticString, _ value: @autoclosure () -> Value) {
    guard _carobStateBits.load(ordering: .relaxed) != 0 else { return }
    // NB: wrapped in a closure, because otherwise the property's accessors would allocate on the heap.
    _kvoWillValue(key) { value() }
  }

  /// Reports that a property has changed.
  @inlinable @inline(__always)
  public final func _kvoDid<Value>(_ key: StaticString, _ value: @autoclosure () -> Value) {
    guard _carobStateBits.load(ordering: .relaxed) != 0 else { return }
    _kvoDidValue(key) { value() }
  }

  @inline(never)
  public final func _kvoWillObserved(_ key: StaticString, _ value: () -> Any?) {
    _carobState?.observation?.willChange(self, key, value)
  }

  @inline(never)
  public final func _kvoDidObserved(_ key: StaticString, _ value: () -> Any?) {
    _carobState?.observation?.didChange(self, key, value)
  }

  // MARK: Implementations of the members in the class

  final func kvoAdd(
    _ observer: NSObject, _ keyPath: String, _ options: NSKeyValueObservingOptions,
    _ context: UnsafeMutableRawPointer?, _ site: SourceSite
  ) {
    warnIfNotObservable(keyPath, site)
    warnIfNotStatic(context, keyPath, site)
    let observation = Observation(self, keyPath, options, observer: observer, context, site)
    observer.madeState.remember(observation)
    observation.begin()
  }

  // F-96, M-55
  final func kvoRemove(_ observer: NSObject, _ keyPath: String, _ context: UnsafeMutableRawPointer??) {
    guard let observation = _carobState?.observation?.find(observer, keyPath, context: context) else {
      NSException.raise(
        .rangeException,
        "Cannot remove an observer <\(Journal.className(type(of: observer))) \(addressText(of: observer))> for the key "
          + "path \"\(keyPath)\" from <\(Journal.className(type(of: self))) \(addressText(of: self))> because it is not "
          + "registered as an observer.")
    }
    observation.end()
    observer._carobState?.forget(observation)
  }

  // F-95, M-56
  final func raiseUnhandledChange(_ keyPath: String?, _ object: Any?) -> Never {
    NSException.raise(
      .internalInconsistencyException,
      "<\(Journal.className(type(of: self))): \(addressText(of: self))>: An -observeValueForKeyPath:ofObject:change:"
        + "context: message was received but not handled.\nKey path: \(keyPath ?? "")\nObserved object: "
        + "\(object.map { "\($0)" } ?? "nil")")
  }

  // F-93
  class func kvoAffectingPaths(_ key: String) -> Set<String> {
    let sent = Runtime.sendClass(self, Selector("keyPathsForValuesAffecting\(capitalized(key))"))
    switch sent.result {
    case let paths as Set<String>: return paths
    case let paths as NSSet: return Set(paths.allObjects.compactMap { $0 as? String })
    case let paths as [String]: return Set(paths)
    // A Swift key path has the name of the getter, but the setter reports the property's name.
    default: return KeyAccessor.isGetter(self, key).map { [$0.name] } ?? []
    }
  }

  // F-94
  class func kvoIsAutomatic(_ key: String) -> Bool {
    let sent = Runtime.sendClass(self, Selector("automaticallyNotifiesObserversOf\(capitalized(key))"))
    return (sent.result as? NSNumber)?.boolValue ?? true
  }

  // M-58
  private func warnIfNotStatic(
    _ context: UnsafeMutableRawPointer?, _ keyPath: String, _ site: SourceSite
  ) {
    guard Diagnostics.isStrict, let context, !Diagnostics.isStatic(context) else { return }
    Journal.warn("KVO context for \(keyPath) is not a static address", rule: "M-58", site: site.text)
  }

  // M-50, F-81
  fileprivate func warnIfNotObservable(_ keyPath: String, _ site: SourceSite) {
    // A stand-in for a toolchain object checks with that object itself.
    guard !keyPath.contains("."), !keyPath.hasPrefix("@"), !(self is ForeignStandIn) else { return }
    let accessor = KeyAccessor.find(type(of: self), keyPath)
    if case .property(let property) = accessor.getter, !property.reportsChanges,
      type(of: self).keyPathsForValuesAffectingValue(forKey: keyPath).isEmpty
    {
      Journal.warn(
        "\(Journal.className(type(of: self))).\(keyPath) does not report its changes here; the observer will not be called",
        rule: "M-50", site: site.text)
      return
    }
    guard case .none = accessor.getter, case .none = accessor.setter,
      type(of: self).keyPathsForValuesAffectingValue(forKey: keyPath).isEmpty
    else { return }
    Journal.warn(
      "\(Journal.className(type(of: self))).\(keyPath) is not @objc dynamic; changes will not be reported",
      rule: "M-50", site: site.text)
  }
}

// MARK: Closures

/// A class whose Swift key paths can be observed.
public protocol _KeyValueCodingAndObserving: NSObject {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls a closure for each change of a property until the returned object is invalidated or released
  /// (F-100).
  @preconcurrency
  public func observe<Value>(
    _ keyPath: _NamedKeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> NSKeyValueObservation {
    observe(keyPath.name.description, options, SourceSite(file, line), changeHandler)
  }

  /// An overload for key paths that are stored in a variable.
  @preconcurrency
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> NSKeyValueObservation {
    observe(
      PropertyTable.name(of: keyPath, in: type(of: self)), options, SourceSite(file, line), changeHandler)
  }

  private func observe<Value>(
    _ name: String, _ options: NSKeyValueObservingOptions, _ site: SourceSite,
    _ changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    warnIfNotObservable(name, site)
    let observation = Observation(
      self, name, options, site,
      typed: { observation in
        _TypedValueObserver(observation) { changeHandler(unsafeDowncast($0, to: Self.self), $1) }
      }
    ) { object, change in
      changeHandler(
        unsafeDowncast(object, to: Self.self),
        NSKeyValueObservedChange(
          kind: change.kind, newValue: typed(change.new, name), oldValue: typed(change.old, name),
          indexes: change.indexes, isPrior: change.isPrior))
    }
    observation.begin()
    return NSKeyValueObservation(observation)
  }

  public func willChangeValue<Value>(for keyPath: _NamedKeyPath<Self, Value>) {
    willChangeValue(forKey: keyPath.name.description)
  }
  public func didChangeValue<Value>(for keyPath: _NamedKeyPath<Self, Value>) {
    didChangeValue(forKey: keyPath.name.description)
  }
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    willChangeValue(forKey: PropertyTable.name(of: keyPath, in: type(of: self)))
  }
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    didChangeValue(forKey: PropertyTable.name(of: keyPath, in: type(of: self)))
  }
}

/// A change's value as the property's type; nil if it was not requested, or if it is only a part of a
/// collection (F-101).
func typed<Value>(_ value: Any??, _ key: String) -> Value? {
  guard let value else { return nil }
  if let value, let same = value as? Value { return same }
  if let number = value as? NSNumber { return coerce(number, key) as Value }
  if let optional = Value.self as? any OptionalType.Type { return optional.none as? Value }
  return nil
}

/// A closure observation. The observation ends when this object is deallocated (F-100).
open class NSKeyValueObservation: NSObject, @unchecked Sendable {
  // @unchecked because `observation` is immutable and ends only once.
  private let observation: Observation
  private let birth: UInt64?
  /// The event during which the observation was created, and its number.
  private let cause = Journal.cause
  private let number = NSKeyValueObservation.count.wrappingAdd(1, ordering: .relaxed).newValue
  private static let count = Atomic<UInt64>(0)

  init(_ observation: Observation) {
    self.observation = observation
    birth = RunLoop.passOfThisThread
    super.init()
  }

  /// Ends the observation.
  open func invalidate() { observation.end() }

  deinit {
    guard observation.isValid.load(ordering: .relaxed) else { return }
    // M-52. NB: an observation that was stored and is replaced or released by a later handler in the same
    // turn is intentional.
    if let birth, RunLoop.passOfThisThread == birth, observation.object != nil, Journal.cause == cause,
      Self.count.load(ordering: .relaxed) == number
    {
      Journal.warn(
        "Observation of \(observation.keyPath) ended immediately; store the value returned by observe",
        rule: "M-52",
        site: observation.site.text)
    }
    observation.end()
  }
}
