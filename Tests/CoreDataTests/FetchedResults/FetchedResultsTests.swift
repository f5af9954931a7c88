import CarobRuntime
import CoreData
import TestSupport
import Testing
import UIKit

/// Fetched-results controllers over contexts and stores.
@Suite struct FetchedResultsTests {
  // MARK: Order of delegate calls

  @Test(.rule("C-262"), .rule("C-264"), .rule("C-265"), .rule("C-266"))
  func `one event of mixed changes is reported once, in the order of the rule`() throws {
    let shelf = try Shelf()
    let notes = ["a", "b", "c", "d", "e"].map { shelf.insert("Note", $0) }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    notes[0].setValue("z", forKey: "name")
    notes[1].setValue("text", forKey: "body")
    shelf.context.delete(notes[2])
    _ = shelf.insert("Note", "bb")
    #expect(log.take() == [])
    shelf.context.processPendingChanges()
    #expect(
      log.take() == [
        "will change [z b c d e]", "delete c 0.2 → –", "insert bb – → 0.1", "move z 0.0 → 0.4",
        "update b 0.1 → 0.0", "did change [b bb d e z]",
      ])
    // The save does not change the results.
    try shelf.context.save()
    #expect(log.take() == [])
    _ = controller
  }

  @Test(.rule("C-264"))
  func `sections are inserted and deleted with their objects, and reported first`() throws {
    let shelf = try Shelf()
    let work = shelf.category("Work", notes: "a", "b").1
    let home = shelf.category("Home", notes: "c").0
    try shelf.context.save()
    let (controller, log) = try Self.controller(
      shelf, sections: "category.name", sort: "category.name", "name")
    #expect(Self.rows(controller) == ["Home: c", "Work: a b"])
    let garden = shelf.insert("Category", "Garden")
    let seed = shelf.insert("Note", "seed")
    seed.setValue(garden, forKey: "category")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == [
        "will change [c a b]", "section Garden insert 0", "insert seed – → 0.0", "did change [seed c a b]",
      ])
    work[0].setValue(home, forKey: "category")
    shelf.context.delete(seed)
    shelf.context.processPendingChanges()
    #expect(
      log.take() == [
        "will change [- c a b]", "section Garden delete 0", "delete - 0.0 → –", "move a 2.0 → 0.0",
        "did change [a c b]",
      ])
    #expect(Self.rows(controller) == ["Home: a c", "Work: b"])
    // A note without a category has a section without a name.
    work[1].setValue(nil, forKey: "category")
    try shelf.context.save()
    #expect(
      log.take() == [
        "will change [a c b]", "section Work delete 1", "section  insert 0", "move b 1.0 → 0.0",
        "did change [b a c]",
      ])
    #expect(controller.sectionIndexTitles == ["H"])
  }

  @Test(.rule("C-263")) func `objects enter and leave with the predicate and the entity`() throws {
    let shelf = try Shelf()
    let notes = ["a", "b"].map { shelf.insert("Note", $0) }
    notes[1].setValue("text", forKey: "body")
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf) { $0.predicate = NSPredicate(format: "body != nil") }
    notes[0].setValue("text", forKey: "body")
    notes[1].setValue(nil, forKey: "body")
    _ = shelf.insert("Note", "c")
    _ = shelf.insert("Tag", "t")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == ["will change [b]", "delete b 0.0 → –", "insert a – → 0.0", "did change [a]"])
    // Changes of objects outside the results are not reported.
    shelf.context.delete(notes[1])
    shelf.context.processPendingChanges()
    #expect(log.take() == [])
    _ = controller
  }

  @Test(.rule("C-265"))
  func `a change of a sort key is a move, also to the same position; other changes are updates`()
    throws
  {
    let shelf = try Shelf()
    let notes = ["a", "c"].map { shelf.insert("Note", $0) }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    notes[0].setValue("b", forKey: "name")
    notes[1].setValue(7, forKey: "stars")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == ["will change [b c]", "move b 0.0 → 0.0", "update c 0.1 → 0.1", "did change [b c]"])
    _ = controller
  }

  // MARK: Related objects

  @Test(.rule("C-276")) func `a related object's change has no effect until the next change beside it`()
    throws
  {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a", "b")
    _ = shelf.category("Home", notes: "c")
    try shelf.context.save()
    let (controller, log) = try Self.controller(
      shelf, sections: "category.name", sort: "category.name", "name")
    work.setValue("Garden", forKey: "name")
    shelf.context.processPendingChanges()
    #expect(log.take() == [])
    #expect(Self.rows(controller) == ["Home: c", "Work: a b"])
    #expect(notes.map(\.hasChanges) == [false, false])
    let new = shelf.insert("Note", "d")
    new.setValue(work, forKey: "category")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == [
        "will change [c a b]", "section Work delete 1", "section Garden insert 0", "insert d – → 0.2",
        "move a 1.0 → 0.0", "move b 1.1 → 0.1", "did change [a b d c]",
      ])
    #expect(Self.rows(controller) == ["Garden: a b d", "Home: c"])
  }

  // MARK: Sections and order

  @Test(.rule("C-261")) func `sections against the order fail the fetch`() throws {
    let shelf = try Shelf()
    _ = shelf.category("Work", notes: "a", "c")
    _ = shelf.category("Home", notes: "b")
    try shelf.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: "category.name",
      cacheName: nil)
    let error = #expect(throws: NSError.self) { try controller.performFetch() }
    #expect(error?.code == 134060)
    #expect(
      error?.userInfo["reason"] as? String
        == "The fetched object at index 2 has an out of order section name 'Work. Objects must be sorted by section name'"
    )
    #expect(controller.fetchedObjects == nil)
  }

  @Test(.rule("C-275")) func `a change against the order of sections keeps results and reports correct`()
    throws
  {
    let shelf = try Shelf()
    let (work, _) = shelf.category("Work", notes: "a", "b")
    let (_, home) = shelf.category("Home", notes: "c")
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf, sections: "category.name", sort: "name")
    let late = shelf.insert("Note", "d")
    late.setValue(work, forKey: "category")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == ["will change [a b c]", "insert d – → 0.2", "did change [a b d c]"])
    #expect(Self.rows(controller) == ["Work: a b d", "Home: c"])
    shelf.context.delete(late)
    home[0].setValue("text", forKey: "body")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == [
        "will change [a b - c]", "delete - 0.2 → –", "update c 1.0 → 1.0", "did change [a b c]",
      ])
  }

  // MARK: Other contexts

  @Test(.rule("C-149"), .rule("C-262"))
  func `changes saved by a background context are merged and reported`() throws {
    let shelf = try Shelf()
    let notes = ["a", "b", "c"].map { shelf.insert("Note", $0) }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    shelf.context.automaticallyMergesChangesFromParent = true
    let other = shelf.another()
    let theirs = try notes.map { try other.existingObject(with: $0.objectID) }
    theirs[0].setValue("d", forKey: "name")
    theirs[1].setValue("text", forKey: "body")
    other.delete(theirs[2])
    _ = shelf.insert("Note", "bb", into: other)
    try other.save()
    #expect(
      log.take() == [
        "will change [d b -]", "delete - 0.2 → –", "insert bb – → 0.1", "move d 0.0 → 0.2",
        "update b 0.1 → 0.0", "did change [b bb d]",
      ])
    _ = controller
  }

  @Test(.rule("C-263")) func `refreshed and rolled-back objects are evaluated again`() throws {
    let shelf = try Shelf()
    let notes = ["a", "b"].map { shelf.insert("Note", $0) }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    notes[0].setValue("z", forKey: "name")
    shelf.context.delete(notes[1])
    _ = shelf.insert("Note", "x")
    shelf.context.processPendingChanges()
    #expect(
      log.take() == [
        "will change [z b]", "delete b 0.1 → –", "insert x – → 0.0", "move z 0.0 → 0.1", "did change [x z]",
      ])
    shelf.context.rollback()
    #expect(
      log.take() == [
        "will change [- a]", "delete - 0.0 → –", "insert b – → 0.1", "update a 0.1 → 0.0", "did change [a b]",
      ])
    shelf.context.refresh(notes[0], mergeChanges: false)
    shelf.context.processPendingChanges()
    #expect(log.take() == ["will change [a b]", "update a 0.0 → 0.0", "did change [a b]"])
    _ = controller
  }

  @Test(.rule("C-277")) func `a reset is not reported; the next fetch has the current results`() throws {
    let shelf = try Shelf()
    _ = ["a", "b"].map { shelf.insert("Note", $0) }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    shelf.context.reset()
    #expect(log.take() == [])
    try controller.performFetch()
    #expect(Self.rows(controller) == [": a b"])
    _ = shelf.insert("Note", "c")
    shelf.context.processPendingChanges()
    #expect(log.take() == ["will change [a b]", "insert c – → 0.2", "did change [a b c]"])
  }

  // MARK: Modes

  @Test(.rule("C-260")) func `with a delegate, results follow changes after the first fetch`()
    throws
  {
    let shelf = try Shelf()
    _ = shelf.insert("Note", "a")
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    controller.delegate = nil
    _ = shelf.insert("Note", "b")
    shelf.context.processPendingChanges()
    #expect(Self.rows(controller) == [": a"])
    controller.delegate = log
    _ = shelf.insert("Note", "c")
    shelf.context.processPendingChanges()
    #expect(log.take() == ["will change [a]", "insert c – → 0.1", "did change [a c]"])

    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let late = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: nil, cacheName: nil)
    late.delegate = log
    _ = shelf.insert("Note", "d")
    shelf.context.processPendingChanges()
    #expect(late.fetchedObjects == nil)
    #expect(late.sections == nil)
    try late.performFetch()
    #expect(late.fetchedObjects?.map(\.called) == ["a", "b", "c", "d"])
  }

  @Test(.rule("C-261")) func `a request without sort descriptors stops the app`() async {
    await #expect(processExitsWith: .failure) {
      let shelf = try Shelf()
      _ = NSFetchedResultsController(
        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Note"),
        managedObjectContext: shelf.context, sectionNameKeyPath: nil, cacheName: nil)
    }
  }

  @Test(.rule("C-267")) func `index titles come from names, from the delegate, or from a subclass`() throws {
    let shelf = try Shelf()
    for name in ["home", "house", "Work"] { _ = shelf.category(name, notes: name) }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf, sections: "category.name", sort: "category.name")
    #expect(controller.sectionIndexTitles == ["W", "H"])
    #expect(controller.section(forSectionIndexTitle: "H", at: 1) == 1)
    #expect(controller.sections?.map(\.indexTitle) == ["W", "H", "H"])
    let titles = TitleLog()
    controller.delegate = titles
    #expect(controller.sectionIndexTitles == ["4", "5"])
    controller.delegate = log
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "category.name", ascending: true)]
    let own = TitledController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: "category.name",
      cacheName: nil)
    try own.performFetch()
    #expect(own.sectionIndexTitles == ["<Work>", "<home>", "<house>"])
  }

  @Test(.rule("C-269")) func `a cached request must not be changed before its cache is deleted`() async {
    await #expect(processExitsWith: .failure) {
      let shelf = try Shelf()
      let controller = try cachedController(shelf)
      controller.fetchRequest.predicate = NSPredicate(format: "stars > 3")
      try controller.performFetch()
    }
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf()
      let controller = try cachedController(shelf)
      try controller.performFetch()
      controller.fetchRequest.predicate = NSPredicate(format: "stars > 3")
      NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "Notes")
      try controller.performFetch()
      if controller.fetchedObjects?.isEmpty != true { fatalError("the predicate is not used") }
    }
  }

  @Test(.rule("C-263")) func `the predicate and the order of a request may change between fetches`() throws {
    let shelf = try Shelf()
    for (index, name) in ["a", "b", "c"].enumerated() {
      shelf.insert("Note", name).setValue(index, forKey: "stars")
    }
    try shelf.context.save()
    let (controller, log) = try Self.controller(shelf)
    controller.fetchRequest.predicate = NSPredicate(format: "stars > 0")
    controller.fetchRequest.sortDescriptors = [NSSortDescriptor(key: "stars", ascending: false)]
    try controller.performFetch()
    #expect(Self.rows(controller) == [": c b"])
    shelf.insert("Note", "d").setValue(9, forKey: "stars")
    shelf.context.processPendingChanges()
    #expect(log.take() == ["will change [c b]", "insert d – → 0.0", "did change [d c b]"])
  }

  @Test(.rule("C-263")) func `results of subclasses, batches, and a delegate with a different type`() throws {
    let shelf = try Shelf { $0.noteClass = "CoreDataTests.PlainNote" }
    for name in ["a", "b", "c", "d", "e"] { _ = shelf.insert("Note", name) }
    try shelf.context.save()
    shelf.context.reset()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.fetchBatchSize = 2
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: nil, cacheName: nil)
    let log = ResultsLog()
    controller.delegate = log
    try controller.performFetch()
    #expect(controller.object(at: IndexPath(indexes: [0, 3])).called == "d")
    #expect(controller.indexPath(forObject: controller.object(at: IndexPath(indexes: [0, 4])))?[1] == 4)
    #expect(controller.sections?[0].numberOfObjects == 5)
    shelf.context.delete(controller.object(at: IndexPath(indexes: [0, 0])))
    shelf.context.processPendingChanges()
    #expect(log.take() == ["will change [a b c d e]", "delete a 0.0 → –", "did change [b c d e]"])
    #expect(log.controllers.allSatisfy { $0 == controller })
  }

  // MARK: Snapshots

  @Test(.rule("C-268"), .rule("C-278"))
  func `a snapshot delegate gets a snapshot for the fetch and each change, and no other calls`() throws {
    let shelf = try Shelf()
    let (work, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = ["category.name", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: "category.name",
      cacheName: nil)
    let log = SnapshotLog(shelf.context)
    controller.delegate = log
    try controller.performFetch()
    #expect(log.take() == ["Work: a b"])
    notes[1].setValue("text", forKey: "body")
    let home = shelf.insert("Category", "Home")
    shelf.insert("Note", "c").setValue(home, forKey: "category")
    shelf.context.processPendingChanges()
    #expect(log.take() == ["Home: c | Work: a b; reloaded b"])
    shelf.context.delete(work)
    shelf.context.processPendingChanges()
    #expect(log.take() == [": a b | Home: c"])
  }

  @Test(.rule("C-268"))
  func `a difference delegate gets the differences of results without sections`() throws {
    let shelf = try Shelf()
    let notes = ["a", "b", "c"].map { shelf.insert("Note", $0) }
    try shelf.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: nil, cacheName: nil)
    let log = DifferenceLog()
    controller.delegate = log
    try controller.performFetch()
    let before = notes.map(\.objectID)
    #expect(log.differences.isEmpty)
    notes[0].setValue("d", forKey: "name")
    shelf.context.delete(notes[1])
    shelf.context.processPendingChanges()
    let difference = try #require(log.differences.first)
    #expect(before.applying(difference) == [notes[2].objectID, notes[0].objectID])
    #expect(log.others == [])
  }
}

