import CarobFoundation
import OpenCombine

extension Publishers {
  /// A strategy for grouping values by time.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// Collects the values of each period.
    case byTime(Context, Context.SchedulerTimeType.Stride)
    /// Collects the values of each period, and also publishes as soon as this many are collected.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }

  /// Publishes the values of each period of a scheduler as an array; a period without values publishes
  /// nothing.
  ///
  /// The first period begins with the subscription. Remaining values are published when the upstream
  /// finishes, and dropped when it fails.
  public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure
    public let upstream: Upstream
    public let strategy: TimeGroupingStrategy<Context>
    public let options: Context.SchedulerOptions?

    public init(
      upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
    ) {
      self.upstream = upstream
      self.strategy = strategy
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(TimeCollector<Upstream.Output, S, Context>(subscriber, strategy, options))
    }
  }
}

extension Publisher {
  /// Collects values by time, or by time and count.
  public func collect<S: Scheduler>(
    _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
  ) -> Publishers.CollectByTime<Self, S> {
    Publishers.CollectByTime(upstream: self, strategy: strategy, options: options)
  }
}

/// Subscribes to the upstream and collects values for the downstream.
private final class TimeCollector<Input, Downstream: Subscriber, Context: Scheduler>: Subscriber,
  Subscription,
  @unchecked Sendable
where Downstream.Input == [Input] {
  // @unchecked because the lock guards the state.
  typealias Failure = Downstream.Failure

  private struct State {
    var downstream: Downstream?
    var upstream: (any Subscription)?
    var ticks: (any Cancellable)?
    var values: [Input] = []
    var demand = Subscribers.Demand.none
  }
  private let lock = NSRecursiveLock()
  private var state: State
  private let context: Context
  private let period: Context.SchedulerTimeType.Stride
  private let limit: Int
  private let options: Context.SchedulerOptions?

  init(
    _ downstream: Downstream, _ strategy: Publishers.TimeGroupingStrategy<Context>,
    _ options: Context.SchedulerOptions?
  ) {
    state = State(downstream: downstream)
    self.options = options
    switch strategy {
    case .byTime(let context, let period): (self.context, self.period, limit) = (context, period, .max)
    case .byTimeOrCount(let context, let period, let count):
      (self.context, self.period, limit) = (context, period, count)
    }
  }

  private func locked<R>(_ body: (inout State) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  func receive(subscription: any Subscription) {
    let downstream = locked { state -> Downstream? in
      guard state.upstream == nil else { return nil }
      state.upstream = subscription
      return state.downstream
    }
    guard let downstream else { return subscription.cancel() }
    let ticks = context.schedule(
      after: context.now.advanced(by: period), interval: period, tolerance: context.minimumTolerance,
      options: options
    ) { [weak self] in self?.send() }
    locked { $0.ticks = ticks }
    downstream.receive(subscription: self)
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let isFull = locked { state in
      state.values.append(input)
      return state.values.count >= limit
    }
    if isFull { send() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if case .finished = completion { send() }
    let (downstream, ticks) = locked { state in
      defer { state = State(downstream: nil) }
      return (state.downstream, state.ticks)
    }
    ticks?.cancel()
    downstream?.receive(completion: completion)
  }

  /// Publishes the collected values if there is demand; otherwise they wait for the next period.
  private func send() {
    let (downstream, values) = locked { state -> (Downstream?, [Input]) in
      guard !state.values.isEmpty, state.demand > .none else { return (nil, []) }
      state.demand -= 1
      defer { state.values = [] }
      return (state.downstream, state.values)
    }
    guard let downstream else { return }
    let more = downstream.receive(values)
    if more > .none { locked { $0.demand += more } }
  }

  func request(_ demand: Subscribers.Demand) { locked { $0.demand += demand } }

  func cancel() {
    let (upstream, ticks) = locked { state in
      defer { state = State(downstream: nil) }
      return (state.upstream, state.ticks)
    }
    ticks?.cancel()
    upstream?.cancel()
  }
}
