extension LayoutSolver {
  /// The variables that the constraints leave open, in the order in which they were made.
  ///
  /// A variable is open when another optimal solution gives it another value. For diagnosis only: it copies the tableau
  /// and, for variables that might be open, looks for such a solution.
  public func ambiguousVariables() -> [Variable] {
    _ = solve()
    return tableau.openVariables().map(Variable.init(index:))
  }
}
