import CarobFoundation
import CarobRuntime

/// A position in the history of one or more stores.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // @unchecked because it is immutable.
  /// Numbers of transactions, by the stores' identifiers.
  let numbers: [String: Int64]

  init(_ numbers: [String: Int64]) {
    self.numbers = numbers
    super.init()
  }

  public static var supportsSecureCoding: Bool { true }
  public required init?(coder: NSCoder) {
    guard let data = coder.decodeObject(of: NSData.self, forKey: "numbers"),
      let numbers = try? PropertyListDecoder().decode([String: Int64].self, from: data as Data)
    else { return nil }
    self.numbers = numbers
    super.init()
  }
  open func encode(with coder: NSCoder) {
    guard let data = try? PropertyListEncoder().encode(numbers) else { return }
    coder.encode(data as NSData, forKey: "numbers")
  }

  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }
  open override var hash: Int { numbers.hashValue }
  open override var description: String {
    "<NSPersistentHistoryToken - \(numbers.sorted { $0.key < $1.key })>"
  }
}

public enum NSPersistentHistoryChangeType: Int, Sendable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// One object's change within a transaction.
open class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable once its transaction is set.
  public let changeID: Int64
  public let changedObjectID: NSManagedObjectID
  public let changeType: NSPersistentHistoryChangeType
  /// For deletions: the values of attributes with `preservesValueInHistoryOnDeletion`.
  public let tombstone: [AnyHashable: Any]?
  /// For updates: the changed properties.
  public let updatedProperties: Set<NSPropertyDescription>?
  open internal(set) weak var transaction: NSPersistentHistoryTransaction?

  /// The entity of changes, for requests (C-281).
  public static let entityDescription: NSEntityDescription? = HistoryEntities.change
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    entityDescription
  }
  /// A new request for changes.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    HistoryEntities.request(entityDescription)
  }

  init(
    _ changeID: Int64, _ id: NSManagedObjectID, _ type: NSPersistentHistoryChangeType,
    _ tombstone: [AnyHashable: Any]?, _ properties: Set<NSPropertyDescription>?
  ) {
    self.changeID = changeID
    changedObjectID = id
    changeType = type
    self.tombstone = tombstone
    updatedProperties = properties
    super.init()
  }

  open override func value(forKey key: String) -> Any? {
    value(ofHistoryKey: key) ?? super.value(forKey: key)
  }
  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// One save, or one batch request.
open class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let transactionNumber: Int64
  public let timestamp: Date
  public let storeID: String
  public let bundleID: String
  public let processID: String
  public let contextName: String?
  public let author: String?
  public let token: NSPersistentHistoryToken
  /// Nil if only transactions were requested.
  public let changes: [NSPersistentHistoryChange]?

  /// The entity of transactions, for requests (C-281).
  public static let entityDescription: NSEntityDescription? = HistoryEntities.transaction
  open class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
    entityDescription
  }
  /// A new request for transactions.
  open class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    HistoryEntities.request(entityDescription)
  }

  init(
    _ number: Int64, _ time: Date, store: String, bundle: String, process: String, context: String?,
    author: String?, changes: [NSPersistentHistoryChange]?
  ) {
    transactionNumber = number
    timestamp = time
    storeID = store
    bundleID = bundle
    processID = process
    contextName = context
    self.author = author
    token = NSPersistentHistoryToken([store: number])
    self.changes = changes
    super.init()
    for change in changes ?? [] { change.transaction = self }
  }

  open override func value(forKey key: String) -> Any? {
    value(ofHistoryKey: key) ?? super.value(forKey: key)
  }

  /// A notification with which a context can merge the transaction's changes.
  open func objectIDNotification() -> Notification {
    func ids(_ type: NSPersistentHistoryChangeType) -> Set<NSManagedObjectID> {
      Set((changes ?? []).filter { $0.changeType == type }.map(\.changedObjectID))
    }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
      userInfo: [
        NSInsertedObjectIDsKey: ids(.insert), NSUpdatedObjectIDsKey: ids(.update),
        NSDeletedObjectIDsKey: ids(.delete),
      ])
  }

  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

public enum NSPersistentHistoryResultType: Int, Sendable {
  case statusOnly = 0
  case objectIDs = 1
  case count = 2
  case transactionsOnly = 3
  case changesOnly = 4
  case transactionsAndChanges = 5
}

/// Fetches or deletes the history of the stores (C-225).
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  enum Kind {
    case after(NSPersistentHistoryToken?)
    case afterDate(Date)
    case deleteBefore(NSPersistentHistoryToken?)
    case deleteBeforeDate(Date)
  }
  let kind: Kind
  open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
  /// Selects transactions or changes of the history: a request for
  /// `NSPersistentHistoryTransaction.entityDescription` or `NSPersistentHistoryChange.entityDescription`
  /// (C-281).
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?
  open var token: NSPersistentHistoryToken? {
    switch kind {
    case .after(let token), .deleteBefore(let token): token
    default: nil
    }
  }

  init(_ kind: Kind) {
    self.kind = kind
    super.init()
  }

  open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
    .init(.afterDate(date))
  }
  open class func fetchHistory(after token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
    .init(.after(token))
  }
  open class func fetchHistory(
    after transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest { .init(.after(transaction?.token)) }
  /// A request for the part of the history that a fetch request selects (C-281).
  open class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest {
    let request = NSPersistentHistoryChangeRequest(.after(nil))
    request.fetchRequest = fetchRequest
    return request
  }
  open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
    .init(.deleteBeforeDate(date))
  }
  open class func deleteHistory(before token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
    .init(.deleteBefore(token))
  }
  open class func deleteHistory(
    before transaction: NSPersistentHistoryTransaction?
  ) -> NSPersistentHistoryChangeRequest { .init(.deleteBefore(transaction?.token)) }
}

open class NSPersistentHistoryResult: NSPersistentStoreResult {
  final var keptTransactions: [NSPersistentHistoryTransaction] = []
  open internal(set) var result: Any?
  open internal(set) var resultType = NSPersistentHistoryResultType.statusOnly
}
