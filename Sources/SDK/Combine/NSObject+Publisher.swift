import CarobFoundation
import OpenCombine

extension NSObject {
  /// Publishes a property's values with key–value observing. The publisher retains the object.
  public struct KeyValueObservingPublisher<Subject: NSObject, Value>: OpenCombine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    public let object: Subject
    public let options: NSKeyValueObservingOptions
    fileprivate let observe: (@escaping @Sendable (Value?) -> Void) -> NSKeyValueObservation

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      // A value without demand is kept until there is some, but only the latest.
      let gate = DemandGate(subscriber, .latestKept)
      nonisolated(unsafe) let send: (Value) -> Void = { gate.send($0) }
      let token = observe { value in if let value { send(value) } }
      subscriber.receive(
        subscription: TokenSubscription(gate) {
          token.invalidate()
          _ = object
        })
    }
  }
}

extension _KeyValueCodingAndObserving {
  /// Publishes the values of a property, by default including the current one.
  public func publisher<Value>(
    for keyPath: _NamedKeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new],
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    .init(object: self, options: options) { handler in
      self.observe(
        keyPath, options: options.union(.new),
        changeHandler: { handler($1.isPrior ? $1.oldValue : $1.newValue) }, file, line)
    }
  }

  /// Publishes the values of a property given by a stored key path.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new],
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    .init(object: self, options: options) { handler in
      self.observe(
        keyPath, options: options.union(.new),
        changeHandler: { handler($1.isPrior ? $1.oldValue : $1.newValue) }, file, line)
    }
  }
}
