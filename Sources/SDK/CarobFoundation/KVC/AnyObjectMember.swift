import CarobRuntime
import Foundation

/// An object whose members are looked up at run time, as Swift does for `AnyObject`: `(sender as
/// AnyObject).tag`.
///
/// The translator writes `_any(sender)._member("tag", \UIView.tag)` and `_any(sender)._method("poke:", { $0.poke(_:) })(3)`.
/// The named class provides the types, and the member if the object is of that class. Otherwise the object's
/// own member of that name is used: a property or method of an app, SDK or Foundation class.
// F-156, F-177, F-210, F-211
public struct _AnyObject {
  let object: AnyObject

  /// The value of a property; nil if the object has no such key.
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

  /// `(json as AnyObject)["key"]`, for dictionaries and classes with their own subscript.
  // F-136
  public subscript(key: String) -> Any! { element("objectForKeyedSubscript:", key) }
  /// `(list as AnyObject)[0]`.
  public subscript(index: Int) -> Any! { element("objectAtIndexedSubscript:", index) }

  private func element(_ selector: String, _ key: Any) -> Any? {
    if let dictionary = object as? NSDictionary { return dictionary.object(forKey: key) }
    if let array = object as? NSArray, let index = key as? Int { return array.object(at: index) }
    return _sendMessage(object, Selector(selector), key).result
  }
}

/// The wrapped value of an optional, or the value itself.
func held<Value>(_ value: Value) -> Any? {
  if let optional = value as? any OptionalType { return optional.wrapped }
  return value
}

public func _any(_ object: AnyObject) -> _AnyObject { _AnyObject(object: object) }

@_disfavoredOverload
public func _any(_ object: AnyObject?) -> _AnyObject! { object.map { _AnyObject(object: $0) } }

/// The copy of a value that an `@NSCopying` property stores.
public func _copied<Value>(_ value: Value) -> Value {
  guard let object = value as? Foundation.NSObject, let copy = object.copy() as? Value else { return value }
  return copy
}
