import CarobRuntime
import Foundation

/// Normalizes values for predicates: numbers to `NSNumber`, strings to `String`, `NSNull` to nil.
package enum PredicateValues {
  package static func normal(_ value: Any?) -> Any? {
    // NB: a number object is not boxed again, because that would turn 7.0 into an integer.
    let isObject = value.map { type(of: $0) is AnyClass } ?? false
    return switch isObject ? value : boxed(value) {
    case nil, is NSNull: nil
    case let text as String: text
    case let text as NSString: text as String
    case let date as NSDate: date as Date
    case let value?: value
    }
  }

  /// The elements of a collection or the values of a dictionary; nil for other values.
  package static func elements(_ value: Any?) -> [Any]? {
    switch value {
    case let array as NSArray: Array(array)
    case let set as NSOrderedSet: set.array
    case let set as NSSet: set.allObjects
    case let dictionary as NSDictionary: dictionary.allValues
    case let array as [Any]: array
    case let set as Set<AnyHashable>: set.map(\.base)
    case let dictionary as [AnyHashable: Any]: Array(dictionary.values)
    default: nil
    }
  }

  package static func areEqual(_ a: Any?, _ b: Any?, _ options: NSComparisonPredicate.Options) -> Bool {
    switch (normal(a), normal(b)) {
    case (nil, nil): return true
    case (nil, _), (_, nil): return false
    case (let a as String, let b as String): return compare(a, b, options) == .orderedSame
    case (let a as NSNumber, let b as NSNumber): return compareNumbers(a, b) == .orderedSame
    case (let a as Date, let b as Date): return a == b
    case (let a?, let b?):
      if let a = a as? Foundation.NSObject, let b = b as? Foundation.NSObject { return a.isEqual(b) }
      if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
      return (a as AnyObject) === (b as AnyObject)
    }
  }

  /// Compares two values; nil if one of them is nil.
  package static func order(
    _ a: Any?, _ b: Any?, _ options: NSComparisonPredicate.Options
  ) -> ComparisonResult? {
    switch (normal(a), normal(b)) {
    case (nil, _), (_, nil): return nil
    case (let a as String, let b as String): return compare(a, b, options)
    case (let a as NSNumber, let b as String): return number(b).map { compareNumbers(a, $0) }
    case (let a as String, let b as NSNumber): return number(a).map { compareNumbers($0, b) }
    case (let a?, let b?): return compareValues(a, b)
    }
  }

  private static func number(_ text: String) -> NSNumber? { Double(text).map { NSNumber(value: $0) } }

  package static func compare(
    _ a: String, _ b: String, _ options: NSComparisonPredicate.Options
  ) -> ComparisonResult {
    (a as NSString).compare(b, options: textOptions(options))
  }

  static func textOptions(_ options: NSComparisonPredicate.Options) -> NSString.CompareOptions {
    // NB: literal, so that equal digits of different scripts are distinct.
    var result: NSString.CompareOptions = options.contains(.normalized) ? .literal : []
    if options.contains(.caseInsensitive) { result.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
    return result
  }

  /// A constant in format string syntax.
  static func text(_ value: Any?) -> String {
    switch normal(value) {
    case nil: "nil"
    case let text as String:
      "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        + "\""
    case let number as NSNumber: number.stringValue
    case let date as Date: "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    case let value?:
      if let elements = elements(value) {
        "{" + elements.map(text).joined(separator: ", ") + "}"
      } else {
        "\(value)"
      }
    }
  }
}
