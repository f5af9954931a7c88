/// The emitted form of `#keyPath(Person.address.street)`: `_keyPath("address.street", Person.self, { $0.address.street })`.
///
/// The closure is type-checked but never called, so it can refer to main-actor properties from anywhere.
public func _keyPath<Root, Value>(
  _ name: StaticString, _ root: Root.Type, _ path: @MainActor (_KeyPathStep<Root>) -> _KeyPathStep<Value>
) -> String {
  name.description
}

/// A step of a `#keyPath`, with all properties of the type, also through optionals and collections.
@dynamicMemberLookup
public struct _KeyPathStep<Root> {
  public subscript<Value>(dynamicMember path: KeyPath<Root, Value>) -> _KeyPathStep<Value> { .init() }

  public subscript<Wrapped, Value>(
    dynamicMember path: KeyPath<Wrapped, Value>
  ) -> _KeyPathStep<Value> where Root == Wrapped? { .init() }

  public subscript<Element, Value>(
    dynamicMember path: KeyPath<Element, Value>
  ) -> _KeyPathStep<Value> where Root == [Element] { .init() }

  public subscript<Element, Value>(
    dynamicMember path: KeyPath<Element, Value>
  ) -> _KeyPathStep<Value> where Root == [Element]? { .init() }

  public subscript<Element: Hashable, Value>(
    dynamicMember path: KeyPath<Element, Value>
  ) -> _KeyPathStep<Value> where Root == Set<Element> { .init() }

  public subscript<Element: Hashable, Value>(
    dynamicMember path: KeyPath<Element, Value>
  ) -> _KeyPathStep<Value> where Root == Set<Element>? { .init() }
}
