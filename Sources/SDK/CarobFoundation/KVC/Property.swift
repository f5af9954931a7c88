import CarobRuntime
import Foundation

/// One key–value coding entry of a class. The translator emits it for outlets and for `@IBInspectable` and
/// `@objc` properties.
public struct _CarobProperty: @unchecked Sendable {
  // @unchecked because the closures capture nothing but key paths.
  public let name: String
  package let get: (AnyObject) -> Any?
  package private(set) var set: ((AnyObject, Any?) -> Void)?
  /// The key path, for finding a property's name; created on demand.
  package let keyPath: () -> AnyKeyPath
  /// The property's type, for error messages and for setting nil on scalars (F-113).
  package let valueType: Any.Type
  /// Whether an SDK property's setter notifies observers (F-81). Properties of apps determine this in another
  /// way.
  package let reportsChanges: Bool
  /// Whether a value can be set without conversion.
  package let accepts: (Any) -> Bool
  /// Whether it belongs to a class of the SDK, not of the app.
  package let isOfFramework: Bool
  /// Whether Core Data stores its value (`@NSManaged`), so that its accessor is not app code.
  package private(set) var isManaged = false

  /// Creates an entry for a writable property.
  public init<Root: AnyObject, Value>(
    _ name: String, _ keyPath: @escaping @autoclosure @MainActor () -> ReferenceWritableKeyPath<Root, Value>
  ) {
    self.name = name
    let keyPath = unsafeBitCast(keyPath, to: (() -> ReferenceWritableKeyPath<Root, Value>).self)
    get = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath()] }
    set = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath()] = coerce($1, name) }
    self.keyPath = { keyPath() }
    valueType = Value.self
    accepts = { $0 is Value }
    isOfFramework = false
    reportsChanges = true
  }

  /// Creates an entry for a property whose value Core Data stores (`@NSManaged`).
  // C-143
  public init<Root: AnyObject, Value>(
    managed name: String,
    _ keyPath: @escaping @autoclosure @MainActor () -> ReferenceWritableKeyPath<Root, Value>
  ) {
    self.init(name, keyPath())
    isManaged = true
  }

  /// Creates an entry for a property whose setter has side effects. Calls only the setter, whereas a key path
  /// would read the property first.
  // F-111
  public init<Root: AnyObject, Value>(
    _ name: String, _ keyPath: @escaping @autoclosure @MainActor () -> ReferenceWritableKeyPath<Root, Value>,
    set: @escaping @MainActor (Root, Value) -> Void
  ) {
    self.init(name, keyPath())
    let set = unsafeBitCast(set, to: ((Root, Value) -> Void).self)
    self.set = { set(unsafeDowncast($0, to: Root.self), coerce($1, name)) }
  }

  /// Creates an entry for a read-only property.
  public init<Root: AnyObject, Value>(
    readOnly name: String, _ keyPath: @escaping @autoclosure @MainActor () -> KeyPath<Root, Value>
  ) {
    self.name = name
    let keyPath = unsafeBitCast(keyPath, to: (() -> KeyPath<Root, Value>).self)
    get = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath()] }
    set = nil
    self.keyPath = { keyPath() }
    valueType = Value.self
    accepts = { $0 is Value }
    isOfFramework = false
    reportsChanges = true
  }
}

extension _CarobProperty {
  /// The entries of an SDK class, with the platform's keys (`hidden`, not `isHidden`): writable properties,
  /// read-only properties, and the keys whose setters notify observers.
  // OPTIMIZATION: uses partial key paths, whose accessors are created on the first access to the class.
  // Closures for some nine hundred properties would enlarge the library by as many functions.
  public static func table<Root: AnyObject>(
    _ root: Root.Type, _ writable: @MainActor () -> [String: PartialKeyPath<Root>],
    readOnly: @MainActor () -> [String: PartialKeyPath<Root>] = { [:] }, reporting: Set<String> = []
  ) -> [_CarobProperty] {
    typealias Paths = [String: PartialKeyPath<Root>]
    func paths(_ closure: @MainActor () -> Paths) -> Paths {
      withoutActuallyEscaping(closure) { unsafeBitCast($0, to: (() -> Paths).self)() }
    }
    return paths(writable).map { _CarobProperty($0, $1, isWritable: true, reports: reporting.contains($0)) }
      + paths(readOnly).map { _CarobProperty($0, $1, isWritable: false, reports: reporting.contains($0)) }
  }

