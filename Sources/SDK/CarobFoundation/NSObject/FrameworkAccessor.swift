import CarobRuntime

/// A getter or setter of an SDK class that is called by selector, such as `text` and `setText:` of a label
/// (F-165).
///
/// SDK classes list their properties only for key–value coding, whereas an app's properties have entries in
/// the method table.
struct FrameworkAccessor {
  private let property: _CarobProperty
  private let isSetter: Bool

  init?(_ selector: Selector, in cls: AnyClass) {
    let name = selector.name
    var key = name
    isSetter = name.hasSuffix(":")
    if isSetter {
      guard name.hasPrefix("set"), let first = name.dropFirst(3).first, first.isUppercase,
        name.dropLast().allSatisfy({ $0 != ":" })
      else { return nil }
      key = first.lowercased() + name.dropFirst(4).dropLast()
    }
    let property = PropertyTable.property(cls, key) ?? Self.flag(key, cls)
    guard let property, property.isOfFramework, !isSetter || property.set != nil else { return nil }
    self.property = property
  }

  /// The property for a getter with the prefix `is`: the key of `isHidden` is `hidden`.
  private static func flag(_ name: String, _ cls: AnyClass) -> _CarobProperty? {
    guard name.hasPrefix("is"), let first = name.dropFirst(2).first, first.isUppercase else { return nil }
    return PropertyTable.property(cls, first.lowercased() + name.dropFirst(3))
  }

  func send(to object: NSObject, _ argument: Any?) -> Runtime.Sent {
    guard isSetter else { return .value(property.get(object)) }
    property.set?(object, argument)
    return .done
  }
}
