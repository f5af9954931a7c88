import CarobFoundation
import DeviceProtocol
import Glibc

/// Messages waiting to be sent to the device, in memory shared with the device so that none are lost when the
/// app crashes.
///
/// Any thread can append. Messages from the main thread are sent with the turn's commit. Messages from other
/// threads are sent immediately in real time; in virtual time the device reads them when the app next becomes
/// idle.
final class EventBuffer: JournalSink, @unchecked Sendable {
  // @unchecked because the lock guards all state.
  static let shared = EventBuffer()

  private let lock = NSLock()
  private var descriptor: Int32 = -1
  private var memory: EventMemory?
  /// Real time: the device does not collect the messages of background threads, so they have to be sent.
  private var sendsFromAnyThread = false
  /// A buffer larger than this many bytes is sent before the turn ends.
  private let maxBufferedBytes = 1 << 18

  /// Maps the memory that the device shares. Returns false if there is none; then nothing can be sent.
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
        memory.countSent(bytes.count)
      } else {
        memory.append(bytes)
      }
    }
    if memory.count > maxBufferedBytes || (sendsFromAnyThread && !MainQueue.isMainThread) {
      memory.drain(send)
    }
  }

  func flush() {
    lock.lock()
    memory?.drain(send)
    lock.unlock()
  }

  private func send(_ bytes: UnsafeRawBufferPointer) {
    var done = 0
    while done < bytes.count {
      // OPTIMIZATION: for `write`, the virtual-time layer first checks whether the call would block; `send`
      // needs no such check.
      let count = Glibc.send(
        descriptor, bytes.baseAddress!.advanced(by: done), bytes.count - done, Int32(MSG_NOSIGNAL))
      if count < 0 {
        if errno == EINTR { continue }
        Self.connectionIsLost()
      }
      done += count
    }
  }

  /// Handles a failed send or receive by `errno`. Usually the device has exited, and the app exits with it.
  /// If the app itself closed the descriptor, it must not look like a normal exit.
  static func connectionIsLost() -> Never {
    guard errno == EBADF || errno == ENOTSOCK else { exit(0) }
    let text =
      "carob: the app closed the file descriptor of its connection to the device and cannot continue\n"
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    _exit(70)
  }

  func record(_ event: borrowing JournalEvent) {
    // OPTIMIZATION: the size of a typical event; without it the array would grow five times.
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
