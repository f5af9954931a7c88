import CThreads
@_spi(Messages) import CarobRuntime
import Foundation
import Synchronization

/// The basic protocol of objects: Foundation's protocol, and the methods that need a method table.
public protocol NSObjectProtocol: Foundation.NSObjectProtocol {
  func responds(to selector: Selector!) -> Bool
  @discardableResult func perform(_ selector: Selector!) -> Unmanaged<AnyObject>!
  @discardableResult func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>!
  @discardableResult func perform(
    _ selector: Selector!, with object1: Any!, with object2: Any!
  ) -> Unmanaged<AnyObject>!
}

/// The root class of all classes that support selectors, key–value coding and key–value observing.
///
/// It derives from the toolchain's `NSObject`, so that `as? NSObject` and Foundation's collections work. It
/// adds one word, which refers to rarely needed state such as observers, associated values and the number in
/// the trace.
open class NSObject: Foundation.NSObject, _CarobMethods, NSObjectProtocol, JournalNumbered, _CarobAnswering,
  _CarobConstructible
{
  /// The state that few objects need: observers, proxies, the number in the trace. A retained `ObjectState`;
  /// 0 until it is needed.
  public final let _carobStateBits = Atomic<UInt>(0)

  public override init() {
    super.init()
    if Journal.isRecording { numberForJournal() }
  }

  deinit {
    guard let pointer = UnsafeRawPointer(bitPattern: _carobStateBits.load(ordering: .relaxed)) else { return }
    Unmanaged<ObjectState>.fromOpaque(pointer).takeRetainedValue().objectDidDeallocate(self)
  }

  /// The class and address: `<App.VC: 0x600…>`, `<UIView: 0x…>` (F-181).
  open override var description: String {
    "<\(ClassNames.name(of: type(of: self))): \(addressText(of: self))>"
  }

  // MARK: Members that the translator overrides

  /// The class's own method table entries.
  nonisolated open class var _carobMethods: [_CarobMethod] { [] }
  /// The methods of an SDK class that selectors can call. Also called for app classes, which inherit an empty
  /// list (F-165).
  nonisolated open class var _carobFrameworkMethods: [_CarobMethod] {
    self == NSObject.self ? FoundationMessages.object : []
  }
  /// The file that declares the class, relative to the project; empty for the SDK's classes.
  nonisolated open class var _carobSource: String { "" }
  /// The class's own key–value coding entries.
  nonisolated open class var _carobKVC: [_CarobProperty] { [] }
  /// Creates an instance with `init()`; nil if that is not possible.
  nonisolated open class var _carobNew: (@MainActor () -> AnyObject)? { nil }
  /// The same for SDK classes, separate so that an app's subclass without a factory does not inherit it.
  nonisolated open class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    guard self == NSObject.self else { return nil }
    return { NSObject() }
  }
  /// Creates an instance from an archive; nil if that is not possible.
  nonisolated open class var _carobNewCoder: (@MainActor (NSCoder) -> AnyObject?)? { nil }
  /// Creates an instance with a framework initializer that few classes have, given its full Swift name and
  /// arguments (F-155).
  nonisolated open class func _carobMaker(_ initializer: String) -> (@MainActor ([Any?]) -> AnyObject)? {
    nil
  }
  /// The name under which `NSClassFromString` finds the class.
  nonisolated open class var _carobName: String { String(reflecting: self) }

  // MARK: Messages

  /// Whether the receiver implements `selector` (F-150). Overrides are respected, even if they are not
  /// accurate.
  open func responds(to selector: Selector!) -> Bool {
    Runtime.respondsOrHasAccessor(type(of: self), selector)
  }

  /// Whether instances of the class implement `selector`.
  open class func instancesRespond(to selector: Selector!) -> Bool {
    Runtime.respondsOrHasAccessor(self, selector)
  }

  // MARK: Messages to classes (F-242)

  // NB: disfavoured, because `#selector(NSObject.responds(to:))` refers to the instance method.

  /// Whether the class itself implements `selector`, as a class method.
  @_disfavoredOverload
  nonisolated open class func responds(to selector: Selector!) -> Bool {
    Runtime.classResponds(self, selector)
  }
  @_disfavoredOverload @discardableResult
  nonisolated open class func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! {
    sendToClass(self, selector, nil, nil)
  }
  @_disfavoredOverload @discardableResult
  nonisolated open class func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
    sendToClass(self, selector, object, nil)
  }
  @_disfavoredOverload @discardableResult
  nonisolated open class func perform(
    _ selector: Selector!, with object1: Any!, with object2: Any!
  ) -> Unmanaged<AnyObject>! {
    sendToClass(self, selector, object1, object2)
  }

  // MARK: Messages to objects

  @discardableResult
  open func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { send(selector, nil, nil) }

  @discardableResult
  open func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
    // OPTIMIZATION: in the common case, an object argument and a method that returns nothing, there is no
    // result to convert.
    if let argument = _unmanagedObject(object),
      Runtime.sendToObjectMethod(Unmanaged.passUnretained(self), selector, argument)
    {
      return nil
    }
    return send(selector, object, nil)
  }

  /// An overload for arguments that are statically objects, which need no boxing; the compiler prefers it.
  ///
  /// The additional parameter keeps `perform(_:with:)` unambiguous as the name of a method.
  // OPTIMIZATION: boxing an argument costs the caller more than sending it.
  @discardableResult
  public final func perform(_ selector: Selector!, with object: AnyObject, _: Void = ()) -> Unmanaged<
    AnyObject
  >! {
    if Runtime.perform(Unmanaged.passUnretained(self), selector, Unmanaged.passUnretained(object)) {
      return nil
    }
    return perform(selector, with: object as Any?)
  }

  /// The same for a struct that is sent as the object that it wraps, such as `Notification`.
  @discardableResult
  @inlinable public final func perform<Argument: _ReferenceArgument>(
    _ selector: Selector!, with argument: Argument, _: Void = ()
  ) -> Unmanaged<AnyObject>! {
    if _performsWithObject(selector, argument._reference) { return nil }
    return perform(selector, with: argument as Any?)
  }

  // OPTIMIZATION: an app that is not optimized calls the generic overload without specializing it.
  @discardableResult
  public final func perform(
    _ selector: Selector!, with notification: Notification, _: Void = ()
  ) -> Unmanaged<AnyObject>! {
    if _performsWithObject(selector, notification._reference) { return nil }
    return perform(selector, with: notification as Any?)
  }

  @usableFromInline final func _performsWithObject(_ selector: Selector, _ object: AnyObject) -> Bool {
    Runtime.perform(Unmanaged.passUnretained(self), selector, Unmanaged.passUnretained(object))
  }

  /// Whether the class does not override `perform(_:with:)`.
  nonisolated public static var _performsDirectly: Bool { !Performing.point.isOverridden(by: self) }
  nonisolated public static func _hasAccessor(_ selector: Selector) -> Bool {
    FrameworkAccessor(selector, in: self) != nil
  }
  nonisolated open class var _searchesPassOver: Bool { false }

  @discardableResult
  open func perform(_ selector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
    send(selector, object1, object2)
  }

  /// The object that gets messages that the receiver does not implement (F-153).
  open func forwardingTarget(for selector: Selector!) -> Any? { nil }

  /// Stops the app with the platform's error message (F-153).
  open func doesNotRecognizeSelector(_ selector: Selector!) {
    if Runtime.method(type(of: self), selector) != nil {
      fatalError(
        "-[\(Journal.className(type(of: self))) \(selector.name)]: Carob cannot send this message, because an argument "
          + "or the result is not an object. Call the method directly.")
    }
    NSException.raise(
      .invalidArgumentException,
      "-[\(Journal.className(type(of: self))) \(selector.name)]: unrecognized selector sent to instance "
        + "\(addressText(of: self))\(nearestNames(to: selector, in: type(of: self)))")
  }

  /// Called on every object of a nib after all outlets are set (E-295). Overrides call super.
  @preconcurrency @MainActor open func awakeFromNib() {}

  /// Called only on design-time views; never called here.
  @preconcurrency @MainActor open func prepareForInterfaceBuilder() {}

  // MARK: Key–value coding

  /// The value for a key, from accessor methods, properties, or indexed and unordered accessors (F-110).
  open func value(forKey key: String) -> Any? { kvcValue(key) }

  /// Sets the value for a key and notifies observers (F-111, F-113).
  open func setValue(_ value: Any?, forKey key: String) { kvcSet(value, key) }

  /// The value at the end of a path; nil if a value on the way is nil (F-115).
  open func value(forKeyPath keyPath: String) -> Any? { CarobFoundation.kvcValue(of: self, path: keyPath) }

  /// Sets the value at the end of a path. Does nothing if a value on the way is nil (F-115).
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    CarobFoundation.kvcSet(value, of: self, path: keyPath)
  }

  /// Raises, because the class has no such key (F-112). Overrides can return a value.
  open func value(forUndefinedKey key: String) -> Any? { raiseUndefinedKey(key) }

  open func setValue(_ value: Any?, forUndefinedKey key: String) { raiseUndefinedKey(key) }

  /// Raises, because a number or struct cannot be nil (F-113). Overrides can set another value.
  open func setNilValueForKey(_ key: String) { raiseNilValue(key) }

  /// The values for the keys, with nil as `NSNull` (F-120).
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }

  /// Sets the values for keys, with `NSNull` as nil (F-120).
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) {
      setValue(value is NSNull ? nil : value, forKey: key)
    }
  }

  /// Validates a value with `validate<Key>:error:`. Setting a value does not call this (F-119).
  open func validateValue(_ value: UnsafeMutablePointer<AnyObject?>, forKey key: String) throws {
    try kvcValidate(value, key)
  }

  /// A mutable proxy of the array for a key. Changes to it change the object and notify observers (F-118).
  open func mutableArrayValue(forKey key: String) -> NSMutableArray { MutableArrayProxy(self, key) }

  open func mutableArrayValue(forKeyPath keyPath: String) -> NSMutableArray {
    let (owner, key) = ownerOfLastKey(keyPath)
    return owner.mutableArrayValue(forKey: key)
  }

  /// A mutable proxy of the set for a key. Changes to it change the object and notify observers (F-118).
  open func mutableSetValue(forKey key: String) -> NSMutableSet { MutableSetProxy(self, key) }

  open func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
    let (owner, key) = ownerOfLastKey(keyPath)
    return owner.mutableSetValue(forKey: key)
  }

  /// A mutable proxy of the ordered set for a key. Changes to it change the object and notify observers
  /// (F-118).
  open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    MutableOrderedSetProxy(self, key)
  }

  open func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
    let (owner, key) = ownerOfLastKey(keyPath)
    return owner.mutableOrderedSetValue(forKey: key)
  }

  /// Whether properties without accessor methods can be accessed by key.
  nonisolated open class var accessInstanceVariablesDirectly: Bool { true }

  private func ownerOfLastKey(_ keyPath: String) -> (NSObject, String) {
    guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
    let key = String(keyPath[keyPath.index(after: dot)...])
    guard let owner = value(forKeyPath: String(keyPath[..<dot])) as? NSObject else {
      raiseUndefinedKey(keyPath)
    }
    return (owner, key)
  }

  // MARK: Key–value observing

  /// Observes a key path. Neither object is retained (F-80). Remove the observer before it is deallocated.
  open func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?, _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    kvoAdd(observer, keyPath, options, context, SourceSite(file, line))
  }

  /// Removes one registration with this context (F-96, F-97).
  open func removeObserver(
    _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    kvoRemove(observer, keyPath, .some(context))
  }

  /// Removes one registration with any context (F-96, F-97).
  open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    kvoRemove(observer, keyPath, nil)
  }

  /// Called for each change that the receiver observes. This implementation raises, because the change was
  /// not handled (F-95).
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    raiseUnhandledChange(keyPath, object)
  }

  /// Manually reports that a value is about to change. Must be followed by `didChangeValue` (F-89).
  open func willChangeValue(forKey key: String) {
    _carobState?.observation?.willChange(self, key, isHook: false)
  }

  open func didChangeValue(forKey key: String) {
    _carobState?.observation?.didChange(self, key, isHook: false)
  }

  /// Manually reports that elements of an ordered collection are about to change (F-90).
  open func willChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
    _carobState?.observation?.willChange(self, key, isHook: false, kind: changeKind, indexes: indexes)
  }

  open func didChange(_ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, forKey key: String) {
    _carobState?.observation?.didChange(self, key, isHook: false)
  }

  /// Manually reports that elements of a set are about to change (F-90).
  open func willChangeValue(
    forKey key: String, withSetMutation mutationKind: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    _carobState?.observation?.willChange(self, key, mutationKind, NSSet(array: objects.map(\.base)))
  }

  open func didChangeValue(
    forKey key: String, withSetMutation mutationKind: NSKeyValueSetMutationKind,
    using objects: Set<AnyHashable>
  ) {
    _carobState?.observation?.didChange(self, key, isHook: false)
  }

  /// The key paths whose changes also change the value of `key` (F-93). Overrides call super.
  nonisolated open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    kvoAffectingPaths(key)
  }

  /// Whether setters report changes of `key` automatically (F-94).
  nonisolated open class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    kvoIsAutomatic(key)
  }

  // F-152, F-153: direct call, forwarding, then the exception.
  private func send(_ selector: Selector!, _ a: Any?, _ b: Any?) -> Unmanaged<AnyObject>! {
    unretained(_sendMessage(self, selector, a, b))
  }

  /// Whether the trace numbers instances when it first mentions them, not when they are created. For classes
  /// with very many instances of which few appear in the trace.
  // OPTIMIZATION: storing a number needs more memory than a small object.
  nonisolated open class var _carobIsNumberedWhenMentioned: Bool { false }

  @inline(never)
  final func numberForJournal() {
    _ = Self.tellsJournalNames
    if Self._carobIsNumberedWhenMentioned { return }
    madeState.journalNumber = JournalNumbers.next(type(of: self))
  }
  private static let tellsJournalNames: Void = {
    Journal.nameOf = { address in
      Unmanaged<AnyObject>.fromOpaque(address)._withUnsafeGuaranteedRef { object in
        let cls = carob_class(address)
        if !carob_is_naming(cls) {
          guard type(of: object) is NSObject.Type else { return nil }
          carob_set_naming(cls)
        }
        let object = unsafeDowncast(object, to: NSObject.self)
        // OPTIMIZATION: nearly every object in the trace already has its state.
        if object._carobState == nil, type(of: object)._carobIsNumberedWhenMentioned { _ = object.madeState }
        return ObjectState.withState(object) { $0.journalName(of: object) } ?? nil
      }
    }
  }()

  /// The object's state, created if necessary.
  package final var madeState: ObjectState {
    if let state = _carobState { return state }
    let new = ObjectState()
    let bits = UInt(bitPattern: Unmanaged.passUnretained(new).toOpaque())
    _ = Unmanaged.passRetained(new)
    let (wasNone, other) = _carobStateBits.compareExchange(
      expected: 0, desired: bits, ordering: .acquiringAndReleasing)
    guard !wasNone, let pointer = UnsafeRawPointer(bitPattern: other) else {
      return new
    }
    Unmanaged.passUnretained(new).release()
    return Unmanaged<ObjectState>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The object's state; nil if it has none.
  package final var _carobState: ObjectState? {
    guard let pointer = UnsafeRawPointer(bitPattern: _carobStateBits.load(ordering: .acquiring)) else {
      return nil
    }
    return Unmanaged<ObjectState>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether the object was registered as a selector observer, so that its deallocation must be reported.
  final var observesNotifications: Bool {
    get { _carobState?.observesNotifications ?? false }
    set { madeState.observesNotifications = newValue }
  }

  /// The number of the instance among those of its class in this launch; 0 if it was created before recording
  /// began.
  public final var journalNumber: Int { _carobState?.journalNumber ?? 0 }
}

private func sendToClass(_ target: AnyClass, _ selector: Selector, _ a: Any?, _ b: Any?) -> Unmanaged<
  AnyObject
>? {
  unretained(_sendMessage(toClass: target, selector, a, b))
}

/// Returns the result of a message to a caller that expects it unretained.
// NB: as on the platform; the object is kept until the end of the turn, like an autoreleased one.
private func unretained(_ sent: Runtime.Sent) -> Unmanaged<AnyObject>? {
  guard let value = sent.result else { return nil }
  let object = value as AnyObject
  keepUntilEndOfTurn(object)
  return Unmanaged.passUnretained(object)
}

/// Whether a class overrides `perform(_:with:)`.
private enum Performing {
  static let point = OverridePoint(of: NSObject.self, overriding: Overriding.self, plain: Plain.self)
  private final class Plain: NSObject {}
  private final class Overriding: NSObject {
    override func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! { nil }
  }
}

/// Sends a message like `objc_msgSend`: method table, forwarding target, then the exception (F-153).
///
/// `target` can be any object with a method table, even if it is not an `NSObject`.
@discardableResult
public func _sendMessage(
  _ target: AnyObject, _ selector: Selector, _ a: Any? = nil, _ b: Any? = nil, _ c: Any? = nil
) -> _CarobSendResult {
  let sent = Runtime.send(target, selector, a, b, c)
  if sent.isRecognized { return sent }
  return sendElsewhere(target, selector, a) { _sendMessage($0, selector, a, b, c) }
}

/// Sends a message with any number of arguments.
@discardableResult
public func _sendMessage(_ target: AnyObject, _ selector: Selector, arguments: [Any?]) -> _CarobSendResult {
  let sent = Runtime.send(target, selector, arguments: arguments)
  if sent.isRecognized { return sent }
  return sendElsewhere(target, selector, arguments.first ?? nil) {
    _sendMessage($0, selector, arguments: arguments)
  }
}

/// Sends a message to a class. Raises if the class does not implement it (F-153).
@discardableResult
public func _sendMessage(
  toClass target: AnyClass, _ selector: Selector, _ a: Any? = nil, _ b: Any? = nil, _ c: Any? = nil
) -> _CarobSendResult {
  let sent = Runtime.sendClass(target, selector, a, b, c)
  if sent.isRecognized { return sent }
  NSException.raise(
    .invalidArgumentException,
    "+[\(Journal.className(target)) \(selector.name)]: unrecognized selector sent to class"
      + nearestNames(to: selector, in: target))
}

/// The value of an optional property requirement; nil if the object does not implement it.
public func _optionalValue<Value>(_ target: AnyObject, _ selector: Selector) -> Value? {
  let sent = Runtime.send(target, selector)
  return sent.isRecognized ? _arg(sent.result) as Value : nil
}

/// Handles a selector that the target does not implement: the forwarding target, then the exception.
private func sendElsewhere(
  _ target: AnyObject, _ selector: Selector, _ argument: Any?, _ send: (AnyObject) -> Runtime.Sent
) -> Runtime.Sent {
  guard let object = target as? NSObject else {
    NSException.raise(
      .invalidArgumentException,
      "-[\(Journal.className(type(of: target))) \(selector.name)]: unrecognized selector sent to instance "
        + "\(addressText(of: target))\(nearestNames(to: selector, in: type(of: target)))")
  }
  if let accessor = FrameworkAccessor(selector, in: type(of: object)) {
    return accessor.send(to: object, argument)
  }
  if let other = object.forwardingTarget(for: selector) {
    let other = other as AnyObject
    if other !== target { return send(other) }
  }
  object.doesNotRecognizeSelector(selector)
  return .unrecognized
}

/// The names most similar to `selector`, as the end of an error message: "; did you mean …?".
func nearestNames(to selector: Selector, in cls: AnyClass) -> String {
  func base(_ name: String) -> String { name.split(separator: ":").first.map { $0.lowercased() } ?? "" }
  let wanted = base(selector.name)
  let limit = min(3, max(1, wanted.count / 3))
  var seen = Set<String>()
  let near = Runtime.methods(of: cls).map(\.selector.name).filter {
    seen.insert($0).inserted && editDistance(wanted, base($0), limit: limit) != nil
  }
  let unique = near.prefix(3)
  return unique.isEmpty ? "" : "; did you mean \(unique.joined(separator: ", "))?"
}

/// The edit distance of two short strings; nil if it is above `limit`.
package func editDistance(_ a: String, _ b: String, limit: Int) -> Int? {
  let a = Array(a.utf8)
  let b = Array(b.utf8)
  guard abs(a.count - b.count) <= limit else { return nil }
  var row = Array(0...b.count)
  for i in 0..<a.count {
    var diagonal = row[0]
    row[0] = i + 1
    for j in 0..<b.count {
      let substitution = diagonal + (a[i] == b[j] ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substitution, row[j] + 1, diagonal + 1)
    }
  }
  return row[b.count] <= limit ? row[b.count] : nil
}

package func addressText(of object: AnyObject) -> String {
  "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
}
