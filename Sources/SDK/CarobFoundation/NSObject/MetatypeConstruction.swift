import CarobRuntime

/// A class that can be instantiated from a metatype value: `cellClass.init(…)`, `T()`.
///
/// In Objective-C any class can be sent an initializer. In Swift the initializer must be `required`, which
/// would force every app subclass to declare it. A protocol's initializer counts as required and can return
/// an object created elsewhere. If the class is known statically, its own initializer is preferred, because
/// it has one parameter less.
///
/// NB: not class-bound, because then `self` could not be assigned.
public protocol _CarobConstructible {}

extension _CarobConstructible {
  /// The initializer to which the other initializers delegate.
  public init(_carobObject object: AnyObject) {
    guard let object = object as? Self else {
      fatalError("F-155: created a \(type(of: object)) where a \(Self.self) is expected")
    }
    self = object
  }
}

extension _CarobConstructible where Self: NSObject {
  /// `T()` and `cls.init()`.
  // F-155: uses the class's generated factory, or the SDK's.
  public nonisolated init(_carob: Void = ()) {
    let made: NSObject.Type = Self._constructedClass
    guard let make = made._carobNew ?? made._carobNewOfFramework else {
      fatalError("Use of unimplemented initializer 'init()' for class '\(String(reflecting: made))'")
    }
    self.init(_carobObject: _onMainActor { MadeObject(object: make()) }.object)
  }

  /// The class to instantiate: the metatype value on which the initializer was called, which may be a
  /// subclass of `Self`; else `Self`.
  public nonisolated static var _constructedClass: Self.Type {
    guard let call = MetatypeCall.current, let cls = call.cls as? Self.Type else { return Self.self }
    call.cls = nil
    return cls
  }
}

extension NSObject {
  /// Calls an initializer on a metatype value of an SDK class or a subclass.
  // F-155: inside a protocol's initializer, `Self` is the static type of the metatype value.
  public nonisolated static func _carobInit<T: NSObject, R>(
    _ cls: T.Type, _ make: (T.Type) throws -> R
  ) rethrows -> R {
    try MetatypeCall.$current.withValue(MetatypeCall(cls)) { try make(cls) }
  }
  /// Calls an initializer on any other metatype value.
  // NB: an autoclosure, because the compiler would open the existential type of any other parameter.
  public nonisolated static func _carobInit<T, R>(
    _ type: @autoclosure () throws -> T, _ make: (T) throws -> R
  ) rethrows -> R {
    try make(type())
  }
  /// Passes an unnamed closure argument to the initializer.
  public nonisolated static func _carobInit<T: NSObject, A, R>(
    _ cls: T.Type, with argument: A, make: (A, T.Type) throws -> R
  ) rethrows -> R {
    try MetatypeCall.$current.withValue(MetatypeCall(cls)) { try make(argument, cls) }
  }
  public nonisolated static func _carobInit<T, A, R>(
    _ type: @autoclosure () throws -> T, with argument: A, make: (A, T) throws -> R
  ) rethrows -> R {
    try make(argument, type())
  }
  /// Passes two unnamed closure arguments to the initializer.
  public nonisolated static func _carobInit<T: NSObject, A, B, R>(
    _ cls: T.Type, with first: A, _ second: B, make: (A, B, T.Type) throws -> R
  ) rethrows -> R {
    try MetatypeCall.$current.withValue(MetatypeCall(cls)) { try make(first, second, cls) }
  }
  public nonisolated static func _carobInit<T, A, B, R>(
    _ type: @autoclosure () throws -> T, with first: A, _ second: B, make: (A, B, T) throws -> R
  ) rethrows -> R {
    try make(first, second, type())
  }
}

/// The metatype value on which an initializer is called, until the initializer has read it.
private final class MetatypeCall: @unchecked Sendable {
  // @unchecked because the call stays on one thread.
  @TaskLocal static var current: MetatypeCall?
  var cls: NSObject.Type?
  init(_ cls: NSObject.Type) { self.cls = cls }
}

/// Transfers an object out of main-actor code.
private struct MadeObject: @unchecked Sendable {
  // @unchecked because the code runs on the calling thread.
  let object: AnyObject
}
