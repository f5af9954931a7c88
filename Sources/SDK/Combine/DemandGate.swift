import CarobFoundation
import OpenCombine

/// The common state of subscriptions to event sources: the subscriber and its remaining demand.
///
/// Without demand, values are dropped or the latest one is kept, depending on the source.
final class DemandGate<Downstream: Subscriber>: @unchecked Sendable {
  // @unchecked because the lock guards the state.
  enum Excess { case dropped, latestKept }

  private struct State {
    var downstream: Downstream?
    var demand = Subscribers.Demand.none
    var kept: Downstream.Input?
  }
  private let lock = NSRecursiveLock()
  private var state: State
  private let excess: Excess

  init(_ downstream: Downstream, _ excess: Excess) {
    state = State(downstream: downstream)
    self.excess = excess
  }

  private func locked<R>(_ body: (inout State) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  var isOpen: Bool { locked { $0.downstream != nil } }

  func send(_ value: Downstream.Input) {
    let downstream = locked { state -> Downstream? in
      guard state.downstream != nil else { return nil }
      guard state.demand > .none else {
        if excess == .latestKept { state.kept = value }
        return nil
      }
      state.demand -= 1
      return state.downstream
    }
    // NB: outside the lock, because the subscriber may request more, cancel or cause another value.
    guard let downstream else { return }
    let more = downstream.receive(value)
    if more > .none { locked { $0.demand += more } }
  }

  func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
    let downstream = locked { state in
      defer { state.downstream = nil }
      return state.downstream
    }
    downstream?.receive(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    let kept = locked { state -> Downstream.Input? in
      state.demand += demand
      defer { if state.demand > .none { state.kept = nil } }
      return state.demand > .none ? state.kept : nil
    }
    if let kept { send(kept) }
  }

  func cancel() {
    let old = locked { state in
      defer { state = State(downstream: nil) }
      return state.downstream
    }
    _ = old
  }
}
