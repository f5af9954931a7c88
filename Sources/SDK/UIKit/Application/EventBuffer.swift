import CarobFoundation
import DeviceProtocol
import Glibc

/// What waits to be sent to the device. It lies in memory that the device shares, so that it arrives however the app ends.
///
/// Any thread appends. What the main thread appends is sent with the turn's commit. What another thread appends is sent at
/// once in real time; in virtual time the device takes it when the app next stands still.
final class EventBuffer: JournalSink, @unchecked Sendable {
  // @unchecked because the lock guards all state.
  static let shared = EventBuffer()

  private let lock = NSLock()
  private var descriptor: Int32 = -1
  private var memory: EventMemory?
  /// Nobody takes away what threads in the background recorded.
  private var sendsFromAnyThread = false
  /// More than this is sent before the turn ends.
  private let patience = 1 << 18

  /// Answers whether the device has shared its memory, without which nothing can be sent.
  func open(_ descriptor: Int32) -> Bool {
    guard let text = getenv("CAROB_EVENTS_FD"), let number = Int32(String(cString: text)) else {
      return false
    }
    let mapped = mmap(nil, EventMemory.length, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
    guard let mapped, mapped != MAP_FAILED else { return false }
    close(number)
    self.descriptor = descriptor
    memory = EventMemory(base: mapped)
    sendsFromAnyThread = !VirtualTime.isAskedFor
    return true
  }

  func append(_ message: [UInt8]) {
    lock.lock()
    defer { lock.unlock() }
    guard let memory else { return }
    message.withUnsafeBytes { bytes in
      if !memory.fits(bytes.count) { memory.drain(send) }
      if bytes.count > EventMemory.capacity {
        send(bytes)
        memory.passedBy(bytes.count)
      } else {
        memory.append(bytes)
      }
    }
    if memory.count > patience || (sendsFromAnyThread && !MainQueue.isMainThread) { memory.drain(send) }
  }

  func flush() {
    lock.lock()
    memory?.drain(send)
    lock.unlock()
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count {
      // OPTIMIZATION: the time layer asks before a write whether it would block; sending says so by itself.
      let count = Glibc.send(
        descriptor, bytes.baseAddress!.advanced(by: done), bytes.count - done, Int32(MSG_NOSIGNAL))
      if count < 0 {
        if errno == EINTR { continue }
        Self.connectionIsLost()
      }
      done += count
    }
  }

  /// Sending or receiving failed, as `errno` says: the device has ended, and with it the app; or the app itself has closed
  /// the descriptor, which must not look like an end in order.
  static func connectionIsLost() -> Never {
    guard errno == EBADF || errno == ENOTSOCK else { exit(0) }
    let text = "carob: the app closed the descriptor over which the device talks to it; it cannot go on\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    _exit(70)
  }

  func record(_ event: borrowing JournalEvent) {
    // OPTIMIZATION: what an event mostly needs; the array would grow five times.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(224)
    AppMessage.event(
      TraceEvent(
        id: event.id, time: event.time, cause: event.cause, category: event.category.rawValue,
        mechanism: event.mechanism.rawValue, name: event.name, receiver: event.receiver,
        sender: event.sender,
        outcome: event.outcome, why: event.why, site: event.site, thread: event.thread, mode: event.mode,
        detail: event.detail)
    ).encode(into: &bytes)
    append(bytes)
  }

  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {
    append(AppMessage.answer(event: id, text: answer, milliseconds: milliseconds).encoded())
  }
}
