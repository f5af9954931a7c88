import CarobRuntime
import Foundation

/// A property that is looked up on an object of any class: `(sender as AnyObject).tag`.
///
/// The key path is of a class that has such a property; it gives the type, and the value if the object is of that class.
/// For any other object its own property of that key counts. An object without one stops the app.
// F-156
public func _anyMember<Root: AnyObject, Value>(
  _ object: AnyObject?, _ key: StaticString, _ path: @autoclosure @MainActor () -> KeyPath<Root, Value>
) -> Value {
  guard let object else { fatalError("Unexpectedly found nil while looking up '\(key)' on AnyObject?") }
  if let known = object as? Root {
    return withoutActuallyEscaping(path) { path in
      known[keyPath: unsafeBitCast(path, to: (() -> KeyPath<Root, Value>).self)()]
    }
  }
  let name = key.description
  if let property = PropertyTable.property(type(of: object), name) {
    return coerce(property.get(object), name)
  }
  // NB: stops the app if there is no such method.
  return coerce(sendMessage(object, Selector(name)).result, name)
}

/// The receiver of a method that is looked up on an object of any class: `(sender as AnyObject).setOn(true, animated: true)`.
///
/// - Parameter name: the method with its labels
/// An object of another class stops the app, as an unknown selector does.
// F-177
public func _anyReceiver<Root: AnyObject>(
  _ object: AnyObject?, _ name: StaticString, _ type: Root.Type
) -> Root {
  guard let object else { fatalError("Unexpectedly found nil while looking up '\(name)' on AnyObject?") }
  if let known = object as? Root { return known }
  NSException.raise(
    .invalidArgumentException,
    "-[\(Journal.className(Swift.type(of: object))) \(name)]: unrecognized selector sent to instance "
      + "\(addressText(of: object)) (a method of \(Journal.className(type)))")
}

/// What an `@NSCopying` property stores of what it was given.
public func _copied<Value>(_ value: Value) -> Value {
  guard let object = value as? Foundation.NSObject, let copy = object.copy() as? Value else { return value }
  return copy
}
