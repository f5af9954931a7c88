import CarobRuntime

/// Dynamic lookup of methods on `AnyObject` (F-177). There is one overload for each number of arguments,
/// because variadic generics cannot remove the isolation of a function type.
extension _AnyObject {
  /// A method for a direct call. If the object does not implement it, the call stops the app.
  public func _method<Root, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor () -> Result
  ) -> () -> Result {
    bound(method).map { unsafeBitCast($0, to: (() -> Result).self) }
      ?? { send(selector, []) }
  }
  /// A method that is called with `?` or `!`, or compared to nil; nil if the object does not respond to it.
  public func _optionalMethod<Root, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor () -> Result
  ) -> (() -> Result)? {
    answers(selector, Root.self) ? _method(selector, method) : nil
  }

  public func _method<Root, A, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A) -> Result
  ) -> (A) -> Result {
    bound(method).map { unsafeBitCast($0, to: ((A) -> Result).self) }
      ?? { (a: A) in send(selector, [held(a)]) }
  }
  public func _optionalMethod<Root, A, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A) -> Result
  ) -> ((A) -> Result)? {
    answers(selector, Root.self) ? _method(selector, method) : nil
  }

  public func _method<Root, A, B, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A, B) -> Result
  ) -> (A, B) -> Result {
    bound(method).map { unsafeBitCast($0, to: ((A, B) -> Result).self) }
      ?? { (a: A, b: B) in send(selector, [held(a), held(b)]) }
  }
  public func _optionalMethod<Root, A, B, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A, B) -> Result
  ) -> ((A, B) -> Result)? {
    answers(selector, Root.self) ? _method(selector, method) : nil
  }

  public func _method<Root, A, B, C, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A, B, C) -> Result
  ) -> (A, B, C) -> Result {
    bound(method).map { unsafeBitCast($0, to: ((A, B, C) -> Result).self) }
      ?? { (a: A, b: B, c: C) in send(selector, [held(a), held(b), held(c)]) }
  }
  public func _optionalMethod<Root, A, B, C, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A, B, C) -> Result
  ) -> ((A, B, C) -> Result)? {
    answers(selector, Root.self) ? _method(selector, method) : nil
  }

  public func _method<Root, A, B, C, D, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A, B, C, D) -> Result
  ) -> (A, B, C, D) -> Result {
    bound(method).map { unsafeBitCast($0, to: ((A, B, C, D) -> Result).self) }
      ?? { (a: A, b: B, c: C, d: D) in send(selector, [held(a), held(b), held(c), held(d)]) }
  }
  public func _optionalMethod<Root, A, B, C, D, Result>(
    _ selector: StaticString, _ method: @MainActor (Root) -> @MainActor (A, B, C, D) -> Result
  ) -> ((A, B, C, D) -> Result)? {
    answers(selector, Root.self) ? _method(selector, method) : nil
  }

  /// The bound method, if the object is of the class that provides the types.
  // NB: drops the isolation, because the caller is already on the method's actor.
  private func bound<Root, Function>(_ method: @MainActor (Root) -> Function) -> Function? {
    // NB: an undo recorder intercepts every method of its target, including those of `NSObject` (F-222).
    guard !(object is UndoInvocations), let known = object as? Root else { return nil }
    return withoutActuallyEscaping(method) { unsafeBitCast($0, to: ((Root) -> Function).self)(known) }
  }

  /// Whether the object implements the method. Conforming to a protocol is not enough.
  private func answers<Root>(_ selector: StaticString, _ root: Root.Type) -> Bool {
    if let cls = object as? AnyClass { return ClassObject.answers(selector.description, cls) }
    return root is AnyClass && object is Root || Runtime.answers(object, Selector(selector.description))
      || FoundationMembers.answers(selector.description, object)
  }

  private func send<Result>(_ selector: StaticString, _ arguments: [Any?]) -> Result {
    let name = selector.description
    if let undo = object as? UndoInvocations {
      undo.record(Selector(name), arguments)
      if let nothing = () as? Result { return nothing }
      return coerce(nil, name)
    }
    let result: Any? =
      if let cls = object as? AnyClass {
        ClassObject.send(name, to: cls, arguments)
      } else if FoundationMembers.answers(name, object) {
        FoundationMembers.send(name, to: object, arguments.first ?? nil)
      } else {
        _sendMessage(object, Selector(name), arguments: arguments).result
      }
    if Result.self == Void.self, let nothing = () as? Result { return nothing }
    return coerce(result, name)
  }

  /// The object as the type that declares a method which cannot be wrapped: one that throws or has default
  /// arguments.
  public func _receiver<Root>(_ name: StaticString, _ type: Root.Type) -> Root {
    if let known = object as? Root { return known }
    NSException.raise(
      .invalidArgumentException,
      "-[\(Journal.className(Swift.type(of: object))) \(name)]: unrecognized selector sent to instance "
        + "\(addressText(of: object)) (a method of \(Root.self))")
  }

  /// The same for methods that are called with `?` or `!`.
  public func _optionalReceiver<Root>(_ type: Root.Type) -> Root? { object as? Root }
}

/// Methods of classes used as objects: `(T.self as AnyObject).perform(…)` (F-242).
private enum ClassObject {
  private static let performing = [
    "performSelector:", "performSelector:withObject:", "performSelector:withObject:withObject:",
  ]
  private static let responding = "respondsToSelector:"

  static func answers(_ name: String, _ cls: AnyClass) -> Bool {
    performing.contains(name) || name == responding || Runtime.classResponds(cls, Selector(name))
  }

  static func send(_ name: String, to cls: AnyClass, _ arguments: [Any?]) -> Any? {
    func argument(_ index: Int) -> Any? { arguments.indices.contains(index) ? arguments[index] : nil }
    if let selector = argument(0) as? Selector {
      if name == responding { return Runtime.classResponds(cls, selector) }
      if performing.contains(name) {
        return _sendMessage(toClass: cls, selector, argument(1), argument(2)).result
      }
    }
    return _sendMessage(toClass: cls, Selector(name), argument(0), argument(1), argument(2)).result
  }
}
