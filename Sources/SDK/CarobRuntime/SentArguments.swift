/// Carries the receiver and the arguments of an `async` method into its task.
///
/// For translated table entries of `async` methods, because callers in Objective-C do not check sendability.
public struct _CarobSent<Value>: @unchecked Sendable {
  // @unchecked because the sender does not use the values afterwards, as a caller of an Objective-C method.
  public let value: Value
  @inlinable public init(_ value: Value) { self.value = value }
}

/// Calls the completion handler of an `async` method that was sent through its selector with the method's
/// result (F-138).
///
/// A handler is a closure that takes the result, or nothing if there is none; a handler of another type is
/// not called.
public func _carobComplete<Result>(_ handler: Any?, _ result: Result) {
  guard let handler else { return }
  if Result.self == Void.self {
    if let handler = handler as? () -> Void { return handler() }
    if let handler = handler as? @Sendable () -> Void { return handler() }
    if let handler = handler as? @MainActor () -> Void { return onMainActor(handler)() }
  }
  if let handler = handler as? (Result) -> Void { return handler(result) }
  if let handler = handler as? @Sendable (Result) -> Void { return handler(result) }
  if let handler = handler as? @MainActor (Result) -> Void { return onMainActor(handler)(result) }
}

/// The same for a method that throws: the handler takes the result and the error, one of which is nil.
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
  if let handler = handler as? @MainActor (Value?, (any Error)?) -> Void {
    return onMainActor(handler)(value, error)
  }
}

// The table entry runs the method, and therefore its handler, on the main actor.

private func onMainActor(_ handler: @escaping @MainActor () -> Void) -> () -> Void {
  unsafeBitCast(handler, to: (() -> Void).self)
}

private func onMainActor<Argument>(_ handler: @escaping @MainActor (Argument) -> Void) -> (Argument) -> Void {
  unsafeBitCast(handler, to: ((Argument) -> Void).self)
}

private func onMainActor<A, B>(_ handler: @escaping @MainActor (A, B) -> Void) -> (A, B) -> Void {
  unsafeBitCast(handler, to: ((A, B) -> Void).self)
}
