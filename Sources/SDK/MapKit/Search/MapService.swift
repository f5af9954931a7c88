import CarobRuntime
import CoreLocation
import UIKit

/// A request to a map service, which is answered from the gazetteer after half a second, on the main queue
/// (MK-30).
final class MapService: @unchecked Sendable {
  // @unchecked because its state is behind a lock.
  static let delay = 0.5
  private let number = Guarded<(running: Int?, last: Int)>((nil, 0))

  var isRunning: Bool { number.withLock { $0.running != nil } }

  /// Starts a request; refuses it, like the platform, if one is already running.
  // MK-30
  func start(
    _ name: String, by owner: AnyObject, refused: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () -> Void
  ) { begin(name, by: owner, refused: refused) { finish in finish(body) } }

  /// Starts a request whose answer may take longer: `body` passes it to its argument, which drops it if the
  /// request was cancelled meanwhile.
  func begin(
    _ name: String, by owner: AnyObject, refused: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable (_ finish: @escaping @Sendable (() -> Void) -> Void) -> Void
  ) {
    let own = number.withLock { state -> Int? in
      guard state.running == nil else { return nil }
      state.last += 1
      state.running = state.last
      return state.last
    }
    guard let own else {
      Journal.note(
        .location, name, outcome: "refused", why: "a request is already running (MK-30)", receiver: owner)
      DispatchQueue.main.async(execute: refused)
      return
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [self] in
      guard number.withLock({ $0.running == own }) else { return }
      body { [self] answer in
        let isOwn = number.withLock { state in
          guard state.running == own else { return false }
          state.running = nil
          return true
        }
        if isOwn { answer() }
      }
    }
  }
  func cancel() { number.withLock { $0.running = nil } }
}

/// A completion handler of the app, which the framework calls on the main queue, whatever its isolation, as
/// an event of its own.
struct Callback<Value>: @unchecked Sendable {
  // @unchecked because it is called on the main queue, where the app created it.
  let call: (Value?, (any Error)?) -> Void
  init(_ call: @escaping (Value?, (any Error)?) -> Void) { self.call = call }
  func callAsFunction(_ value: Value?, _ error: (any Error)?) {
    Journal.deliverRegistered(.location, "{}", detail: [("block", "completionHandler")]) {
      call(value, error)
    }
  }
}

/// A result that is passed from the main queue to a task.
struct Handover<Value>: @unchecked Sendable {
  // @unchecked because the sender does not keep it.
  let value: Value
}

func awaitMapService<Value>(_ body: (@escaping (Value?, (any Error)?) -> Void) -> Void) async throws -> Value
{
  let result: Handover<Value> = try await withCheckedThrowingContinuation { continuation in
    body { value, error in
      if let value {
        continuation.resume(returning: Handover(value: value))
      } else {
        continuation.resume(throwing: error ?? MKError(.unknown))
      }
    }
  }
  return result.value
}
