import CarobRuntime
import Foundation
import Synchronization

/// One registration with a notification center; for block observers it is also the token that the caller gets (F-8).
final class NotificationRegistration: NSObject, @unchecked Sendable {
  // @unchecked because everything but `position` and `bucket`, which the center's lock guards, is immutable.
  enum Kind { case block, selector, classSelector }

  let kind: Kind
  let block: ((Notification) -> Void)?
  let selector: Selector?
  let method: Method?
  let objectBody: ((AnyObject, AnyObject?) -> Void)?
  let classObserver: AnyClass?
  /// The observer's address; its memory lives as long as the registration does.
  let observer: UInt
  private unowned let observerMemory: AnyObject?
  let observerClass: AnyClass?

  let name: Notification.Name?
  /// The sender that it waits for, 0 for any.
  let object: UInt
  private unowned let objectMemory: AnyObject?
  let watchesObject: Bool
  let sequence: UInt64
  let site: SourceSite
  let time: Double
  /// Whether it was not yet removed (F-5).
  let isLive = Atomic<Bool>(true)
  var position = 0
  unowned(unsafe) var bucket: NotificationBucket?

  /// A block observer.
  init(
    block: @escaping (Notification) -> Void, name: Notification.Name?, object: Any?, sequence: UInt64,
    site: SourceSite
  ) {
    kind = .block
    self.block = block
    selector = nil
    method = nil
    objectBody = nil
    classObserver = nil
    observer = 0
    observerMemory = nil
    observerClass = nil
    self.name = name
    self.object = senderFilter(object)
    let memory = Self.memory(object)
    objectMemory = memory
    watchesObject = memory != nil
    self.sequence = sequence
    self.site = site
    time = Clock.now
    super.init()
  }

  /// A selector observer, held weakly (F-6).
  init(
    observer: Any, selector: Selector, name: Notification.Name?, object: Any?, sequence: UInt64,
    site: SourceSite
  ) {
    block = nil
    self.selector = selector
    if let cls = observer as? AnyClass {
      kind = .classSelector
      classObserver = cls
      self.observer = identity(of: cls)
      observerMemory = nil
      observerClass = nil
      method = nil
    } else {
      let object = observer as AnyObject
      kind = .selector
      classObserver = nil
      self.observer = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      observerMemory = object
      observerClass = type(of: object)
      method = Runtime.method(type(of: object), selector)
    }
    if case .object(let body)? = method?.body { objectBody = body } else { objectBody = nil }
    self.name = name
    self.object = senderFilter(object)
    let memory = Self.memory(object)
    objectMemory = memory
    watchesObject = memory != nil
    self.sequence = sequence
    self.site = site
    time = Clock.now
    super.init()
  }

  // NB: without this the sender's address could be used again by another object.
  private static func memory(_ object: Any?) -> AnyObject? {
    guard let object, type(of: object) is AnyClass else { return nil }
    return object as AnyObject
  }

  /// Calls the observer; false if it has gone (F-6).
  @inline(__always)
  func deliver(_ storage: NotificationStorage) -> Bool {
    if let block {
      block(Notification(storage))
      return true
    }
    guard kind == .selector else {
      deliverToClass(storage)
      return true
    }
    guard let target = tryRetain(observer) else { return false }
    if let objectBody { objectBody(target, storage) } else { deliverSlowly(storage, target) }
    return true
  }

  // F-7: no argument, or what else the table's entry takes; and the exception for a missing method.
  @inline(never)
  private func deliverSlowly(_ storage: NotificationStorage, _ target: AnyObject) {
    guard let selector else { return }
    if let method, case .none(let body) = method.body { return body(target) }
    sendMessage(target, selector, Notification(storage))
  }

  @inline(never)
  private func deliverToClass(_ storage: NotificationStorage) {
    guard let classObserver, let selector else { return }
    let sent = Runtime.sendClass(classObserver, selector, Notification(storage))
    if !sent.isRecognized { raiseUnrecognizedClassSelector(selector, classObserver) }
  }

  /// The same with an entry in the journal.
  func deliverRecorded(_ storage: NotificationStorage) -> Bool {
    let sender = storage.object.flatMap { identity(of: $0) != 0 && !($0 is AnyClass) ? $0 as AnyObject : nil }
    let name = storage.name.rawValue
    switch kind {
    case .block:
      Journal.deliverRegistered(.notification, name, from: sender, site: site.text) { _ = deliver(storage) }
    case .classSelector:
      Journal.deliverRegistered(
        .notification, selector?.name ?? "", from: sender, site: site.text, detail: [("notification", name)]
      ) { _ = deliver(storage) }
    case .selector:
      guard let target = tryRetain(observer) else {
        Journal.note(
          .notification, selector?.name ?? "", outcome: "dropped", why: "observer was deallocated",
          sender: sender,
          site: site.text,
          detail: [("notification", name), ("observer", observerClass.map(Journal.className) ?? "")])
        return false
      }
      Journal.deliverRegistered(
        .notification, selector?.name ?? "", to: target, from: sender, site: method?.site ?? site.text,
        detail: [("notification", name)]
      ) { _ = deliver(storage) }
    }
    return true
  }

  /// Whether the observer or the sender that it waits for has gone, so that it can never be called again.
  var isDead: Bool {
    if kind == .selector, tryRetain(observer) == nil { return true }
    return watchesObject && tryRetain(object) == nil
  }
}

/// The sender that a registration for `object` waits for: 0 for any; for a value 1, which nobody is (M-10).
func senderFilter(_ object: Any?) -> UInt { object == nil ? 0 : max(1, identity(of: object)) }
