import CarobFoundation
import OpenCombine

extension Timer {
  /// Creates a publisher that repeatedly publishes the current date once it is connected.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
    in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// A publisher with one run loop timer for all subscribers. The timer runs from `connect()` until the
  /// connection is cancelled.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never

    public let interval: TimeInterval
    public let tolerance: TimeInterval?
    public let runLoop: RunLoop
    public let mode: RunLoop.Mode
    public let options: RunLoop.SchedulerOptions?
    private let receivers = Receivers()

    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
      options: RunLoop.SchedulerOptions? = nil
    ) {
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
      let gate = DemandGate(subscriber, .dropped)
      let number = receivers.add { gate.send($0) }
      subscriber.receive(subscription: TokenSubscription(gate) { [receivers] in receivers.remove(number) })
    }

    public func connect() -> any Cancellable {
      let timer = Timer(timeInterval: interval, repeats: true) { [receivers] in receivers.send($0.fireDate) }
      timer.tolerance = tolerance ?? 0
      runLoop.add(timer, forMode: mode)
      return AnyCancellable { timer.invalidate() }
    }

    /// The subscribers in order of subscription.
    private final class Receivers: @unchecked Sendable {
      // @unchecked because the lock guards the list.
      private let lock = NSLock()
      private var list: [(number: Int, send: (Date) -> Void)] = []
      private var next = 0

      func add(_ send: @escaping (Date) -> Void) -> Int {
        lock.lock()
        defer { lock.unlock() }
        next += 1
        list.append((next, send))
        return next
      }

      func remove(_ number: Int) {
        lock.lock()
        defer { lock.unlock() }
        list.removeAll { $0.number == number }
      }

      func send(_ date: Date) {
        lock.lock()
        let list = list
        lock.unlock()
        for receiver in list { receiver.send(date) }
      }
    }
  }
}
