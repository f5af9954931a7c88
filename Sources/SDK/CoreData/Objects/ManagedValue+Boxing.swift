import CarobFoundation

extension ManagedValue {
  /// Converts a value that an app sets for an attribute of this type; nil if its class is not the
  /// attribute's.
  init?(boxed value: Any?, _ type: NSAttributeType) {
    guard let value, !(value is NSNull) else {
      self = .null
      return
    }
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
      if let number = value as? NSNumber {
        self = .integer(number.int64Value)
      } else if let flag = value as? Bool {
        self = .integer(flag ? 1 : 0)
      } else if let integer = value as? any BinaryInteger {
        self = .integer(Int64(truncatingIfNeeded: integer))
      } else {
        return nil
      }
    case .doubleAttributeType, .floatAttributeType:
      if let number = value as? NSNumber {
        self = .real(number.doubleValue)
      } else if let real = value as? any BinaryFloatingPoint {
        self = .real(Double(real))
      } else if let integer = value as? any BinaryInteger {
        self = .real(Double(integer))
      } else {
        return nil
      }
    case .dateAttributeType:
      guard let date = value as? Date else { return nil }
      self = .real(date.timeIntervalSinceReferenceDate)
    case .stringAttributeType:
      guard let text = value as? String else { return nil }
      self = .text(text)
    case .decimalAttributeType:
      if let decimal = value as? NSDecimalNumber {
        self = .text(decimal.decimalValue.description)
      } else if let decimal = value as? Decimal {
        self = .text(decimal.description)
      } else if let number = value as? NSNumber {
        self = .text(number.decimalValue.description)
      } else {
        return nil
      }
    case .binaryDataAttributeType:
      guard let data = value as? Data else { return nil }
      self = .data(data)
    case .UUIDAttributeType:
      guard let uuid = value as? UUID else { return nil }
      self = .text(uuid.uuidString)
    case .URIAttributeType:
      guard let url = value as? URL else { return nil }
      self = .text(url.absoluteString)
    default:
      self = .object(value as AnyObject)
    }
  }

  /// The value as key–value coding returns it; attributes only, not relationships.
  func boxed(_ type: NSAttributeType) -> Any? {
    switch self {
    case .integer(let value):
      type == .booleanAttributeType ? NSNumber(value: value != 0) : NSNumber(value: value)
    case .real(let value):
      switch type {
      case .dateAttributeType: Date(timeIntervalSinceReferenceDate: value)
      case .floatAttributeType: NSNumber(value: Float(value))
      default: NSNumber(value: value)
      }
    case .text(let text):
      switch type {
      case .decimalAttributeType: NSDecimalNumber(string: text)
      case .UUIDAttributeType: UUID(uuidString: text)
      case .URIAttributeType: URL(string: text)
      default: text
      }
    case .data(let data): data
    case .object(let object): object
    default: nil
    }
  }

  /// The class that an attribute's value must have, for messages.
  static func className(_ type: NSAttributeType) -> String {
    switch type {
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .decimalAttributeType: "NSDecimalNumber"
    case .transformableAttributeType, .undefinedAttributeType, .compositeAttributeType: "NSObject"
    default: "NSNumber"
    }
  }
}
