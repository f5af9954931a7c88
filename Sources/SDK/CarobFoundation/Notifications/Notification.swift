@_spi(Hazards) import CarobRuntime
import Foundation

/// A message that is broadcast through a notification center: a name, a sender, and what else there is to say (F-13).
///
/// One reference, so that handing it to an observer costs nothing.
public struct Notification: Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  @unchecked Sendable
{
  // @unchecked as on the platform, where the receiver answers for what object and user info are.
  public typealias Name = Foundation.NSNotification.Name

  var storage: NotificationStorage

  public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
    storage = NotificationStorage(name, object, userInfo)
  }

  @inline(__always) init(_ storage: NotificationStorage) { self.storage = storage }

  public var name: Name {
    get { storage.name }
    set { storage = NotificationStorage(newValue, object, userInfo) }
  }

  /// The sender (F-13).
  public var object: Any? {
    get { storage.object }
    set { storage = NotificationStorage(name, newValue, userInfo) }
  }

  public var userInfo: [AnyHashable: Any]? {
    get { storage.userInfo }
    set { storage = NotificationStorage(name, object, newValue) }
  }

  public static func == (a: Notification, b: Notification) -> Bool {
    if a.storage === b.storage { return true }
    guard a.name == b.name, identity(of: a.object) == identity(of: b.object) else { return false }
    return NSDictionary(dictionary: a.userInfo ?? [:]) == NSDictionary(dictionary: b.userInfo ?? [:])
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  public var description: String {
    "name = \(name.rawValue), object = \(object ?? "nil"), userInfo = \(userInfo ?? [:])"
  }
  public var debugDescription: String { description }
}

/// What a notification consists of; immutable once it is posted.
final class NotificationStorage: _ArgumentBox {
  // NB: only `forPost` and `retire` write, while nobody else has a reference.
  @exclusivity(unchecked) private(set) var name: Notification.Name
  /// The sender if it is an instance of a class, as it nearly always is.
  // OPTIMIZATION: copying and destroying an `Any` goes through its type's witnesses, which costs ten times as much.
  @exclusivity(unchecked) private var reference: Unmanaged<AnyObject>?
  // OPTIMIZATION: during a post the poster holds the sender; the notification does so only if it outlives the post.
  @exclusivity(unchecked) private var ownsReference: Bool
  private let other: AnySender?
  let userInfo: [AnyHashable: Any]?
  /// What makes the sender the same as another (F-1); 0 for nil and for values.
  @exclusivity(unchecked) private(set) var sender: UInt

  private final class AnySender {
    let value: Any
    let identity: UInt
    init(_ value: Any) {
      self.value = value
      identity = CarobFoundation.identity(of: value)
    }
  }

  init(_ name: Notification.Name, _ object: __shared Any?, _ userInfo: [AnyHashable: Any]?) {
    self.name = name
    self.userInfo = userInfo
    if let instance = _unmanagedObject(object) {
      reference = instance.retain()
      ownsReference = true
      other = nil
      sender = UInt(bitPattern: instance.toOpaque())
    } else {
      reference = nil
      ownsReference = false
      other = object.map { AnySender($0) }
      sender = other?.identity ?? 0
    }
    super.init()
  }

  deinit { if ownsReference { reference?.release() } }

  /// Lends the thread's spare notification to a post that has nothing to say but a name and a sender.
  ///
  /// Nil if the thread has none, or the post says more. The caller gives it back with `retire`; until then the sender
  /// must live.
  @inline(__always)
  static func forPost(
    _ name: Notification.Name, _ object: __shared Any?, _ userInfo: [AnyHashable: Any]?,
    _ record: Hazards.Record
  ) -> Unmanaged<NotificationStorage>? {
    guard userInfo == nil, let spare = UnsafeRawPointer(bitPattern: record.spare) else { return nil }
    let instance = _unmanagedObject(object)
    guard instance != nil || object == nil else { return nil }
    record.spare = 0
    let storage = Unmanaged<NotificationStorage>.fromOpaque(spare)
    storage._withUnsafeGuaranteedRef { storage in
      if NameCache.words(storage.name) != NameCache.words(name) { storage.name = name }
      storage.reference = instance
      storage.sender = instance.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
    }
    return storage
  }

