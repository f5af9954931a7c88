import Glibc
import LayoutSolver
import TestSupport

/// A system in plain numbers, for the solver and the reference.
struct PlainSystem {
  struct Constraint {
    var terms: [(variable: Int, coefficient: Double)]
    var constant: Double
    var relation: LayoutSolver.Relation
    var priority: Double

    func error(_ values: [Double]) -> Double {
      let value = terms.reduce(constant) { $0 + $1.coefficient * values[$1.variable] }
      return switch relation {
      case .equal: abs(value)
      case .lessThanOrEqual: max(0, value)
      case .greaterThanOrEqual: max(0, -value)
      }
    }
  }

  var variableCount: Int
  var constraints: [Constraint]

  /// The sum of errors per priority below required, highest first, at the given values.
  func objective(_ values: [Double], of indices: [Int]? = nil) -> [Double] {
    let used = (indices ?? Array(constraints.indices)).map { constraints[$0] }
    return priorities(of: indices).map { priority in
      used.filter { $0.priority == priority }.reduce(0) { $0 + $1.error(values) }
    }
  }

  func priorities(of indices: [Int]? = nil) -> [Double] {
    let used = (indices ?? Array(constraints.indices)).map { constraints[$0] }
    return Set(used.map(\.priority).filter { $0 < 1000 }).sorted(by: >)
  }

  /// The largest error of a required constraint.
  func infeasibility(_ values: [Double], of indices: [Int]? = nil) -> Double {
    (indices ?? Array(constraints.indices)).map { constraints[$0] }.filter { $0.priority >= 1000 }
      .map { $0.error(values) }.max() ?? 0
  }
}

/// A solver loaded with a plain system.
struct Loaded {
  let solver = LayoutSolver()
  var variables: [LayoutSolver.Variable]
  var ids: [LayoutSolver.ConstraintID?]

  init(_ system: PlainSystem, only indices: [Int]? = nil) {
    let solver = solver
    variables = (0..<system.variableCount).map { _ in solver.makeVariable() }
    ids = Array(repeating: nil, count: system.constraints.count)
    for index in indices ?? Array(system.constraints.indices) { add(index, of: system) }
  }

  mutating func add(_ index: Int, of system: PlainSystem) {
    let constraint = system.constraints[index]
    ids[index] = solver.add(
      LinearExpression(
        constraint.terms.map { .init(variables[$0.variable], $0.coefficient) }, constant: constraint.constant),
      constraint.relation, priority: constraint.priority)
  }

  var values: [Double] { variables.map(solver.value(of:)) }
}

/// Generated systems: odd numbers are layouts (chains of boxes in a container), even ones are random and
/// sparse.
func generatedSystem(_ number: Int) -> PlainSystem {
  var generator = SeededRandom(seed: UInt64(number) &* 7919 &+ 1)
  return number % 2 == 1 ? boxes(&generator) : sparse(&generator)
}

/// Random constraints; the required ones hold at a hidden point, so that a solution exists.
private func sparse(_ generator: inout SeededRandom) -> PlainSystem {
  let count = Int.random(in: 2...7, using: &generator)
  let hidden = (0..<count).map { _ in Double(Int.random(in: -20...100, using: &generator)) }
  let coefficients: [Double] = [-2, -1, -1, -0.5, 0.5, 1, 1, 1, 3]
  let priorities: [Double] = [1000, 1000, 999, 750, 750, 250, 250, 51, 1]
  let constraints = (0..<Int.random(in: 3...16, using: &generator)).map { _ -> PlainSystem.Constraint in
    let width = Int.random(in: 1...min(3, count), using: &generator)
    let chosen = Array(0..<count).shuffled(using: &generator).prefix(width)
    let terms = chosen.map { variable -> (variable: Int, coefficient: Double) in
      (variable, coefficients.randomElement(using: &generator) ?? 1)
    }
    let priority = priorities.randomElement(using: &generator) ?? 1
    let relation =
      ([.equal, .lessThanOrEqual, .greaterThanOrEqual] as [LayoutSolver.Relation])
      .randomElement(using: &generator) ?? .equal
    let atHidden = terms.reduce(0) { $0 + $1.coefficient * hidden[$1.variable] }
    let slack = Double(Int.random(in: 0...30, using: &generator))
    let constant: Double =
      switch (priority >= 1000, relation) {
      case (true, .equal): -atHidden
      case (true, .lessThanOrEqual): -atHidden - slack
      case (true, .greaterThanOrEqual): -atHidden + slack
      case (false, _): Double(Int.random(in: -120...120, using: &generator))
      }
    return .init(terms: terms, constant: constant, relation: relation, priority: priority)
  }
  return PlainSystem(variableCount: count, constraints: constraints)
}

