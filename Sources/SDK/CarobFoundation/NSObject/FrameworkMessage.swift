import CarobRuntime

/// Entries of the SDK's own classes: how a selector calls a method of a framework (F-165).
///
/// An argument that the sender leaves out is nil, or false; any object that is no number counts as true, as its address
/// does on the platform. Any other argument of a wrong type stops the app.
extension _CarobMethod {
  /// A method without arguments.
  package static func none<T: AnyObject>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T) -> Void
  ) -> _CarobMethod {
    .init(none: selector, name, 0) { body(unsafeDowncast($0, to: T.self)) }
  }
  package static func one<T: AnyObject, A>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T, A) -> Void
  ) -> _CarobMethod {
    .init(selector, name, 0) { target, a, _, _ in body(unsafeDowncast(target, to: T.self), sent(a)) }
  }
  package static func two<T: AnyObject, A, B>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T, A, B) -> Void
  ) -> _CarobMethod {
    .init(selector, name, 0) { target, a, b, _ in body(unsafeDowncast(target, to: T.self), sent(a), sent(b)) }
  }
  package static func three<T: AnyObject, A, B, C>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T, A, B, C) -> Void
  ) -> _CarobMethod {
    .init(selector, name, 0) { target, a, b, c in
      body(unsafeDowncast(target, to: T.self), sent(a), sent(b), sent(c))
    }
  }

  /// A method without arguments that returns something.
  package static func result<T: AnyObject, R>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T) -> R
  ) -> _CarobMethod {
    .init(value: selector, name, 0) { target, _, _, _ in body(unsafeDowncast(target, to: T.self)) }
  }
  package static func resultOfOne<T: AnyObject, A, R>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T, A) -> R
  ) -> _CarobMethod {
    .init(value: selector, name, 0) { target, a, _, _ in body(unsafeDowncast(target, to: T.self), sent(a)) }
  }
  package static func resultOfTwo<T: AnyObject, A, B, R>(
    _ selector: StaticString, _ name: StaticString, _ body: @escaping @MainActor (T, A, B) -> R
  ) -> _CarobMethod {
    .init(value: selector, name, 0) { target, a, b, _ in
      body(unsafeDowncast(target, to: T.self), sent(a), sent(b))
    }
  }

  /// Methods whose arguments are no objects: they answer `responds(to:)`, and cannot be sent.
  package static func answered(_ methods: [(selector: StaticString, name: StaticString)]) -> [_CarobMethod] {
    methods.map { .init(has: $0.selector, $0.name, 0) }
  }

  /// An argument as the method takes it.
  private static func sent<A>(_ argument: Any?) -> A {
    if A.self == Bool.self {
      let value = argument.map { ($0 as? Bool) ?? ($0 as? NSNumber)?.boolValue ?? true } ?? false
      return value as! A
    }
    return _arg(argument)
  }
}
