extension LayoutSolver {
  /// Adds a constraint that keeps the variable at a value that `suggest` changes, for example while the user
  /// drags.
  public func addEdit(_ variable: Variable, priority: Double) -> ConstraintID {
    add(LinearExpression(variable) - value(of: variable), .equal, priority: priority)
  }

  /// Sets the value of an edit constraint; takes effect in the next `solve()`.
  public func suggest(_ value: Double, for edit: ConstraintID) { setConstant(edit, to: -value) }
}
