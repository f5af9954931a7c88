/// The receiver and arguments of an asynchronous method on their way into its task.
///
/// Translated table entries of `async` methods use it: Objective-C's callers know nothing of sendability.
public struct _CarobSent<Value>: @unchecked Sendable {
  // @unchecked because the sender gives the values up, as a caller of an Objective-C method does.
  public let value: Value
  @inlinable public init(_ value: Value) { self.value = value }
}