  // OPTIMIZATION: a post whose notification nobody kept leaves it to the thread's next post.
  /// Ends a post with the notification that `forPost` lent, or with one of its own that can be lent from now on.
  @inline(__always)
  static func retire(_ storage: Unmanaged<NotificationStorage>, _ record: Hazards.Record) {
    var bits = UInt(bitPattern: storage.toOpaque())
    let isOurs = withUnsafeMutableBytes(of: &bits) { bytes in
      bytes.withMemoryRebound(to: NotificationStorage.self) { references in
        references.baseAddress.map { isKnownUniquelyReferenced(&$0.pointee) } ?? false
      }
    }
    guard isOurs, record.spare == 0 else { return keep(storage) }
    storage._withUnsafeGuaranteedRef { storage in storage.letGo() }
    record.spare = UInt(bitPattern: storage.toOpaque())
  }

  /// Leaves the notification to those who kept it.
  @inline(never)
  private static func keep(_ storage: Unmanaged<NotificationStorage>) {
    storage._withUnsafeGuaranteedRef { storage in
      if !storage.ownsReference {
        _ = storage.reference?.retain()
        storage.ownsReference = true
      }
    }
    storage.release()
  }

  @inline(__always)
  private func letGo() {
    if ownsReference {
      reference?.release()
      ownsReference = false
    }
    reference = nil
  }

  /// Whether it can be lent to other posts.
  @inline(__always)
  var isPlain: Bool { userInfo == nil && other == nil }

  var object: Any? {
    if let reference { return reference.takeUnretainedValue() }
    return other?.value
  }

  /// Lets receivers' entries take a `Notification` for the reference that it is.
  static func representNotifications() {
    _selfRepresentedType = unsafeBitCast(Notification.self as Any.Type, to: UInt.self)
    _selfRepresentingClass = unsafeBitCast(NotificationStorage.self as AnyClass, to: UInt.self)
  }

  override func _unbox<T>(_ type: T.Type) -> T? {
    if T.self == NSNotification.self { return NSNotification(Notification(self)) as? T }
    return Notification(self) as? T
  }
}

/// The class form of a notification.
open class NSNotification: NSObject, @unchecked Sendable {
  // @unchecked as the struct is.
  public typealias Name = Foundation.NSNotification.Name

  private let notification: Notification

  public init(name: Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    notification = Notification(name: name, object: object, userInfo: userInfo)
    super.init()
  }

  init(_ notification: Notification) {
    self.notification = notification
    super.init()
  }

  open var name: Name { notification.name }
  open var object: Any? { notification.object }
  open var userInfo: [AnyHashable: Any]? { notification.userInfo }
  open override var description: String { notification.description }

  fileprivate var value: Notification { notification }
}

extension Notification: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNotification { NSNotification(self) }

  public static func _forceBridgeFromObjectiveC(_ source: NSNotification, result: inout Notification?) {
    result = source.value
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNotification, result: inout Notification?
  ) -> Bool {
    result = source.value
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNotification?) -> Notification {
    guard let source else { return Notification(name: Name("")) }
    return source.value
  }
}

/// What makes two senders the same: the object's address, a class's address; 0 for nil and for values (F-1).
///
/// NB: this reads the layout of `Any` instead of casting to `AnyObject`, which would box values and costs 30 ns. A
/// class instance has metadata of kind 0 and lies in the first word; a metatype lies there too.
func identity(of object: Any?) -> UInt {
  withUnsafeBytes(of: object) { bytes in
    let type = bytes.load(fromByteOffset: 3 * MemoryLayout<UInt>.size, as: UInt.self)
    guard type != 0, let kind = UnsafePointer<UInt>(bitPattern: type)?.pointee else { return 0 }
    guard kind == 0 || kind == metatypeKind || kind == existentialMetatypeKind else { return 0 }
    return bytes.load(as: UInt.self)
  }
}

private let metatypeKind: UInt = 0x304
private let existentialMetatypeKind: UInt = 0x306
