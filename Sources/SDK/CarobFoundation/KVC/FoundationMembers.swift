import Foundation

/// Members of Foundation objects that apps look up on `AnyObject` and that are not in a method table (F-211).
enum FoundationMembers {
  static func value(_ name: String, of object: AnyObject) -> Any? {
    switch name {
    case "description": return (object as? any CustomStringConvertible)?.description
    case "hash": return (object as? Foundation.NSObject)?.hash
    default: break
    }
    switch object {
    case let text as NSString: return value(name, of: text)
    case let number as NSNumber: return value(name, of: number)
    case let array as NSArray: return value(name, of: array)
    case let dictionary as NSDictionary: return value(name, of: dictionary)
    case let set as NSSet: return name == "count" ? set.count : name == "allObjects" ? set.allObjects : nil
    case let data as NSData: return name == "length" ? data.length : nil
    case let url as NSURL:
      return name == "absoluteString" ? url.absoluteString : name == "path" ? url.path : nil
    case let date as NSDate: return name == "timeIntervalSince1970" ? date.timeIntervalSince1970 : nil
    default: return nil
    }
  }

  private static func value(_ name: String, of text: NSString) -> Any? {
    switch name {
    case "length": return text.length
    case "intValue": return text.intValue
    case "integerValue": return text.integerValue
    case "longLongValue": return text.longLongValue
    case "floatValue": return text.floatValue
    case "doubleValue": return text.doubleValue
    case "boolValue": return text.boolValue
    case "lowercased": return text.lowercased
    case "uppercased": return text.uppercased
    case "capitalized": return text.capitalized
    case "lastPathComponent": return text.lastPathComponent
    case "pathExtension": return text.pathExtension
    default: return nil
    }
  }

  private static func value(_ name: String, of number: NSNumber) -> Any? {
    switch name {
    case "intValue": return number.int32Value
    case "integerValue": return number.intValue
    case "longLongValue": return number.int64Value
    case "floatValue": return number.floatValue
    case "doubleValue": return number.doubleValue
    case "boolValue": return number.boolValue
    case "stringValue": return number.stringValue
    default: return nil
    }
  }

  private static func value(_ name: String, of array: NSArray) -> Any? {
    switch name {
    case "count": return array.count
    case "firstObject": return array.firstObject
    case "lastObject": return array.lastObject
    default: return nil
    }
  }

  private static func value(_ name: String, of dictionary: NSDictionary) -> Any? {
    switch name {
    case "count": return dictionary.count
    case "allKeys": return dictionary.allKeys
    case "allValues": return dictionary.allValues
    default: return nil
    }
  }

  /// Whether a Foundation object implements the method.
  static func answers(_ selector: String, _ object: AnyObject) -> Bool {
    switch selector {
    case "isEqual:": object is Foundation.NSObject
    case "objectForKey:": object is NSDictionary
    case "valueForKey:": object is NSDictionary || object is NSArray
    case "objectAtIndex:": object is NSArray
    case "hasPrefix:", "hasSuffix:", "isEqualToString:": object is NSString
    default: false
    }
  }

  static func send(_ selector: String, to object: AnyObject, _ argument: Any?) -> Any? {
    switch (selector, object) {
    case ("isEqual:", let object as Foundation.NSObject): object.isEqual(argument)
    case ("objectForKey:", let dictionary as NSDictionary), ("valueForKey:", let dictionary as NSDictionary):
      argument.flatMap { dictionary.object(forKey: $0) }
    case ("valueForKey:", let array as NSArray):
      array.map { element -> Any in send(selector, to: element as AnyObject, argument) ?? NSNull() }
    case ("objectAtIndex:", let array as NSArray): (argument as? Int).map { array.object(at: $0) }
    case ("hasPrefix:", let text as NSString): (argument as? String).map { text.hasPrefix($0) }
    case ("hasSuffix:", let text as NSString): (argument as? String).map { text.hasSuffix($0) }
    case ("isEqualToString:", let text as NSString): (argument as? String).map { text.isEqual(to: $0) }
    default: nil
    }
  }
}
