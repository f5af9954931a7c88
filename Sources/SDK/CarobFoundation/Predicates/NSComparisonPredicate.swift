import CarobRuntime
import Foundation

/// Compares two expressions.
///
/// It replaces the toolchain's class, which cannot be instantiated. It derives from the toolchain's
/// `NSPredicate`, so that it works with collections and test expectations.
open class NSComparisonPredicate: Foundation.NSPredicate {
  /// Options for comparing strings.
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = Options(rawValue: 1)
    public static let diacriticInsensitive = Options(rawValue: 2)
    public static let normalized = Options(rawValue: 4)
  }

  /// Whether the left side is a single value, or a collection of which all or any elements must match.
  public enum Modifier: UInt, Sendable {
    case direct = 0
    case all = 1
    case any = 2
  }

  public enum Operator: UInt, Sendable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    case matches = 6
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    case `in` = 10
    case customSelector = 11
    case contains = 99
    case between = 100
  }

  public let leftExpression: NSExpression
  public let rightExpression: NSExpression
  public let comparisonPredicateModifier: Modifier
  public let predicateOperatorType: Operator
  public let options: Options
  /// The method used for the comparison instead of an operator.
  public let customSelector: Selector?

  public init(
    leftExpression: NSExpression, rightExpression: NSExpression, modifier: Modifier = .direct,
    type: Operator, options: Options = []
  ) {
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    comparisonPredicateModifier = modifier
    predicateOperatorType = type
    self.options = options
    customSelector = nil
    // NB: not a constant predicate, because that would be equal to other constant predicates.
    super.init(block: { _, _ in false })
  }

  public init(leftExpression: NSExpression, rightExpression: NSExpression, customSelector: Selector) {
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    comparisonPredicateModifier = .direct
    predicateOperatorType = .customSelector
    options = []
    self.customSelector = customSelector
    super.init(block: { _, _ in false })
  }

  open override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  open override func evaluate(
    with object: Any?, substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    let bindings = bindings ?? [:]
    let left = leftExpression.value(object, bindings)
    let right = rightExpression.value(object, bindings)
    guard comparisonPredicateModifier != .direct else { return compare(left, right) }
    guard let left = PredicateValues.normal(left) else { return comparisonPredicateModifier == .all }
    guard let elements = PredicateValues.elements(left) else {
      NSException.raise(
        .invalidArgumentException,
        "the left side of ANY or ALL must be a collection, not \(left), in \(formatText)")
    }
    return comparisonPredicateModifier == .any
      ? elements.contains { compare($0, right) } : elements.allSatisfy { compare($0, right) }
  }

  /// Whether two values satisfy the operator, regardless of the expressions.
  package final func compare(_ left: Any?, _ right: Any?) -> Bool {
    if let customSelector { return sent(customSelector, left, right) }
    func order() -> ComparisonResult? { PredicateValues.order(left, right, options) }
    switch predicateOperatorType {
    case .equalTo: return PredicateValues.areEqual(left, right, options)
    case .notEqualTo: return !PredicateValues.areEqual(left, right, options)
    case .lessThan: return order() == .orderedAscending
    case .lessThanOrEqualTo: return order().map { $0 != .orderedDescending } ?? false
    case .greaterThan: return order() == .orderedDescending
    case .greaterThanOrEqualTo: return order().map { $0 != .orderedAscending } ?? false
    case .between: return isBetween(left, right)
    case .in: return contains(right, left)
    case .contains: return contains(left, right)
    case .beginsWith: return search(left, right, .anchored)
    case .endsWith: return search(left, right, [.anchored, .backwards])
    case .like: return matches(left, right) { Self.pattern(like: $0) }
    case .matches: return matches(left, right) { $0 }
    case .customSelector: return false
    }
  }

  private func isBetween(_ value: Any?, _ range: Any?) -> Bool {
    guard let bounds = PredicateValues.elements(range), bounds.count == 2 else {
      NSException.raise(
        .invalidArgumentException, "BETWEEN needs two bounds, in \(formatText)")
    }
    guard let low = PredicateValues.order(bounds[0], value, options),
      let high = PredicateValues.order(value, bounds[1], options)
    else { return false }
    return low != .orderedDescending && high != .orderedDescending
  }

  private func contains(_ whole: Any?, _ part: Any?) -> Bool {
    if let text = PredicateValues.normal(whole) as? String { return search(text, part, []) }
    return PredicateValues.elements(PredicateValues.normal(whole))?
      .contains { PredicateValues.areEqual($0, part, options) } ?? false
  }

  private func search(_ text: Any?, _ part: Any?, _ how: NSString.CompareOptions) -> Bool {
    guard let text = PredicateValues.normal(text) as? String,
      let part = PredicateValues.normal(part) as? String
    else { return false }
    if part.isEmpty { return true }
    let found = (text as NSString).range(of: part, options: how.union(PredicateValues.textOptions(options)))
    return found.location != NSNotFound
  }

  private func matches(_ text: Any?, _ pattern: Any?, _ translate: (String) -> String) -> Bool {
    guard var text = PredicateValues.normal(text) as? String,
      var pattern = PredicateValues.normal(pattern) as? String
    else { return false }
    if options.contains(.diacriticInsensitive) {
      text = (text as NSString).folding(options: .diacriticInsensitive, locale: nil)
      pattern = (pattern as NSString).folding(options: .diacriticInsensitive, locale: nil)
    }
    let flags: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
    guard let expression = RegularExpressions.expression("^(?:\(translate(pattern)))$(?!\\n)", flags) else {
      NSException.raise(
        .invalidArgumentException,
        "Can't do regex matching, reason: \"\(pattern)\" is not a valid regular expression")
    }
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: whole)?.range == whole
  }

  /// Converts a LIKE pattern with `*` and `?` to a regular expression. A backslash escapes a character.
  private static func pattern(like text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        result += NSRegularExpression.escapedPattern(for: String(character))
        isEscaped = false
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "*": result += "[\\s\\S]*"
      case "?": result += "[\\s\\S]"
      default: result += NSRegularExpression.escapedPattern(for: String(character))
      }
    }
    return result
  }

  private func sent(_ selector: Selector, _ left: Any?, _ right: Any?) -> Bool {
    guard let left else { return false }
    let result = _sendMessage(left as AnyObject, selector, right).result
    return (boxed(result) as? NSNumber)?.boolValue ?? false
  }

  // NB: immutable, so a copy is the predicate itself. The toolchain's copy would lose the comparison.
  open override func copy(with zone: NSZone? = nil) -> Any { self }
  open override var predicateFormat: String { formatText }
  open override var description: String { formatText }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSComparisonPredicate else { return false }
    // NB: different objects may have equal descriptions.
    return other === self
      || other.formatText == formatText && other.leftExpression.isEqual(leftExpression)
        && other.rightExpression.isEqual(rightExpression)
  }
  open override var hash: Int { formatText.hashValue }
}

