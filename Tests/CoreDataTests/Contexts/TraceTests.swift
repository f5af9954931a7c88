import CarobRuntime
import CoreData
import RuleTrait
import Synchronization
import Testing

/// The trace's lines of managed objects, in processes of their own because a recording is the process's.
@Suite struct TraceTests {
  @Test(.rule("C-13", "M-120"))
  func `the trace says why a delete was denied`() async throws {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf { $0.rule = .denyDeleteRule }
      let (category, _) = shelf.category("Work", notes: "a")
      try shelf.context.save()
      let recorder = Recorder()
      Journal.start(recorder)
      shelf.context.delete(category)
      #expect(throws: (any Error).self) { try shelf.context.save() }
      Journal.stop()
      expect(
        recorder.lines,
        [
          "coredata delete Category", "coredata save",
          "warning cannot delete Category: notes is not empty (1 object of Note would remain; rule Deny); delete or move "
            + "them first, or call rollback() or undo()",
          "coredata validateForDelete() Category.notes refused: cannot delete Category: notes is not empty, and its rule is "
            + "Deny [code: 1600, key: notes]",
        ])
    }
  }

  @Test(.rule("C-10", "C-15", "M-118"))
  func `the trace has propagation, changes and dangling references`() async throws {
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf()
      let (category, notes) = shelf.category("Work", notes: "a", "b")
      try shelf.context.save()
      let recorder = Recorder()
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
          "coredata save",
        ])
    }
    await #expect(processExitsWith: .success) {
      let shelf = try Shelf { $0.rule = .noActionDeleteRule }
      let (category, notes) = shelf.category("Work", notes: "a")
      try shelf.context.save()
      let recorder = Recorder()
      Journal.start(recorder)
      shelf.context.delete(category)
      try shelf.context.save()
      Journal.stop()
      expect(
        recorder.lines,
        [
          "coredata delete Category", "coredata save",
          "warning Note.category still points at a deleted Category (1 of them); rule No Action requires fixing the inverse "
            + "yourself",
        ])
      withExtendedLifetime(notes) {}
    }
  }
}

/// Fails the process with what differs.
private func expect(_ lines: [String], _ wanted: [String]) {
  if lines != wanted { fatalError("the trace is\n\(lines.joined(separator: "\n"))") }
}

private final class Recorder: JournalSink {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock { $0 } }

  func record(_ event: borrowing JournalEvent) {
    if event.mechanism == .notification { return }
    var line = "\(event.mechanism.rawValue) \(event.name)"
    if event.outcome != "handled" { line += " \(event.outcome): \(event.why ?? "")" }
    let detail = event.detail.filter { $0.key != "rule" }
    if !detail.isEmpty { line += " [\(detail.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]" }
    state.withLock { $0.append(line) }
  }

  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {}
}
