/// The receiver and arguments of an asynchronous method on their way into its task.
///
/// Translated table entries of `async` methods use it: Objective-C's callers know nothing of sendability.
public struct _CarobSent<Value>: @unchecked Sendable {
  // @unchecked because the sender gives the values up, as a caller of an Objective-C method does.
  public let value: Value
  @inlinable public init(_ value: Value) { self.value = value }
}

/// Tells the completion handler that was sent with an `async` method's other arguments what the method returned (F-138).
///
/// A handler is a closure that takes the result, or nothing for none; anything else is passed over.
public func _carobComplete<Result>(_ handler: Any?, _ result: Result) {
  guard let handler else { return }
  if Result.self == Void.self, call(handler) { return }
  if let handler = handler as? (Result) -> Void { return handler(result) }
  if let handler = handler as? @Sendable (Result) -> Void { return handler(result) }
  if let handler = handler as? @MainActor (Result) -> Void { return onMainActor(handler)(result) }
}

/// The same for a method that throws: the handler takes the result, or nil, and the error, or nil.
public func _carobComplete<Value>(_ handler: Any?, throwing result: Result<Value, any Error>) {
  guard let handler else { return }
  let (value, error): (Value?, (any Error)?) =
    switch result {
    case .success(let value): (value, nil)
    case .failure(let error): (nil, error)
    }
  if Value.self == Void.self {
    if let handler = handler as? ((any Error)?) -> Void { return handler(error) }
    if let handler = handler as? @Sendable ((any Error)?) -> Void { return handler(error) }
  }
  if let handler = handler as? (Value?, (any Error)?) -> Void { return handler(value, error) }
  if let handler = handler as? @Sendable (Value?, (any Error)?) -> Void { return handler(value, error) }
}

private func call(_ handler: Any) -> Bool {
  if let handler = handler as? () -> Void {
    handler()
    return true
  }
  if let handler = handler as? @Sendable () -> Void {
    handler()
    return true
  }
  return false
}

private func onMainActor<Argument>(_ handler: @escaping @MainActor (Argument) -> Void) -> (Argument) -> Void {
  // The entry runs the method, and so its handler, where Objective-C's caller would.
  unsafeBitCast(handler, to: ((Argument) -> Void).self)
}
