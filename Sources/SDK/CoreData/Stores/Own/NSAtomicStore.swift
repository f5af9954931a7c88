import CarobFoundation

/// The base class for an app's store that is read and written as a whole; the app defines the file format
/// (C-296).
///
/// The store keeps nodes in memory. The coordinator calls `load()` when it opens the store, and `save()`
/// after each save, with the updated nodes. Fetches are evaluated in memory. Methods that are marked so must
/// be overridden.
open class NSAtomicStore: NSPersistentStore, @unchecked Sendable {
  // @unchecked as its superclass.
  private let references = Guarded(ReferenceTable())
  private var nodes: [NSManagedObjectID: NSAtomicStoreCacheNode] = [:]
  /// The number of saves that changed each node.
  private var versions: [NSManagedObjectID: Int64] = [:]

  // MARK: Methods to override

  /// Reads the file, adds nodes for its objects, and sets `metadata`.
  open func load() throws { mustBeOverridden("load()") }
  /// Writes all nodes and the metadata.
  open func save() throws { mustBeOverridden("save()") }
  /// Returns a new value that permanently identifies an object in this store.
  open func newReferenceObject(for managedObject: NSManagedObject) -> Any {
    mustBeOverridden("newReferenceObject(for:)")
  }
  /// Returns a node for an object that is saved for the first time.
  open func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
    mustBeOverridden("newCacheNode(for:)")
  }
  /// Copies an object's values to its node.
  open func updateCacheNode(_ node: NSAtomicStoreCacheNode, from managedObject: NSManagedObject) {
    mustBeOverridden("updateCacheNode(_:from:)")
  }
  /// Called before nodes of deleted objects are removed.
  open func willRemoveCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {}

  // MARK: Nodes

  open func cacheNodes() -> Set<NSAtomicStoreCacheNode> { Set(nodes.values) }
  open func addCacheNodes(_ cacheNodes: Set<NSAtomicStoreCacheNode>) {
    for node in cacheNodes { nodes[node.objectID] = node }
  }
  open func cacheNode(for objectID: NSManagedObjectID) -> NSAtomicStoreCacheNode? { nodes[objectID] }

  // MARK: Identifiers

  public final func objectID(for entity: NSEntityDescription, withReferenceObject data: Any)
    -> NSManagedObjectID
  {
    references.withLock { $0.id(for: data, of: entity, in: self) }
  }
  public final func referenceObject(for objectID: NSManagedObjectID) -> Any {
    references.withLock { $0.reference(of: objectID) }
  }

  override var isOfApp: Bool { true }
  override func uriText(ofKey key: Int64) -> String { references.withLock { $0.uriText(ofKey: key) } }
  override func id(ofURIText text: String, _ entity: NSEntityDescription) -> NSManagedObjectID? {
    references.withLock { $0.id(ofURIText: text, of: entity, in: self) }
  }

  override var evaluatesPredicatesInMemory: Bool { true }
}

/// The values of one object of an atomic store; the values of relationships are nodes or sets of nodes.
open class NSAtomicStoreCacheNode: NSObject {
  public let objectID: NSManagedObjectID
  open var propertyCache: NSMutableDictionary?

  public init(objectID moid: NSManagedObjectID) {
    objectID = moid
    super.init()
  }

  open override func value(forKey key: String) -> Any? { propertyCache?[key] }
  open override func setValue(_ value: Any?, forKey key: String) {
    let cache = propertyCache ?? NSMutableDictionary()
    cache[key] = value
    propertyCache = cache
  }
}

extension NSAtomicStore: BackingStore {
  func has(_ entity: NSEntityDescription) -> Bool { hasInConfiguration(entity) }

  func permanentIDs(of objects: [NSManagedObject]) throws -> [NSManagedObjectID] {
    objects.map { objectID(for: $0.entity, withReferenceObject: newReferenceObject(for: $0)) }
  }

  func row(for id: NSManagedObjectID, generation: NSQueryGenerationToken?) throws -> RowSnapshot? {
    guard let node = cacheNode(for: id) else { return nil }
    return RowSnapshot(
      version: versions[id] ?? 1, values: try OwnRows.values(of: id.entity) { node.value(forKey: $0.name) })
  }

  func toMany(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID, generation: NSQueryGenerationToken?
  ) throws -> [NSManagedObjectID] {
    let members = OwnRows.elements(cacheNode(for: id)?.value(forKey: relationship.name))
    let ids = members.compactMap(OwnRows.id)
    return relationship.isOrdered ? ids : ids.sorted { $0.key < $1.key }
  }

  func fetch(_ request: StoreRequest) throws -> StoreResult {
    let isPlain =
      request.predicate == nil && request.sortDescriptors.isEmpty && request.limit == 0 && request.offset == 0
    // NB: contexts then fetch all objects with a plain request, and evaluate the predicate themselves.
    guard isPlain, request.result != .dictionaries else {
      throw PredicateRefusal("an atomic store does not evaluate predicates itself")
    }
    let ids = nodes.keys.filter { id in
      request.includesSubentities
        ? id.entity.isKindOf(entity: request.entity) : id.entity.name == request.entity.name
    }.sorted { $0.key < $1.key }
    return request.result == .count ? .count(ids.count) : .ids(ids)
  }

  func save(
    _ changes: StoreChanges, author: String?, context: String?
  ) throws -> [NSManagedObjectID: Int64] {
    try checkVersions(changes)
    let before = (nodes: nodes, versions: versions)
    let values = changes.updated.compactMap { update in
      nodes[update.id].map { ($0, $0.propertyCache?.mutableCopy() as? NSMutableDictionary) }
    }
    func object(_ id: NSManagedObjectID) -> NSManagedObject? { changes.context?.lookUp(id) }
    addCacheNodes(Set(changes.inserted.compactMap { object($0.id).map(newCacheNode) }))
    for update in changes.updated {
      guard let node = nodes[update.id], let object = object(update.id) else { continue }
      updateCacheNode(node, from: object)
      versions[update.id] = update.old.version + (update.changed.isEmpty ? 0 : 1)
    }
    let deleted = changes.deleted.map(\.id)
    let removed = Set(deleted.compactMap { nodes[$0] })
    if !removed.isEmpty { willRemoveCacheNodes(removed) }
    for id in deleted { (nodes[id], versions[id]) = (nil, nil) }
    do { try save() } catch {
      // C-42
      (nodes, versions) = before
      for (node, cache) in values { node.propertyCache = cache }
      throw error
    }
    return [:]
  }

  private func checkVersions(_ changes: StoreChanges) throws {
    var conflict = StoreConflict()
    func check(_ id: NSManagedObjectID, _ old: RowSnapshot, isDeletion: Bool) throws {
      let stored = try row(for: id, generation: nil)
      if stored?.version == old.version || stored == nil && isDeletion { return }
      conflict.rows.append(StoreConflict.Row(id: id, cached: old, stored: stored))
    }
    for update in changes.updated { try check(update.id, update.old, isDeletion: false) }
    for deletion in changes.deleted { try check(deletion.id, deletion.old, isDeletion: true) }
    if !conflict.rows.isEmpty { throw conflict }
  }
}
