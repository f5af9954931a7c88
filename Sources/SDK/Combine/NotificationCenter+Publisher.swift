import CarobFoundation
import OpenCombine

extension NotificationCenter {
  /// Publishes notifications with this name and sender; nil means any sender.
  public func publisher(
    for name: Notification.Name, object: AnyObject? = nil, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> NotificationCenter.Publisher {
    Publisher(center: self, name: name, object: object, file, line)
  }

  /// Publishes the notifications of a center. It observes the center while it has subscribers.
  public struct Publisher: OpenCombine.Publisher, Equatable {
    public typealias Output = Notification
    public typealias Failure = Never

    public let center: NotificationCenter
    public let name: Notification.Name
    public let object: AnyObject?
    private let file: StaticString
    private let line: Int

    public init(
      center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil,
      _ file: StaticString = #filePath, _ line: Int = #line
    ) {
      self.center = center
      self.name = name
      self.object = object
      self.file = file
      self.line = line
    }

    public static func == (a: Publisher, b: Publisher) -> Bool {
      a.center === b.center && a.name == b.name && a.object === b.object
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
      let gate = DemandGate(subscriber, .dropped)
      nonisolated(unsafe) let send: (Notification) -> Void = { gate.send($0) }
      let token = center.addObserver(
        forName: name, object: object, queue: nil, using: { send($0) }, file, line)
      subscriber.receive(subscription: TokenSubscription(gate) { [center] in center.removeObserver(token) })
    }
  }
}

/// A subscription to an event source. It forwards demand to its gate and releases the source when
/// cancelled.
final class TokenSubscription<Downstream: Subscriber>: Subscription {
  private let gate: DemandGate<Downstream>
  private var release: (() -> Void)?

  init(_ gate: DemandGate<Downstream>, _ release: @escaping () -> Void) {
    self.gate = gate
    self.release = release
  }

  func request(_ demand: Subscribers.Demand) { gate.request(demand) }

  func cancel() {
    gate.cancel()
    release?()
    release = nil
  }
}
