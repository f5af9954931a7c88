import LayoutSolver
import Testing

@Suite struct LayoutSolverTests {
  private let solver = LayoutSolver()

  private func close(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

  @Test func `an equation determines its variable`() {
    let x = solver.makeVariable()
    solver.add(LinearExpression(x) - 40, .equal)
    #expect(solver.solve().isEmpty)
    #expect(solver.value(of: x) == 40)
  }

  @Test func `a chain of equations is solved`() {
    let x = (0..<20).map { _ in solver.makeVariable() }
    for i in 1..<20 { solver.add(LinearExpression(x[i]) - LinearExpression(x[i - 1]) - 5, .equal) }
    solver.add(LinearExpression(x[19]) - 100, .equal)
    solver.solve()
    #expect(x.map { solver.value(of: $0) } == (0..<20).map { Double(5 * $0 + 5) })
  }

  @Test func `coefficients of a variable that occurs twice in an expression are added`() {
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(x) + LinearExpression(x) - 10, .equal)
    solver.add(LinearExpression(z) - LinearExpression(z) + LinearExpression(y) - 3, .equal)
    solver.solve()
    #expect(solver.value(of: x) == 5 && solver.value(of: y) == 3)
    #expect(solver.isFree(z))
  }

  @Test func `inequalities limit a weaker constraint`() {
    let width = solver.makeVariable()
    solver.add(LinearExpression(width) - 100, .lessThanOrEqual)
    solver.add(LinearExpression(width) - 10, .greaterThanOrEqual)
    let wish = solver.add(LinearExpression(width) - 500, .equal, priority: 250)
    solver.solve()
    #expect(close(solver.value(of: width), 100))
    #expect(close(solver.error(of: wish), 400))
    solver.setConstant(wish, to: -1)
    solver.solve()
    #expect(close(solver.value(of: width), 10))
    solver.setConstant(wish, to: -55)
    solver.solve()
    #expect(close(solver.value(of: width), 55))
  }

  @Test func `any number of weak constraints loses against one with a priority higher by one`() {
    let x = solver.makeVariable()
    for _ in 0..<500 { solver.add(LinearExpression(x), .equal, priority: 749) }
    solver.add(LinearExpression(x) - 30, .equal, priority: 750)
    solver.solve()
    #expect(close(solver.value(of: x), 30))
  }

  @Test func `among equal priorities the greater weight wins`() {
    let x = solver.makeVariable()
    solver.add(LinearExpression(x) - 10, .equal, priority: 500, weight: 3)
    solver.add(LinearExpression(x) - 20, .equal, priority: 500)
    solver.add(LinearExpression(x) - 30, .equal, priority: 500)
    solver.solve()
    #expect(close(solver.value(of: x), 10))
  }

  @Test func `two labels in a row: the one that hugs less is stretched, the one that resists less is cut`() {
    let (a, b, room) = addTwoLabels(to: solver)
    solver.solve()
    #expect(close(solver.value(of: a), 100) && close(solver.value(of: b), 200))
    solver.setConstant(room, to: -150)
    solver.solve()
    #expect(close(solver.value(of: a), 100) && close(solver.value(of: b), 50))
  }

