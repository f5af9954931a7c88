import TestSupport
import Testing

@testable import LayoutSolver

/// What every operation leaves behind: the invariants in the comment of `Tableau`, and bookkeeping that agrees with
/// the rows.
@Suite struct TableauInvariantTests {
  /// The violated invariants, in words.
  private func violations(_ solver: LayoutSolver) -> [String] {
    rowViolations(solver.tableau) + columnViolations(solver.tableau) + costViolations(solver)
  }

  private func rowViolations(_ tableau: Tableau) -> [String] {
    var found: [String] = []
    let free = Set(tableau.freeRows)
    if free.count != tableau.freeRows.count { found.append("a row is free twice") }
    for number in 0..<tableau.rowCount {
      let row = tableau.rows[number]
      if free.contains(Int32(number)) != (row.basic < 0) { found.append("row \(number): free or not") }
      if row.basic < 0 {
        if row.count > 0 || row.capacity > 0 { found.append("row \(number) is free and has memory") }
        continue
      }
      if tableau.rowOf[Int(row.basic)] != Int32(number) {
        found.append("row \(number) is not its variable's")
      }
      let variables = (0..<row.count).map { row[$0].variable }
      if variables != Set(variables).sorted() { found.append("row \(number) is not sorted") }
      if variables.contains(where: { tableau.rowOf[Int($0)] >= 0 }) {
        found.append("row \(number) contains a basic variable")
      }
      let kinds = variables.map { tableau.kinds[Int($0)] }
      switch tableau.kinds[Int(row.basic)] {
      case .restricted:
        if kinds.contains(.external) {
          found.append("row \(number): a restricted variable depends on an external one")
        }
        if row.constant < -2 * Tableau.feasibilityTolerance { found.append("row \(number) is infeasible") }
      case .dummy:
        if kinds.contains(where: { $0 != .dummy }) || row.constant != 0 {
          found.append("row \(number): a dummy is \(row.constant) and depends on \(kinds)")
        }
      case .external: break
      case .unused: found.append("row \(number) is that of an unused variable")
      }
    }
    return found
  }

  private func columnViolations(_ tableau: Tableau) -> [String] {
    var found: [String] = []
    for variable in 0..<tableau.variableCount {
      let column = tableau.columns[variable]
      let row = Int(tableau.rowOf[variable])
      if row >= 0, tableau.rows[row].basic != variable {
        found.append("\(variable) has another variable's row")
      }
      if tableau.kinds[variable] == .unused {
        if column.count > 0 || row >= 0 || !tableau.freeVariables.contains(Int32(variable)) {
          found.append("\(variable) is unused, but has a column or a row")
        }
      } else if row < 0, !tableau.isColumnDeferred[variable] {
        let listed = Set((0..<column.count).map { column[$0] })
        let containing = (0..<tableau.rowCount).filter {
          tableau.rows[$0].basic >= 0 && tableau.rows[$0].coefficient(of: Int32(variable)) != 0
        }
        if !listed.isSuperset(of: containing.map { Int32($0) }) {
          found.append("the column of \(variable) lacks a row")
        }
      }
      if tableau.isColumnDeferred[variable], column.count > 0 {
        found.append("\(variable): deferred, but not empty")
      }
    }
    return found
  }

  private func costViolations(_ solver: LayoutSolver) -> [String] {
    var found: [String] = []
    let tableau = solver.tableau
    let candidates = Set((0..<tableau.candidates.count).map { tableau.candidates[$0] })
    if candidates.count != tableau.candidates.count { found.append("a variable is a candidate twice") }
    for variable in 0..<tableau.variableCount {
      let isNegative = tableau.rowOf[variable] < 0 && tableau.costSign(Int32(variable)) < 0
      if isNegative, tableau.kinds[variable] == .restricted, !candidates.contains(Int32(variable)) {
        found.append("\(variable) has a negative cost and is no candidate")
      }
      if tableau.isCandidate[variable] != candidates.contains(Int32(variable)) {
        found.append("\(variable): candidate or not")
      }
    }
    // The costs are those of the constraints, computed again.
    var fresh = tableau.copy()
    defer { fresh.deallocate() }
    fresh.resetCosts()
    for record in solver.records where record.isUsed && record.conflict == nil {
      fresh.addCosts(of: record.markers)
    }
    for (kept, right) in zip(tableau.levels, fresh.levels) {
      for variable in 0..<tableau.variableCount
      where tableau.rowOf[variable] < 0 && abs(kept.costs[variable] - right.costs[variable]) > 1e-6 {
        found.append("\(variable): cost \(kept.costs[variable]) instead of \(right.costs[variable])")
      }
    }
    return found
  }

