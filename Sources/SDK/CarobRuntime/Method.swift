/// One entry of a class's method table, as the translator emits it.
///
/// An entry binds a selector to a closure that calls the method. Entries without a body (`has:`) only tell
/// that the class implements a method: for `responds(to:)`, and for the place of the app's method in the
/// trace.
public struct _CarobMethod: Sendable {
  package let record: Method

  public typealias General = @MainActor (AnyObject, Any?, Any?, Any?) -> Void
  public typealias GeneralValue = @MainActor (AnyObject, Any?, Any?, Any?) -> Any?

  /// A main-actor method that returns nothing.
  public init(_ selector: StaticString, _ name: StaticString, _ line: Int, _ body: @escaping General) {
    // NB: as in `IsolatedBody`; a closure of the main actor around it would check the current executor.
    struct Isolated { let body: General }
    struct Unchecked { let body: (AnyObject, Any?, Any?, Any?) -> Void }
    let body = unsafeBitCast(Isolated(body: body), to: Unchecked.self).body
    record = Method(
      selector, name, line,
      .general {
        body($0, $1, $2, $3)
        return nil
      }, wrapping: closureCode(body))
  }

  /// A main-actor method without arguments.
  public init(
    none selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping @MainActor (AnyObject) -> Void
  ) {
    record = Method(selector, name, line, IsolatedBody.none(body).unchecked)
  }

  /// A main-actor method with one argument.
  public init(
    object selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping @MainActor (AnyObject, AnyObject?) -> Void
  ) {
    record = Method(selector, name, line, IsolatedBody.object(body).unchecked)
  }

  /// A main-actor method that returns something.
  public init(
    value selector: StaticString, _ name: StaticString, _ line: Int, _ body: @escaping GeneralValue
  ) {
    record = Method(selector, name, line, IsolatedBody.general(body).unchecked)
  }

  /// A method of any isolation that returns nothing.
  public init(
    any selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping (AnyObject, Any?, Any?, Any?) -> Void
  ) {
    record = Method(
      selector, name, line,
      .general {
        body($0, $1, $2, $3)
        return nil
      }, wrapping: closureCode(body))
  }

  public init(
    anyNone selector: StaticString, _ name: StaticString, _ line: Int, _ body: @escaping (AnyObject) -> Void
  ) {
    record = Method(selector, name, line, .none(body))
  }

  public init(
    anyObject selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping (AnyObject, AnyObject?) -> Void
  ) {
    record = Method(selector, name, line, .object(body))
  }

  public init(
    anyValue selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping (AnyObject, Any?, Any?, Any?) -> Any?
  ) {
    record = Method(selector, name, line, .general(body))
  }

  /// A main-actor method with more arguments than the other forms take.
  public init(
    many selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping @MainActor (AnyObject, [Any?]) -> Any?
  ) {
    record = Method(selector, name, line, IsolatedBody.many(body).unchecked)
  }

  public init(
    anyMany selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping (AnyObject, [Any?]) -> Any?
  ) {
    record = Method(selector, name, line, .many(body))
  }

  /// A static or class method.
  public init(
    class selector: StaticString, _ name: StaticString, _ line: Int,
    _ body: @escaping @MainActor (AnyClass, Any?, Any?, Any?) -> Any?
  ) {
    record = Method(selector, name, line, IsolatedBody.classMethod(body).unchecked)
  }

  /// A method that the class implements and that is called through the vtable or a protocol's witness table.
  public init(has selector: StaticString, _ name: StaticString, _ line: Int) {
    record = Method(selector, name, line, .marker)
  }
}

