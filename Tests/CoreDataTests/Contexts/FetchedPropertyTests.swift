import CoreData
import TestSupport
import Testing

@Suite struct FetchedPropertyTests {
  private let model = CodeModel()
  private let coordinator: NSPersistentStoreCoordinator
  private let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)

  /// Categories with a fetched property: their notes whose titles begin with the prefix in the property's
  /// user info.
  init() throws {
    let drafts = NSFetchedPropertyDescription()
    drafts.name = "drafts"
    drafts.userInfo = ["prefix": "draft"]
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = model.note
    request.predicate = NSPredicate(
      format: "category == $FETCH_SOURCE AND title BEGINSWITH $FETCHED_PROPERTY.userInfo.prefix")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
    drafts.fetchRequest = request
    model.category.properties += [drafts]
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.model)
    _ = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    context.persistentStoreCoordinator = coordinator
  }

  private func category(_ titles: String...) throws -> NSManagedObject {
    let category = NSEntityDescription.insertNewObject(forEntityName: "Category", into: context)
    for title in titles { insert(title, category) }
    try context.save()
    return category
  }

  private func insert(_ title: String, _ category: NSManagedObject) {
    let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    note.setValue(title, forKey: "title")
    note.setValue(category, forKey: "category")
  }

  private func drafts(_ category: NSManagedObject) -> [String] {
    (category.value(forKey: "drafts") as? [NSManagedObject] ?? []).map {
      $0.value(forKey: "title") as? String ?? ""
    }
  }

  @Test(.rule("C-292"))
  func `a fetched property finds objects by its source and its own description, in order`() throws {
    let category = try category("draft a", "letter", "draft b")
    _ = try self.category("draft of another")
    #expect(drafts(category) == ["draft b", "draft a"])
  }

  @Test(.rule("C-292"))
  func `a fetched property keeps its results until the object is refreshed`() throws {
    let category = try category("draft a")
    #expect(drafts(category) == ["draft a"])
    insert("draft b", category)
    try context.save()
    #expect(drafts(category) == ["draft a"])
    #expect(!category.hasChanges)
    #expect(category.changedValues().isEmpty)
    context.refresh(category, mergeChanges: true)
    #expect(drafts(category) == ["draft b", "draft a"])
    insert("draft c", category)
    try context.save()
    context.refresh(category, mergeChanges: false)
    #expect(drafts(category) == ["draft c", "draft b", "draft a"])
  }

  @Test(.rule("C-292"))
  func `the results of a fetched property are no change and are not saved`() throws {
    let category = try category("draft a")
    #expect(drafts(category) == ["draft a"])
    insert("draft b", category)
    #expect(category.changedValuesForCurrentEvent().keys.sorted() == ["notes"])
    try context.save()
    let other = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    other.persistentStoreCoordinator = coordinator
    #expect(drafts(try other.existingObject(with: category.objectID)) == ["draft b", "draft a"])
  }
}
