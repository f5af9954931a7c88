/// A weighted sum of variables and a constant, such as `2·width − height + 8`.
public struct LinearExpression: Hashable, Sendable {
  public struct Term: Hashable, Sendable {
    public var variable: LayoutSolver.Variable
    public var coefficient: Double

    public init(_ variable: LayoutSolver.Variable, _ coefficient: Double = 1) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// A variable may occur more than once; the solver adds its coefficients.
  public var terms: [Term]
  public var constant: Double

  public init(_ terms: [Term] = [], constant: Double = 0) {
    self.terms = terms
    self.constant = constant
  }

  public init(_ variable: LayoutSolver.Variable) {
    self.init([Term(variable)])
  }

  public static func + (left: LinearExpression, right: LinearExpression) -> LinearExpression {
    LinearExpression(left.terms + right.terms, constant: left.constant + right.constant)
  }

  public static func - (left: LinearExpression, right: LinearExpression) -> LinearExpression {
    left + -1 * right
  }

  public static func * (factor: Double, expression: LinearExpression) -> LinearExpression {
    LinearExpression(
      expression.terms.map { Term($0.variable, factor * $0.coefficient) },
      constant: factor * expression.constant)
  }

  public static func + (left: LinearExpression, right: Double) -> LinearExpression {
    LinearExpression(left.terms, constant: left.constant + right)
  }

  public static func - (left: LinearExpression, right: Double) -> LinearExpression { left + -right }
}
