import CarobFoundation

// The contents of a notification are passed to the device, and to later launches, as a property list.

extension NSCoder {
  /// A dictionary of property-list values.
  func decodedList(forKey key: String) -> [String: Any]? {
    let classes: [AnyClass] = [
      NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSData.self, NSDate.self,
    ]
    return decodeObject(of: classes, forKey: key) as? [String: Any]
  }
}

enum PropertyLists {
  static func encoded(_ list: [String: Any]) -> [UInt8] {
    guard let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    else { return [] }
    return [UInt8](data)
  }

  static func decoded(_ bytes: [UInt8]) -> [String: Any]? {
    guard !bytes.isEmpty else { return nil }
    return try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
  }

  /// Describes the first value in `userInfo` that is not a property-list value; nil if there is none (L-150).
  static func problem(in value: Any, at path: String = "userInfo") -> String? {
    switch value {
    case is String, is NSString, is NSNumber, is any BinaryInteger, is Bool, is Double, is Float, is Date,
      is NSDate, is Data, is NSData:
      return nil
    case let list as [Any]:
      for (index, element) in list.enumerated() {
        if let found = problem(in: element, at: "\(path)[\(index)]") { return found }
      }
      return nil
    case let dictionary as [AnyHashable: Any]:
      for (key, element) in dictionary {
        guard let name = key.base as? String else {
          return "\(path) has a key of type \(type(of: key.base)), which is not a string"
        }
        if let found = problem(in: element, at: "\(path)[\"\(name)\"]") { return found }
      }
      return nil
    default: return "\(path) is a \(type(of: value)), which is not a property-list type"
    }
  }

  /// The dictionary with string keys, as property lists require.
  static func plain(_ dictionary: [AnyHashable: Any]) -> [String: Any] {
    var result: [String: Any] = [:]
    for (key, value) in dictionary {
      guard let name = key.base as? String else { continue }
      result[name] = plain(value)
    }
    return result
  }

  private static func plain(_ value: Any) -> Any {
    switch value {
    case let dictionary as [AnyHashable: Any]: plain(dictionary) as [String: Any]
    case let list as [Any]: list.map { plain($0) }
    default: value
    }
  }
}