  @Test func `removing a constraint restores the previous solution`() {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(x) - 10, .equal, priority: 400)
    solver.add(LinearExpression(y) - LinearExpression(x) - 5, .equal)
    solver.solve()
    #expect(close(solver.value(of: y), 15))
    for constraint in [
      solver.add(LinearExpression(x) - 99, .equal),
      solver.add(LinearExpression(y) - 50, .lessThanOrEqual, priority: 1),
    ] {
      solver.remove(constraint)
    }
    let strong = solver.add(LinearExpression(y) - 70, .equal, priority: 800)
    solver.solve()
    #expect(close(solver.value(of: x), 65))
    solver.remove(strong)
    solver.solve()
    #expect(close(solver.value(of: x), 10) && close(solver.value(of: y), 15))
  }

  @Test func `a variable without constraints can be removed and its index reused`() {
    let x = solver.makeVariable()
    let constraint = solver.add(LinearExpression(x) - 3, .equal)
    solver.solve()
    solver.remove(constraint)
    solver.removeVariable(x)
    let y = solver.makeVariable()
    #expect(solver.value(of: y) == 0)
    solver.add(LinearExpression(y) - 4, .equal)
    solver.solve()
    #expect(solver.value(of: y) == 4)
    #expect(solver.constraintCount == 1)
  }

  @Test func `a suggestion moves an edit variable and the variables that depend on it`() {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(y) - 2 * LinearExpression(x), .equal)
    solver.add(LinearExpression(x) - 100, .lessThanOrEqual)
    let edit = solver.addEdit(x, priority: 900)
    for position in [0.0, 10, 99, 150, 20] {
      solver.suggest(position, for: edit)
      solver.solve()
      #expect(close(solver.value(of: x), min(position, 100)))
      #expect(close(solver.value(of: y), 2 * min(position, 100)))
    }
  }

  // MARK: Conflicts

  @Test func `contradicting required constraints are reported together and the most recent is broken`() {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(y) - 7, .equal)
    let first = solver.add(LinearExpression(x) - 100, .equal)
    let second = solver.add(LinearExpression(x) - 200, .equal)
    let conflicts = solver.solve()
    #expect(conflicts.map(\.constraints) == [[first, second]])
    #expect(conflicts.map(\.broken) == [second])
    #expect(solver.isBroken(second) && !solver.isBroken(first))
    #expect(solver.value(of: x) == 100 && solver.value(of: y) == 7)
    #expect(solver.solve().isEmpty, "a conflict is reported once")
  }

  @Test func `a conflict contains only the constraints that contradict each other`() {
    let x = (0..<6).map { _ in solver.makeVariable() }
    var chain: [LayoutSolver.ConstraintID] = []
    for i in 1..<6 {
      chain.append(solver.add(LinearExpression(x[i]) - LinearExpression(x[i - 1]) - 10, .equal))
    }
    let start = solver.add(LinearExpression(x[0]), .equal)
    let middle = solver.add(LinearExpression(x[2]) - 15, .lessThanOrEqual)
    let conflicts = solver.solve()
    #expect(conflicts.map(\.constraints) == [[chain[0], chain[1], start, middle]])
    #expect(conflicts.map(\.broken) == [middle])
    #expect(close(solver.value(of: x[5]), 50))
  }

  @Test func `a constraint with a higher break rank is broken before a more recent one`() {
    let x = solver.makeVariable()
    let soft = solver.add(LinearExpression(x) - 100, .equal, breakRank: 1)
    let hard = solver.add(LinearExpression(x) - 200, .equal)
    #expect(solver.solve().map(\.broken) == [soft])
    #expect(solver.value(of: x) == 200)
    #expect(!solver.isBroken(hard))
  }

  @Test func `a broken constraint is restored when the one that it contradicts is removed`() {
    let x = solver.makeVariable()
    let first = solver.add(LinearExpression(x) - 100, .equal)
    let second = solver.add(LinearExpression(x) - 200, .equal)
    solver.solve()
    solver.remove(first)
    #expect(solver.solve().isEmpty)
    #expect(!solver.isBroken(second))
    #expect(solver.value(of: x) == 200)
  }

  @Test func `a broken constraint is restored when the one that it contradicts changes`() {
    let x = solver.makeVariable()
    let first = solver.add(LinearExpression(x) - 100, .equal)
    let second = solver.add(LinearExpression(x) - 200, .equal)
    solver.solve()
    solver.setConstant(first, to: -200)
    #expect(solver.solve().isEmpty)
    #expect(!solver.isBroken(second))
    #expect(solver.value(of: x) == 200)
  }

  @Test func `a changed constant can cause a conflict, which is reported`() {
    let x = solver.makeVariable()
    let low = solver.add(LinearExpression(x) - 50, .greaterThanOrEqual)
    let high = solver.add(LinearExpression(x) - 80, .lessThanOrEqual)
    #expect(solver.solve().isEmpty)
    solver.setConstant(low, to: -90)
    #expect(solver.solve().map(\.constraints) == [[low, high]])
  }

  @Test func `a conflict does not hide that a change violates other constraints`() {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let low = solver.add(LinearExpression(x), .greaterThanOrEqual)
    let high = solver.add(LinearExpression(x) - 80, .lessThanOrEqual)
    let least = solver.add(LinearExpression(y), .greaterThanOrEqual)
    solver.add(LinearExpression(y) - 100, .lessThanOrEqual)
    solver.add(LinearExpression(x) - 5, .equal, priority: 250)
    solver.add(LinearExpression(y) - 10, .equal, priority: 250)
    solver.solve()
    #expect(close(solver.value(of: x), 5) && close(solver.value(of: y), 10))
    for (lowest, other) in [(-500.0, -30.0), (-90, -60)] {
      solver.setConstant(low, to: lowest)
      solver.setConstant(least, to: other)
      solver.solve()
      #expect(solver.isBroken(high) && !solver.isBroken(low) && !solver.isBroken(least))
      #expect(close(solver.value(of: x), -lowest) && close(solver.value(of: y), -other))
    }
  }

  @Test func `restoring a broken constraint can break another one, which is reported`() {
    let x = solver.makeVariable()
    let first = solver.add(LinearExpression(x) - 100, .equal)
    let second = solver.add(LinearExpression(x) - 200, .equal)
    #expect(solver.solve().map(\.broken) == [second])
    let limit = solver.add(LinearExpression(x) - 150, .lessThanOrEqual, breakRank: 1)
    #expect(solver.solve().isEmpty)
    solver.remove(first)
    let conflicts = solver.solve()
    #expect(conflicts.map(\.constraints) == [[second, limit]])
    #expect(conflicts.map(\.broken) == [limit])
    #expect(!solver.isBroken(second) && solver.value(of: x) == 200)
    #expect(solver.solve().isEmpty)
  }

  @Test func `two equal constraints are no conflict, and either can be removed`() {
    let x = solver.makeVariable()
    let first = solver.add(LinearExpression(x) - 5, .equal)
    let second = solver.add(2 * LinearExpression(x) - 10, .equal)
    #expect(solver.solve().isEmpty)
    solver.remove(first)
    solver.solve()
    #expect(solver.value(of: x) == 5)
    solver.setConstant(second, to: -12)
    #expect(solver.solve().isEmpty)
    #expect(close(solver.value(of: x), 6))
  }

  @Test func `changing two equal constraints together is not a conflict`() {
    let x = solver.makeVariable()
    let first = solver.add(LinearExpression(x) - 5, .equal)
    let second = solver.add(LinearExpression(x) - 5, .equal)
    solver.solve()
    solver.setConstant(first, to: -9)
    solver.setConstant(second, to: -9)
    #expect(solver.solve().isEmpty)
    #expect(close(solver.value(of: x), 9))
  }

  @Test func `a contradiction without variables is a conflict of one constraint`() {
    let id = solver.add(LinearExpression(constant: 3), .equal)
    #expect(solver.solve().map(\.constraints) == [[id]])
  }

  // MARK: Ambiguity

  @Test func `a determined system has no ambiguous variables`() {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(x) - 5, .equal)
    solver.add(LinearExpression(y) - LinearExpression(x), .equal, priority: 250)
    #expect(solver.ambiguousVariables().isEmpty)
  }

  @Test func `a variable that nothing fixes is ambiguous, and so is what depends on it`() {
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(y) - LinearExpression(x) - 8, .equal)
    solver.add(LinearExpression(z) - 1, .equal)
    #expect(solver.ambiguousVariables() == [x, y])
  }

  @Test func `two contradicting constraints of the same priority leave both variables ambiguous`() {
    let (a, b) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(a) + LinearExpression(b) - 300, .equal)
    let hugA = solver.add(LinearExpression(a) - 100, .equal, priority: 250)
    solver.add(LinearExpression(b) - 100, .equal, priority: 250)
    #expect(solver.ambiguousVariables() == [a, b])
    solver.remove(hugA)
    solver.add(LinearExpression(a) - 100, .equal, priority: 251)
    #expect(solver.ambiguousVariables().isEmpty)
  }

  @Test
  func `an inequality with slack leaves its variable ambiguous, one that holds with equality does not`() {
    let x = solver.makeVariable()
    solver.add(LinearExpression(x) - 10, .greaterThanOrEqual)
    #expect(solver.ambiguousVariables() == [x])
    solver.add(LinearExpression(x) - 10, .lessThanOrEqual)
    #expect(solver.ambiguousVariables().isEmpty)
  }

  @Test func `a variable that could move only at the cost of a weak constraint is not ambiguous`() {
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    solver.add(LinearExpression(y) - 20, .equal, priority: 250)
    solver.add(LinearExpression(y) - LinearExpression(x), .greaterThanOrEqual)
    #expect(solver.ambiguousVariables() == [x])
    solver.add(LinearExpression(x) - LinearExpression(y), .greaterThanOrEqual)
    #expect(solver.ambiguousVariables().isEmpty)
    #expect(close(solver.value(of: x), 20) && close(solver.value(of: y), 20))
  }

  @Test func `the search for ambiguous variables changes nothing`() {
    let system = generatedSystem(12)
    let loaded = Loaded(system)
    loaded.solver.solve()
    let before = loaded.values
    _ = loaded.solver.ambiguousVariables()
    #expect(loaded.values == before)
  }

  // MARK: Misuse

  @Test func `the id of a removed constraint is not that of a later one`() async {
    await #expect(processExitsWith: .failure) {
      let solver = LayoutSolver()
      let variable = solver.makeVariable()
      let id = solver.add(LinearExpression(variable), .equal)
      solver.remove(id)
      solver.add(LinearExpression(variable), .equal)
      _ = solver.isBroken(id)
    }
  }

  @Test func `a variable that a constraint uses cannot be removed`() async {
    await #expect(processExitsWith: .failure) {
      let solver = LayoutSolver()
      let variable = solver.makeVariable()
      solver.add(LinearExpression(variable), .equal)
      solver.removeVariable(variable)
    }
  }

  @Test func `removing a constraint twice is a programmer error`() async {
    await #expect(processExitsWith: .failure) {
      let solver = LayoutSolver()
      let id = solver.add(LinearExpression(solver.makeVariable()), .equal)
      solver.remove(id)
      solver.remove(id)
    }
  }
}
