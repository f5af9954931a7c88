import CarobRuntime

/// Method table entries of SDK classes, which let selectors call framework methods (F-165).
///
/// A missing argument is nil or false. For a Bool parameter, any object that is not a number counts as true,
/// as its address does on the platform. Any other argument of the wrong type stops the app.
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

  /// A method without arguments that returns a value.
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

  /// Methods with non-object arguments. `responds(to:)` returns true for them, but they cannot be sent.
  package static func answered(_ methods: [(selector: StaticString, name: StaticString)]) -> [_CarobMethod] {
    methods.map { .init(has: $0.selector, $0.name, 0) }
  }

  /// Converts an argument to the method's parameter type.
  private static func sent<A>(_ argument: Any?) -> A {
    if A.self == Bool.self {
      let value = argument.map { ($0 as? Bool) ?? ($0 as? NSNumber)?.boolValue ?? true } ?? false
      return value as! A
    }
    return _arg(argument)
  }
}
