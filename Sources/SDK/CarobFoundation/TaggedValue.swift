import Foundation

/// Encodes property list values, URLs, UUIDs, sets and null as dictionaries with one entry, whose key is the
/// type.
///
/// NB: the toolchain's `NSKeyedArchiver` merges equal objects, so `true` is decoded as 1, or 1 as `true`,
/// depending on the hash seed.
package enum TaggedValue {
  package static func data(_ value: Any) -> Data? {
    guard let tagged = encode(value) else { return nil }
    return try? PropertyListSerialization.data(fromPropertyList: tagged, format: .binary, options: 0)
  }

  package static func value(_ data: Data) -> Any? {
    (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)).flatMap(decode)
  }

  /// Returns nil for other types and for collections that contain them. All leaves are strings, so that types
  /// are not confused.
  package static func encode(_ value: Any) -> [String: Any]? {
    switch value {
    case is NSNull: return ["nothing": ""]
    case let text as String: return ["text": text]
    case let date as Date: return ["date": "\(date.timeIntervalSinceReferenceDate)"]
    case let data as Data: return ["data": data]
    case let link as URL: return ["link": link.absoluteString]
    case let identifier as UUID: return ["identifier": identifier.uuidString]
    case let number as NSNumber: return ["number \(String(cString: number.objCType))": number.stringValue]
    case let set as Set<AnyHashable>: return encode(set.map(\.base), as: "set")
    case let list as [Any]: return encode(list, as: "list")
    case let dictionary as [AnyHashable: Any]:
      return encode(dictionary.flatMap { [$0.key.base, $0.value] }, as: "dictionary")
    default: return nil
    }
  }

  private static func encode(_ list: [Any], as tag: String) -> [String: Any]? {
    let items = list.compactMap { encode($0) }
    return items.count == list.count ? [tag: items] : nil
  }

  package static func decode(_ tagged: Any) -> Any? {
    guard let tagged = tagged as? [String: Any], let (tag, value) = tagged.first else { return nil }
    let text = value as? String
    switch tag {
    case "nothing": return NSNull()
    case "text": return text
    case "data": return value as? Data
    case "date": return text.flatMap { Double($0) }.map { Date(timeIntervalSinceReferenceDate: $0) }
    case "link": return text.flatMap { URL(string: $0) }
    case "identifier": return text.flatMap { UUID(uuidString: $0) }
    case "list": return items(value)
    case "set": return items(value).map { Set($0.compactMap { $0 as? AnyHashable }) }
    case "dictionary":
      guard let items = items(value), items.count % 2 == 0 else { return nil }
      var result: [AnyHashable: Any] = [:]
      for index in stride(from: 0, to: items.count, by: 2) {
        guard let key = items[index] as? AnyHashable else { return nil }
        result[key] = items[index + 1]
      }
      return result
    case "number c", "number B": return text.map { NSNumber(value: $0 == "1" || $0 == "true") }
    case "number d", "number f": return text.flatMap { Double($0) }.map { NSNumber(value: $0) }
    default: return text.flatMap { Int64($0) }.map { NSNumber(value: $0) }
    }
  }

  private static func items(_ value: Any) -> [Any]? {
    guard let list = value as? [Any] else { return nil }
    let items = list.compactMap { decode($0) }
    return items.count == list.count ? items : nil
  }
}
