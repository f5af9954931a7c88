import CarobRuntime
import TestSupport
import Testing

@testable import CoreData

/// How contexts find and create objects.
@Suite struct ObjectRuleTests {
  @Test(.rule("C-142")) func `an object of a class finds its entity in the context's model`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.ModelNote" }
    let second = try Shelf { $0.noteClass = "CoreDataTests.ModelNote" }
    let note = ModelNote(context: shelf.context)
    #expect(note.entity === shelf.model.entitiesByName["Note"])
    #expect(note.managedObjectContext === shelf.context)
    #expect(ModelNote(context: second.context).entity === second.model.entitiesByName["Note"])
    // Without a context, the most recently used model applies.
    #expect(ModelNote.entity() === second.model.entitiesByName["Note"])
    #expect(ModelNote.fetchRequest().entityName == "Note")
  }

  @Test(.rule("C-103", "C-141"))
  func `an entity without its class has objects of the base class, and a warning`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let missing = try Shelf { $0.noteClass = "Nowhere.Note" }
      if type(of: missing.insert("Note", "a")) != NSManagedObject.self { fatalError("a class from nowhere") }
      let plain = try Shelf { $0.noteClass = "CoreDataTests.UnmadeNote" }
      if type(of: plain.insert("Note", "a")) != NSManagedObject.self {
        fatalError("made without initializer")
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Unable to load class named 'Nowhere.Note' for entity 'Note'. Class not found, using default NSManagedObject instead."
      ))
    #expect(
      text.contains(
        "UnmadeNote has no initializer init(entity:insertInto:); objects of entity 'Note' are created as NSManagedObject"
      ))
  }

  @Test(.rule("C-106")) func `a request for objects can be viewed as one for a subclass`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.ModelNote" }
    _ = ModelNote(context: shelf.context)
    try shelf.context.save()
    let request = try #require(
      _fetchRequest(ModelNote.fetchRequest() as Any, as: NSFetchRequest<ModelNote>.self))
    request.fetchLimit = 1
    #expect(try shelf.context.fetch(request).count == 1)
    #expect(request.entityName == "Note")
  }

  @Test(.rule("C-148")) func `rows older than the staleness interval are read again`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Books.sqlite")
    let (mine, other) = (Library(), Library())
    for one in [mine, other] {
      try one.coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    }
    let id = try mine.insert("Tag", ["name": .text("old")])
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = mine.coordinator
    let tag = try context.existingObject(with: id)
    #expect(tag.value(forKey: "name") as? String == "old")
    // Another context keeps the row in the coordinator's cache.
    let holding = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    holding.persistentStoreCoordinator = mine.coordinator
    let held = try holding.existingObject(with: id)
    let theirs = try #require(other.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()))
    try other.update(theirs, try #require(try other.row(of: theirs)), ["name": .text("new")])
    context.refresh(tag, mergeChanges: false)
    #expect(tag.value(forKey: "name") as? String == "old")
    context.stalenessInterval = 0
    context.refresh(tag, mergeChanges: false)
    #expect(tag.value(forKey: "name") as? String == "new")
    #expect(held.value(forKey: "name") as? String == "old")
  }

  @Test(.rule("C-157")) func `a reference to an object that was never saved is written as nil`() throws {
    let shelf = try Shelf { $0.rule = .noActionDeleteRule }
    let (category, notes) = shelf.category("Work", notes: "a")
    shelf.context.delete(category)
    try shelf.context.save()
    #expect(notes[0].value(forKey: "category") == nil)
    #expect(try shelf.another().existingObject(with: notes[0].objectID).value(forKey: "category") == nil)
    let strict = try Shelf {
      $0.rule = .noActionDeleteRule
      $0.isCategoryOptional = false
    }
    let (gone, _) = strict.category("Work", notes: "a")
    strict.context.delete(gone)
    let error = try #require(throws: NSError.self) { try strict.context.save() }
    #expect(error.code == NSValidationMissingMandatoryPropertyError)
  }

  // MARK: Several stores

  @Test(.rule("C-107", "C-285")) func `each object is saved to the store whose configuration has its entity`()
    throws
  {
    let folder = try TemporaryFolder()
    let library = Library()
    let model = try #require(library.model.copy() as? NSManagedObjectModel)
    let entities = model.entitiesByName
    model.setEntities(
      ["Author", "Novelist", "Book"].compactMap { entities[$0] }, forConfigurationName: "Cloud")
    model.setEntities(["Tag"].compactMap { entities[$0] }, forConfigurationName: "Local")
    #expect(model.configurations == ["Cloud", "Local"])
    #expect(model.entities(forConfigurationName: nil)?.count == 4)
    #expect(model.entities(forConfigurationName: "Other") == nil)
    // NB: relationships between stores are not possible, and the test's model has one between books and tags.
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let cloud = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: "Cloud", at: folder.file("Cloud.sqlite"))
    let local = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: "Local", at: folder.file("Local.sqlite"))
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
    book.setValue("a", forKey: "title")
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    tag.setValue("t", forKey: "name")
    try context.save()
    #expect(book.objectID.persistentStore === cloud)
    #expect(tag.objectID.persistentStore === local)
    context.reset()
    #expect(
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")).map {
        $0.value(forKey: "title") as? String
      } == ["a"])
    #expect(
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Tag")).map {
        $0.value(forKey: "name") as? String
      } == ["t"])
  }

  @Test(.rule("C-285"))
  func `an object can be assigned to a store, and requests can be limited to stores`() throws {
    let shelf = try Shelf()
    let second = try shelf.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    let first = shelf.coordinator.persistentStores[0]
    _ = shelf.insert("Note", "b")
    let other = shelf.insert("Note", "a")
    shelf.context.assign(other, to: second)
    try shelf.context.save()
    #expect(other.objectID.persistentStore === second)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    #expect(try shelf.context.fetch(request).map(\.called) == ["a", "b"])
    let batch = NSBatchInsertRequest(entityName: "Tag", objects: [["name": "x"]])
    try shelf.context.execute(batch)
    #expect(try shelf.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag")) == 1)
    request.affectedStores = [first]
    #expect(try shelf.context.fetch(request).map(\.called) == ["b"])
    try shelf.coordinator.remove(second)
    request.affectedStores = nil
    let third = shelf.another()
    #expect(try third.fetch(request).map(\.called) == ["b"])
  }

  // MARK: Models

  @Test(.rule("C-108")) func `models with different entities of the same name cannot be merged`() async {
    await #expect(processExitsWith: .failure) {
      let one = CodeModel()
      let two = CodeModel()
      two.title.name = "heading"
      _ = NSManagedObjectModel(byMerging: [one.model, two.model])
    }
    let merged = NSManagedObjectModel(byMerging: [CodeModel().model, CodeModel().model])
    #expect(merged?.entities.map(\.name) == ["Category", "Note"])
  }

  @Test(.rule("C-109")) func `properties created in code are optional and have the rule nullify`() {
    #expect(NSAttributeDescription().isOptional)
    let relationship = NSRelationshipDescription()
    #expect(relationship.isOptional)
    #expect(relationship.deleteRule == .nullifyDeleteRule)
    #expect(relationship.maxCount == 0 && relationship.minCount == 0 && relationship.isToMany)
  }
}

/// A class without the hook that the translator generates for an initializer.
final class UnmadeNote: NSManagedObject {
  nonisolated override class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  { nil }
}

final class ModelNote: NSManagedObject {
  nonisolated override class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  { { ModelNote(entity: $0, insertInto: $1) } }
}
