import CarobRuntime
import Glibc
import RuntimeTestSupport
import Testing

/// What translated methods of an app's own delegate protocols record. Each recording runs in a process of its own, because a
/// process has one journal.
struct DelegateEventTests {
  @Test func `a message is an event, and the cause of what happens while it is handled`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
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

  @Test func `the answer of a query is recorded, optionals unwrapped`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
        _ = List().rows()
        _ = List().title(1)
        _ = List().title(0)
      }
      #expect(
        lines == [
          "1 dataSource query rows() to List at List.swift:8 → 3",
          "2 dataSource query title(_:) to List at List.swift:9 → first",
          "3 dataSource query title(_:) to List at List.swift:9 → nil",
        ])
    }
  }

  @Test func `an override that calls super is one message, a call of another object two`() async {
    await #expect(processExitsWith: .success) {
      let lines = JournalRecorder.lines {
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

  @Test func `the thread-specific data of others are unchanged while a message is delivered`() async {
    await #expect(processExitsWith: .success) {
      // All keys below a new one are in use.
      var new = pthread_key_t()
      try #require(pthread_key_create(&new, nil) == 0)
      let before = (0..<new).map { pthread_getspecific($0) }
      Journal.start(JournalRecorder.ignoringEverything())
      let delivery = _carobEnter(.delegate, "rows()", List(), "List.swift:8")
      #expect(delivery != nil)
      let during = (0..<new).map { pthread_getspecific($0) }
      _carobLeave(delivery)
      #expect(during == before)
    }
  }

  @Test func `an async method is recorded and is not a cause`() async {
    await #expect(processExitsWith: .success) {
      let recorder = JournalRecorder()
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

  @Test func `without a sink no delivery is created`() {
    #expect(_carobEnter(.delegate, "f()", List(), "List.swift:1") == nil)
    #expect(List().rows() == 3)
  }
}

private final class Picker {
  func pick(_ list: List) { list.picker(self, didPick: 1) }
}

/// As the translator writes it.
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
