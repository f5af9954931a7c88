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
    guard let make = Self._carobNew ?? Self._carobNewOfFramework else {
      fatalError("Use of unimplemented initializer 'init()' for class '\(String(reflecting: Self.self))'")
    }
    self.init(_carobObject: _onMainActor { MadeObject(object: make()) }.object)
  }
}

/// Carries an object out of the main actor's code.
private struct MadeObject: @unchecked Sendable {
  // @unchecked because the code runs on the calling thread.
  let object: AnyObject
}
