extension LayoutSolver {
  /// Makes a constraint that holds the variable at a value which `suggest` changes, as dragging does.
  public func addEdit(_ variable: Variable, priority: Double) -> ConstraintID {
    add(LinearExpression(variable) - value(of: variable), .equal, priority: priority)
  }

  /// Sets the value that an edit constraint asks for; takes effect in the next `solve()`.
  public func suggest(_ value: Double, for edit: ConstraintID) { setConstant(edit, to: -value) }
}
