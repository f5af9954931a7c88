import CarobFoundation
import ManagedModelFormat

/// The validation predicates for the model editor's minimum, maximum and regular expression, with the error
/// codes (C-101, C-44).
enum AttributeBounds {
  static func validation(of attribute: ManagedModel.Attribute) -> ([NSPredicate], [Any]) {
    var rules: [(NSPredicate, Int)] = []
    if attribute.type == .string {
      if let least = attribute.minimum { rules.append((length(.greaterThanOrEqualTo, least), 1670)) }
      if let most = attribute.maximum { rules.append((length(.lessThanOrEqualTo, most), 1660)) }
      if let pattern = attribute.regularExpression {
        let matches = NSComparisonPredicate(
          leftExpression: .expressionForEvaluatedObject(),
          rightExpression: NSExpression(forConstantValue: pattern), type: .matches)
        rules.append((matches, 1680))
      }
    } else {
      let isDate = attribute.type == .date
      if let least = attribute.minimum {
        rules.append((value(.greaterThanOrEqualTo, least), isDate ? 1640 : 1620))
      }
      if let most = attribute.maximum {
        rules.append((value(.lessThanOrEqualTo, most), isDate ? 1630 : 1610))
      }
    }
    return (rules.map(\.0), rules.map { NSNumber(value: $0.1) })
  }

  private static func length(
    _ type: NSComparisonPredicate.Operator, _ bound: ManagedModel.Value
  ) -> NSPredicate {
    NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "length"),
      rightExpression: NSExpression(forConstantValue: ModelLoader.object(bound)), type: type)
  }
  private static func value(
    _ type: NSComparisonPredicate.Operator, _ bound: ManagedModel.Value
  ) -> NSPredicate {
    NSComparisonPredicate(
      leftExpression: .expressionForEvaluatedObject(),
      rightExpression: NSExpression(forConstantValue: ModelLoader.object(bound)), type: type)
  }
}
