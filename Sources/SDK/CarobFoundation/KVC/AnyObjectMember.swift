import CarobRuntime
import Foundation

/// An object whose members are looked up while the app runs, as Swift does it for `AnyObject`: `(sender as AnyObject).tag`.
///
/// The translator writes `_any(sender)._member("tag", \UIView.tag)` and `_any(sender)._method("poke:", { $0.poke(_:) })(3)`.
/// The class that is named gives the types, and the member if the object is of that class; any other object's own
/// member of that name counts: an app's or the SDK's, property or method, or that of one of Foundation's objects.
// F-156, F-177, F-210, F-211
public struct _AnyObject {
  let object: AnyObject

  /// A property; nil if the object has none of that key.
  public func _member<Root, Value>(
    _ key: StaticString, _ path: @autoclosure @MainActor () -> KeyPath<Root, Value>
  ) -> Value! {
    if let known = object as? Root {
      return withoutActuallyEscaping(path) { path in
        known[keyPath: unsafeBitCast(path, to: (() -> KeyPath<Root, Value>).self)()]
      }
    }
    let name = key.description
    if let property = PropertyTable.property(type(of: object), name) {
      return .some(coerce(property.get(object), name))
    }
    let sent = Runtime.send(object, Selector(name))
    if sent.isRecognized { return .some(coerce(sent.result, name)) }
    if let value = FoundationMembers.value(name, of: object) { return .some(coerce(value, name)) }
    return nil
  }

  /// `(json as AnyObject)["key"]`, of a dictionary or of a class with a subscript of its own.
  // F-136
  public subscript(key: String) -> Any! { element("objectForKeyedSubscript:", key) }
  /// `(list as AnyObject)[0]`.
  public subscript(index: Int) -> Any! { element("objectAtIndexedSubscript:", index) }

  private func element(_ selector: String, _ key: Any) -> Any? {
    if let dictionary = object as? NSDictionary { return dictionary.object(forKey: key) }
    if let array = object as? NSArray, let index = key as? Int { return array.object(at: index) }
    return sendMessage(object, Selector(selector), key).result
  }
}

/// What a value holds, if it is an optional.
func held<Value>(_ value: Value) -> Any? {
  if let optional = value as? any OptionalType { return optional.wrapped }
  return value
}

public func _any(_ object: AnyObject) -> _AnyObject { _AnyObject(object: object) }

@_disfavoredOverload
public func _any(_ object: AnyObject?) -> _AnyObject! { object.map { _AnyObject(object: $0) } }

/// What an `@NSCopying` property stores of what it was given.
public func _copied<Value>(_ value: Value) -> Value {
  guard let object = value as? Foundation.NSObject, let copy = object.copy() as? Value else { return value }
  return copy
}
