import CarobFoundation
import DeviceProtocol
import Glibc

/// What waits to be written to the device. It lives in raw memory, so that a crash handler can still send it.
final class EventBuffer: JournalSink, @unchecked Sendable {
  // @unchecked because the lock guards all state.
  static let shared = EventBuffer()

  func open(_ descriptor: Int32) {
    crashDescriptor = descriptor
    for signalNumber in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = sendRestAndDie
      action.sa_flags = SA_NODEFER
      sigaction(signalNumber, &action, &actionsBefore[Int(signalNumber)])
    }
  }

  func append(_ bytes: [UInt8]) {
    lock.lock()
    defer { lock.unlock() }
    guard crashDescriptor >= 0 else { return }
    if crashCount + bytes.count > crashCapacity { grow(to: crashCount + bytes.count) }
    bytes.withUnsafeBytes {
      crashBuffer!.advanced(by: crashCount).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    crashCount += bytes.count
    if crashCount > 1 << 18 { write() }
  }

  func flush() {
    lock.lock()
    write()
    lock.unlock()
  }

  private func grow(to count: Int) {
    let capacity = max(count * 2, 1 << 16)
    let new = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    if let old = crashBuffer {
      new.copyMemory(from: old, byteCount: crashCount)
      crashBuffer = new
      old.deallocate()
    } else {
      crashBuffer = new
    }
    crashCapacity = capacity
  }

  private func write() {
    var done = 0
    while done < crashCount {
      // OPTIMIZATION: the time layer asks before a write whether it would block; sending tells by itself.
      let count = Glibc.send(
        crashDescriptor, crashBuffer!.advanced(by: done), crashCount - done, Int32(MSG_NOSIGNAL))
      if count < 0 {
        if errno == EINTR { continue }
        // The device is gone.
        exit(0)
      }
      done += count
    }
    crashCount = 0
  }

  func record(_ event: borrowing JournalEvent) {
    append(
      AppMessage.event(
        TraceEvent(
          id: event.id, time: event.time, cause: event.cause, category: event.category.rawValue,
          mechanism: event.mechanism.rawValue, name: event.name, receiver: event.receiver,
          sender: event.sender,
          outcome: event.outcome, why: event.why, site: event.site, thread: event.thread, mode: event.mode,
          detail: event.detail)
      ).encoded())
  }

  func complete(_ id: UInt64, answer: String?, milliseconds: Double?) {
    append(AppMessage.answer(event: id, text: answer, milliseconds: milliseconds).encoded())
  }

  private let lock = NSLock()
}

// Globals, because a signal handler may touch nothing else.
nonisolated(unsafe) private var crashDescriptor: Int32 = -1
nonisolated(unsafe) private var crashBuffer: UnsafeMutableRawPointer?
nonisolated(unsafe) private var crashCount = 0
nonisolated(unsafe) private var crashCapacity = 0

/// What the Swift runtime wants to do at a crash: it prints where it was.
nonisolated(unsafe) private var actionsBefore: [sigaction] = Array(repeating: sigaction(), count: 32)

/// The last act of a crashing app: what it still had to say goes out, then the signal does its work.
private func sendRestAndDie(_ signalNumber: Int32) {
  if crashCount > 0, let buffer = crashBuffer {
    _ = write(crashDescriptor, buffer, crashCount)
    crashCount = 0
  }
  // The instruction that trapped is tried again, and traps again, for whoever listened before. `abort` raises by itself.
  sigaction(signalNumber, &actionsBefore[Int(signalNumber)], nil)
}
