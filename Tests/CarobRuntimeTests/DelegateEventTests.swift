import CarobRuntime
import Synchronization
import Testing

/// What translated methods of an app's own delegate protocols write into the trace. A process has one journal, so that each
/// recording has a process of its own.
struct DelegateEventTests {
  @Test func `a message is an event, the cause of what happens while it is handled, and no longer`() async {
    await #expect(processExitsWith: .success) {
      let lines = recording {
        let list = List()
        Picker().pick(list)
        Journal.note(.action, "later", outcome: "handled", why: nil)
      }
      #expect(
        lines == [
          "1 delegate functional picker(_:didPick:) to List from Picker at List.swift:3",
          "2 action functional inside, because of 1",
          "3 action functional later",
        ])
    }
  }

  @Test func `what a query is answered is noted, optionals without their wrapping`() async {
    await #expect(processExitsWith: .success) {
      let lines = recording {
        _ = List().rows()
        _ = List().title(1)
        _ = List().title(0)
      }
      #expect(
        lines == [
          "1 dataSource query rows() to List at List.swift:8", "1 → 3",
          "2 dataSource query title(_:) to List at List.swift:9", "2 → first",
          "3 dataSource query title(_:) to List at List.swift:9", "3 → nil",
        ])
    }
  }

  @Test func `an override that calls super is one message, a call of another object two`() async {
    await #expect(processExitsWith: .success) {
      let lines = recording {
        Picker().pick(WideList())
        let forwarding = ForwardingList()
        Picker().pick(forwarding)
      }
      #expect(
        lines == [
          "1 delegate functional picker(_:didPick:) to WideList from Picker at Wide.swift:3",
          "2 action functional inside, because of 1",
          "3 delegate functional picker(_:didPick:) to ForwardingList from Picker at Forwarding.swift:4",
          "4 delegate functional picker(_:didPick:) to List from Picker at List.swift:3, because of 3",
          "5 action functional inside, because of 4",
          "6 action functional after, because of 3",
        ])
    }
  }

  @Test func `an async method is noted and is nothing's cause`() async {
    await #expect(processExitsWith: .success) {
      let recorder = Recorder()
      Journal.start(recorder)
      await List().save()
      Journal.stop()
      #expect(
        recorder.lines == [
          "1 delegate functional save() to List at List.swift:12", "2 action functional saved",
        ]
      )
    }
  }

  @Test func `with nobody listening nothing is made`() {
    #expect(_carobEnter(.delegate, "f()", List(), "List.swift:1") == nil)
    #expect(List().rows() == 3)
  }
}

private func recording(_ body: () -> Void) -> [String] {
  let recorder = Recorder()
  Journal.start(recorder)
  body()
  Journal.stop()
  return recorder.lines
}

private final class Picker {
  func pick(_ list: List) { list.picker(self, didPick: 1) }
}

/// As the translator would have written it.
private class List {
  func picker(_ picker: Picker, didPick color: Int) {
    let _carobEvent = _carobEnter(.delegate, "picker(_:didPick:)", self, from: picker, "List.swift:3")
    defer { _carobLeave(_carobEvent) }
    Journal.note(.action, "inside", outcome: "handled", why: nil)
  }
  func rows() -> Int {
    let _carobEvent = _carobEnter(.dataSource, "rows()", self, "List.swift:8")
    defer { _carobLeave(_carobEvent) }
    return 1 + 2 ⇠⇠ _carobEvent
  }
  func title(_ row: Int) -> String? {
    let _carobEvent = _carobEnter(.dataSource, "title(_:)", self, "List.swift:9")
    defer { _carobLeave(_carobEvent) }
    return row > 0 ? "first" : nil ⇠⇠ _carobEvent
  }
  func save() async {
    _carobReceived(.delegate, "save()", self, "List.swift:12")
    Journal.note(.action, "saved", outcome: "handled", why: nil)
  }
}

private final class WideList: List {
  override func picker(_ picker: Picker, didPick color: Int) {
    let _carobEvent = _carobEnter(.delegate, "picker(_:didPick:)", self, from: picker, "Wide.swift:3")
    defer { _carobLeave(_carobEvent) }
    super.picker(picker, didPick: color)
  }
}

private final class ForwardingList: List {
  private let other = List()
  override func picker(_ picker: Picker, didPick color: Int) {
    let _carobEvent = _carobEnter(.delegate, "picker(_:didPick:)", self, from: picker, "Forwarding.swift:4")
    defer { _carobLeave(_carobEvent) }
    other.picker(picker, didPick: color)
    Journal.note(.action, "after", outcome: "handled", why: nil)
  }
}

/// Events and answers as text, numbered from 1.
private final class Recorder: JournalSink {
  private struct State {
    /// What the event before the first has.
    var base: UInt64?
    var lines: [String] = []
  }
  private let state = Mutex(State())
  var lines: [String] { state.withLock { $0.lines } }

  func record(_ event: borrowing JournalEvent) {
    state.withLock { state in
      let base = state.base ?? event.id - 1
      state.base = base
      var line =
        "\(event.id - base) \(event.mechanism.rawValue) \(event.category.rawValue) \(event.name)"
      if let receiver = event.receiver { line += " to \(receiver)" }
      if let sender = event.sender { line += " from \(sender)" }
      if let site = event.site { line += " at \(site)" }
      if event.cause > 0 { line += ", because of \(event.cause - base)" }
      state.lines.append(line)
    }
  }

  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {
    state.withLock { $0.lines.append("\(id - ($0.base ?? 0)) → \(answer ?? "?")") }
  }
}
