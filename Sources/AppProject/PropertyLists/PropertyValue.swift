import Foundation

/// A property list as a value: the content of Info.plist and of a project's other lists.
public indirect enum PropertyValue: Sendable, Equatable {
  case string(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  case date(Date)
  case data(Data)
  case array([PropertyValue])
  case dictionary([String: PropertyValue])

  /// The value of `key`, if this is a dictionary that contains it.
  public subscript(key: String) -> PropertyValue? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [PropertyValue]? { if case .array(let value) = self { value } else { nil } }
  public var dictionary: [String: PropertyValue]? {
    if case .dictionary(let value) = self { value } else { nil }
  }
  /// The Boolean, also if it is written as a number or as "YES".
  public var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .string(let value): BuildSettings.isTrue(value)
    default: nil
    }
  }

  /// The same list with `transform` applied to every string, including dictionary keys.
  public func mapStrings(_ transform: (String) -> String) -> PropertyValue {
    switch self {
    case .string(let value): .string(transform(value))
    case .array(let values): .array(values.map { $0.mapStrings(transform) })
    case .dictionary(let entries):
      .dictionary(
        Dictionary(
          entries.map { (transform($0.key), $0.value.mapStrings(transform)) }, uniquingKeysWith: { $1 }))
    default: self
    }
  }

  /// Foundation's form, for `PropertyListSerialization`.
  public var foundationObject: Any {
    switch self {
    case .string(let value): value
    case .integer(let value): value
    case .real(let value): value
    case .boolean(let value): value
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.foundationObject)
    case .dictionary(let entries): entries.mapValues(\.foundationObject)
    }
  }

  /// The list that Foundation decoded; `nil` for objects that property lists cannot contain.
  public init?(foundationObject object: Any) {
    switch object {
    case let value as String: self = .string(value)
    case let value as Bool where type(of: object) == Bool.self: self = .boolean(value)
    case let value as NSNumber:
      if String(cString: value.objCType) == "c" || String(cString: value.objCType) == "B" {
        self = .boolean(value.boolValue)
      } else if value.doubleValue == Double(value.intValue) && !"fd".contains(String(cString: value.objCType))
      {
        self = .integer(value.intValue)
      } else {
        self = .real(value.doubleValue)
      }
    case let value as Int: self = .integer(value)
    case let value as Double: self = .real(value)
    case let value as Date: self = .date(value)
    case let value as Data: self = .data(value)
    case let values as [Any]:
      var converted: [PropertyValue] = []
      for value in values {
        guard let item = PropertyValue(foundationObject: value) else { return nil }
        converted.append(item)
      }
      self = .array(converted)
    case let entries as [String: Any]:
      var converted: [String: PropertyValue] = [:]
      for (key, value) in entries {
        guard let item = PropertyValue(foundationObject: value) else { return nil }
        converted[key] = item
      }
      self = .dictionary(converted)
    default: return nil
    }
  }

  /// The list as an XML property list with sorted keys, so that equal lists give equal bytes.
  public func xml() -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    write(into: &text, indentation: "")
    return text + "</plist>\n"
  }

  private func write(into text: inout String, indentation: String) {
    func escaped(_ string: String) -> String {
      string.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
    switch self {
    case .string(let value): text += "\(indentation)<string>\(escaped(value))</string>\n"
    case .integer(let value): text += "\(indentation)<integer>\(value)</integer>\n"
    case .real(let value): text += "\(indentation)<real>\(value)</real>\n"
    case .boolean(let value): text += "\(indentation)<\(value)/>\n"
    case .date(let value): text += "\(indentation)<date>\(value.ISO8601Format())</date>\n"
    case .data(let value): text += "\(indentation)<data>\(value.base64EncodedString())</data>\n"
    case .array(let values):
      text += "\(indentation)<array>\n"
      for value in values { value.write(into: &text, indentation: indentation + "\t") }
      text += "\(indentation)</array>\n"
    case .dictionary(let entries):
      text += "\(indentation)<dict>\n"
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        text += "\(indentation)\t<key>\(escaped(key))</key>\n"
        value.write(into: &text, indentation: indentation + "\t")
      }
      text += "\(indentation)</dict>\n"
    }
  }
}
