import CThreads
@_spi(Hazards) import CarobRuntime
import Foundation

/// A message broadcast by a notification center, with a name, a sender and optional user info (F-13).
///
/// A single reference, so that passing it to an observer is cheap.
public struct Notification: Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  _ReferenceArgument, @unchecked Sendable
{
  // @unchecked as on the platform, where the app is responsible for the thread safety of object and user
  // info.
  public typealias Name = Foundation.NSNotification.Name

  @usableFromInline var storage: NSNotification

  public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
    storage = NSNotification(name: name, object: object, userInfo: userInfo)
  }

  @inlinable @inline(__always) public init(_reference: NSNotification) { storage = _reference }
  @inlinable public var _reference: NSNotification { storage }

  @inline(__always) init(_ storage: NSNotification) { self.storage = storage }

  public var name: Name {
    get { storage.postedName }
    set { storage = NSNotification(name: newValue, object: object, userInfo: userInfo) }
  }

  /// The sender (F-13).
  public var object: Any? {
    get { storage.postedObject }
    set { storage = NSNotification(name: name, object: newValue, userInfo: userInfo) }
  }

  public var userInfo: [AnyHashable: Any]? {
    get { storage.postedUserInfo }
    set { storage = NSNotification(name: name, object: object, userInfo: newValue) }
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

/// The class form of a notification, and the storage of the struct. Immutable once it is posted.
open class NSNotification: NSObject, @unchecked Sendable {
  // @unchecked as the struct is.
  public typealias Name = Foundation.NSNotification.Name

  // NB: only `forPost`, `retire` and `letGo` write, while they have the only reference.
  @exclusivity(unchecked) final private(set) var postedName: Name
  /// The sender if it is a class instance, which is nearly always the case.
  // OPTIMIZATION: copying and destroying an `Any` calls its type's value witnesses, which costs ten times as
  // much.
  @exclusivity(unchecked) private var reference: Unmanaged<AnyObject>?
  // OPTIMIZATION: during a post the poster retains the sender. The notification retains it only if it
  // outlives the post.
  @exclusivity(unchecked) private var ownsReference: Bool
  private let other: AnySender?
  @exclusivity(unchecked) final private(set) var postedUserInfo: [AnyHashable: Any]?
  /// The identity by which senders are compared (F-1); 0 for nil and for values.
  @exclusivity(unchecked) final private(set) var sender: UInt

  private final class AnySender {
    let value: Any
    let identity: UInt
    init(_ value: Any) {
      self.value = value
      identity = CarobFoundation.identity(of: value)
    }
  }

  public init(name: Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    postedName = name
    postedUserInfo = userInfo
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

  /// Reuses the thread's spare notification for a post.
  ///
  /// Returns nil if the thread has none, and while a post with user info is recorded. The caller returns it with
  /// `retire` and keeps the sender alive until then.
  @inline(__always)
  static func forPost(
    _ name: Notification.Name, _ sender: Unmanaged<AnyObject>?, _ userInfo: [AnyHashable: Any]?,
    _ record: Hazards.Record
  ) -> Unmanaged<NSNotification>? {
    guard let spare = UnsafeRawPointer(bitPattern: record.spare), userInfo == nil || !Journal.isRecording
    else { return nil }
    record.spare = 0
    let storage = Unmanaged<NSNotification>.fromOpaque(spare)
    storage._withUnsafeGuaranteedRef { storage in
      if NameCache.words(storage.postedName) != NameCache.words(name) { storage.postedName = name }
      storage.reference = sender
      storage.sender = sender.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
      if let userInfo { storage.postedUserInfo = userInfo }
    }
    return storage
  }

  // OPTIMIZATION: if no observer retained the notification, the thread's next post reuses it.
  /// Ends a post with a notification from `forPost`, or with a new one that becomes the spare.
  @inline(__always)
  static func retire(_ storage: Unmanaged<NSNotification>, _ record: Hazards.Record) {
    guard carob_is_unique(storage.toOpaque()), record.spare == 0 else { return keep(storage) }
    let isBorrowing = storage._withUnsafeGuaranteedRef { storage in
      guard !storage.ownsReference, storage.postedUserInfo == nil else { return false }
      storage.reference = nil
      return true
    }
    if isBorrowing { record.spare = UInt(bitPattern: storage.toOpaque()) } else { letGo(storage, record) }
  }

  /// Keeps the notification for the next post, and releases its sender and user info.
  @inline(never)
  private static func letGo(_ storage: Unmanaged<NSNotification>, _ record: Hazards.Record) {
    let (reference, userInfo) = storage._withUnsafeGuaranteedRef { storage in
      let contents = (storage.ownsReference ? storage.reference : nil, storage.postedUserInfo)
      storage.ownsReference = false
      storage.reference = nil
      storage.postedUserInfo = nil
      return contents
    }
    // NB: before anything is released, because a deinitializer may post.
    record.spare = UInt(bitPattern: storage.toOpaque())
    reference?.release()
    withExtendedLifetime(userInfo) {}
  }

  /// Makes a notification that an observer retained own its sender, and releases it.
  @inline(never)
  private static func keep(_ storage: Unmanaged<NSNotification>) {
    storage._withUnsafeGuaranteedRef { storage in
      if !storage.ownsReference {
        _ = storage.reference?.retain()
        storage.ownsReference = true
      }
    }
    storage.release()
  }

  /// Whether it can be reused for other posts.
  @inline(__always)
  final var isReusable: Bool { other == nil }

  final var postedObject: Any? {
    if let reference { return reference.takeUnretainedValue() }
    return other?.value
  }

  open var name: Name { postedName }
  open var object: Any? { postedObject }
  open var userInfo: [AnyHashable: Any]? { postedUserInfo }
  open override var description: String { Notification(self).description }
}

extension Notification: _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNotification { storage }

  public static func _forceBridgeFromObjectiveC(_ source: NSNotification, result: inout Notification?) {
    result = Notification(source)
  }

  public static func _conditionallyBridgeFromObjectiveC(
    _ source: NSNotification, result: inout Notification?
  ) -> Bool {
    result = Notification(source)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNotification?) -> Notification {
    guard let source else { return Notification(name: Name("")) }
    return Notification(source)
  }
}

/// The identity of a sender: the address of the object or class; 0 for nil and for values (F-1).
///
/// NB: this reads the layout of `Any` instead of casting to `AnyObject`, which would box values and costs 30
/// ns. A class instance has metadata of kind 0 and is stored in the first word, as is a metatype.
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
