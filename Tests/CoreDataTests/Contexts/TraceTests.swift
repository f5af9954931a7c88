import CarobRuntime
import CoreData
import RuntimeTestSupport
import TestSupport
import Testing

/// Trace lines of managed objects. Each test runs in its own process, because a recording covers the whole
/// process.
@Suite struct TraceTests {
  @Test(.rule("C-13", "M-120"))
  func `the trace explains why a deletion was denied`() async throws {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf { $0.rule = .denyDeleteRule }
      let (category, _) = shelf.category("Work", notes: "a")
      try shelf.context.save()
      let recorder = JournalRecorder(eventFormat)
      Journal.start(recorder)
      shelf.context.delete(category)
      #expect(throws: (any Error).self) { try shelf.context.save() }
      Journal.stop()
      expect(
        recorder.lines,
        [
          "coredata delete Category",
          "coredata save [deleted: 1] → refused: Items cannot be deleted from notes.",
          "warning cannot delete Category: notes is not empty (1 object of Note would remain; rule Deny); delete or move "
            + "them first, or call rollback() or undo()",
          "coredata validateForDelete() Category.notes refused: cannot delete Category: notes is not empty, and its rule is "
            + "Deny [code: 1600, key: notes]",
        ])
    }
  }

  @Test(.rule("C-291"))
  func `the trace line of a save says that it was refused, and the number of reasons`() async {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf { $0.isCategoryOptional = false }
      for name in ["a", "b"] { _ = shelf.insert("Note", name) }
      let recorder = JournalRecorder(eventFormat)
      Journal.start(recorder)
      #expect(throws: (any Error).self) { try shelf.context.save() }
      Journal.stop()
      let refusal =
        "coredata validateForInsert() Note.category refused: category is a required value. [code: 1570, key: category]"
      expect(
        recorder.lines,
        [
          "coredata save [inserted: 2] → refused: Multiple validation errors occurred. (2)", refusal, refusal,
        ])
    }
  }

  @Test(.rule("C-10", "C-15", "M-118"))
  func `the trace contains propagation, changes and dangling references`() async throws {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf()
      let (category, notes) = shelf.category("Work", notes: "a", "b")
      try shelf.context.save()
      let recorder = JournalRecorder(eventFormat)
      Journal.start(recorder)
      _ = shelf.insert("Tag")
      notes[0].setValue("c", forKey: "name")
      shelf.context.delete(category)
      try shelf.context.save()
      Journal.stop()
      expect(
        recorder.lines,
        [
          "coredata insert Tag", "coredata delete Category", "coredata nullify Category.notes [objects: 2]",
          "coredata update Note [keys: category, name]", "coredata update Note [keys: category]",
          "coredata save [inserted: 1, updated: 2, deleted: 1]",
        ])
    }
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf { $0.rule = .noActionDeleteRule }
      let (category, notes) = shelf.category("Work", notes: "a")
      try shelf.context.save()
      let recorder = JournalRecorder(eventFormat)
      Journal.start(recorder)
      shelf.context.delete(category)
      try shelf.context.save()
      Journal.stop()
      expect(
        recorder.lines,
        [
          "coredata delete Category", "coredata save [deleted: 1]",
          "warning Note.category still points at a deleted Category (1 of them); rule No Action requires fixing the inverse "
            + "yourself",
        ])
      withExtendedLifetime(notes) {}
    }
  }
}

extension TraceTests {
  @Test(.rule("C-287"))
  func `the trace contains stores, queued blocks, batch requests and results controllers' reports`() async {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf()
      for name in ["a", "b"] { _ = shelf.insert("Note", name) }
      try shelf.context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: shelf.context, sectionNameKeyPath: "name", cacheName: nil
      )
      let delegate = ResultsDelegate()
      controller.delegate = delegate
      try controller.performFetch()
      let note = try shelf.context.fetch(request)[0]
      let recorder = JournalRecorder(eventFormat)
      Journal.start(recorder)
      _ = try shelf.coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
      note.setValue("c", forKey: "name")
      try shelf.context.save()
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = shelf.coordinator
      other.name = "import"
      try await other.perform {
        let insert = NSBatchInsertRequest(entityName: "Tag", objects: [["name": "x"], ["name": "y"]])
        _ = try other.execute(insert)
        let update = NSBatchUpdateRequest(entityName: "Tag")
        update.propertiesToUpdate = ["name": "z"]
        _ = try other.execute(update)
        _ = try other.execute(
          NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")))
      }
      Journal.stop()
      expect(
        recorder.lines,
        [
          "coredata open store [type: InMemory, file: none]", "coredata update Note [keys: name]",
          "delegate controller(_:didChange:atSectionIndex:for:) [change: delete, section: 0, name: a]",
          "delegate controller(_:didChange:atSectionIndex:for:) [change: insert, section: 1, name: c]",
          "delegate controller(_:didChange:at:for:newIndexPath:) [change: move, at: 0.0, to: 1.0]",
          "coredata save [updated: 1]", "coredata perform {} [context: import]",
          "coredata batch insert Tag [rows: 2]", "coredata batch update Tag [rows: 2]",
          "coredata batch delete Tag [rows: 2]",
        ])
      withExtendedLifetime(controller) {}
    }
  }
}

private final class ResultsDelegate: NSObject, NSFetchedResultsControllerDelegate {
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "controller:didChangeSection:atIndex:forChangeType:",
        "controller(_:didChange:atSectionIndex:for:)", 4),
      .init(
        has: "controller:didChangeObject:atIndexPath:forChangeType:newIndexPath:",
        "controller(_:didChange:at:for:newIndexPath:)", 5),
    ]
  }
}

/// Fails the process with the difference.
private func expect(_ lines: [String], _ wanted: [String]) {
  if lines != wanted { fatalError("the trace is\n\(lines.joined(separator: "\n"))") }
}

private let eventFormat: JournalRecorder.Format = { event, _ in
  // NB: the SDK's queues are in the trace only if the SDK has debug information.
  if event.mechanism == .notification || event.mechanism == .dispatch { return nil }
  var line = "\(event.mechanism.rawValue) \(event.name)"
  if event.outcome != "handled" { line += " \(event.outcome): \(event.why ?? "")" }
  let detail = event.detail.filter { $0.key != "rule" }
  if !detail.isEmpty { line += " [\(detail.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]" }
  return line
}