/// A method of a class, with its selector.
package final class Method: @unchecked Sendable {
  // @unchecked because the closures are only called by senders that know the isolation of the class.
  package enum Body {
    case none((AnyObject) -> Void)
    case object((AnyObject, AnyObject?) -> Void)
    case general((AnyObject, Any?, Any?, Any?) -> Any?)
    case classMethod((AnyClass, Any?, Any?, Any?) -> Any?)
    /// As many arguments as the selector has colons.
    case many((AnyObject, [Any?]) -> Any?)
    case marker
  }

  package let selector: Selector
  /// The full Swift name, `tableView(_:didSelectRowAt:)`.
  package let swiftName: String
  /// The line of the declaration in the user's file; 0 for the SDK's own.
  package let line: Int
  package let body: Body
  /// The file of the class that declares it, relative to the project; set when the table is built.
  package fileprivate(set) var file = ""

  /// Whether it is a public method of a framework, and not an internal one of the SDK (F-165).
  package fileprivate(set) var isOfFramework = false

  /// The code and the context of a method that takes one object or nothing, and returns nothing.
  var messageBody: (code: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?)? {
    // Closures in structs have their native calling convention, without the thunks of closures that are
    // passed to generic functions.
    struct None { let body: (AnyObject) -> Void }
    struct Object { let body: (AnyObject, AnyObject?) -> Void }
    switch body {
    case .none(let body):
      return unsafeBitCast(
        None(body: body), to: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?).self)
    case .object(let body):
      return unsafeBitCast(
        Object(body: body), to: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?).self)
    case .general, .classMethod, .many, .marker: return nil
    }
  }

  /// The address of the entry's own closure, if the body is a closure around it; else 0.
  private let wrapped: UInt

  init(
    _ selector: StaticString, _ name: StaticString, _ line: Int, _ body: Body, wrapping code: UInt = 0
  ) {
    self.selector = Selector(selector.description)
    swiftName = name.description
    self.line = line
    self.body = body
    wrapped = code
  }

  /// The address of the entry's closure; 0 for an entry without one.
  var code: UInt {
    if wrapped != 0 { return wrapped }
    // NB: as in `messageBody`.
    struct General { let body: (AnyObject, Any?, Any?, Any?) -> Any? }
    struct OfClass { let body: (AnyClass, Any?, Any?, Any?) -> Any? }
    struct Many { let body: (AnyObject, [Any?]) -> Any? }
    switch body {
    case .none, .object: return messageBody.map { UInt(bitPattern: $0.code) } ?? 0
    case .general(let body): return unsafeBitCast(General(body: body), to: (UInt, UInt).self).0
    case .classMethod(let body): return unsafeBitCast(OfClass(body: body), to: (UInt, UInt).self).0
    case .many(let body): return unsafeBitCast(Many(body: body), to: (UInt, UInt).self).0
    case .marker: return 0
    }
  }

  /// A method with this one's body, and the name and place of an override.
  func declared(like override: Method) -> Method {
    Method(overriding: self, by: override)
  }
  private init(overriding method: Method, by override: Method) {
    selector = method.selector
    swiftName = override.swiftName
    line = override.line
    file = override.file
    body = method.body
    wrapped = method.wrapped
  }

  func ofFramework() -> Method {
    isOfFramework = true
    return self
  }

  func declared(in file: String) -> Method {
    self.file = file
    return self
  }

  /// `file:line` of the declaration, where known.
  package var site: String? { file.isEmpty || line == 0 ? nil : "\(file):\(line)" }

  /// Exactly as many arguments as the selector takes: nil for those that were not sent (F-152).
  func fitting(_ arguments: [Any?]) -> [Any?] {
    let count = selector.name.utf8.count { $0 == UInt8(ascii: ":") }
    return Array((arguments + Array(repeating: nil, count: count)).prefix(count))
  }

  /// Whether the method can be called through its selector.
  package var isCallable: Bool {
    if case .marker = body { return false }
    return true
  }
}

/// The address of a closure's code.
private func closureCode(_ body: @escaping (AnyObject, Any?, Any?, Any?) -> Void) -> UInt {
  struct General { let body: (AnyObject, Any?, Any?, Any?) -> Void }
  return unsafeBitCast(General(body: body), to: (UInt, UInt).self).0
}

/// `Method.Body` of closures of the main actor, case by case.
private enum IsolatedBody {
  case none(@MainActor (AnyObject) -> Void)
  case object(@MainActor (AnyObject, AnyObject?) -> Void)
  case general(@MainActor (AnyObject, Any?, Any?, Any?) -> Any?)
  case classMethod(@MainActor (AnyClass, Any?, Any?, Any?) -> Any?)
  case many(@MainActor (AnyObject, [Any?]) -> Any?)
  case marker

  /// The same closures without isolation, which is the sender's responsibility.
  // OPTIMIZATION: the enum is cast, because a closure that is cast by itself gets two thunks, each with a
  // context.
  var unchecked: Method.Body { unsafeBitCast(self, to: Method.Body.self) }
}

/// A class with a method table. `NSObject` conforms, and the translator adds the conformance to others.
public protocol _CarobMethods: AnyObject {
  nonisolated static var _carobMethods: [_CarobMethod] { get }
  nonisolated static var _carobSource: String { get }
  nonisolated static var _carobFrameworkMethods: [_CarobMethod] { get }
}

extension _CarobMethods {
  nonisolated public static var _carobSource: String { "" }
  nonisolated public static var _carobFrameworkMethods: [_CarobMethod] { [] }
}

/// Inherited by protocols with optional requirements.
public protocol _CarobOptional: AnyObject {}

extension _CarobOptional {
  /// The receiver if it implements `selector` (F-151); the translator writes
  /// `delegate?._ifResponds("m:")?.m(…)` for `delegate?.m?(…)`.
  @inlinable public func _ifResponds(_ selector: StaticString) -> Self? {
    _answersMessage(self, Selector(selector.description)) ? self : nil
  }
}

@usableFromInline func _answersMessage(_ target: AnyObject, _ selector: Selector) -> Bool {
  Runtime.answers(target, selector)
}

/// Casts a sent argument to the method's parameter type. A wrong type is a mistake of the app and ends it
/// (M-140).
@inlinable public func _arg<T>(_ argument: Any?) -> T {
  if let argument, let value = argument as? T { return value }
  return _wrongArgument(argument)
}

