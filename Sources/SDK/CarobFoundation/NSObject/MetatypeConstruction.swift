import CarobRuntime

/// A class whose objects can be made from a value of its metatype: `cellClass.init(…)`, `T()`.
///
/// Objective-C sends an initializer to any class; Swift wants it to be `required`, which would oblige every subclass of an
/// app to write it. An initializer of a protocol counts as required, and may hand back an object that was made elsewhere.
/// Where the class is known, its own initializer is preferred, because it has one parameter less.
///
/// NB: not bound to classes, because `self` could not be assigned then.
public protocol _CarobConstructible {}

extension _CarobConstructible {
  /// What the initializers of the classes delegate to.
  public init(_carobObject object: AnyObject) {
    guard let object = object as? Self else {
      fatalError("F-155: \(type(of: object)) was made where \(Self.self) is expected")
    }
    self = object
  }
}

extension _CarobConstructible where Self: NSObject {
  /// `T()` and `cls.init()`.
  // F-155: the class's generated factory, or the SDK's.
  public nonisolated init(_carob: Void = ()) {
    let made: NSObject.Type = Self._constructedClass
    guard let make = made._carobNew ?? made._carobNewOfFramework else {
      fatalError("Use of unimplemented initializer 'init()' for class '\(String(reflecting: made))'")
    }
    self.init(_carobObject: _onMainActor { MadeObject(object: make()) }.object)
  }

  /// The class that is to be made: that of the value on which the initializer was called, of which `Self` may be a
  /// superclass; without such a value `Self`.
  public nonisolated static var _constructedClass: Self.Type {
    guard let call = MetatypeCall.current, let cls = call.cls as? Self.Type else { return Self.self }
    call.cls = nil
    return cls
  }
}

extension NSObject {
  /// Calls an initializer on a value of a metatype of one of the SDK's classes or their subclasses.
  // F-155: within an initializer of a protocol, `Self` is the type that the value is declared with.
  public nonisolated static func _carobInit<T: NSObject, R>(
    _ cls: T.Type, _ make: (T.Type) throws -> R
  ) rethrows -> R {
    try MetatypeCall.$current.withValue(MetatypeCall(cls)) { try make(cls) }
  }
  /// Calls an initializer on a value of any other metatype.
  // NB: an autoclosure, because the compiler would open the type of any other parameter.
  public nonisolated static func _carobInit<T, R>(
    _ type: @autoclosure () throws -> T, _ make: (T) throws -> R
  ) rethrows -> R {
    try make(type())
  }
  /// Hands the initializer an argument of a closure that has no name.
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
  /// Hands the initializer two arguments of a closure that have no names.
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

/// The value on which an initializer is being called, until the initializer has read it.
private final class MetatypeCall: @unchecked Sendable {
  // @unchecked because the call stays on one thread.
  @TaskLocal static var current: MetatypeCall?
  var cls: NSObject.Type?
  init(_ cls: NSObject.Type) { self.cls = cls }
}

/// Carries an object out of the main actor's code.
private struct MadeObject: @unchecked Sendable {
  // @unchecked because the code runs on the calling thread.
  let object: AnyObject
}
