import CarobRuntime
import Foundation

/// A value in a predicate: a constant, a key path, or a function of other values.
///
/// It replaces the toolchain's class, which cannot be instantiated. Key paths are evaluated with key–value
/// coding (F-110…F-117).
open class NSExpression: NSObject, NSCopying {
  /// The kinds of expressions.
  public enum ExpressionType: UInt, Sendable {
    case constantValue = 0
    case evaluatedObject = 1
    case variable = 2
    case keyPath = 3
    case function = 4
    case unionSet = 5
    case intersectSet = 6
    case minusSet = 7
    case subquery = 13
    case aggregate = 14
    case anyKey = 15
    case block = 19
    case conditional = 20
  }

  /// The content of an expression.
  package enum Content {
    case constant(Any?)
    case evaluatedObject
    case variable(String)
    /// A key path of the operand, or of the evaluated object.
    case keyPath(String, from: NSExpression?)
    case function(String, [NSExpression], operand: NSExpression?)
    case aggregate([NSExpression])
    case sets(ExpressionType, NSExpression, NSExpression)
    case subquery(NSExpression, variable: String, NSPredicate)
    case conditional(NSPredicate, NSExpression, NSExpression)
    case block((Any?, [Any], NSMutableDictionary?) -> Any, [NSExpression])
    case anyKey
  }
  package let content: Content

  package init(_ content: Content) {
    self.content = content
    super.init()
  }

  // MARK: Creating expressions

  /// Parses an expression: `NSExpression(format: "price * %d", 2)`.
  public convenience init(format: String, _ arguments: any CVarArg...) {
    self.init(format: format, argumentArray: arguments)
  }

  public convenience init(format: String, argumentArray arguments: [Any]) {
    self.init(PredicateParser.expression(format, arguments).content)
  }

