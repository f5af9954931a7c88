import CarobRuntime
import Foundation

// The implementations of `NSObject`'s key–value coding members. The members themselves are declared in the
// class so that they can be overridden.

extension NSObject {
  // F-110
  final func kvcValue(_ key: String) -> Any? {
    let cls = type(of: self)
    switch KeyAccessor.find(cls, key).getter {
    case .method(let method): return boxed(Runtime.call(method, self, nil, nil, nil).result)
    case .property(let property): return boxed(property.get(self))
    case .indexed: return IndexedAccessorArray(self, key)
    case .unordered: return unorderedAccessorSet(key)
    case .none: return kvcStandardValue(key) ?? value(forUndefinedKey: key)
    }
  }

  /// The same without boxing, for typed observers.
  final func kvcRawValue(_ key: String) -> Any? {
    if case .property(let property) = KeyAccessor.find(type(of: self), key).getter {
      return property.get(self)
    }
    return value(forKey: key)
  }

  private func kvcStandardValue(_ key: String) -> Any? {
    switch key {
    case "self": self
    case "description": description
    case "hash": NSNumber(value: hash)
    default: nil
    }
  }

  private func unorderedAccessorSet(_ key: String) -> NSSet {
    let enumerator = Runtime.send(self, Selector("enumeratorOf\(capitalized(key))")).result as? NSEnumerator
    return NSSet(array: enumerator?.allObjects ?? [])
  }

  // F-111
  final func kvcSet(_ value: Any?, _ key: String) {
    let accessor = KeyAccessor.find(type(of: self), key)
    switch accessor.setter {
    case .method(let method):
      notifyingOnce(key) { _ = Runtime.call(method, self, value is NSNull ? nil : value, nil, nil) }
    case .property(let property):
      // F-113
      if value == nil, isScalar(property.valueType) { return setNilValueForKey(key) }
      notifyingOnce(key) { property.set?(self, value) }
    case .none: setValue(value, forUndefinedKey: key)
    }
  }

  // F-82: setting through key–value coding reports the change exactly once, even if the property's setter
  // reports it, too.
  private func notifyingOnce(_ key: String, _ change: () -> Void) {
    guard let observation = _carobState?.observation else { return change() }
    observation.willChange(self, key, isHook: true)
    change()
    observation.didChange(self, key, isHook: true)
  }

  // F-112
  final func raiseUndefinedKey(_ key: String) -> Never {
    let cls = type(of: self)
    let known = Set(PropertyTable.all(cls).keys).sorted()
    let near = known.filter { editDistance($0.lowercased(), key.lowercased(), limit: 2) != nil }
    let hint = near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?"
    NSException.raise(
      .undefinedKeyException,
      "[<\(Journal.className(cls)) \(addressText(of: self))> valueForUndefinedKey:]: this class is not key value "
        + "coding-compliant for the key \(key).\(hint)")
  }

  // F-113
  final func raiseNilValue(_ key: String) -> Never {
    NSException.raise(
      .invalidArgumentException,
      "[<\(Journal.className(type(of: self))) \(addressText(of: self))> setNilValueForKey]: could not set nil as the "
        + "value for the key \(key).")
  }

  // F-119
  final func kvcValidate(_ value: UnsafeMutablePointer<AnyObject?>, _ key: String) throws {
    let selector = Selector("validate\(capitalized(key)):error:")
    guard let method = Runtime.method(type(of: self), selector), method.isCallable else { return }
    if let error = Runtime.call(method, self, value, nil, nil).result as? any Error { throw error }
  }
}

/// The value of `path` in any object, evaluated left to right. A nil on the way yields nil (F-115).
func kvcValue(of object: Any?, path: String) -> Any? {
  guard let object else { return nil }
  if path.hasPrefix("@") || isCollection(object) { return collectionValue(object, path: path) }
  guard let dot = path.firstIndex(of: ".") else { return kvcValue(of: object, key: path) }
  let next = kvcValue(of: object, key: String(path[..<dot]))
  let rest = String(path[path.index(after: dot)...])
  // NB: an app's class may override `value(forKeyPath:)`.
  if let next = next as? NSObject { return next.value(forKeyPath: rest) }
  return kvcValue(of: next, path: rest)
}