extension FetchedResultsTests {
  /// A controller of notes after its first fetch, and the log of its delegate.
  fileprivate static func controller(
    _ shelf: Shelf, sections: String? = nil, sort: String...,
    with change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> (NSFetchedResultsController<NSManagedObject>, ResultsLog) {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
    request.sortDescriptors = (sort.isEmpty ? ["name"] : sort).map {
      NSSortDescriptor(key: $0, ascending: true)
    }
    change(request)
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: sections, cacheName: nil
    )
    let log = ResultsLog()
    controller.delegate = log
    try controller.performFetch()
    return (controller, log)
  }

  fileprivate static func rows(_ controller: NSFetchedResultsController<NSManagedObject>) -> [String] {
    (controller.sections ?? []).map { section in
      "\(section.name): "
        + (section.objects ?? []).map { ($0 as? NSManagedObject)?.called ?? "?" }.joined(separator: " ")
    }
  }
}

private func cachedController(_ shelf: Shelf) throws -> NSFetchedResultsController<NSManagedObject> {
  let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  let controller = NSFetchedResultsController(
    fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: nil, cacheName: "Notes")
  try controller.performFetch()
  return controller
}

/// An empty subclass of NSManagedObject.
final class PlainNote: NSManagedObject {
  nonisolated override class var _carobNewManaged:
    (@MainActor @Sendable (NSEntityDescription, NSManagedObjectContext?) -> NSManagedObject)?
  { { PlainNote(entity: $0, insertInto: $1) } }
}

