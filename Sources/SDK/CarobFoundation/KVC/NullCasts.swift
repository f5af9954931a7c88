import Foundation

// Casts to types that can be nil. The translator emits these operators for `as?`, `as!` and `is` (F-190). On
// the platform, Objective-C bridging has the same effect. They have the precedence of casts.
infix operator §? : CastingPrecedence
infix operator §! : CastingPrecedence
infix operator § : CastingPrecedence

/// `value as? T`, treating `NSNull` as nil.
public func §? <Value, T>(value: Value, type: T.Type) -> T? { castTakingNull(value, type) }

/// `value as! T`, treating `NSNull` as nil.
public func §! <Value, T>(value: Value, type: T.Type) -> T {
  guard let cast = castTakingNull(value, type) else {
    fatalError("Could not cast value of type '\(Swift.type(of: value as Any))' to '\(T.self)'")
  }
  return cast
}

/// `value is T`, treating `NSNull` as nil.
public func § <Value, T>(value: Value, type: T.Type) -> Bool { castTakingNull(value, type) != nil }

private func castTakingNull<T>(_ value: Any, _ type: T.Type) -> T? {
  if let cast = value as? T { return cast }
  // NB: without unwrapping, a nil that means failure would be cast to a nil of type T.
  guard let holder = T.self as? any NullHolding.Type, let bridged = holder.bridged(value) else { return nil }
  return bridged as? T
}

/// A type for which `NSNull` becomes nil, or whose elements are such types.
private protocol NullHolding {
  static func bridged(_ value: Any) -> Self?
}

extension Optional: NullHolding {
  fileprivate static func bridged(_ value: Any) -> Self? {
    if value is NSNull { return .some(nil) }
    return castTakingNull(value, Wrapped.self).map { .some($0) }
  }
}

extension Array: NullHolding {
  fileprivate static func bridged(_ value: Any) -> Self? {
    guard let elements = value as? [Any] else { return nil }
    var result: Self = []
    result.reserveCapacity(elements.count)
    for element in elements {
      guard let cast = castTakingNull(element, Element.self) else { return nil }
      result.append(cast)
    }
    return result
  }
}

extension Dictionary: NullHolding {
  fileprivate static func bridged(_ value: Any) -> Self? {
    guard let entries = value as? [AnyHashable: Any] else { return nil }
    var result: Self = [:]
    for (key, value) in entries {
      guard let key = key as? Key ?? key.base as? Key, let cast = castTakingNull(value, Value.self) else {
        return nil
      }
      result.updateValue(cast, forKey: key)
    }
    return result
  }
}