  private init<Root: AnyObject>(
    _ name: String, _ keyPath: PartialKeyPath<Root>, isWritable: Bool, reports: Bool
  ) {
    func setter<Value>(_: Value.Type) -> ((AnyObject, Any?) -> Void)? {
      guard let writable = keyPath as? ReferenceWritableKeyPath<Root, Value> else { return nil }
      return { unsafeDowncast($0, to: Root.self)[keyPath: writable] = coerce($1, name) }
    }
    func acceptance<Value>(_: Value.Type) -> (Any) -> Bool { { $0 is Value } }
    self.name = name
    get = { unsafeDowncast($0, to: Root.self)[keyPath: keyPath] }
    valueType = type(of: keyPath).valueType
    set = isWritable ? _openExistential(valueType, do: setter) : nil
    self.keyPath = { keyPath }
    accepts = _openExistential(valueType, do: acceptance)
    isOfFramework = true
    reportsChanges = reports
  }
}

/// Converts a value set with key–value coding to the property's type: numbers to any other kind of number,
/// `NSValue`s to their structs (F-114).
func coerce<Value>(_ value: Any?, _ key: String) -> Value {
  if let value, let same = value as? Value { return same }
  // A string is converted to a number, as with `doubleValue` on the platform.
  let number = value as? NSNumber ?? (value as? String).map { NSNumber(value: ($0 as NSString).doubleValue) }
  // NB: in two steps, because nil can be cast to any optional type.
  if let number, let converted = convert(number, to: Value.self), let same = converted as? Value {
    return same
  }
  if let structure = (value as? NSValue)?.unboxed, let same = structure as? Value { return same }
  if value == nil || value is NSNull, let optional = Value.self as? any OptionalType.Type {
    return optional.none as! Value
  }
  guard let value else {
    NSException.raise(.invalidArgumentException, "could not set nil as the value for the key \(key).")
  }
  NSException.raise(
    .invalidArgumentException,
    "the value for the key \(key) must be a \(Value.self), not a \(type(of: value))")
}

/// Converts a number to another kind of number, or to the enum case with this raw value.
private func convert(_ number: NSNumber, to type: Any.Type) -> Any? {
  switch type {
  case is CGFloat.Type, is CGFloat?.Type: return CGFloat(number.doubleValue)
  case is Double.Type, is Double?.Type: return number.doubleValue
  case is Float.Type, is Float?.Type: return number.floatValue
  case is Bool.Type, is Bool?.Type: return number.boolValue
  case let type as any (FixedWidthInteger & SignedInteger).Type: return integer(number, type)
  case let type as any (FixedWidthInteger & UnsignedInteger).Type: return unsignedInteger(number, type)
  case let type as any RawRepresentable.Type: return rawRepresentable(number, type)
  default: return nil
  }
}

private func integer<T: FixedWidthInteger>(_ number: NSNumber, _ type: T.Type) -> Any {
  T(truncatingIfNeeded: number.int64Value)
}

private func unsignedInteger<T: FixedWidthInteger>(_ number: NSNumber, _ type: T.Type) -> Any {
  T(truncatingIfNeeded: number.uint64Value)
}

private func rawRepresentable<T: RawRepresentable>(_ number: NSNumber, _ type: T.Type) -> Any? {
  convert(number, to: T.RawValue.self).flatMap { $0 as? T.RawValue }.flatMap { T(rawValue: $0) }
}

/// Converts a value to its key–value coding form: numbers to `NSNumber` (F-114), optionals to their wrapped
/// values.
func boxed(_ value: Any?) -> Any? {
  guard let value else { return nil }
  switch value {
  case let value as Int: return NSNumber(value: value)
  case let value as Double: return NSNumber(value: value)
  case let value as Bool: return NSNumber(value: value)
  case let value as CGFloat: return NSNumber(value: Double(value))
  case let value as Float: return NSNumber(value: value)
  default: return boxedRarely(value)
  }
}

private func boxedRarely(_ value: Any) -> Any? {
  if type(of: value) is AnyClass { return value }
  switch value {
  case let value as any OptionalType: return boxed(value.wrapped)
  case let value as any FixedWidthInteger: return boxedInteger(value)
  case let value as any RawRepresentable: return boxedRawValue(value) ?? value
  default: return value
  }
}

private func boxedInteger<T: FixedWidthInteger>(_ value: T) -> NSNumber {
  T.isSigned
    ? NSNumber(value: Int64(truncatingIfNeeded: value)) : NSNumber(value: UInt64(truncatingIfNeeded: value))
}

// NB: only enums with integer raw values become numbers; others, such as string-based names, are unchanged.
private func boxedRawValue<T: RawRepresentable>(_ value: T) -> Any? {
  value.rawValue is any BinaryInteger ? boxed(value.rawValue) : nil
}