/// The same for an argument that is passed as an object.
// NB: the overloads below are preferred if they fit; this one casts.
@_disfavoredOverload
@inlinable @inline(__always)
public func _object<T>(_ argument: AnyObject?) -> T { _objectByCast(argument) }

/// The same if the parameter is of a class.
// OPTIMIZATION: returns the argument itself, so that the compiler does not retain it. A cast, or a result
// from two branches, would cost two atomic operations.
@inlinable @inline(__always)
public func _object<T: AnyObject>(_ argument: AnyObject?) -> T {
  if _classAddress(argument) != unsafeBitCast(T.self as Any.Type, to: UInt.self) {
    _checkObject(argument, T.self)
  }
  return unsafeDowncast(argument.unsafelyUnwrapped, to: T.self)
}

/// The same if the parameter is of an optional class.
@inlinable @inline(__always)
public func _object<T: AnyObject>(_ argument: AnyObject?) -> T? {
  if argument != nil, T.self != AnyObject.self,
    _classAddress(argument) != unsafeBitCast(T.self as Any.Type, to: UInt.self)
  {
    _checkObject(argument, T.self)
  }
  return _unsafeReferenceCast(argument, to: T?.self)
}

/// The same if the parameter is a struct that wraps one object.
@inlinable @inline(__always)
public func _object<T: _ReferenceArgument>(_ argument: AnyObject?) -> T {
  if _classAddress(argument) != unsafeBitCast(T._Reference.self as Any.Type, to: UInt.self) {
    _checkObject(argument, T._Reference.self)
  }
  return T(_reference: unsafeDowncast(argument.unsafelyUnwrapped, to: T._Reference.self))
}

@inlinable @inline(__always)
public func _object<T: _ReferenceArgument>(_ argument: AnyObject?) -> T? {
  if argument == nil { return nil }
  let value: T = _object(argument)
  return value
}

/// An argument that the method ignores: it may be of any class, or nil, as in Objective-C.
@inlinable @inline(__always)
public func _unused<T: AnyObject>(_ argument: AnyObject?) -> T { unsafeBitCast(argument, to: T.self) }

@inlinable @inline(__always)
public func _unused<T: AnyObject>(_ argument: AnyObject?) -> T? { unsafeBitCast(argument, to: T?.self) }

/// The same if the parameter is a struct that wraps one object.
@inlinable @inline(__always)
public func _unused<T: _ReferenceArgument>(_ argument: AnyObject?) -> T {
  T(_reference: unsafeBitCast(argument, to: T._Reference.self))
}

@inlinable @inline(__always)
public func _unused<T: _ReferenceArgument>(_ argument: AnyObject?) -> T? {
  if argument == nil { return nil }
  let value: T = _unused(argument)
  return value
}

/// The same if the parameter is not of a class.
@_disfavoredOverload
@inlinable @inline(__always)
public func _unused<T>(_ argument: AnyObject?) -> T { _objectByCast(argument) }

/// A struct that wraps one object, as which it is sent.
public protocol _ReferenceArgument {
  associatedtype _Reference: AnyObject
  init(_reference: _Reference)
  var _reference: _Reference { get }
}

/// The address of the object's class; 0 for nil.
@inlinable @inline(__always)
public func _classAddress(_ object: AnyObject?) -> UInt {
  guard let address = UnsafePointer<UInt>(bitPattern: unsafeBitCast(object, to: UInt.self)) else { return 0 }
  return address.pointee
}

/// Ends the app if the argument is not of the class.
@inline(never)
public func _checkObject<T: AnyObject>(_ argument: AnyObject?, _ type: T.Type) {
  if let argument, let cast = argument as? T, cast === argument { return }
  let _: T = _wrongArgument(argument)
}

@inline(never)
public func _objectByCast<T>(_ argument: AnyObject?) -> T {
  if let argument, let value = argument as? T { return value }
  return _wrongArgument(argument)
}

@inline(never) public func _wrongArgument<T>(_ argument: Any?) -> T {
  if let wrapper = T.self as? any _ReferenceArgument.Type, let value = wrap(argument, in: wrapper) as? T {
    return value
  }
  if let optional = T.self as? any OptionalType.Type, argument == nil { return optional.none as! T }
  if T.self == Any.self { return (Any?.none as Any) as! T }
  WrongArgument.stop(argument, expected: T.self)
}

/// The struct that wraps the argument; nil if the argument is of another class than the one that it wraps.
private func wrap<Argument: _ReferenceArgument>(_ argument: Any?, in wrapper: Argument.Type) -> Argument? {
  (argument as? Argument._Reference).map { Argument(_reference: $0) }
}

/// Access to an optional in an `Any`.
package protocol OptionalType {
  static var none: Any { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalType {
  package static var none: Any { Wrapped?(nilLiteral: ()) as Any }
  package var wrapped: Any? { self.map { $0 as Any } }
}
