import CarobFoundation
import OpenCombine

extension NSObject {
  /// Publishes a property's values as key–value observing reports them; it holds the object.
  public struct KeyValueObservingPublisher<Subject: NSObject, Value>: OpenCombine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    public let object: Subject
    public let options: NSKeyValueObservingOptions
    fileprivate let observe: (@escaping @Sendable (Value?) -> Void) -> NSKeyValueObservation

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
      // A value that nobody wants yet is kept until somebody does, the last one only.
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
  /// The values of a property, beginning with the current one.
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

  /// The same with a key path that was stored in a variable.
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
