import CarobRuntime
import Foundation
import Glibc

/// The functions of predicate format strings.
package enum PredicateFunctions {
  /// The functions that have an operator symbol.
  package static let symbols = [
    "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "raise:toPower:": "**",
  ]

  /// Calls a function without a receiver, by its name in format strings or by the platform's selector.
  package static func call(_ name: String, _ values: [Any?]) -> Any? {
    let base = withoutColon(name)
    if let result = arithmetic(base, values) ?? text(base, values) ?? aggregate(base, values) {
      // NB: NaN becomes nil, which comparisons can handle, and for which there is no alternative in SQL.
      return result is NSNull || (result as? NSNumber)?.doubleValue.isNaN ?? false ? nil : result
    }
    switch base {
    case "now": return Date()
    case "random":
      if let first = values.first { return (PredicateValues.elements(first) ?? []).randomElement() }
      return NSNumber(value: Double.random(in: 0..<1))
    case "noindex": return values.first ?? nil
    case "castObject:toType", "CAST", "castObject:toType:": return cast(values)
    case "objectFrom:withIndex:": return element(values)
    default: raiseUnknown(name)
    }
  }

  static func isKnown(_ name: String) -> Bool {
    let base = withoutColon(name)
    return symbols[base] != nil || oneNumber[base] != nil || twoNumbers[base] != nil || others.contains(base)
  }

  /// Removes the colon of a function with one argument, which its selector has but not its name in format
  /// strings.
  private static func withoutColon(_ name: String) -> String {
    name.hasSuffix(":") && name.count { $0 == ":" } == 1 ? String(name.dropLast()) : name
  }

  private static let aggregates = ["sum", "average", "count", "min", "max", "median", "mode", "stddev"]
  private static let texts = ["uppercase", "lowercase", "canonical", "length"]
  private static let others =
    aggregates + texts + [
      "now", "random", "noindex", "castObject:toType", "castObject:toType:", "CAST", "objectFrom:withIndex:",
    ]

  static func raiseUnknown(_ name: String) -> Never {
    NSException.raise(
      .invalidArgumentException,
      "unknown predicate function \(name); available are +, -, *, /, **, "
        + (oneNumber.keys.sorted() + twoNumbers.keys.sorted() + others).joined(separator: ", "))
  }

  /// Sends a message to the operand of a `FUNCTION(object, "selector:", …)`.
  static func send(_ name: String, _ values: [Any?], to target: Any?) -> Any? {
    guard let target else { return nil }
    if values.isEmpty, !(target is NSObject) { return kvcValue(of: target, key: name) }
    guard let object = target as? NSObject else {
      NSException.raise(
        .invalidArgumentException, "FUNCTION can send \(name) only to objects of the app, not to \(target)")
    }
    return _sendMessage(
      object, Selector(name), values.first ?? nil, values.count > 1 ? values[1] : nil,
      values.count > 2 ? values[2] : nil
    ).result
  }

  static func combine(_ type: NSExpression.ExpressionType, _ a: Any?, _ b: Any?) -> NSSet {
    guard let elements = PredicateValues.elements(a), let other = PredicateValues.elements(b) else {
      NSException.raise(
        .invalidArgumentException, "UNION, INTERSECT and MINUS need collections on both sides")
    }
    let result = NSMutableSet(array: elements)
    switch type {
    case .unionSet: other.forEach { result.add($0) }
    case .minusSet: other.forEach { result.remove($0) }
    default:
      let kept = NSSet(array: other)
      for element in result.allObjects where !kept.contains(element) { result.remove(element) }
    }
    return result
  }

  // MARK: - Inside

  private static let oneNumber: [String: @Sendable (Double) -> Double] = [
    "sqrt": sqrt, "log": log10, "ln": log, "exp": exp, "ceiling": ceil, "floor": floor, "abs": fabs,
    "trunc": trunc, "onesComplement": { Double(~Int($0)) },
  ]
  private static let twoNumbers: [String: @Sendable (Double, Double) -> Double] = [
    "modulus:by:": { fmod($0, $1) }, "bitwiseAnd:with:": { Double(Int($0) & Int($1)) },
    "bitwiseOr:with:": { Double(Int($0) | Int($1)) }, "bitwiseXor:with:": { Double(Int($0) ^ Int($1)) },
    "leftshift:by:": { Double(Int($0) << Int($1)) }, "rightshift:by:": { Double(Int($0) >> Int($1)) },
  ]

  private static func arithmetic(_ name: String, _ values: [Any?]) -> Any? {
    if let function = oneNumber[name], values.count == 1 {
      return number(values[0]).map { whole(function($0.doubleValue), [$0]) } ?? NSNull()
    }
    guard values.count == 2, symbols[name] != nil || twoNumbers[name] != nil else { return nil }
    if name == "from:subtract:", let a = PredicateValues.normal(values[0]) as? Date,
      let b = PredicateValues.normal(values[1])
    {
      if let b = b as? Date { return NSNumber(value: a.timeIntervalSince(b)) }
      return number(b).map { a.addingTimeInterval(-$0.doubleValue) } ?? NSNull()
    }
    if name == "add:to:", let a = PredicateValues.normal(values[0]) as? Date, let b = number(values[1]) {
      return a.addingTimeInterval(b.doubleValue)
    }
    guard let a = number(values[0]), let b = number(values[1]) else { return NSNull() }
    if let function = twoNumbers[name] { return whole(function(a.doubleValue, b.doubleValue), [a, b]) }
    if name == "raise:toPower:" { return whole(pow(a.doubleValue, b.doubleValue), [a, b]) }
    // NB: the result of two integers is an integer, even for division.
    if isInteger(a), isInteger(b) { return integers(name, a.int64Value, b.int64Value) }
    let (x, y) = (a.doubleValue, b.doubleValue)
    switch name {
    case "add:to:": return NSNumber(value: x + y)
    case "from:subtract:": return NSNumber(value: x - y)
    case "multiply:by:": return NSNumber(value: x * y)
    default: return NSNumber(value: x / y)
    }
  }

  private static func integers(_ name: String, _ x: Int64, _ y: Int64) -> NSNumber {
    let (value, overflows) =
      switch name {
      case "add:to:": x.addingReportingOverflow(y)
      case "from:subtract:": x.subtractingReportingOverflow(y)
      case "multiply:by:": x.multipliedReportingOverflow(by: y)
      default: x.dividedReportingOverflow(by: y)
      }
    if !overflows { return NSNumber(value: value) }
    if name == "divide:by:" { return NSNumber(value: Double(x) / Double(y)) }
    let result =
      name == "add:to:"
      ? Double(x) + Double(y) : name == "multiply:by:" ? Double(x) * Double(y) : Double(x) - Double(y)
    return NSNumber(value: result)
  }

  /// The result as an integer if it is integral and all operands were integers.
  private static func whole(_ value: Double, _ from: [NSNumber]) -> NSNumber {
    guard from.allSatisfy(isInteger), value == value.rounded(), abs(value) < 9e18 else {
      return NSNumber(value: value)
    }
    return NSNumber(value: Int64(value))
  }

  private static func isInteger(_ number: NSNumber) -> Bool {
    !["f", "d"].contains(String(cString: number.objCType))
  }

  static func number(_ value: Any?) -> NSNumber? {
    switch PredicateValues.normal(value) {
    case let number as NSNumber: number
    case let text as String: Double(text).map { NSNumber(value: $0) }
    default: nil
    }
  }

  private static func text(_ name: String, _ values: [Any?]) -> Any? {
    guard texts.contains(name), values.count == 1 else {
      return nil
    }
    guard let text = PredicateValues.normal(values[0]) as? String else { return NSNull() }
    switch name {
    case "uppercase": return text.uppercased()
    case "lowercase": return text.lowercased()
    case "length": return NSNumber(value: text.utf16.count)
    default:
      return (text as NSString).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
  }

  private static func aggregate(_ name: String, _ values: [Any?]) -> Any? {
    guard aggregates.contains(name) else {
      return nil
    }
    // NB: a single collection argument, or the arguments themselves.
    let all =
      values.count == 1
      ? PredicateValues.elements(values[0]) ?? [values[0] ?? NSNull()] : values.map { $0 ?? NSNull() }
    if name == "count" { return NSNumber(value: all.count) }
    let present = all.filter { PredicateValues.normal($0) != nil }
    if name == "min" || name == "max" {
      let ordered = { (a: Any, b: Any) in PredicateValues.order(a, b, []) == .orderedAscending }
      return (name == "min" ? present.min(by: ordered) : present.max(by: ordered)) ?? NSNull()
    }
    let numbers = present.compactMap(number)
    let doubles = numbers.map(\.doubleValue)
    let sum = doubles.reduce(0, +)
    switch name {
    case "sum": return whole(sum, numbers)
    case "average": return doubles.isEmpty ? NSNull() : NSNumber(value: sum / Double(doubles.count))
    case "median":
      let sorted = doubles.sorted()
      if sorted.isEmpty { return NSNull() }
      let middle = sorted.count / 2
      return NSNumber(
        value: sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
    case "stddev":
      let mean = sum / Double(max(1, doubles.count))
      let squares = doubles.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return NSNumber(value: sqrt(squares / Double(max(1, doubles.count))))
    default:
      var counts: [Double: Int] = [:]
      for value in doubles { counts[value, default: 0] += 1 }
      let most = counts.values.max() ?? 0
      return NSArray(array: counts.filter { $0.value == most }.keys.sorted().map { NSNumber(value: $0) })
    }
  }

  private static func cast(_ values: [Any?]) -> Any? {
    guard values.count == 2, let type = PredicateValues.normal(values[1]) as? String else { return nil }
    let value = PredicateValues.normal(values[0])
    switch type {
    case "NSDate":
      return value as? Date ?? number(value).map { Date(timeIntervalSinceReferenceDate: $0.doubleValue) }
    case "NSNumber":
      return (value as? Date).map { NSNumber(value: $0.timeIntervalSinceReferenceDate) } ?? number(value)
    case "NSString": return value.map { "\($0)" }
    default: NSException.raise(.invalidArgumentException, "CAST cannot convert to \(type)")
    }
  }

  /// `collection[index]`, `[FIRST]`, `[LAST]`, `[SIZE]`, `dictionary["key"]`.
  private static func element(_ values: [Any?]) -> Any? {
    guard values.count == 2, let collection = values[0] else { return nil }
    if let dictionary = collection as? NSDictionary, let key = values[1] {
      return dictionary.object(forKey: key)
    }
    let all = PredicateValues.elements(collection) ?? []
    switch PredicateValues.normal(values[1]) {
    case "FIRST" as String: return all.first
    case "LAST" as String: return all.last
    case "SIZE" as String: return NSNumber(value: all.count)
    case let index as NSNumber: return all.indices.contains(index.intValue) ? all[index.intValue] : nil
    default: return nil
    }
  }
}
