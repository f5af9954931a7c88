import CarobRuntime
import Foundation

/// Lets `NSPredicate(format:)` return an object of the matching predicate class.
///
/// NB: only a protocol's initializer can return a different object.
public protocol _PredicateFromFormat {}

extension Foundation.NSPredicate: _PredicateFromFormat {}

extension _PredicateFromFormat where Self: Foundation.NSPredicate {
  /// Parses a predicate: `NSPredicate(format: "name BEGINSWITH[cd] %@ AND age > %d", "a", 18)`.
  ///
  /// `%@` is replaced by a value, `%K` by a key path, `%d`, `%ld`, `%f` and similar by numbers. `$NAME` is a
  /// variable. An invalid format string raises with the position of the error.
  public init(format predicateFormat: String, _ arguments: any CVarArg...) {
    self = Self.made(PredicateParser.predicate(predicateFormat, arguments))
  }

  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = Self.made(PredicateParser.predicate(predicateFormat, arguments ?? []))
  }

  private static func made(_ predicate: Foundation.NSPredicate) -> Self {
    guard let predicate = predicate as? Self else {
      NSException.raise(
        .invalidArgumentException, "\(predicate.formatText) is a \(type(of: predicate)), not a \(Self.self)")
    }
    return predicate
  }
}

extension Foundation.NSPredicate {
  /// The predicate with `$` variables replaced by constants.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Foundation.NSPredicate {
    switch self {
    case let comparison as NSComparisonPredicate:
      if let selector = comparison.customSelector {
        return NSComparisonPredicate(
          leftExpression: comparison.leftExpression.substituting(variables),
          rightExpression: comparison.rightExpression.substituting(variables), customSelector: selector)
      }
      return NSComparisonPredicate(
        leftExpression: comparison.leftExpression.substituting(variables),
        rightExpression: comparison.rightExpression.substituting(variables),
        modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
        options: comparison.options)
    case let compound as NSCompoundPredicate:
      return FormattedCompound(
        type: compound.compoundPredicateType,
        subpredicates: compound.subpredicates.map { $0.withSubstitutionVariables(variables) })
    default: return self
    }
  }

  /// Does nothing, because archived predicates are not restricted here.
  public func allowEvaluation() {}

  /// The predicate in format string syntax, also for compound predicates created by the toolchain.
  package var formatText: String {
    switch self {
    case let comparison as NSComparisonPredicate: return comparison.text
    case let compound as NSCompoundPredicate:
      let parts = compound.subpredicates.map { part in
        part is NSCompoundPredicate ? "(\(part.formatText))" : part.formatText
      }
      switch compound.compoundPredicateType {
      case .not: return "NOT " + (parts.first ?? "")
      case .and: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
      case .or: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
      @unknown default: return ""
      }
    case let constant as ConstantPredicate: return constant.value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    default: return "BLOCKPREDICATE(\(addressText(of: self)))"
    }
  }
}

/// A compound predicate parsed from a format string.
package final class FormattedCompound: Foundation.NSCompoundPredicate {
  package override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }
  package override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
    switch compoundPredicateType {
    case .and: subpredicates.allSatisfy { $0.evaluate(with: object, substitutionVariables: bindings) }
    case .or: subpredicates.contains { $0.evaluate(with: object, substitutionVariables: bindings) }
    case .not: !subpredicates[0].evaluate(with: object, substitutionVariables: bindings)
    @unknown default: false
    }
  }
  package override func copy(with zone: NSZone? = nil) -> Any { self }
  package override var predicateFormat: String { formatText }
  package override var description: String { formatText }
  package override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSCompoundPredicate else { return false }
    return other === self || other.formatText == formatText
  }
  package override var hash: Int { formatText.hashValue }
}

/// `TRUEPREDICATE` or `FALSEPREDICATE`.
package final class ConstantPredicate: Foundation.NSPredicate {
  package let value: Bool
  package override init(value: Bool) {
    self.value = value
    super.init(value: value)
  }
  package override var hash: Int { value.hashValue }
  package override var predicateFormat: String { formatText }
  package override var description: String { formatText }
}
