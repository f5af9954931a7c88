import CarobRuntime
import CoreLocation
import UIKit

/// A question to the maps' services, which the device answers from its gazetteer: after half a second, on the main queue (MK-30).
final class MapService: @unchecked Sendable {
  // @unchecked because its state is behind a lock.
  static let delay = 0.5
  private let number = Guarded<(running: Int?, last: Int)>((nil, 0))

  var isRunning: Bool { number.withLock { $0.running != nil } }

  /// Starts, unless a question runs already, which the platform refuses.
  // MK-30
  func start(
    _ name: String, by owner: AnyObject, refused: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () -> Void
  ) {
    let own = number.withLock { state -> Int? in
      guard state.running == nil else { return nil }
      state.last += 1
      state.running = state.last
      return state.last
    }
    guard let own else {
      Journal.note(.location, name, outcome: "refused", why: "it runs already (MK-30)", receiver: owner)
      DispatchQueue.main.async(execute: refused)
      return
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [self] in
      let isOwn = number.withLock { state in
        guard state.running == own else { return false }
        state.running = nil
        return true
      }
      if isOwn { body() }
    }
  }
  func cancel() { number.withLock { $0.running = nil } }
}

/// A completion handler of the app's, which the framework calls on the main queue, whatever its own isolation; an event of its own.
struct Callback<Value>: @unchecked Sendable {
  // @unchecked because it is called on the main queue, on which the app made it.
  let call: (Value?, (any Error)?) -> Void
  init(_ call: @escaping (Value?, (any Error)?) -> Void) { self.call = call }
  func callAsFunction(_ value: Value?, _ error: (any Error)?) {
    Journal.deliverRegistered(.location, "{}", detail: [("block", "completionHandler")]) {
      call(value, error)
    }
  }
}

/// A result on its way from the main queue to a task.
struct Handover<Value>: @unchecked Sendable {
  // @unchecked because the sender keeps nothing of it.
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
