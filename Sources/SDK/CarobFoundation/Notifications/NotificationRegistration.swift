@_spi(Hazards) import CarobRuntime
import Foundation
import Synchronization

/// One registration with a notification center. Subclasses define the receiver.
class NotificationRegistration: NSObject, @unchecked Sendable {
  // @unchecked because everything but `sequence`, `bucket` and `position` is immutable: the first two are set
  // before the registration is shared, the last is guarded by its bucket's lock.

  let name: Notification.Name?
  /// The identity of the observed sender, 0 for any.
  let object: UInt
  private unowned let objectMemory: AnyObject?
  let watchesObject: Bool
  /// The position among all registrations.
  var sequence: UInt64 = 0
  let site: SourceSite
  let time = Clock.now
  /// Whether it has not been removed yet (F-5).
  let isLive = Atomic<Bool>(true)
  var position = 0
  unowned(unsafe) var bucket: NotificationBucket?

  init(name: Notification.Name?, object: Any?, site: SourceSite) {
    self.name = name
    self.object = senderFilter(object)
    // NB: keeps the sender's memory, so that its address cannot be reused by another object.
    let memory = object.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
    objectMemory = memory
    watchesObject = memory != nil
    self.site = site
    super.init()
  }

  /// The observer's address, by which it is removed; 0 for a block, which is removed by its token.
  var observer: UInt { 0 }

  /// The kind of receiver, for diagnostics.
  var kind: NotificationRegistrationInfo.Kind { fatalError("subclasses must override kind") }

  /// Calls the observer. Returns false if it was deallocated (F-6).
  func deliver(_ storage: NSNotification) -> Bool { fatalError("subclasses must override deliver(_:)") }

  /// What a post that is not recorded calls in place of `deliver`.
  var receiverOfPosts: NotificationReceiver { .registration }

  /// Calls the observer and records the call in the journal.
  func deliverRecorded(_ storage: NSNotification) -> Bool {
    fatalError("subclasses must override deliverRecorded(_:)")
  }

  /// The sender of the notification, for the journal.
  static func sender(of storage: NSNotification) -> AnyObject? {
    storage.postedObject.flatMap { identity(of: $0) != 0 && !($0 is AnyClass) ? $0 as AnyObject : nil }
  }
}

/// A block observer. It is also the token that the caller gets (F-8).
class BlockRegistration: NotificationRegistration, @unchecked Sendable {
  // @unchecked for the same reason as its superclass.
  private let block: (Notification) -> Void
  private let blockKind: NotificationRegistrationInfo.Kind
  final override var kind: NotificationRegistrationInfo.Kind { blockKind }

  init(
    block: @escaping (Notification) -> Void, kind: NotificationRegistrationInfo.Kind = .block,
    name: Notification.Name?, object: Any?, site: SourceSite
  ) {
    self.block = block
    blockKind = kind
    super.init(name: name, object: object, site: site)
  }

  override func deliver(_ storage: NSNotification) -> Bool {
    block(Notification(storage))
    return true
  }

  override var receiverOfPosts: NotificationReceiver { receiver(expecting: 0) }

  /// - Parameter object: the address of an object that the block expects to exist, 0 for none.
  final func receiver(expecting object: UInt) -> NotificationReceiver { .block(block, expecting: object) }

  override func deliverRecorded(_ storage: NSNotification) -> Bool {
    Journal.deliverRegistered(
      .notification, storage.postedName.rawValue, from: Self.sender(of: storage), site: site.text
    ) { deliver(storage) }
  }
}

/// A target-action observer: an object or a class.
class SelectorRegistration: NotificationRegistration, @unchecked Sendable {
  // @unchecked for the same reason as its superclass.
  let selector: Selector
  private let address: UInt
  let observerClass: AnyClass

  fileprivate init(
    _ selector: Selector, _ address: UInt, _ observerClass: AnyClass, name: Notification.Name?, object: Any?,
    site: SourceSite
  ) {
    self.selector = selector
    self.address = address
    self.observerClass = observerClass
    super.init(name: name, object: object, site: site)
  }

