import Testing

@testable import LayoutSolver

@Suite struct TableauMemoryTests {
  private let solver = LayoutSolver()

  /// Each variable is 5 more than the previous one, the first is 3.
  private func addChain(_ variables: [LayoutSolver.Variable]) -> [LayoutSolver.ConstraintID] {
    [solver.add(LinearExpression(variables[0]) - 3, .equal)]
      + zip(variables, variables.dropFirst()).map { before, after in
        solver.add(LinearExpression(after) - LinearExpression(before) - 5, .equal)
      }
  }

  private func values(_ tableau: Tableau) -> [Double] {
    (0..<tableau.variableCount).map { tableau.value(Int32($0)) }
  }

  @Test func `constraints reuse the memory of removed ones`() {
    let variables = (0..<40).map { _ in solver.makeVariable() }
    func round() {
      let ids = addChain(variables)
      solver.solve()
      for id in ids { solver.remove(id) }
      solver.solve()
    }
    for _ in 0..<5 { round() }
    let reserved = solver.tableau.arena.reserved
    for _ in 0..<200 { round() }
    #expect(solver.tableau.arena.reserved == reserved)
  }

  @Test
  func `a constraint that is edited many times takes no more memory, although every edit pivots`() {
    let (a, b, room) = addTwoLabels(to: solver)
    func edit(_ count: Int) {
      for _ in 0..<count {
        for length in [150.0, 300] {
          solver.setConstant(room, to: -length)
          solver.solve()
        }
      }
    }
    edit(20)
    let (reserved, pivots) = (solver.tableau.arena.reserved, solver.tableau.pivots)
    edit(3_000)
    #expect(solver.tableau.pivots >= pivots + 6_000)
    #expect(solver.tableau.arena.reserved == reserved)
    #expect(solver.value(of: a) == 100 && solver.value(of: b) == 200)
    let marker = Int(solver.records[Int(room.slot)].markers.plus)
    for _ in 0..<40 {
      edit(1)
      solver.setConstant(room, to: -301)  // no pivot
      solver.solve()
      #expect(
        solver.tableau.columns[marker].count <= solver.tableau.rowCount, "every edit walks through this list")
    }
  }

  @Test func `a tableau that is rebuilt reuses its memory`() {
    let variables = (0..<40).map { _ in solver.makeVariable() }
    _ = addChain(variables)
    solver.solve()
    solver.rebuild()
    let reserved = solver.tableau.arena.reserved
    for _ in 0..<50 {
      solver.rebuild()
      solver.solve()
    }
    #expect(solver.tableau.arena.reserved == reserved)
    #expect(variables.map(solver.value(of:)) == Array(stride(from: 3.0, to: 203, by: 5)))
  }

  @Test func `constraints that were removed before a rebuild leave nothing behind`() {
    let variables = (0..<40).map { _ in solver.makeVariable() }
    let ids = addChain(variables)
    for id in ids.suffix(3) { solver.remove(id) }
    solver.setConstant(ids[0], to: -4)
    solver.rebuild()
    for (before, after) in zip(variables, variables.dropFirst()).suffix(3) {
      solver.add(LinearExpression(after) - LinearExpression(before) - 5, .equal)
    }
    let more = (0..<10).map { _ in solver.makeVariable() }
    for (index, variable) in more.enumerated() {
      solver.add(LinearExpression(variable) - Double(index), .equal)
    }
    #expect(solver.solve().isEmpty)
    #expect(variables.map(solver.value(of:)) == Array(stride(from: 4.0, to: 204, by: 5)))
    #expect(more.map(solver.value(of:)) == Array(stride(from: 0.0, to: 10, by: 1)))
    #expect(solver.tableau.rowCount == 50)
  }

  @Test func `broken constraints and their variables are reused`() {
    let x = solver.makeVariable()
    func round() {
      let ids = [100.0, 200, 300].map { solver.add(LinearExpression(x) - $0, .equal) }
      #expect(solver.solve().count == 2)
      for id in ids { solver.remove(id) }
      solver.solve()
    }
    round()
    let (variables, rows) = (solver.tableau.variableCount, solver.tableau.rowCount)
    for _ in 0..<20 { round() }
    #expect(solver.tableau.variableCount == variables && solver.tableau.rowCount == rows)
  }

  @Test func `a solver that is deallocated returns its memory`() async {
    await #expect(processExitsWith: .success) {
      func round() {
        let solver = LayoutSolver()
        let variables = (0..<1_500).map { _ in solver.makeVariable() }
        for (index, variable) in variables.enumerated() {
          solver.add(LinearExpression(variable) - Double(index), .equal, priority: 500)
        }
        solver.solve()
      }
      for _ in 0..<5 { round() }
      let before = allocatedBytes()
      for _ in 0..<60 { round() }
      // The smallest array of the tableau has 8 KB in every round.
      #expect(before > 0 && allocatedBytes() - before < 100_000)
    }
  }

  @Test func `a copy of the tableau shares no memory with it`() {
    let variables = (0..<40).map { _ in solver.makeVariable() }
    let ids = addChain(variables)
    solver.solve()
    var copy = solver.tableau.copy()
    let before = values(solver.tableau)
    #expect(values(copy) == before)
    solver.setConstant(ids[0], to: -4)
    solver.remove(ids[20])
    solver.solve()
    let after = values(solver.tableau)
    #expect(after != before)
    #expect(values(copy) == before)
    copy.clearRows()
    copy.deallocate()
    #expect(values(solver.tableau) == after)
    solver.setConstant(ids[0], to: -6)
    solver.solve()
    #expect(variables.prefix(20).map(solver.value(of:)) == Array(stride(from: 6.0, to: 106, by: 5)))
  }
}
