import CarobRuntime
import Foundation

/// One key–value coding entry of a class, as the translator emits it for outlets, inspectable and `@objc` properties.
public struct _CarobProperty: @unchecked Sendable {
  // @unchecked because the closures capture nothing but key paths.
  public let name: String
  package let get: (AnyObject) -> Any?
  package let set: ((AnyObject, Any?) -> Void)?
  /// The key path, for finding a property's name; made on demand.
  package let keyPath: () -> AnyKeyPath
  /// The property's type, for messages and for nil into scalars (F-113).
  package let valueType: Any.Type

  /// A property that can be read and written.
  public init<Root: AnyObject, Value>(
    _ name: String, _ keyPath: @escaping @autoclosure @MainActor () -> ReferenceWritableKeyPath<Root, Value>
  ) {
    self.name = name
    let keyPath = unsafeBitCast(keyPath, to: (() -> ReferenceWritableKeyPath<Root, Value>).self)
    get = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath()] }
    set = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath()] = coerce($1, name) }
    self.keyPath = { keyPath() }
    valueType = Value.self
  }

  /// A property that can only be read.
  public init<Root: AnyObject, Value>(
    readOnly name: String, _ keyPath: @escaping @autoclosure @MainActor () -> KeyPath<Root, Value>
  ) {
    self.name = name
    let keyPath = unsafeBitCast(keyPath, to: (() -> KeyPath<Root, Value>).self)
    get = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath()] }
    set = nil
    self.keyPath = { keyPath() }
    valueType = Value.self
  }
}

/// Converts what key–value coding was given into the property's type: numbers of any kind into any other (F-114).
func coerce<Value>(_ value: Any?, _ key: String) -> Value {
  if let value, let same = value as? Value { return same }
  if let number = value as? NSNumber {
    switch Value.self {
    case is CGFloat.Type, is CGFloat?.Type: return CGFloat(number.doubleValue) as! Value
    case is Double.Type, is Double?.Type: return number.doubleValue as! Value
    case is Float.Type, is Float?.Type: return number.floatValue as! Value
    case is Int.Type, is Int?.Type: return number.intValue as! Value
    case is Bool.Type, is Bool?.Type: return number.boolValue as! Value
    case is UInt.Type, is UInt?.Type: return number.uintValue as! Value
    default: break
    }
  }
  if value == nil || value is NSNull, let optional = Value.self as? any OptionalType.Type {
    return optional.none as! Value
  }
  NSException.raise(
    .invalidArgumentException,
    value == nil
      ? "could not set nil as the value for the key \(key)."
      : "the value for the key \(key) must be a \(Value.self), not a \(type(of: value!))")
}
