import CarobFoundation

// C-281: fetch requests for transactions and changes of the history; they are evaluated in memory.

/// The entities of the history for fetch requests. They belong to no model.
enum HistoryEntities {
  static let transaction = entity(
    "Transaction", NSPersistentHistoryTransaction.self,
    [
      ("author", .stringAttributeType), ("bundleID", .stringAttributeType),
      ("contextName", .stringAttributeType),
      ("processID", .stringAttributeType), ("storeID", .stringAttributeType),
      ("timestamp", .dateAttributeType),
      ("token", .transformableAttributeType), ("transactionNumber", .integer64AttributeType),
    ])
  static let change = entity(
    "Change", NSPersistentHistoryChange.self,
    [
      ("changeID", .integer64AttributeType), ("changeType", .integer64AttributeType),
      ("changedEntity", .integer64AttributeType), ("changedObjectID", .integer64AttributeType),
      ("tombstone", .transformableAttributeType), ("updatedProperties", .transformableAttributeType),
    ])

  private static func entity(
    _ name: String, _ cls: AnyClass, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = String(describing: cls)
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    return entity
  }

  static func request(_ entity: NSEntityDescription?) -> NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity
    return request
  }

  /// The transactions that a request finds; for a request for changes, the transactions with only the
  /// matching changes.
  static func filter(
    _ transactions: [NSPersistentHistoryTransaction], by request: NSFetchRequest<any NSFetchRequestResult>
  ) throws -> [NSPersistentHistoryTransaction] {
    let name = request.entity?.name ?? request.entityName
    switch name {
    case transaction.name:
      return page(transactions, request)
    case change.name:
      let wanted = page(transactions.flatMap { $0.changes ?? [] }, request)
      let known = Set(wanted.map { ObjectIdentifier($0) })
      return transactions.compactMap { one in
        let changes = (one.changes ?? []).filter { known.contains(ObjectIdentifier($0)) }
        return changes.isEmpty ? nil : one.with(changes)
      }
    default:
      throw StoreErrors.make(
        NSPersistentStoreUnsupportedRequestTypeError,
        "The fetch request of a history request is for the entity \(name ?? "(null)"); it must be for "
          + "NSPersistentHistoryTransaction.entityDescription or NSPersistentHistoryChange.entityDescription."
      )
    }
  }

  private static func page<T: NSObject>(
    _ all: [T], _ request: NSFetchRequest<any NSFetchRequestResult>
  ) -> [T] {
    var found = all.filter { request.predicate?.evaluate(with: $0) ?? true }
    if let descriptors = request.sortDescriptors, !descriptors.isEmpty {
      // NB: stable, so that equal elements keep the order of the history.
      found = found.enumerated().sorted { a, b in
        for descriptor in descriptors {
          let order = descriptor.compare(a.element, to: b.element)
          if order != .orderedSame { return order == .orderedAscending }
        }
        return a.offset < b.offset
      }.map(\.element)
    }
    let rest = found.dropFirst(request.fetchOffset)
    return Array(request.fetchLimit == 0 ? rest : rest.prefix(request.fetchLimit))
  }
}

extension NSPersistentHistoryTransaction {
  final func value(ofHistoryKey key: String) -> Any?? {
    switch key {
    case "author": .some(author)
    case "bundleID": .some(bundleID)
    case "contextName": .some(contextName)
    case "processID": .some(processID)
    case "storeID": .some(storeID)
    case "timestamp": .some(timestamp)
    case "token": .some(token)
    case "transactionNumber": .some(NSNumber(value: transactionNumber))
    case "changes": .some(changes)
    default: nil
    }
  }

  /// A copy of the transaction with some of its changes.
  fileprivate final func with(_ changes: [NSPersistentHistoryChange]) -> NSPersistentHistoryTransaction {
    NSPersistentHistoryTransaction(
      transactionNumber, timestamp, store: storeID, bundle: bundleID, process: processID,
      context: contextName,
      author: author, changes: changes)
  }
}

extension NSPersistentHistoryChange {
  final func value(ofHistoryKey key: String) -> Any?? {
    switch key {
    case "changeID": .some(NSNumber(value: changeID))
    case "changeType": .some(NSNumber(value: changeType.rawValue))
    case "changedEntity": .some(changedObjectID.entity)
    case "changedObjectID": .some(changedObjectID)
    case "tombstone": .some(tombstone)
    case "updatedProperties": .some(updatedProperties)
    case "transaction": .some(transaction)
    default: nil
    }
  }
}