extension NSComparisonPredicate {
  var text: String {
    let modifier =
      switch comparisonPredicateModifier {
      case .any: "ANY "
      case .all: "ALL "
      default: ""
      }
    var sign = customSelector?.name ?? Self.signs.first { $0.1 == predicateOperatorType }?.0 ?? ""
    let letters =
      (options.contains(.caseInsensitive) ? "c" : "") + (options.contains(.diacriticInsensitive) ? "d" : "")
      + (options.contains(.normalized) ? "n" : "")
    if !letters.isEmpty { sign += "[\(letters)]" }
    return "\(modifier)\(leftExpression.description) \(sign) \(rightExpression.description)"
  }

  /// The operators of format strings. The first one for each operator is used in descriptions.
  static var signs: [(String, Operator)] {
    [
      ("==", .equalTo), ("=", .equalTo), ("!=", .notEqualTo), ("<>", .notEqualTo),
      ("<=", .lessThanOrEqualTo), ("=<", .lessThanOrEqualTo), (">=", .greaterThanOrEqualTo),
      ("=>", .greaterThanOrEqualTo), ("<", .lessThan), (">", .greaterThan), ("BETWEEN", .between),
      ("IN", .in),
      ("CONTAINS", .contains), ("BEGINSWITH", .beginsWith), ("ENDSWITH", .endsWith), ("LIKE", .like),
      ("MATCHES", .matches),
    ]
  }
}

/// A cache of compiled regular expressions, because a predicate matches many strings against one pattern.
private enum RegularExpressions {
  private struct Key: Hashable {
    let pattern: String
    let options: UInt
  }
  private static let known = Guarded<[Key: NSRegularExpression]>([:])

  static func expression(_ pattern: String, _ options: NSRegularExpression.Options) -> NSRegularExpression? {
    let key = Key(pattern: pattern, options: options.rawValue)
    return known.withLock { known in
      if let expression = known[key] { return expression }
      guard let made = try? NSRegularExpression(pattern: pattern, options: options) else { return nil }
      if known.count >= 32 { known.removeAll() }
      known[key] = made
      return made
    }
  }
}
