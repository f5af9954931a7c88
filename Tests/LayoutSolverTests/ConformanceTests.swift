import LayoutSolver
import TestSupport
import Testing

/// Three hundred generated systems against the independent solver, and properties that must hold for each.
@Suite struct ConformanceTests {
  private static let numbers = Array(0..<300)

  private func expectEqual(_ left: [Double], _ right: [Double], _ comment: Comment) {
    #expect(left.count == right.count, comment)
    for (a, b) in zip(left, right) {
      #expect(abs(a - b) < 1e-4 * max(1, abs(a)), "\(comment): \(left) \(right)")
    }
  }

  @Test(arguments: numbers)
  func `the errors per priority equal those of the independent solver`(_ number: Int) {
    let system = generatedSystem(number)
    let loaded = Loaded(system)
    let conflicts = loaded.solver.solve()
    guard let reference = ReferenceSolver.objective(of: system) else {
      #expect(!conflicts.isEmpty, "system \(number): the reference finds a contradiction")
      return
    }
    #expect(conflicts.isEmpty, "system \(number)")
    #expect(system.infeasibility(loaded.values) < 1e-5, "system \(number)")
    expectEqual(system.objective(loaded.values), reference, "system \(number)")
  }

  @Test(arguments: numbers)
  func `edits, removals and additions give the result of a fresh solver`(_ number: Int) {
    var system = generatedSystem(number)
    var generator = SeededRandom(seed: UInt64(number) + 1_000_003)
    var loaded = Loaded(system)
    var present = Set(system.constraints.indices)
    for _ in 0..<12 {
      let index = Int.random(in: system.constraints.indices, using: &generator)
      switch (Int.random(in: 0...2, using: &generator), loaded.ids[index]) {
      case (0, let id?):
        loaded.solver.remove(id)
        loaded.ids[index] = nil
        present.remove(index)
      case (_, nil):
        loaded.add(index, of: system)
        present.insert(index)
      case (_, let id?):
        if system.constraints[index].priority >= 1000 { continue }
        system.constraints[index].constant += Double(Int.random(in: -40...40, using: &generator))
        loaded.solver.setConstant(id, to: system.constraints[index].constant)
      }
      if Bool.random(using: &generator) { loaded.solver.solve() }
    }
    let conflicts = loaded.solver.solve()
    let indices = present.sorted()
    let fresh = Loaded(system, only: indices)
    #expect(fresh.solver.solve().isEmpty == conflicts.isEmpty, "system \(number)")
    if !conflicts.isEmpty { return }
    #expect(system.infeasibility(loaded.values, of: indices) < 1e-5, "system \(number)")
    expectEqual(
      system.objective(loaded.values, of: indices), system.objective(fresh.values, of: indices),
      "system \(number)")
    let open = Set(fresh.solver.ambiguousVariables())
    for (mine, theirs) in zip(loaded.variables, fresh.variables) where !open.contains(theirs) {
      #expect(
        abs(loaded.solver.value(of: mine) - fresh.solver.value(of: theirs)) < 1e-4, "system \(number)")
    }
  }

  @Test(arguments: numbers) func `adding constraints and removing them again restores the solution`(
    _ number: Int
  ) {
    let system = generatedSystem(number)
    var loaded = Loaded(system)
    loaded.solver.solve()
    let objective = system.objective(loaded.values)
    let open = Set(loaded.solver.ambiguousVariables())
    let before = loaded.values
    let extra = generatedSystem(number + 2)
    let ids = extra.constraints.map { constraint in
      loaded.solver.add(
        LinearExpression(
          constraint.terms.map {
            .init(loaded.variables[$0.variable % system.variableCount], $0.coefficient)
          },
          constant: constraint.constant), constraint.relation, priority: constraint.priority)
    }
    loaded.solver.solve()
    for id in ids { loaded.solver.remove(id) }
    #expect(loaded.solver.solve().isEmpty, "system \(number)")
    loaded.ids = []
    expectEqual(system.objective(loaded.values), objective, "system \(number)")
    for (variable, value) in zip(loaded.variables, before) where !open.contains(variable) {
      #expect(abs(loaded.solver.value(of: variable) - value) < 1e-4, "system \(number)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `two solvers with the same calls give the same numbers to the last bit`(
    _ number: Int
  ) {
    let system = generatedSystem(number)
    let (first, second) = (Loaded(system), Loaded(system))
    first.solver.solve()
    second.solver.solve()
    #expect(first.values.map(\.bitPattern) == second.values.map(\.bitPattern))
  }

  @Test func `ten thousand edits accumulate no rounding errors`() {
    let system = generatedSystem(33)
    let loaded = Loaded(system)
    var generator = SeededRandom(seed: 5)
    let optional = system.constraints.indices.filter { system.constraints[$0].priority < 1000 }
    for _ in 0..<10_000 {
      let index = optional[Int.random(in: optional.indices, using: &generator)]
      guard let id = loaded.ids[index] else { continue }
      loaded.solver.setConstant(id, to: Double.random(in: -500...500, using: &generator))
      loaded.solver.solve()
    }
    for index in optional {
      if let id = loaded.ids[index] { loaded.solver.setConstant(id, to: system.constraints[index].constant) }
    }
    loaded.solver.solve()
    #expect(system.infeasibility(loaded.values) < 1e-6)
    let fresh = Loaded(system)
    fresh.solver.solve()
    expectEqual(system.objective(loaded.values), system.objective(fresh.values), "after the edits")
  }
}