private final class TitledController: NSFetchedResultsController<NSManagedObject> {
  override func sectionIndexTitle(forSectionName sectionName: String) -> String? { "<\(sectionName)>" }
}

/// Records the delegate calls of a fetched-results controller.
private class ResultsLog: NSObject, NSFetchedResultsControllerDelegate {
  private var lines: [String] = []
  private(set) var controllers: [NSFetchedResultsController<any NSFetchRequestResult>] = []

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  private func text(_ path: IndexPath?) -> String { path.map { "\($0[0]).\($0[1])" } ?? "–" }
  private func text(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) -> String {
    let objects = (controller.fetchedObjects ?? []).map { $0 as? NSManagedObject }
    return "[\(objects.map { $0.map(Self.title) ?? "?" }.joined(separator: " "))]"
  }
  /// The name; `-` for an object without a context.
  private static func title(_ object: NSManagedObject) -> String {
    object.managedObjectContext == nil ? "-" : object.called
  }

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    controllers.append(controller)
    lines.append("will change \(text(controller))")
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) { lines.append("section \(sectionInfo.name) \(type == .insert ? "insert" : "delete") \(sectionIndex)") }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let object = anObject as? NSManagedObject
    lines.append("\(type) \(object.map(Self.title) ?? "?") \(text(indexPath)) → \(text(newIndexPath))")
  }
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    lines.append("did change \(text(controller))")
  }
}

