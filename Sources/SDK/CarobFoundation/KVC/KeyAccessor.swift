import CarobRuntime
import Foundation

/// The accessors of a class for one key: the cached result of the search of F-110 and F-111.
final class KeyAccessor: @unchecked Sendable {
  // @unchecked because it is immutable.
  enum Getter {
    case method(Method)
    case property(_CarobProperty)
    /// `countOf<Key>` with `objectIn<Key>AtIndex:` or `<key>AtIndexes:`.
    case indexed
    /// `countOf<Key>`, `enumeratorOf<Key>`, `memberOf<Key>:`.
    case unordered
    case none
  }
  enum Setter {
    case method(Method)
    case property(_CarobProperty)
    case none
  }
  let getter: Getter
  let setter: Setter

  private init(_ cls: AnyClass, _ key: String) {
    let name = capitalized(key)
    func method(_ selector: String) -> Method? {
      guard let method = Runtime.method(cls, Selector(selector)), method.isCallable else { return nil }
      return method
    }
    // F-110: methods first. The properties in the table represent both accessors and instance variables. NB:
    // a method known to return nothing is not a getter.
    let methods = ["get\(name)", key, "is\(name)", "_\(key)"].lazy.compactMap(method).filter(\.mayReturnValue)
    let isProperty = PropertyTable.property(cls, key)
    let known = isProperty ?? PropertyTable.property(cls, "is\(name)") ?? Self.isGetter(cls, key)
    if let property = known {
      let getMethod = method("get\(name)").flatMap { $0.mayReturnValue ? $0 : nil }
      getter = getMethod.map { .method($0) } ?? .property(property)
    } else if let method = methods.first {
      getter = .method(method)
    } else if method("countOf\(name)") != nil,
      method("objectIn\(name)AtIndex:") != nil || method("\(key)AtIndexes:") != nil
    {
      getter = .indexed
    } else if method("countOf\(name)") != nil, method("enumeratorOf\(name)") != nil,
      method("memberOf\(name):") != nil
    {
      getter = .unordered
    } else if let property = PropertyTable.property(cls, "_\(key)") {
      getter = .property(property)
    } else {
      getter = .none
    }
    // F-111, F-121: the key "on" does not reach the setter of a property `isOn`.
    if let method = method("set\(name):") ?? method("_set\(name):") {
      setter = .method(method)
    } else if let property = isProperty, property.set != nil {
      setter = .property(property)
    } else if isProperty == nil, let property = PropertyTable.property(cls, "_\(key)"), property.set != nil {
      setter = .property(property)
    } else {
      setter = .none
    }
  }

  /// The SDK property whose getter has this name: `hidden` for `isHidden`, which F-110 finds as a method.
  static func isGetter(_ cls: AnyClass, _ key: String) -> _CarobProperty? {
    let rest = key.dropFirst(2)
    guard key.hasPrefix("is"), let first = rest.first, first.isUppercase else { return nil }
    let property = PropertyTable.property(cls, first.lowercased() + rest.dropFirst())
    return property?.isOfFramework == true && property?.valueType == Bool.self ? property : nil
  }

  static func find(_ cls: AnyClass, _ key: String) -> KeyAccessor {
    let place = Place(cls: ObjectIdentifier(cls), key: key)
    if let known = known.withLock({ $0[place] }) { return known }
    let accessor = KeyAccessor(cls, key)
    known.withLock { $0[place] = accessor }
    return accessor
  }

  private struct Place: Hashable {
    let cls: ObjectIdentifier
    let key: String
  }
  private static let known = Guarded<[Place: KeyAccessor]>([:])
}

extension Method {
  var mayReturnValue: Bool {
    if case .general = body { return true }
    return false
  }
}

/// The key with its first letter in upper case, as in accessors' names.
func capitalized(_ key: String) -> String { key.prefix(1).uppercased() + key.dropFirst() }

/// Whether the type is a number or a struct, which cannot be nil (F-113).
func isScalar(_ type: Any.Type) -> Bool {
  !(type is any OptionalType.Type) && !(type is AnyClass)
    && (type is any Numeric.Type || type == Bool.self || type is any RawRepresentable.Type
      || type == CGPoint.self
      || type == CGSize.self || type == CGRect.self)
}
