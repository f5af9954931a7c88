import CarobFoundation
import OpenCombine

// OpenCombine 0.14 provides neither `CombineLatest` nor `Merge`.

extension Publishers {
  /// Publishes the latest values of two publishers once both have a value, whenever either publishes.
  ///
  /// Finishes when both have finished, and fails when either fails.
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B

    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let inner = Inner(DemandGate(subscriber, .latestKept))
      subscriber.receive(subscription: inner)
      a.subscribe(inner.side(0) { inner.first = $0 })
      b.subscribe(inner.side(1) { inner.second = $0 })
    }

    private final class Inner<S: Subscriber>: Subscription
    where S.Input == Output, S.Failure == Failure {
      private let gate: DemandGate<S>
      private let lock = NSRecursiveLock()
      var first: A.Output?
      var second: B.Output?
      private var upstreams: [(any Subscription)?] = [nil, nil]
      private var open = 2
      private var isCancelled = false

      init(_ gate: DemandGate<S>) { self.gate = gate }

      func side<Value>(_ index: Int, _ store: @escaping (Value) -> Void) -> AnySubscriber<Value, Failure> {
        AnySubscriber(
          receiveSubscription: { [self] subscription in
            lock.lock()
            let isCancelled = isCancelled
            upstreams[index] = subscription
            lock.unlock()
            if isCancelled { subscription.cancel() } else { subscription.request(.unlimited) }
          },
          receiveValue: { [self] value in
            lock.lock()
            store(value)
            let pair = first.flatMap { first in second.map { (first, $0) } }
            lock.unlock()
            if let pair { gate.send(pair) }
            return .none
          },
          receiveCompletion: { [self] completion in
            lock.lock()
            upstreams[index] = nil
            open -= 1
            let isLast = open == 0
            lock.unlock()
            switch completion {
            case .finished: if isLast { gate.finish(.finished) }
            case .failure(let error):
              gate.finish(.failure(error))
              cancel()
            }
          })
      }

      func request(_ demand: Subscribers.Demand) { gate.request(demand) }

      func cancel() {
        gate.cancel()
        lock.lock()
        let ended = upstreams
        upstreams = [nil, nil]
        isCancelled = true
        (first, second) = (nil, nil)
        lock.unlock()
        for upstream in ended { upstream?.cancel() }
      }
    }
  }

  /// Publishes the latest values of three publishers.
  public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure {
    public typealias Output = (A.Output, B.Output, C.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C

    public init(_ a: A, _ b: B, _ c: C) {
      self.a = a
      self.b = b
      self.c = c
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      CombineLatest(CombineLatest<A, B>(a, b), c).map { ($0.0, $0.1, $1) }.subscribe(subscriber)
    }
  }

  /// Publishes the latest values of four publishers.
  public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
  where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
    public typealias Output = (A.Output, B.Output, C.Output, D.Output)
    public typealias Failure = A.Failure
    public let a: A
    public let b: B
    public let c: C
    public let d: D

    public init(_ a: A, _ b: B, _ c: C, _ d: D) {
      self.a = a
      self.b = b
      self.c = c
      self.d = d
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      CombineLatest(CombineLatest3<A, B, C>(a, b, c), d).map { ($0.0, $0.1, $0.2, $1) }.subscribe(subscriber)
    }
  }
}

extension Publisher {
  public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
  where P.Failure == Failure { .init(self, other) }

  public func combineLatest<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
    combineLatest(other).map { transform($0, $1) }
  }

  public func combineLatest<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
    .init(self, publisher1, publisher2)
  }

  public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0, $1, $2) }
  }

  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    .init(self, publisher1, publisher2, publisher3)
  }

  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0, $1, $2, $3) }
  }
}
