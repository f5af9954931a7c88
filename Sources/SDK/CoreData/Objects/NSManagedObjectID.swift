import CarobFoundation
import Synchronization

/// Identifies a managed object in its store and across contexts; compared by value.
///
/// Safe on any thread. An object has a temporary identifier until it is saved for the first time.
open class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because everything but `permanent`, which is written once under the context's confinement, is immutable.
  public final var entity: NSEntityDescription { frozenEntity }
  // unowned(unsafe) because a model that is in use is kept until the app ends.
  private unowned(unsafe) let frozenEntity: NSEntityDescription
  /// The primary key; a unique negative number for a temporary identifier.
  final let key: Int64
  final let store: NSPersistentStore?
  /// The permanent identifier that replaced a temporary one when its object was saved.
  final private(set) var permanent: NSManagedObjectID?
  /// The key of the temporary identifier that this one replaced; 0 for none.
  final private(set) var formerKey: Int64 = 0

  init(store: NSPersistentStore?, entity: NSEntityDescription, key: Int64) {
    self.store = store
    frozenEntity = entity
    self.key = key
    super.init()
  }

  /// Makes a temporary identifier.
  convenience init(temporaryFor entity: NSEntityDescription) {
    let number = Self.temporaries.wrappingAdd(1, ordering: .relaxed).newValue
    self.init(store: nil, entity: entity, key: -number)
  }
  private static let temporaries = Atomic<Int64>(0)

  nonisolated open override class var _carobIsNumberedWhenMentioned: Bool { true }

  /// Nil for temporary identifiers.
  open var persistentStore: NSPersistentStore? { store }
  open var isTemporaryID: Bool { store == nil }

  /// `x-coredata://STORE/Entity/p12`; for temporary identifiers `x-coredata:///Entity/t12`.
  open func uriRepresentation() -> URL {
    guard let url = URL(string: uriText) else { fatalError("C-140: no URL for \(uriText)") }
    return url
  }

  final var uriText: String {
    let path = "\(entity.name ?? "")/\(store?.uriText(ofKey: key) ?? "t\(-key)")"
    return "x-coredata://\(store?.identifier ?? "")/\(path)"
  }

  /// Records that `permanent` replaces the receiver.
  final func becomes(_ permanent: NSManagedObjectID) {
    self.permanent = permanent
    permanent.formerKey = key
  }

  /// Discards the permanent identifier after its save failed.
  final func staysTemporary() { permanent = nil }

  final func isSame(as other: NSManagedObjectID) -> Bool {
    self === other
      || key == other.key && store === other.store
        && (entity === other.entity || entity.root === other.entity.root)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let reference = _unmanagedObject(object) else { return false }
    return reference._withUnsafeGuaranteedRef { object in
      (object as? NSManagedObjectID).map { isSame(as: $0) } ?? false
    }
  }
  open override var hash: Int { Self.mixed(key) }

  /// A hash of a key.
  @inline(__always)
  static func mixed(_ key: Int64) -> Int {
    var bits = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 32
    return Int(truncatingIfNeeded: bits)
  }

  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override var description: String { "\(addressText(of: self)) <\(uriText)>" }
}
