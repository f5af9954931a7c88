import Glibc

/// One message to a method with which the app implements a delegate or data source protocol of its own.
///
/// Such a call does not pass through the SDK, so the method records it itself. The translator inserts at its
/// beginning:
///
///     let _carobEvent = _carobEnter(.delegate, "picker(_:didPick:)", self, from: picker, "Sub/VC.swift:17");
///     defer { _carobLeave(_carobEvent) };
///
/// and ` ⇠⇠ _carobEvent` behind each returned value. Without a sink each costs a load and a branch. The event
/// lasts while the method runs, and is the cause of what happens in it.
public final class _CarobDelivery {
  let id: UInt64
  /// The caller's cause.
  private let outer: UInt64
  private let receiver: ObjectIdentifier
  private let name: String
  private let start: UInt64
  /// The delivery that was already running on this thread.
  private let enclosing: Unmanaged<_CarobDelivery>?

  private init(id: UInt64, receiver: AnyObject, name: String, enclosing: Unmanaged<_CarobDelivery>?) {
    self.id = id
    self.receiver = ObjectIdentifier(receiver)
    self.name = name
    self.enclosing = enclosing
    outer = _CarobJournal.cause
    start = _CarobJournal.recordsTimings ? Clock.nanoseconds : 0
  }

  @usableFromInline
  static func begin(
    _ mechanism: _CarobMechanism, _ name: StaticString, _ receiver: AnyObject, _ sender: AnyObject?,
    _ site: StaticString
  ) -> _CarobDelivery? {
    let name = name.description
    let running: UnsafeMutableRawPointer? = pthread_getspecific(key)
    let current = running.map { Unmanaged<_CarobDelivery>.fromOpaque($0) }
    // An override that calls `super` is recorded as one message.
    if let running = current?.takeUnretainedValue(), running.id == _CarobJournal.cause,
      running.receiver == ObjectIdentifier(receiver), running.name == name
    {
      return nil
    }
    let id = _CarobJournal.recordReceived(
      mechanism, name, receiver, sender, category: mechanism == .dataSource ? .query : .functional,
      site: site.description)
    let delivery = _CarobDelivery(id: id, receiver: receiver, name: name, enclosing: current)
    _CarobJournal.setCause(id)
    // NB: the method's frame holds the delivery until `end`.
    pthread_setspecific(key, Unmanaged.passUnretained(delivery).toOpaque())
    return delivery
  }

  @usableFromInline
  func end() {
    _CarobJournal.setCause(outer)
    pthread_setspecific(Self.key, enclosing?.toOpaque())
    if _CarobJournal.recordsTimings {
      _CarobJournal.recordCompleted(id, answer: nil, milliseconds: Double(Clock.nanoseconds - start) / 1e6)
    }
  }

  @usableFromInline
  func answered<T>(_ answer: T) {
    guard let text = _CarobJournal.describeAnswer(answer) else { return }
    _CarobJournal.recordCompleted(id, answer: text, milliseconds: nil)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}

/// Records that a method of the app's own protocol begins; nil if nothing is being recorded.
// OPTIMIZATION: transparent, so that a debug build of an app makes no call either.
@_transparent
public func _carobEnter(
  _ mechanism: _CarobMechanism, _ name: StaticString, _ receiver: AnyObject, from sender: AnyObject? = nil,
  _ site: StaticString
) -> _CarobDelivery? {
  guard _CarobJournal.isRecording else { return nil }
  return .begin(mechanism, name, receiver, sender, site)
}

/// Ends what `_carobEnter` began.
@_transparent
public func _carobLeave(_ delivery: _CarobDelivery?) {
  if let delivery { delivery.end() }
}

/// Records a message to an `async` method. It may end on another thread, so the event is not a cause of
/// others.
@_transparent
public func _carobReceived(
  _ mechanism: _CarobMechanism, _ name: StaticString, _ receiver: AnyObject, from sender: AnyObject? = nil,
  _ site: StaticString
) {
  guard _CarobJournal.isRecording else { return }
  _CarobJournal.recordReceived(
    mechanism, name.description, receiver, sender, category: mechanism == .dataSource ? .query : .functional,
    site: site.description)
}

/// Lower than every other operator, so that the left operand is the whole returned expression.
precedencegroup _CarobAnswerPrecedence {
  lowerThan: AssignmentPrecedence
}
infix operator ⇠⇠ : _CarobAnswerPrecedence

/// Records the returned value as the method's answer, and returns it.
@_transparent
public func ⇠⇠ <T>(answer: T, delivery: _CarobDelivery?) -> T {
  if let delivery { delivery.answered(answer) }
  return answer
}
