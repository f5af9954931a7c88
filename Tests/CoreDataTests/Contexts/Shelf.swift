import CoreData

/// Categories with notes, tags and a cover each, in a store in memory; tests choose options of the model.
final class Shelf {
  struct Options {
    var rule = NSDeleteRule.nullifyDeleteRule
    /// Whether a note's category is optional.
    var isCategoryOptional = true
    var isOrdered = false
    var hasInverse = true
    var noteClass = "NSManagedObject"
    var categoryClass = "NSManagedObject"
    var tagRule = NSDeleteRule.nullifyDeleteRule
    var minimumOfTags = 0
    var constrains = false
  }

  let model: NSManagedObjectModel
  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext

  init(_ change: (inout Options) -> Void = { _ in }) throws {
    var options = Options()
    change(&options)
    model = Self.model(options)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// A new context of the same coordinator.
  func another() -> NSManagedObjectContext {
    let other = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    other.persistentStoreCoordinator = coordinator
    return other
  }

  func insert(_ entity: String, _ name: String? = nil, into other: NSManagedObjectContext? = nil)
    -> NSManagedObject
  {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: other ?? context)
    if let name { object.setValue(name, forKey: "name") }
    return object
  }

  /// A category with notes of these names.
  func category(_ name: String, notes: String...) -> (NSManagedObject, [NSManagedObject]) {
    let category = insert("Category", name)
    let notes = notes.map { name in
      let note = insert("Note", name)
      note.setValue(category, forKey: "category")
      return note
    }
    return (category, notes)
  }

  private static func model(_ options: Options) -> NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    func relationship(_ name: String, to entity: NSEntityDescription, isToMany: Bool)
      -> NSRelationshipDescription
    {
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.destinationEntity = entity
      relationship.maxCount = isToMany ? 0 : 1
      return relationship
    }
    let category = NSEntityDescription()
    category.name = "Category"
    category.managedObjectClassName = options.categoryClass
    let note = NSEntityDescription()
    note.name = "Note"
    note.managedObjectClassName = options.noteClass
    let tag = NSEntityDescription()
    tag.name = "Tag"
    let cover = NSEntityDescription()
    cover.name = "Cover"

    let notes = relationship("notes", to: note, isToMany: true)
    notes.deleteRule = options.rule
    notes.isOrdered = options.isOrdered
    let owner = relationship("category", to: category, isToMany: false)
    owner.isOptional = options.isCategoryOptional
    if options.hasInverse {
      notes.inverseRelationship = owner
      owner.inverseRelationship = notes
    }
    let tags = relationship("tags", to: tag, isToMany: true)
    tags.deleteRule = options.tagRule
    let tagged = relationship("notes", to: note, isToMany: true)
    tagged.minCount = options.minimumOfTags
    if options.minimumOfTags > 0 { tagged.isOptional = false }
    tags.inverseRelationship = tagged
    tagged.inverseRelationship = tags
    let itsCover = relationship("cover", to: cover, isToMany: false)
    let covered = relationship("category", to: category, isToMany: false)
    itsCover.inverseRelationship = covered
    covered.inverseRelationship = itsCover

    let stars = attribute("stars", .integer16AttributeType)
    stars.defaultValue = 3
    let scratch = attribute("scratch", .stringAttributeType)
    scratch.isTransient = true
    category.properties = [attribute("name", .stringAttributeType), notes, itsCover]
    if options.constrains { category.uniquenessConstraints = [["name"]] }
    note.properties = [
      attribute("name", .stringAttributeType), attribute("body", .stringAttributeType), stars,
      attribute("date", .dateAttributeType), scratch, owner, tags,
    ]
    tag.properties = [attribute("name", .stringAttributeType), tagged]
    cover.properties = [attribute("name", .stringAttributeType), covered]
    let model = NSManagedObjectModel()
    model.entities = [category, note, tag, cover]
    return model
  }
}

/// The names of objects in a set, sorted.
func names(_ value: Any?) -> [String] {
  let objects: [Any] =
    switch value {
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let array as [Any]: array
    default: []
    }
  let names = objects.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String }
  return value is NSOrderedSet ? names : names.sorted()
}

extension NSManagedObject {
  var called: String { value(forKey: "name") as? String ?? "" }
}

/// Records events in order.
final class Timeline: @unchecked Sendable {
  // @unchecked because a test reads it after the work is done, which runs on one thread at a time.
  private(set) var lines: [String] = []
  private var tokens: [any Foundation.NSObjectProtocol] = []

  func note(_ line: String) { lines.append(line) }

  /// Records the context's notifications with their sets.
  func watch(_ context: NSManagedObjectContext) {
    let names: [(Notification.Name, String)] = [
      (.NSManagedObjectContextObjectsDidChange, "ObjectsDidChange"),
      (.NSManagedObjectContextWillSave, "WillSave"), (.NSManagedObjectContextDidSave, "DidSave"),
    ]
    for (name, title) in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
          [unowned self] post in
          let keys = ["inserted", "updated", "deleted", "refreshed", "invalidatedAll"]
          let parts = keys.compactMap { key -> String? in
            guard let value = post.userInfo?[key] else { return nil }
            let set = value as? Set<NSManagedObject> ?? []
            if set.isEmpty { return key == "invalidatedAll" ? key : nil }
            return
              "\(key): \(set.map { $0.isFault ? $0.entity.name ?? "" : $0.called }.sorted().joined(separator: " "))"
          }
          note(parts.isEmpty ? title : "\(title) (\(parts.joined(separator: "; ")))")
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}

/// An object that records its callbacks in the timeline in its context's user info.
final class RecordingNote: NSManagedObject {
  nonisolated override class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  { { RecordingNote(entity: $0, insertInto: $1) } }

  private func note(_ text: String) {
    (managedObjectContext?.userInfo["timeline"] as? Timeline)?.note(
      "\(text) \(primitiveValue(forKey: "name") ?? "-")")
  }
  override func awakeFromInsert() {
    super.awakeFromInsert()
    note("awakeFromInsert")
  }
  override func awakeFromFetch() {
    super.awakeFromFetch()
    note("awakeFromFetch")
  }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    super.awake(fromSnapshotEvents: flags)
    note("awakeFromSnapshotEvents(\(flags.rawValue))")
  }
  override func prepareForDeletion() {
    super.prepareForDeletion()
    note("prepareForDeletion (in \((value(forKey: "category") as? NSManagedObject)?.called ?? "-"))")
  }
  override func willSave() {
    super.willSave()
    note("willSave")
    if let next = managedObjectContext?.userInfo["body"] as? String, value(forKey: "body") as? String != next,
      !isDeleted
    {
      setValue(next, forKey: "body")
    }
  }
  override func didSave() {
    super.didSave()
    note("didSave")
  }
  override func validateForInsert() throws {
    note("validateForInsert")
    try super.validateForInsert()
  }
  override func validateForUpdate() throws {
    note("validateForUpdate")
    try super.validateForUpdate()
  }
  override func validateForDelete() throws {
    note("validateForDelete")
    try super.validateForDelete()
  }
  override func willTurnIntoFault() {
    super.willTurnIntoFault()
    note("willTurnIntoFault")
  }
}