/// A container of fixed width with boxes side by side: spacing, intrinsic widths, hugging, resistance, equal
/// widths.
private func boxes(_ generator: inout SeededRandom) -> PlainSystem {
  let count = Int.random(in: 1...4, using: &generator)
  var constraints: [PlainSystem.Constraint] = []
  func left(_ box: Int) -> Int { 1 + 2 * box }
  func width(_ box: Int) -> Int { 2 + 2 * box }
  func add(
    _ terms: [(variable: Int, coefficient: Double)], _ constant: Double, _ relation: LayoutSolver.Relation,
    _ priority: Double
  ) {
    constraints.append(.init(terms: terms, constant: constant, relation: relation, priority: priority))
  }
  add([(0, 1)], -Double(Int.random(in: 100...500, using: &generator)), .equal, 1000)
  for box in 0..<count {
    add([(width(box), 1)], 0, .greaterThanOrEqual, 1000)
    if box == 0 {
      add([(left(0), 1)], -8, .equal, 1000)
    } else {
      let relation: LayoutSolver.Relation = Bool.random(using: &generator) ? .equal : .greaterThanOrEqual
      add([(left(box), 1), (left(box - 1), -1), (width(box - 1), -1)], -8, relation, 1000)
    }
    let intrinsic = Double(Int.random(in: 10...300, using: &generator))
    add(
      [(width(box), 1)], -intrinsic, .lessThanOrEqual,
      [250, 251, 252].randomElement(using: &generator) ?? 250)
    add(
      [(width(box), 1)], -intrinsic, .greaterThanOrEqual,
      [749, 750, 751].randomElement(using: &generator) ?? 750)
  }
  let relation: LayoutSolver.Relation = Bool.random(using: &generator) ? .equal : .lessThanOrEqual
  add(
    [(left(count - 1), 1), (width(count - 1), 1), (0, -1)], 8, relation,
    Bool.random(using: &generator) ? 1000 : 999)
  if count > 1, Bool.random(using: &generator) {
    add(
      [(width(0), 1), (width(count - 1), -1)], 0, .equal,
      [1000, 700, 240].randomElement(using: &generator) ?? 700)
  }
  return PlainSystem(variableCount: 1 + 2 * count, constraints: constraints)
}

/// Two labels with an intrinsic width of 100 that together fill a width of 300: `a` hugs and resists more
/// than `b`. Returns the constraint of that width.
func addTwoLabels(to solver: LayoutSolver)
  -> (a: LayoutSolver.Variable, b: LayoutSolver.Variable, room: LayoutSolver.ConstraintID)
{
  let (a, b, space) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
  let room = solver.add(LinearExpression(space) - 300, .equal)
  solver.add(LinearExpression(a) + LinearExpression(b) - LinearExpression(space), .equal)
  for (width, hugging, resistance) in [(a, 251.0, 750.0), (b, 250.0, 749.0)] {
    solver.add(LinearExpression(width) - 100, .lessThanOrEqual, priority: hugging)
    solver.add(LinearExpression(width) - 100, .greaterThanOrEqual, priority: resistance)
  }
  return (a, b, room)
}

/// The bytes that are allocated with `malloc`, according to the allocator's own report.
func allocatedBytes() -> Int {
  var text: UnsafeMutablePointer<CChar>?
  var length = 0
  guard let stream = open_memstream(&text, &length) else { return 0 }
  _ = mallocInfo(0, stream)
  fclose(stream)
  defer { free(text) }
  guard let text else { return 0 }
  // The totals of all heaps come last.
  func size(_ element: String) -> Int {
    let rest = String(cString: text).split(separator: "<").last { $0.hasPrefix(element) } ?? ""
    let number = rest.split(separator: " ").last { $0.hasPrefix("size=") } ?? ""
    return Int(number.filter(\.isNumber)) ?? 0
  }
  return size("system type=\"current\"") + size("total type=\"mmap\"") - size("total type=\"fast\"")
    - size("total type=\"rest\"")
}

// NB: Glibc's overlay does not include the header.
@_silgen_name("malloc_info")
private func mallocInfo(_ options: Int32, _ stream: UnsafeMutablePointer<FILE>) -> Int32