private final class TitleLog: NSObject, NSFetchedResultsControllerDelegate {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "controller:sectionIndexTitleForSectionName:", "controller(_:sectionIndexTitleForSectionName:)",
        2)
    ]
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { "\(sectionName.count)" }
}

private final class SnapshotLog: NSObject, NSFetchedResultsControllerDelegate {
  private let context: NSManagedObjectContext
  private var lines: [String] = []
  init(_ context: NSManagedObjectContext) {
    self.context = context
    super.init()
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(has: "controller:didChangeContentWithSnapshot:", "controller(_:didChangeContentWith:)", 2)]
  }
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
  private func title(_ id: Any) -> String {
    (id as? NSManagedObjectID).map { context.object(with: $0).called } ?? "?"
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    let sections = snapshot.sectionIdentifiers.map { section in
      "\(section): "
        + snapshot.itemIdentifiersInSection(withIdentifier: section).map(title).joined(separator: " ")
    }
    let reloaded = snapshot.reloadedItemIdentifiers.map(title)
    lines.append(
      sections.joined(separator: " | ")
        + (reloaded.isEmpty ? "" : "; reloaded \(reloaded.joined(separator: " "))"))
  }
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    lines.append("will change")
  }
  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    lines.append("did change")
  }
}

private final class DifferenceLog: NSObject, NSFetchedResultsControllerDelegate {
  var differences: [CollectionDifference<NSManagedObjectID>] = []
  var others: [String] = []
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(has: "controller:didChangeContentWithSnapshot:", "controller(_:didChangeContentWith:)", 2)]
  }
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) { differences.append(diff) }
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    others.append("will change")
  }
}
