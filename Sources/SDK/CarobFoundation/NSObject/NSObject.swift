import CarobRuntime
import Foundation
import Synchronization

/// The basic protocol of objects: Foundation's, and the questions that need a method table.
public protocol NSObjectProtocol: Foundation.NSObjectProtocol {
  func responds(to selector: Selector!) -> Bool
  @discardableResult func perform(_ selector: Selector!) -> Unmanaged<AnyObject>!
  @discardableResult func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>!
  @discardableResult func perform(
    _ selector: Selector!, with object1: Any!, with object2: Any!
  ) -> Unmanaged<AnyObject>!
}

/// The root class of everything that takes part in selectors, key–value coding and key–value observing.
///
/// It derives from the toolchain's `NSObject`, so that `as? NSObject` and Foundation's collections work, and adds one
/// word of state: observers, associated values, the number in the trace.
open class NSObject: Foundation.NSObject, _CarobMethods, NSObjectProtocol, JournalNumbered {
  /// What few objects need: observers, proxies, the trace's number. A retained `ObjectState`; 0 until somebody asks.
  public final let _carobStateBits = Atomic<UInt>(0)

  public override init() {
    super.init()
    if Journal.isRecording { numberForJournal() }
  }

  deinit {
    guard let pointer = UnsafeRawPointer(bitPattern: _carobStateBits.load(ordering: .relaxed)) else { return }
    Unmanaged<ObjectState>.fromOpaque(pointer).takeRetainedValue().objectDidDeallocate(self)
  }

  // MARK: What the translator overrides

  /// The class's own method table entries.
  nonisolated open class var _carobMethods: [_CarobMethod] { [] }
  /// The file that declares the class, relative to the project; empty for the SDK's classes.
  nonisolated open class var _carobSource: String { "" }
  /// The class's own key–value coding entries.
  nonisolated open class var _carobKVC: [_CarobProperty] { [] }
  /// Makes an instance without arguments, where that is possible.
  nonisolated open class var _carobNew: (@MainActor () -> AnyObject)? { nil }
  /// Makes an instance from an archive, where that is possible.
  nonisolated open class var _carobNewCoder: (@MainActor (NSCoder) -> AnyObject?)? { nil }
  /// The name under which `NSClassFromString` finds the class.
  nonisolated open class var _carobName: String { String(reflecting: self) }

  // MARK: Messages

  /// Whether the receiver implements `selector` (F-150); overrides may lie and are honoured.
  open func responds(to selector: Selector!) -> Bool { Runtime.responds(self, selector) }

  /// Whether instances of the class implement `selector`.
  open class func instancesRespond(to selector: Selector!) -> Bool { Runtime.method(self, selector) != nil }

  @discardableResult
  open func perform(_ selector: Selector!) -> Unmanaged<AnyObject>! { send(selector, nil, nil) }

  @discardableResult
  open func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! { send(selector, object, nil) }

  @discardableResult
  open func perform(_ selector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
    send(selector, object1, object2)
  }

  /// Where a message that the receiver does not implement goes instead (F-153).
  open func forwardingTarget(for selector: Selector!) -> Any? { nil }

  /// Stops the app with the platform's text (F-153).
  open func doesNotRecognizeSelector(_ selector: Selector!) {
    NSException.raise(
      .invalidArgumentException,
      "-[\(Journal.className(type(of: self))) \(selector.name)]: unrecognized selector sent to instance "
        + "\(addressText(of: self))\(nearestNames(to: selector, in: type(of: self)))")
  }

  /// Sent to every object of a nib once all its outlets are set (E-295). Overrides call super.
  @preconcurrency @MainActor open func awakeFromNib() {}

  /// Sent to design-time views only; never called here.
  @preconcurrency @MainActor open func prepareForInterfaceBuilder() {}

  // F-152, F-153: immediate call, forwarding, then the exception.
  private func send(_ selector: Selector!, _ a: Any?, _ b: Any?) -> Unmanaged<AnyObject>! {
    let sent = sendMessage(self, selector, a, b)
    guard let value = sent.result else { return nil }
    let object = value as AnyObject
    // NB: the caller takes it unretained, as from the platform; the autorelease stands in for its pool.
    keepUntilEndOfTurn(object)
    return Unmanaged.passUnretained(object)
  }

  final func numberForJournal() { madeState.journalNumber = JournalNumbers.next(type(of: self)) }

  /// The object's state, made if there is none yet.
  package final var madeState: ObjectState {
    if let state = _carobState { return state }
    let new = ObjectState()
    let bits = UInt(bitPattern: Unmanaged.passUnretained(new).toOpaque())
    _ = Unmanaged.passRetained(new)
    let (wasNone, other) = _carobStateBits.compareExchange(expected: 0, desired: bits, ordering: .acquiringAndReleasing)
    guard !wasNone, let pointer = UnsafeRawPointer(bitPattern: other) else {
      return new
    }
    Unmanaged.passUnretained(new).release()
    return Unmanaged<ObjectState>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The object's state, if there is any.
  public final var _carobState: ObjectState? {
    guard let pointer = UnsafeRawPointer(bitPattern: _carobStateBits.load(ordering: .acquiring)) else { return nil }
    return Unmanaged<ObjectState>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether the object was registered as a selector observer, so that its end has to be told.
  final var observesNotifications: Bool {
    get { _carobState?.observesNotifications ?? false }
    set { madeState.observesNotifications = newValue }
  }

  /// The number of the instance among those of its class in this launch; 0 if it is older than the journal.
  public final var journalNumber: Int { _carobState?.journalNumber ?? 0 }
}

/// Sends a message as `objc_msgSend` would: table, forwarding target, then the exception (F-153).
///
/// `target` may be any object with a method table, also one that is not an `NSObject`.
@discardableResult
public func sendMessage(
  _ target: AnyObject, _ selector: Selector, _ a: Any? = nil, _ b: Any? = nil, _ c: Any? = nil
) -> Runtime.Sent {
  let sent = Runtime.send(target, selector, a, b, c)
  if sent.isRecognized { return sent }
  guard let object = target as? NSObject else {
    NSException.raise(
      .invalidArgumentException,
      "-[\(Journal.className(type(of: target))) \(selector.name)]: unrecognized selector sent to instance "
        + "\(addressText(of: target))\(nearestNames(to: selector, in: type(of: target)))")
  }
  if let other = object.forwardingTarget(for: selector) {
    let other = other as AnyObject
    if other !== target { return sendMessage(other, selector, a, b, c) }
  }
  object.doesNotRecognizeSelector(selector)
  return .unrecognized
}

/// The names that come closest to `selector`, as the end of a message: "; did you mean …?".
func nearestNames(to selector: Selector, in cls: AnyClass) -> String {
  let base = selector.name.split(separator: ":").first.map { $0.lowercased() } ?? ""
  let names = Runtime.methods(of: cls).map(\.selector.name).filter {
    let other = $0.split(separator: ":").first.map { $0.lowercased() } ?? ""
    return editDistance(base, other, limit: 3) != nil
  }
  var seen = Set<String>()
  let unique = names.filter { seen.insert($0).inserted }.prefix(3)
  return unique.isEmpty ? "" : "; did you mean \(unique.joined(separator: ", "))?"
}

/// The edit distance of two short texts, or nil if it is above `limit`.
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
