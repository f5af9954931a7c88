import CarobRuntime
import Synchronization

/// Records the journal as lines of text: one for each event, to which its answer is appended.
///
/// A process has one journal, so a test that records runs in a process of its own (an exit test).
package final class JournalRecorder: JournalSink {
  /// Returns an event's line, or nil to skip it. `number` counts ids from the first event that was recorded.
  package typealias Format =
    @Sendable (
      _ event: borrowing JournalEvent, _ number: (UInt64) -> UInt64
    ) -> String?

  private struct State {
    /// The id before the first event's.
    var base: UInt64?
    var lines: [(id: UInt64, text: String)] = []
  }
  private let state = Mutex(State())
  private let format: Format

  package init(_ format: @escaping Format = JournalRecorder.everything) { self.format = format }

  /// A recorder that keeps nothing, for tests that only need recording to be on.
  package static func ignoringEverything() -> JournalRecorder { JournalRecorder { _, _ in nil } }

  package var lines: [String] { state.withLock { $0.lines.map(\.text) } }

  /// Records while `body` runs; returns the lines.
  package static func lines(
    internalEvents: Bool = false, timings: Bool = false, _ format: @escaping Format = everything,
    of body: () throws -> Void
  ) rethrows -> [String] {
    let recorder = JournalRecorder(format)
    Journal.start(recorder, internalEvents: internalEvents, timings: timings)
    defer { Journal.stop() }
    try body()
    return recorder.lines
  }

  package func record(_ event: borrowing JournalEvent) {
    let id = event.id
    let base = state.withLock { state in
      let base = state.base ?? id - 1
      state.base = base
      return base
    }
    guard let text = format(event, { $0 - base }) else { return }
    state.withLock { $0.lines.append((id, text)) }
  }

  package func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {
    state.withLock { state in
      guard let place = state.lines.lastIndex(where: { $0.id == id }) else { return }
      if let answer { state.lines[place].text += " → \(answer)" }
      if let milliseconds {
        state.lines[place].text += milliseconds >= 0 ? " (timed)" : " (\(milliseconds) ms)"
      }
    }
  }

  /// Everything that an event says, except its time and its thread (which in an exit test is rarely the main one).
  package static let everything: Format = { event, number in
    var line = "\(number(event.id)) \(event.mechanism.rawValue) \(event.category.rawValue) \(event.name)"
    if let receiver = event.receiver { line += " to \(receiver)" }
    if let sender = event.sender { line += " from \(sender)" }
    if let site = event.site { line += " at \(site)" }
    if let mode = event.mode { line += " in \(mode)" }
    if !event.detail.isEmpty {
      line += " [\(event.detail.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
    }
    if event.outcome != "handled" { line += " \(event.outcome)" }
    if let why = event.why { line += ": \(why)" }
    if event.cause > 0 { line += ", because of \(number(event.cause))" }
    return line
  }
}
