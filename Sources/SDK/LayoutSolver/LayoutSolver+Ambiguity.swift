extension LayoutSolver {
  /// The variables that the constraints do not determine, in the order of their creation.
  ///
  /// A variable is ambiguous when another optimal solution gives it another value. For diagnosis only: this
  /// copies the tableau and looks for such a solution for each variable that might be ambiguous.
  public func ambiguousVariables() -> [Variable] {
    _ = solve()
    return tableau.openVariables().map(Variable.init(index:))
  }
}
