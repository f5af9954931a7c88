import CarobFoundation
import OpenCombine

/// A subject's subscriptions in order of subscription, and its completion.
///
/// OpenCombine keeps them in a set, so subscribers would receive values in a different order in each run
/// (Decisions/0042-opencombine.md).
final class OrderedSubscribers<Output, Failure: Error>: @unchecked Sendable {
  // @unchecked because the lock guards the state.
  private struct Entry {
    let number: UInt64
    let send: (Output) -> Void
    let finish: (Subscribers.Completion<Failure>) -> Void
  }
  private struct State {
    var entries: [Entry] = []
    var lastNumber: UInt64 = 0
    var completion: Subscribers.Completion<Failure>?
    var upstream: [any Subscription] = []
    var value: Output?
  }
  private let lock = NSRecursiveLock()
  private var state = State()

  private func locked<R>(_ body: (inout State) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  /// With a value, each subscriber receives it first.
  init(value: Output? = nil) { state.value = value }

  var value: Output? { locked { $0.value } }

  /// `keepsLatest`: whether the latest value is kept while the subscriber has no demand.
  func add<S: Subscriber>(_ subscriber: S, keepsLatest: Bool)
  where S.Input == Output, S.Failure == Failure {
    let gate = DemandGate(subscriber, keepsLatest ? .latestKept : .dropped)
    let (number, completion, value) = locked { state -> (UInt64, Subscribers.Completion<Failure>?, Output?) in
      state.lastNumber += 1
      if state.completion == nil {
        state.entries.append(
          Entry(number: state.lastNumber, send: { gate.send($0) }, finish: { gate.finish($0) }))
      }
      return (state.lastNumber, state.completion, keepsLatest ? state.value : nil)
    }
    // There is no demand yet; the gate keeps the value until the first demand.
    if let value, completion == nil { gate.send(value) }
    subscriber.receive(subscription: TokenSubscription(gate) { [weak self] in self?.remove(number) })
    if let completion { gate.finish(completion) }
  }

  private func remove(_ number: UInt64) { locked { $0.entries.removeAll { $0.number == number } } }

  /// Sends a value to the subscribers at the time of the call, in order of subscription.
  func send(_ value: Output, keepsValue: Bool) {
    let entries = locked { state -> [Entry] in
      guard state.completion == nil else { return [] }
      if keepsValue { state.value = value }
      return state.entries
    }
    for entry in entries { entry.send(value) }
  }

  func finish(_ completion: Subscribers.Completion<Failure>) {
    let entries = locked { state -> [Entry] in
      guard state.completion == nil else { return [] }
      state.completion = completion
      defer {
        state.entries = []
        state.upstream = []
      }
      return state.entries
    }
    for entry in entries { entry.finish(completion) }
  }

  func follow(_ subscription: any Subscription) {
    locked { $0.upstream.append(subscription) }
    subscription.request(.unlimited)
  }

  deinit { for subscription in state.upstream { subscription.cancel() } }
}

/// Passes values on to its subscribers in order of subscription.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let subscribers = OrderedSubscribers<Output, Failure>()

  public init() {}
  public func send(subscription: any Subscription) { subscribers.follow(subscription) }
  public func send(_ input: Output) { subscribers.send(input, keepsValue: false) }
  public func send(completion: Subscribers.Completion<Failure>) { subscribers.finish(completion) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribers.add(subscriber, keepsLatest: false)
  }
}

/// Stores a value and passes each new one on to its subscribers in order of subscription.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let subscribers: OrderedSubscribers<Output, Failure>

  public init(_ value: Output) { subscribers = OrderedSubscribers(value: value) }

  public var value: Output {
    get {
      guard let value = subscribers.value else { fatalError("a CurrentValueSubject always has a value") }
      return value
    }
    set { send(newValue) }
  }

  public func send(subscription: any Subscription) { subscribers.follow(subscription) }
  public func send(_ input: Output) { subscribers.send(input, keepsValue: true) }
  public func send(completion: Subscribers.Completion<Failure>) { subscribers.finish(completion) }
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscribers.add(subscriber, keepsLatest: true)
  }
}
