import CoreData
import TestSupport
import Testing

/// Notifications that observers of a context's changes get.
@Suite struct ChangeObservationTests {
  @Test(.rule("C-280")) func `hasChanges can be observed`() throws {
    let shelf = try Shelf()
    let note = shelf.insert("Note", "a")
    try shelf.context.save()
    let log = ValueLog()
    shelf.context.addObserver(log, forKeyPath: "hasChanges", options: [.old, .new], context: nil)
    note.setValue("b", forKey: "name")
    note.setValue("c", forKey: "name")
    #expect(log.take() == ["0 → 1"])
    try shelf.context.save()
    #expect(log.take() == ["1 → 0"])
    _ = shelf.insert("Note", "d")
    #expect(log.take() == ["0 → 1"])
    shelf.context.rollback()
    #expect(log.take() == ["1 → 0"])
    shelf.context.delete(note)
    #expect(log.take() == ["0 → 1"])
    shelf.context.reset()
    #expect(log.take() == ["1 → 0"])
    shelf.context.removeObserver(log, forKeyPath: "hasChanges")
  }

  @Test(.rule("C-64"))
  func `an observer of the notification can ask for the changes of the posted event`() throws {
    let shelf = try Shelf()
    let (category, notes) = shelf.category("Work", notes: "a", "b")
    try shelf.context.save()
    let log = EventLog(category, notes)
    NotificationCenter.default.addObserver(
      log, selector: Selector("changed"), name: .NSManagedObjectContextObjectsDidChange, object: shelf.context
    )
    notes[0].setValue("y", forKey: "name")
    notes[1].setValue(nil, forKey: "category")
    shelf.context.processPendingChanges()
    #expect(log.take() == ["Work: notes was b y", "y: name was a", "b: body was <null>"])
    log.note(notes[0])
    #expect(log.take() == ["y: "])
    shelf.context.processPendingChanges()
    #expect(log.take() == ["Work: ", "y: "])
    NotificationCenter.default.removeObserver(log)
  }
}

/// Reads the objects' changes of the event on each change notification.
private final class EventLog: NSObject {
  private let category: NSManagedObject
  private let notes: [NSManagedObject]
  private var lines: [String] = []
  init(_ category: NSManagedObject, _ notes: [NSManagedObject]) {
    self.category = category
    self.notes = notes
    super.init()
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init("changed", "changed()", 0) { log, _, _, _ in unsafeDowncast(log, to: EventLog.self).changed() }]
  }
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
  private func changed() {
    note(category)
    note(notes[0])
    // A change made by the observer is another event.
    if notes[1].managedObjectContext != nil, !notes[1].isDeleted, notes[1].value(forKey: "body") == nil {
      notes[1].setValue("text", forKey: "body")
      note(notes[1])
    }
  }
  func note(_ object: NSManagedObject) {
    let changes = object.changedValuesForCurrentEvent()
    let parts = changes.sorted { $0.key < $1.key }.map { key, value in
      "\(key) was \((value as? NSSet).map { names($0).joined(separator: " ") } ?? value)"
    }
    lines.append("\(object.called): \(parts.joined(separator: ", "))")
  }
}

private final class ValueLog: NSObject {
  private var lines: [String] = []
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) { lines.append("\(change?[.oldKey] ?? "-") → \(change?[.newKey] ?? "-")") }
}