/// The value for one key of an object of any class.
func kvcValue(of object: Any, key: String) -> Any? {
  switch object {
  case let object as NSObject: return object.value(forKey: key)
  case let dictionary as NSDictionary: return dictionary.object(forKey: key)
  case is NSArray, is NSSet, is NSOrderedSet: return collectionValue(object, path: key)
  case let null as NSNull: return null
  case let foreign as any _ForeignObservable: return foreign.value(forKey: key)
  default: return standardValue(of: object, key: key)
  }
}

/// The value for the keys supported by the toolchain's value classes.
private func standardValue(of object: Any, key: String) -> Any? {
  if key == "self" { return object }
  if let text = object as? NSString {
    switch key {
    case "length": return NSNumber(value: text.length)
    case "uppercaseString", "uppercased": return text.uppercased
    case "lowercaseString", "lowercased": return text.lowercased
    case "capitalizedString", "capitalized": return text.capitalized
    case "integerValue", "intValue": return NSNumber(value: text.integerValue)
    case "doubleValue", "floatValue": return NSNumber(value: text.doubleValue)
    case "boolValue": return NSNumber(value: text.boolValue)
    default: break
    }
  }
  if let number = object as? NSNumber {
    switch key {
    case "intValue", "integerValue": return NSNumber(value: number.intValue)
    case "doubleValue", "floatValue": return NSNumber(value: number.doubleValue)
    case "boolValue": return NSNumber(value: number.boolValue)
    case "stringValue": return number.stringValue
    default: break
    }
  }
  if let url = object as? URL {
    switch key {
    case "absoluteString": return url.absoluteString
    case "path": return url.path
    case "lastPathComponent": return url.lastPathComponent
    case "host": return url.host
    case "scheme": return url.scheme
    default: break
    }
  }
  if let error = object as? NSError {
    switch key {
    case "code": return NSNumber(value: error.code)
    case "domain": return error.domain
    case "localizedDescription": return error.localizedDescription
    case "userInfo": return error.userInfo
    default: break
    }
  }
  if key == "timeIntervalSinceReferenceDate" || key == "timeIntervalSince1970", let date = object as? Date {
    return NSNumber(
      value: key.hasSuffix("1970") ? date.timeIntervalSince1970 : date.timeIntervalSinceReferenceDate)
  }
  if key == "description", let object = object as? Foundation.NSObject { return object.description }
  NSException.raise(
    .undefinedKeyException,
    "[<\(type(of: object))> valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key)."
  )
}

/// Sets the value at the end of a path. Does nothing if a value on the way is nil (F-115).
func kvcSet(_ value: Any?, of object: Any, path: String) {
  guard let dot = path.firstIndex(of: ".") else { return kvcSet(value, of: object, key: path) }
  guard let next = kvcValue(of: object, key: String(path[..<dot])) else { return }
  let rest = String(path[path.index(after: dot)...])
  if let next = next as? NSObject { return next.setValue(value, forKeyPath: rest) }
  kvcSet(value, of: next, path: rest)
}

private func kvcSet(_ value: Any?, of object: Any, key: String) {
  switch object {
  case let object as NSObject: object.setValue(value, forKey: key)
  case let dictionary as NSMutableDictionary:
    if let value {
      dictionary.setObject(value, forKey: key as NSString)
    } else {
      dictionary.removeObject(forKey: key)
    }
  case let array as NSArray: for element in array { kvcSet(value, of: element, key: key) }
  case let set as NSSet: for element in set { kvcSet(value, of: element, key: key) }
  case let set as NSOrderedSet: for element in set { kvcSet(value, of: element, key: key) }
  case let foreign as any _ForeignObservable: foreign.setValue(value, forKey: key)
  default:
    NSException.raise(
      .undefinedKeyException,
      "[<\(type(of: object))> setValue:forUndefinedKey:]: this class is not key value coding-compliant for the key "
        + "\(key).")
  }
}
