import FlyingFox
import Foundation
import Synchronization

/// The queue of frames for one page.
///
/// The hub adds frames from any thread; the connection's writer takes one at a time. Trace events that accumulate while the
/// writer is busy are sent as one message. If a page falls behind by more than `limit`, its queue is dropped, and it gets a full
/// commit when there is room again.
final class PageOutbox: Sendable {
  /// The most bytes that may wait for one page.
  static let limit = 64 << 20

  private struct State {
    var frames: [WSFrame] = []
    var bytes = 0
    var events: [[UInt8]] = []
    var droppedEvents = 0
    var isBehind = false
    var isFinished = false
    var closing: WSCloseCode?
    /// The close frame was given to the writer: no frame may follow it.
    var isClosed = false
    var waiter: CheckedContinuation<Void, Never>?

    var hasWork: Bool {
      isFinished || closing != nil || !frames.isEmpty || isBehind || !events.isEmpty
    }
  }
  private let state = Mutex(State())
  /// Calls `restart(with:)` with a full commit, for a page that fell behind.
  private let refill: @Sendable (PageOutbox) -> Void

  init(refill: @escaping @Sendable (PageOutbox) -> Void) {
    self.refill = refill
  }

  func send(_ frames: [WSFrame]) {
    update { state in
      guard !state.isBehind, !state.isFinished else { return }
      let size = frames.reduce(0) { $0 + $1.payload.count }
      if state.bytes + size > Self.limit {
        state.frames = []
        state.bytes = 0
        state.isBehind = true
      } else {
        state.frames += frames
        state.bytes += size
      }
    }
  }

  func send(event: [UInt8]) {
    update { state in
      guard !state.isFinished else { return }
      if state.events.count >= PageHub.eventLimit {
        state.events.removeFirst(PageHub.eventLimit / 4)
        state.droppedEvents += PageHub.eventLimit / 4
      }
      state.events.append(event)
    }
  }

  /// Drops the events: another trace begins.
  func clearEvents() {
    update { state in
      state.events = []
      state.droppedEvents = 0
      guard !state.isFinished else { return }
      let frame = WSFrame.text(PageMessage.events([], areAll: true))
      state.frames.append(frame)
      state.bytes += frame.payload.count
    }
  }

  /// Starts again with a full commit, when the page has room. The hub calls it while it holds its lock.
  func restart(with frames: [WSFrame]) {
    update { state in
      state.isBehind = false
      state.frames = frames
      state.bytes = frames.reduce(0) { $0 + $1.payload.count }
    }
  }

  /// Closes the connection with a reason, before the frames that wait.
  func close(_ code: WSCloseCode) {
    update { state in
      if state.closing == nil { state.closing = code }
    }
  }

  /// The page has disconnected: nothing more will be written.
  func finish() {
    update { $0.isFinished = true }
  }

  /// The next frame to write; nil at the end of the connection.
  func next() async -> WSFrame? {
    while true {
      let step = state.withLock { Self.take(&$0) }
      switch step {
      case .frame(let frame): return frame
      case .over: return nil
      case .whole: refill(self)
      case .wait:
        await withTaskCancellationHandler {
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isReady = state.withLock { state -> Bool in
              if state.hasWork { return true }
              state.waiter = continuation
              return false
            }
            if isReady { continuation.resume() }
          }
        } onCancel: {
          finish()
        }
      }
    }
  }

  // MARK: Private

  private enum Step {
    case frame(WSFrame)
    case whole, wait, over
  }

  private static func take(_ state: inout State) -> Step {
    if let code = state.closing, !state.isClosed {
      state.isClosed = true
      return .frame(.close(code: code))
    }
    if state.isFinished || state.isClosed { return .over }
    if !state.frames.isEmpty {
      let frame = state.frames.removeFirst()
      state.bytes -= frame.payload.count
      return .frame(frame)
    }
    if state.isBehind { return .whole }
    if !state.events.isEmpty {
      let payload = PageMessage.events(state.events, dropped: state.droppedEvents)
      state.events = []
      state.droppedEvents = 0
      return .frame(.text(payload))
    }
    return .wait
  }

  private func update(_ change: (inout sending State) -> Void) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      change(&state)
      guard state.hasWork else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}

extension WSFrame {
  static func text(_ payload: [UInt8]) -> WSFrame {
    WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(payload))
  }

  /// The bytes of the frame as a server sends it: not masked.
  var encoded: Data {
    var bytes = Data([(fin ? 0x80 : 0) | opcode.rawValue])
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...0xFFFF:
      bytes.append(126)
      for shift in [8, 0] { bytes.append(UInt8(payload.count >> shift & 0xFF)) }
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 0xFF)) }
    }
    return bytes + payload
  }

  static func binary(_ payload: [UInt8]) -> WSFrame {
    WSFrame(fin: true, opcode: .binary, mask: nil, payload: Data(payload))
  }
}
