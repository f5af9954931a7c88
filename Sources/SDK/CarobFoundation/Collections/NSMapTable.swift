import Foundation

/// A dictionary that can hold its keys or values weakly. An entry whose key or value was deallocated is no
/// longer in it.
///
/// Entries are enumerated in the order of insertion. DEVIATION: weakly held keys are compared by identity,
/// not by `isEqual`.
open class NSMapTable<KeyType, ObjectType>: NSObject {
  public typealias Options = NSPointerFunctions.Options

  private struct Entry {
    let key: WeakableReference
    var value: WeakableReference
    var isLive: Bool { key.value != nil && value.value != nil }
  }

  private let keyOptions: Options
  private let valueOptions: Options
  private var entries: [Entry] = []
  private var places: [AnyHashable: Int] = [:]

  public init(keyOptions: Options = [], valueOptions: Options = [], capacity: Int = 0) {
    self.keyOptions = keyOptions
    self.valueOptions = valueOptions
    super.init()
  }

  public convenience init(keyOptions: Options, valueOptions: Options) {
    self.init(keyOptions: keyOptions, valueOptions: valueOptions, capacity: 0)
  }

  public static func strongToStrongObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(capacity: 0) }
  public static func weakToStrongObjects() -> NSMapTable<KeyType, ObjectType> {
    NSMapTable(keyOptions: .weakMemory, capacity: 0)
  }
  public static func strongToWeakObjects() -> NSMapTable<KeyType, ObjectType> {
    NSMapTable(valueOptions: .weakMemory, capacity: 0)
  }
  public static func weakToWeakObjects() -> NSMapTable<KeyType, ObjectType> {
    NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory, capacity: 0)
  }

  open func object(forKey key: KeyType?) -> ObjectType? {
    guard let key, let place = places[WeakableReference.key(key, keyOptions)], entries[place].isLive else {
      return nil
    }
    return entries[place].value.value(as: ObjectType.self)
  }

  open func setObject(_ object: ObjectType?, forKey key: KeyType?) {
    guard let key, let object else { return }
    sweep()
    let entry = Entry(key: WeakableReference(key, keyOptions), value: WeakableReference(object, valueOptions))
    if let place = places[entry.key.key] {
      entries[place] = entry
    } else {
      places[entry.key.key] = entries.count
      entries.append(entry)
    }
  }

  open func removeObject(forKey key: KeyType?) {
    guard let key, let place = places[WeakableReference.key(key, keyOptions)] else { return }
    entries.remove(at: place)
    rebuild()
  }

  open func removeAllObjects() {
    entries = []
    places = [:]
  }

  open var count: Int { entries.count { $0.isLive } }
  open func keyEnumerator() -> NSEnumerator { enumerator(entries.filter(\.isLive).compactMap(\.key.value)) }
  open func objectEnumerator() -> NSEnumerator? {
    enumerator(entries.filter(\.isLive).compactMap(\.value.value))
  }
  open func dictionaryRepresentation() -> [AnyHashable: ObjectType] {
    var dictionary: [AnyHashable: ObjectType] = [:]
    for entry in entries where entry.isLive {
      guard let key = entry.key.value(as: AnyHashable.self) else { continue }
      guard let value = entry.value.value(as: ObjectType.self) else { continue }
      dictionary[key] = value
    }
    return dictionary
  }

  private func enumerator(_ values: [Any]) -> NSEnumerator { NSArray(array: values).objectEnumerator() }

  private func sweep() {
    guard entries.count > 8, entries.contains(where: { !$0.isLive }) else { return }
    entries.removeAll { !$0.isLive }
    rebuild()
  }

  private func rebuild() {
    places = Dictionary(entries.enumerated().map { ($1.key.key, $0) }) { $1 }
  }
}