  public convenience init(forConstantValue object: Any?) { self.init(.constant(object)) }
  public convenience init(forVariable name: String) { self.init(.variable(name)) }
  public convenience init(forKeyPath keyPath: String) { self.init(.keyPath(keyPath, from: nil)) }
  public convenience init(forFunction name: String, arguments: [Any]) {
    if !PredicateFunctions.isKnown(name) { PredicateFunctions.raiseUnknown(name) }
    self.init(.function(name, arguments.map(Self.expression), operand: nil))
  }
  public convenience init(forFunction target: NSExpression, selectorName name: String, arguments: [Any]?) {
    self.init(.function(name, (arguments ?? []).map(Self.expression), operand: target))
  }
  public convenience init(forAggregate subexpressions: [Any]) {
    self.init(.aggregate(subexpressions.map(Self.expression)))
  }
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(.sets(.unionSet, left, right))
  }
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(.sets(.intersectSet, left, right))
  }
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(.sets(.minusSet, left, right))
  }
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
  ) { self.init(.subquery(expression, variable: variable, predicate)) }
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
  ) { self.init(.conditional(predicate, trueExpression, falseExpression)) }
  public convenience init(
    block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
  ) { self.init(.block(block, arguments ?? [])) }

  public class func expressionForEvaluatedObject() -> NSExpression { NSExpression(.evaluatedObject) }
  public class func expressionForAnyKey() -> NSExpression { NSExpression(.anyKey) }

  private static func expression(_ value: Any) -> NSExpression {
    value as? NSExpression ?? NSExpression(.constant(value))
  }

  // MARK: Parts of an expression

  open var expressionType: ExpressionType {
    switch content {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable: .variable
    case .keyPath: .keyPath
    case .function: .function
    case .aggregate: .aggregate
    case .sets(let type, _, _): type
    case .subquery: .subquery
    case .conditional: .conditional
    case .block: .block
    case .anyKey: .anyKey
    }
  }

  open var constantValue: Any? {
    if case .constant(let value) = content { return value }
    raiseWrongKind("constantValue")
  }
  open var keyPath: String {
    if case .keyPath(let path, _) = content { return path }
    raiseWrongKind("keyPath")
  }
  open var variable: String {
    switch content {
    case .variable(let name), .subquery(_, let name, _): return name
    default: raiseWrongKind("variable")
    }
  }
  open var function: String {
    if case .function(let name, _, _) = content { return name }
    raiseWrongKind("function")
  }
  open var arguments: [NSExpression]? {
    switch content {
    case .function(_, let arguments, _), .block(_, let arguments): return arguments
    default: raiseWrongKind("arguments")
    }
  }
  open var operand: NSExpression {
    switch content {
    case .function(_, _, let operand?), .keyPath(_, let operand?): return operand
    case .keyPath: return NSExpression(.evaluatedObject)
    default: raiseWrongKind("operand")
    }
  }
  open var collection: Any {
    switch content {
    case .aggregate(let parts): return parts
    case .subquery(let collection, _, _): return collection
    default: raiseWrongKind("collection")
    }
  }
  open var predicate: NSPredicate {
    switch content {
    case .subquery(_, _, let predicate), .conditional(let predicate, _, _): return predicate
    default: raiseWrongKind("predicate")
    }
  }
  open var left: NSExpression {
    if case .sets(_, let left, _) = content { return left }
    raiseWrongKind("left")
  }
  open var right: NSExpression {
    if case .sets(_, _, let right) = content { return right }
    raiseWrongKind("right")
  }
  open var `true`: NSExpression {
    if case .conditional(_, let value, _) = content { return value }
    raiseWrongKind("true")
  }
  open var `false`: NSExpression {
    if case .conditional(_, _, let value) = content { return value }
    raiseWrongKind("false")
  }

  private func raiseWrongKind(_ property: String) -> Never {
    NSException.raise(
      .invalidArgumentException, "an expression of type \(expressionType) has no \(property): \(self)")
  }

  /// Does nothing, because evaluation is not restricted here.
  open func allowEvaluation() {}

  // MARK: Evaluating

  /// Evaluates the expression for an object. `context` contains the variables.
  open func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var bindings: [String: Any] = [:]
    for case (let key as String, let value) in context ?? [:] { bindings[key] = value }
    return value(object, bindings, context)
  }

  package final func value(_ object: Any?, _ bindings: [String: Any], _ context: NSMutableDictionary? = nil)
    -> Any?
  {
    switch content {
    case .constant(let value): return value
    case .evaluatedObject: return object
    case .variable(let name):
      guard let value = bindings[name] else {
        NSException.raise(
          .invalidArgumentException, "Can't get value for '\(name)' in bindings \(bindings.keys.sorted()).")
      }
      return value
    case .keyPath(let path, let operand):
      return CarobFoundation.kvcValue(
        of: operand.map { $0.value(object, bindings, context) } ?? object, path: path)
    case .function(let name, let arguments, let operand):
      let values = arguments.map { $0.value(object, bindings, context) }
      if let operand {
        return PredicateFunctions.send(name, values, to: operand.value(object, bindings, context))
      }
      return PredicateFunctions.call(name, values)
    case .aggregate(let parts): return NSArray(array: parts.map { $0.value(object, bindings) ?? NSNull() })
    case .sets(let type, let left, let right):
      return PredicateFunctions.combine(type, left.value(object, bindings), right.value(object, bindings))
    case .subquery(let collection, let variable, let predicate):
      let found = PredicateValues.elements(collection.value(object, bindings, context)) ?? []
      return NSArray(
        array: found.filter {
          predicate.evaluate(with: object, substitutionVariables: bindings.merging([variable: $0]) { $1 })
        })
    case .conditional(let predicate, let yes, let no):
      let chosen = predicate.evaluate(with: object, substitutionVariables: bindings) ? yes : no
      return chosen.value(object, bindings, context)
    case .block(let block, let arguments):
      return block(object, arguments.map { $0.value(object, bindings, context) ?? NSNull() }, context)
    case .anyKey: NSException.raise(.invalidArgumentException, "ANYKEY has no value of its own")
    }
  }

  /// The expression with variables replaced by constants.
  final func substituting(_ variables: [String: Any]) -> NSExpression {
    func all(_ parts: [NSExpression]) -> [NSExpression] { parts.map { $0.substituting(variables) } }
    switch content {
    case .variable(let name): return variables[name].map { NSExpression(.constant($0)) } ?? self
    case .keyPath(let path, let operand?):
      return NSExpression(.keyPath(path, from: operand.substituting(variables)))
    case .function(let name, let arguments, let operand):
      return NSExpression(.function(name, all(arguments), operand: operand?.substituting(variables)))
    case .aggregate(let parts): return NSExpression(.aggregate(all(parts)))
    case .sets(let type, let a, let b):
      return NSExpression(.sets(type, a.substituting(variables), b.substituting(variables)))
    case .subquery(let collection, let variable, let predicate):
      // NB: the subquery's own variable is bound to each element.
      let inner = variables.filter { $0.key != variable }
      return NSExpression(
        .subquery(
          collection.substituting(variables), variable: variable,
          predicate.withSubstitutionVariables(inner)))
    case .conditional(let predicate, let yes, let no):
      return NSExpression(
        .conditional(
          predicate.withSubstitutionVariables(variables), yes.substituting(variables),
          no.substituting(variables)))
    case .block(let block, let arguments): return NSExpression(.block(block, all(arguments)))
    case .constant, .evaluatedObject, .keyPath, .anyKey: return self
    }
  }

  // MARK: Text

  /// The expression in format string syntax.
  open override var description: String {
    switch content {
    case .constant(let value): return PredicateValues.text(value)
    case .evaluatedObject: return "SELF"
    case .variable(let name): return "$\(name)"
    case .keyPath(let path, let operand): return operand.map { "\($0.text(inside: 4)).\(path)" } ?? path
    case .function(let name, let arguments, let operand):
      if operand == nil, let symbol = PredicateFunctions.symbols[name], arguments.count == 2 {
        // NB: operators are left-associative, except for powers.
        let isPower = symbol == "**"
        let left = arguments[0].text(inside: rank + (isPower ? 1 : 0))
        return "\(left) \(symbol) \(arguments[1].text(inside: rank + (isPower ? 0 : 1)))"
      }
      let list = arguments.map(\.description).joined(separator: ", ")
      guard let operand else { return "\(name)(\(list))" }
      return "FUNCTION(\(operand.description), \"\(name)\"\(list.isEmpty ? "" : ", " + list))"
    case .aggregate(let parts): return "{" + parts.map(\.description).joined(separator: ", ") + "}"
    case .sets(let type, let a, let b):
      let symbol = type == .unionSet ? "UNION" : type == .intersectSet ? "INTERSECT" : "MINUS"
      return "\(a.text(inside: rank)) \(symbol) \(b.text(inside: rank + 1))"
    case .subquery(let collection, let variable, let predicate):
      return "SUBQUERY(\(collection.description), $\(variable), \(predicate.formatText))"
    case .conditional(let predicate, let yes, let no):
      return "TERNARY(\(predicate.formatText), \(yes.description), \(no.description))"
    case .block: return "BLOCK(\(addressText(of: self)))"
    case .anyKey: return "ANYKEY"
    }
  }

  /// The precedence of its operator: sums, products, powers, and expressions without parentheses.
  private var rank: Int {
    switch content {
    case .sets: return 1
    case .function(let name, let arguments, nil) where arguments.count == 2:
      switch PredicateFunctions.symbols[name] {
      case "+", "-": return 1
      case "*", "/": return 2
      case "**": return 3
      default: return 4
      }
    case .constant(let value as NSNumber): return value.doubleValue < 0 ? 3 : 4
    default: return 4
    }
  }
  private func text(inside outer: Int) -> String { rank < outer ? "(\(description))" : description }

  open override func copy() -> Any { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSExpression else { return false }
    if case (.constant(let a), .constant(let b)) = (content, other.content) {
      return PredicateValues.areEqual(a, b, [])
    }
    return other === self || other.expressionType == expressionType && other.description == description
  }
  open override var hash: Int { description.hashValue }
}