  @Test(arguments: Array(0..<60))
  func `the invariants hold after each addition, change, removal and solution`(_ number: Int) {
    let system = generatedSystem(number)
    var loaded = Loaded(system, only: [])
    var generator = SeededRandom(seed: UInt64(number) + 17)
    for index in system.constraints.indices {
      loaded.add(index, of: system)
      #expect(violations(loaded.solver) == [], "system \(number), added \(index)")
    }
    loaded.solver.solve()
    #expect(violations(loaded.solver) == [], "system \(number), solved")
    for step in 0..<12 {
      let index = Int.random(in: system.constraints.indices, using: &generator)
      if let id = loaded.ids[index] {
        if Bool.random(using: &generator) {
          loaded.solver.remove(id)
          loaded.ids[index] = nil
        } else {
          let shift = Double(Int.random(in: -60...60, using: &generator))
          loaded.solver.setConstant(id, to: system.constraints[index].constant + shift)
        }
      } else {
        loaded.add(index, of: system)
      }
      #expect(violations(loaded.solver) == [], "system \(number), step \(step)")
      if Bool.random(using: &generator) {
        loaded.solver.solve()
        #expect(violations(loaded.solver) == [], "system \(number), solved in step \(step)")
      }
    }
    loaded.solver.rebuild()
    #expect(violations(loaded.solver) == [], "system \(number), rebuilt")
    loaded.solver.solve()
    for id in loaded.ids.compactMap({ $0 }) {
      loaded.solver.remove(id)
      #expect(violations(loaded.solver) == [], "system \(number), removed")
    }
    #expect(loaded.solver.tableau.freeRows.count == loaded.solver.tableau.rowCount)
    #expect(
      loaded.solver.tableau.levels.allSatisfy { level in
        (0..<loaded.solver.tableau.variableCount).allSatisfy { abs(level.costs[$0]) < 1e-6 }
      })
  }

  @Test func `a redundant constraint's rounding error is removed`() {
    let solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(x) - 0.1, .equal)
    solver.add(10 * LinearExpression(x) - 1.000_000_01, .equal)
    solver.add(LinearExpression(y) - 1, .greaterThanOrEqual)
    solver.add(LinearExpression(y) - 1, .lessThanOrEqual)
    solver.add(3 * LinearExpression(y) - 3.000_000_01, .equal)
    #expect(solver.solve().isEmpty)
    #expect(violations(solver) == [])
  }

  @Test(arguments: Array(0..<30)) func `a tableau without its constraints is like a new one`(_ number: Int) {
    let system = generatedSystem(number)
    let loaded = Loaded(system)
    let (a, b) = (loaded.solver.makeVariable(), loaded.solver.makeVariable())
    loaded.solver.add(LinearExpression(b) - LinearExpression(a) - 10, .equal)
    if let id = loaded.ids.compactMap({ $0 }).first { loaded.solver.remove(id) }
    loaded.solver.tableau.clearRows()
    let tableau = loaded.solver.tableau
    #expect(tableau.freeRows == (0..<Int32(tableau.rowCount)).reversed())
    for variable in 0..<tableau.variableCount {
      #expect(tableau.columns[variable].count == 0 && tableau.rowOf[variable] < 0)
      #expect(!tableau.isCandidate[variable] && tableau.costSign(Int32(variable)) == 0)
    }
    #expect(loaded.values.allSatisfy { $0 == 0 })
    #expect(tableau.candidates.count == 0 && tableau.infeasibleRows.count == 0 && tableau.pivots == 0)
    #expect((0..<tableau.rowCount).allSatisfy { tableau.rows[$0].capacity == 0 })
  }

  // MARK: Choices

  @Test func `the variable with the lowest cost of the highest priority enters, of several the first`() {
    var tableau = Tableau()
    defer { tableau.deallocate() }
    let variables = (0..<6).map { _ in tableau.makeVariable(.restricted) }
    let (high, low) = (tableau.level(of: 750), tableau.level(of: 250))
    func enter(_ costs: [(high: Double, low: Double)], bland: Bool = false) -> Int32? {
      tableau.resetCosts()
      for (variable, cost) in zip(variables, costs) {
        tableau.levels[high].costs[Int(variable)] = cost.high
        tableau.levels[low].costs[Int(variable)] = cost.low
        tableau.noteCost(of: variable)
      }
      return tableau.primalEntering(bland: bland)
    }
    #expect((high, low) == (0, 1))
    #expect(enter([(0, 0), (2, -3), (0, 5)]) == nil)
    #expect(enter([(0, -9), (-1, 0), (-3, 4), (-2, -7), (-3, -8)]) == 2)
    #expect(enter([(0, -2), (0, -4), (0, -3), (1e-12, -4)]) == 1)
    #expect(enter([(0, 0), (0, -2), (-1, 0), (-5, 0)], bland: true) == 1)
  }

  @Test func `of the variables that repair a row the cheapest enters, of equal ones the first`() {
    var tableau = Tableau()
    defer { tableau.deallocate() }
    let variables = (0..<4).map { _ in tableau.makeVariable(.restricted) }
    let basic = tableau.makeVariable(.restricted)
    let high = tableau.level(of: 750)
    let row = tableau.makeRow()
    tableau.rows[row].basic = basic
    tableau.rows[row].constant = -6
    for (variable, coefficient) in zip(variables, [-1.0, 2, 1, 4]) {
      tableau.rows[row].add(coefficient, variable, in: &tableau.arena)
    }
    func enter(_ costs: [Double]) -> Int32? {
      for (variable, cost) in zip(variables, costs) { tableau.levels[high].costs[Int(variable)] = cost }
      return tableau.dualEntering(row)
    }
    #expect(enter([0, 2, 1, 4]) == 1)
    #expect(enter([0, 4, 1, 8]) == 2)
    #expect(enter([0, 4, 2, 1]) == 3)
  }

  @Test func `the row that is violated most leaves, of several the one of the first variable`() {
    var tableau = Tableau()
    defer { tableau.deallocate() }
    func leave(_ constants: [Double], bland: Bool = false) -> Int? {
      tableau.infeasibleRows.count = 0
      for (row, constant) in constants.enumerated() {
        tableau.rows[row].constant = constant
        tableau.noteFeasibility(row)
      }
      return tableau.dualLeaving(bland: bland)
    }
    let variables = (0..<4).map { _ in tableau.makeVariable(.restricted) }
    for variable in [variables[1], variables[0], variables[3], variables[2]] {
      let row = tableau.makeRow()
      tableau.rows[row].basic = variable
    }
    #expect(leave([0, 3, 0, 1]) == nil)
    #expect(leave([-1, -5, -3, 2]) == 1)
    #expect(leave([-1, 0, -7, -6]) == 2)
    #expect(leave([-4, -4, -4, -2]) == 1)
    #expect(leave([-4, 0, -6, -2], bland: true) == 0)
  }

  @Test func `an equation determines the variable that occurs in the fewest rows`() {
    let solver = LayoutSolver()
    let (a, b, c) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(x) - LinearExpression(a) - LinearExpression(b) - LinearExpression(c), .equal)
    solver.add(LinearExpression(y) - LinearExpression(a), .equal)
    solver.add(LinearExpression(z) - LinearExpression(c), .equal)
    solver.add(LinearExpression(x) + LinearExpression(y) + LinearExpression(z) - 10, .equal)
    solver.solve()
    #expect(solver.isFree(a) && !solver.isFree(b) && solver.isFree(c))
    #expect(solver.value(of: b) == 10 && solver.value(of: x) == 10 && solver.value(of: y) == 0)
  }

  @Test func `of the new variables of an equation the first is determined, whatever its coefficient`() {
    for coefficient in [1.0, 2, -4] {
      let solver = LayoutSolver()
      let (a, b) = (solver.makeVariable(), solver.makeVariable())
      solver.add(coefficient * (LinearExpression(b) - LinearExpression(a) - 20), .equal)
      solver.solve()
      #expect(solver.isFree(a) && !solver.isFree(b) && solver.value(of: b) == 20)
    }
  }

  // MARK: Columns

  @Test func `the columns of sixteen dummies are built one by one, then those of all`() {
    let solver = LayoutSolver()
    let variables = (0..<40).map { _ in solver.makeVariable() }
    solver.add(LinearExpression(variables[0]) - 3, .equal)
    for (before, after) in zip(variables, variables.dropFirst()) {
      solver.add(LinearExpression(after) - LinearExpression(before) - 5, .equal)
    }
    let dummies = solver.records.map(\.markers.plus)
    func deferred() -> Int { dummies.count { solver.tableau.isColumnDeferred[Int($0)] } }
    #expect(deferred() == 40)
    for (index, dummy) in dummies.prefix(16).enumerated() {
      solver.tableau.list(dummy)
      #expect(deferred() == 39 - index)
      // The values of this box and of those behind it depend on the constraint.
      #expect(solver.tableau.columns[Int(dummy)].count == 40 - index)
    }
    solver.tableau.list(dummies[16])
    #expect(deferred() == 0)
    #expect(dummies.enumerated().allSatisfy { solver.tableau.columns[Int($1)].count == 40 - $0 })
  }

  @Test func `a row that is noted again and again is visited once, and its column stays short`() {
    let solver = LayoutSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(x) - 2 * LinearExpression(y), .equal)
    for _ in 0..<10_000 { solver.tableau.noteOccurrence(of: y.index, in: 0) }
    #expect(solver.tableau.columns[Int(y.index)].count < 40)
    solver.tableau.noteOccurrence(of: y.index, in: 0)
    var visits: [String] = []
    solver.tableau.forEachRow(with: y.index) { row, coefficient in visits.append("\(row): \(coefficient)") }
    #expect(visits == ["0: 2.0"])
    #expect(solver.tableau.columns[Int(y.index)].count == 1)
  }
}
