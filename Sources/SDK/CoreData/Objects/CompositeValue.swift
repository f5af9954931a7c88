import CarobFoundation

/// The values of composite attributes: dictionaries in memory, property lists in stores (C-283).
enum CompositeValue {
  // MARK: Storing

  static func data(of value: AnyObject, _ attribute: NSCompositeAttributeDescription) -> Data? {
    guard let values = dictionary(value) else { return nil }
    return try? PropertyListSerialization.data(
      fromPropertyList: stored(values, attribute), format: .binary, options: 0)
  }

  static func object(of data: Data, _ attribute: NSCompositeAttributeDescription) -> AnyObject? {
    values(in: data).map { loaded($0, attribute) as NSDictionary }
  }

  /// The reason why a value that an app sets is not valid; nil if it is valid.
  static func problem(_ value: Any, _ attribute: NSCompositeAttributeDescription) -> String? {
    guard let values = dictionary(value as AnyObject) else {
      return "it is not a dictionary with string keys"
    }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let element = attribute.elements.first(where: { $0.name == name }) else {
        return "\(attribute.name) has no element \(name)"
      }
      if let part = element as? NSCompositeAttributeDescription {
        if let problem = problem(value, part) { return problem }
      } else if ManagedValue(boxed: value, element.attributeType) == nil {
        return "\(attribute.name).\(name) is a \(type(of: value))"
      }
    }
    return nil
  }

  private static func dictionary(_ value: AnyObject) -> [String: Any]? {
    if let values = value as? [String: Any] { return values }
    guard let dictionary = value as? NSDictionary else { return nil }
    var result: [String: Any] = [:]
    for (key, value) in dictionary {
      guard let key = key as? String else { return nil }
      result[key] = value
    }
    return result
  }

  private static func stored(
    _ values: [String: Any], _ attribute: NSCompositeAttributeDescription
  ) -> [String: Any] {
    var result: [String: Any] = [:]
    for element in attribute.elements {
      guard let value = values[element.name], !(value is NSNull) else { continue }
      if let part = element as? NSCompositeAttributeDescription {
        result[element.name] = dictionary(value as AnyObject).map { stored($0, part) }
        continue
      }
      switch ManagedValue(boxed: value, element.attributeType) {
      case .integer(let value): result[element.name] = value
      case .real(let value): result[element.name] = value
      case .text(let text): result[element.name] = text
      case .data(let data): result[element.name] = data
      default: continue
      }
    }
    return result
  }

  private static func values(in data: Data) -> [String: Any]? {
    (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)) as? [String: Any]
  }

  private static func loaded(
    _ values: [String: Any], _ attribute: NSCompositeAttributeDescription
  ) -> NSMutableDictionary {
    let result = NSMutableDictionary()
    for element in attribute.elements {
      guard let value = values[element.name] else { continue }
      let object: Any?
      if let part = element as? NSCompositeAttributeDescription {
        object = (value as? [String: Any]).map { loaded($0, part) }
      } else {
        object = managed(value, element.attributeType).boxed(element.attributeType)
      }
      if let object { result.setObject(object, forKey: element.name as NSString) }
    }
    return result
  }

  /// Converts a property-list value to the form that contexts keep.
  private static func managed(_ value: Any, _ type: NSAttributeType) -> ManagedValue {
    switch value {
    case let text as String: .text(text)
    case let data as Data: .data(data)
    case let number as NSNumber:
      ValueKind(type).isReal ? .real(number.doubleValue) : .integer(number.int64Value)
    default: .null
    }
  }

  // MARK: In SQL

  /// The element at a path, in the form of a column of its type.
  static func element(_ path: String, in data: Data) -> Any? {
    var value: Any? = values(in: data)
    for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
    return value is [String: Any] ? nil : value
  }
}

extension NSCompositeAttributeDescription {
  /// The element at the end of a path; nil if that element is itself composite.
  final func element(at path: ArraySlice<String>) -> NSAttributeDescription? {
    guard let name = path.first, let element = elements.first(where: { $0.name == name }) else { return nil }
    if path.count == 1 { return element is NSCompositeAttributeDescription ? nil : element }
    return (element as? NSCompositeAttributeDescription)?.element(at: path.dropFirst())
  }
}

extension NSAttributeType {
  /// Whether values are objects in memory and data in stores.
  var isArchived: Bool { self == .transformableAttributeType || self == .compositeAttributeType }
}