  static func make(
    observer: Any, selector: Selector, name: Notification.Name?, object: Any?,
    site: SourceSite
  ) -> SelectorRegistration {
    if let type = observer as? AnyClass {
      return ClassRegistration(
        selector, identity(of: type), type, name: name, object: object, site: site)
    }
    return ObjectRegistration(
      observer: observer as AnyObject, selector: selector, name: name, object: object,
      site: site)
  }

  final override var observer: UInt { address }
  final override var kind: NotificationRegistrationInfo.Kind { .selector(selector) }
  var receiver: AnyObject? { nil }
  var hasMethod: Bool { true }

  final func isTwin(of other: SelectorRegistration) -> Bool {
    selector == other.selector && name == other.name && object == other.object
  }
}

/// An observing object, held weakly (F-6).
private final class ObjectRegistration: SelectorRegistration, @unchecked Sendable {
  // @unchecked for the same reason as its superclass.
  private let method: Method?
  // OPTIMIZATION: not optional, so that it is called in place, without retaining its context.
  private let body: (AnyObject, AnyObject?) -> Void
  private let target: UInt
  /// Keeps the memory at the observer's address as long as the registration exists.
  private unowned let memory: AnyObject

  init(
    observer: AnyObject, selector: Selector, name: Notification.Name?, object: Any?,
    site: SourceSite
  ) {
    memory = observer
    target = UInt(bitPattern: Unmanaged.passUnretained(observer).toOpaque())
    method = Runtime.method(type(of: observer), selector)
    body = if case .object(let body)? = method?.body { body } else { Self.otherBody(method, selector) }
    super.init(
      selector, target, type(of: observer), name: name, object: object, site: site)
  }

  override var receiver: AnyObject? { tryRetain(target) }
  override var hasMethod: Bool { method != nil }

  override func deliver(_ storage: NSNotification) -> Bool {
    guard let receiver = tryRetain(target) else { return false }
    body(receiver, storage)
    return true
  }

  override var receiverOfPosts: NotificationReceiver { .method(body, of: target) }

  // F-7: calls methods without an argument or with another kind of entry, or raises for a missing method.
  private static func otherBody(_ method: Method?, _ selector: Selector) -> (AnyObject, AnyObject?) -> Void {
    if case .none(let body)? = method?.body { return { receiver, _ in body(receiver) } }
    return { receiver, storage in
      guard let storage else { return }
      _sendMessage(receiver, selector, Notification(unsafeDowncast(storage, to: NSNotification.self)))
    }
  }

  override func deliverRecorded(_ storage: NSNotification) -> Bool {
    let detail = [(key: "notification", value: storage.postedName.rawValue)]
    guard let receiver else {
      Journal.note(
        .notification, selector.name, outcome: "dropped", why: "observer was deallocated",
        sender: Self.sender(of: storage), site: site.text,
        detail: detail + [("observer", Journal.className(observerClass))])
      return false
    }
    return Journal.deliverRegistered(
      .notification, selector.name, to: receiver, from: Self.sender(of: storage),
      site: method?.site ?? site.text, detail: detail
    ) { deliver(storage) }
  }
}

/// An observing class, whose class method is called.
private final class ClassRegistration: SelectorRegistration, @unchecked Sendable {
  // @unchecked for the same reason as its superclass.

  override func deliver(_ storage: NSNotification) -> Bool {
    let sent = Runtime.sendClass(observerClass, selector, Notification(storage))
    if !sent.isRecognized { raiseUnrecognizedClassSelector(selector, observerClass) }
    return true
  }

  override func deliverRecorded(_ storage: NSNotification) -> Bool {
    Journal.deliverRegistered(
      .notification, selector.name, from: Self.sender(of: storage), site: site.text,
      detail: [("notification", storage.postedName.rawValue)]
    ) { deliver(storage) }
  }
}

/// The sender identity for a registration with `object`: 0 for any. For a value 1, which matches no sender
/// (M-10).
func senderFilter(_ object: Any?) -> UInt { object == nil ? 0 : max(1, identity(of: object)) }
