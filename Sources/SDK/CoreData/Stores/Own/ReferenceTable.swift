import CarobFoundation

/// Maps the reference objects of an app's store to the numeric keys in identifiers.
struct ReferenceTable {
  private struct Key: Hashable {
    let root: String
    let reference: AnyHashable
  }
  private var numbers: [Key: Int64] = [:]
  private var references: [Int64: Any] = [:]

  mutating func id(
    for reference: Any, of entity: NSEntityDescription, in store: NSPersistentStore
  ) -> NSManagedObjectID {
    let key = Key(root: entity.root.name ?? "", reference: Self.hashable(reference))
    let number = numbers[key] ?? Int64(references.count + 1)
    if numbers[key] == nil {
      numbers[key] = number
      references[number] = reference
    }
    return NSManagedObjectID(store: store, entity: entity, key: number)
  }

  func reference(of id: NSManagedObjectID) -> Any {
    guard let reference = references[id.key] else {
      NSException.raise(.invalidArgumentException, "the store did not create the object ID \(id)")
    }
    return reference
  }

  // NB: Swift and Foundation strings and numbers are the same reference.
  private static func hashable(_ reference: Any) -> AnyHashable {
    if let text = reference as? String { return text }
    if let number = reference as? Int { return NSNumber(value: number) }
    if let hashable = reference as? AnyHashable { return hashable }
    NSException.raise(
      .invalidArgumentException, "\(type(of: reference)) cannot be a reference object: it is not hashable")
  }

  // MARK: URIs

  func uriText(ofKey key: Int64) -> String {
    let text = references[key].map { "\($0)" } ?? ""
    return "p" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text)
  }

  /// A URI contains only a reference's text: a numeric text is a number, unless the store used it as a
  /// string.
  mutating func id(
    ofURIText text: String, of entity: NSEntityDescription, in store: NSPersistentStore
  ) -> NSManagedObjectID? {
    guard text.first == "p" else { return nil }
    let text = String(text.dropFirst())
    let isKnown = numbers[Key(root: entity.root.name ?? "", reference: text)] != nil
    if !isKnown, let number = Int(text) { return id(for: NSNumber(value: number), of: entity, in: store) }
    return id(for: text, of: entity, in: store)
  }
}

/// Converts between rows and the values of an app's store.
enum OwnRows {
  /// A row's values, which the closure returns by slot; transformable attributes have objects.
  static func values(
    of entity: NSEntityDescription, _ value: (EntityLayout.Slot) throws -> Any?
  ) throws -> ContiguousArray<ManagedValue> {
    ContiguousArray(
      try entity.layout.slots.map { slot in
        switch slot.kind {
        case .toMany: return .unloaded
        case .fetched: return .null
        case .toOne: return id(try value(slot)).map { .toOne($0) } ?? .null
        case .attribute(let type):
          guard slot.isStored, let given = try value(slot), !(given is NSNull) else { return .null }
          if type.isArchived { return .object(given as AnyObject) }
          guard let stored = ManagedValue(boxed: given, type) else {
            NSException.raise(
              .invalidArgumentException,
              "Unacceptable type of value for attribute: property = \"\(slot.name)\"; given type = \(Swift.type(of: given))"
            )
          }
          return stored
        }
      })
  }

  /// The identifier that a store returned, or the identifier of an object or node.
  static func id(_ value: Any?) -> NSManagedObjectID? {
    value as? NSManagedObjectID ?? (value as? NSManagedObject)?.objectID
      ?? (value as? NSAtomicStoreCacheNode)?.objectID
  }

  static func elements(_ collection: Any?) -> [Any] {
    switch collection {
    case let array as [Any]: array
    case let array as NSArray: array.map { $0 }
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let set as Set<AnyHashable>: set.map { $0.base }
    default: []
    }
  }
}

extension NSPersistentStore {
  /// Raises for a method that the app's store class must override.
  final func mustBeOverridden(_ method: String) -> Never {
    NSException.raise(
      .invalidArgumentException, "\(Journal.className(Swift.type(of: self))) must override \(method)")
  }

  /// Whether the store's configuration has an entity.
  final func hasInConfiguration(_ entity: NSEntityDescription) -> Bool {
    let name = configurationName == "PF_DEFAULT_CONFIGURATION_NAME" ? nil : configurationName
    let entities = persistentStoreCoordinator?.managedObjectModel.entities(forConfigurationName: name)
    return entities?.contains { $0 === entity || $0.name == entity.name } ?? false
  }
}
