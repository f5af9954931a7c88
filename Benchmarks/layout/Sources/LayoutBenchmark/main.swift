import Foundation
import LayoutSolver

// Measures the solver on systems like those of real screens, and writes them as JSON for the peer:
//
//     swift run -c release LayoutBenchmark systems.json && python3 compare.py systems.json

struct System {
  var name: String
  var variables = 0
  var constraints: [(terms: [(Int, Double)], constant: Double, relation: Int, priority: Double)] = []
  /// The constraint whose constant is edited, and the values that it takes in turn.
  var edited = 0

  mutating func variable() -> Int {
    variables += 1
    return variables - 1
  }

  mutating func add(
    _ terms: [(Int, Double)], _ constant: Double, _ relation: Int = 0, _ priority: Double = 1000
  ) {
    constraints.append((terms, constant, relation, priority))
  }
}

/// A column of cells, each with an image, a title and a subtitle: nested views, required equations, intrinsic sizes.
func cells(_ target: Int) -> System {
  var system = System(name: "cells")
  let (rootX, rootY, rootWidth) = (system.variable(), system.variable(), system.variable())
  system.add([(rootX, 1)], 0)
  system.add([(rootY, 1)], 0)
  system.edited = system.constraints.count
  system.add([(rootWidth, 1)], -390)
  var previousBottom: [(Int, Double)] = [(rootY, 1)]
  while system.constraints.count < target {
    func view() -> (x: Int, y: Int, width: Int, height: Int) {
      (system.variable(), system.variable(), system.variable(), system.variable())
    }
    let cell = view()
    system.add([(cell.x, 1), (rootX, -1)], 0)
    system.add([(cell.y, 1)] + previousBottom.map { ($0.0, -$0.1) }, 0)
    system.add([(cell.width, 1), (rootWidth, -1)], 0)
    let image = view()
    system.add([(image.x, 1), (cell.x, -1)], -16)
    system.add([(image.y, 1), (image.height, 0.5), (cell.y, -1), (cell.height, -0.5)], 0)
    system.add([(image.width, 1)], -40)
    system.add([(image.height, 1), (image.width, -1)], 0)
    let title = view()
    system.add([(title.x, 1), (image.x, -1), (image.width, -1)], -8)
    system.add([(title.x, 1), (title.width, 1), (cell.x, -1), (cell.width, -1)], 16, 1)
    system.add([(title.y, 1), (cell.y, -1)], -11)
    system.add([(title.height, 1)], -20.5, 0, 750)
    system.add([(title.width, 1)], -180, 1, 250)
    system.add([(title.width, 1)], -180, 2, 750)
    let subtitle = view()
    system.add([(subtitle.x, 1), (title.x, -1)], 0)
    system.add([(subtitle.x, 1), (subtitle.width, 1), (cell.x, -1), (cell.width, -1)], 16)
    system.add([(subtitle.y, 1), (title.y, -1), (title.height, -1)], -2)
    system.add([(subtitle.height, 1)], -17, 0, 750)
    system.add([(cell.y, 1), (cell.height, 1), (subtitle.y, -1), (subtitle.height, -1)], -11)
    previousBottom = [(cell.y, 1), (cell.height, 1)]
  }
  return system
}

/// Boxes in a row that share the width by content hugging and compression resistance: many inequalities with
/// several priorities.
func competition(_ target: Int) -> System {
  var system = System(name: "competition")
  while system.constraints.count < target {
    let (container, count) = (system.variable(), 5)
    if system.constraints.isEmpty { system.edited = 0 }
    system.add([(container, 1)], -390)
    var end: [(Int, Double)] = []
    for box in 0..<count {
      let (left, width) = (system.variable(), system.variable())
      system.add([(left, 1)] + end.map { ($0.0, -$0.1) }, -8, box % 2 == 0 ? 0 : 2)
      system.add([(width, 1)], 0, 2)
      system.add([(width, 1)], -Double(40 + 17 * box), 1, 250 + Double(box % 2))
      system.add([(width, 1)], -Double(40 + 17 * box), 2, 750 - Double(box % 3))
      end = [(left, 1), (width, 1)]
    }
    system.add(end + [(container, -1)], 8)
  }
  return system
}

/// One long chain with fixed widths: every position depends on everything before it, the worst case for this method.
func chain(_ target: Int) -> System {
  var system = System(name: "chain")
  var previous: (Int, Int)?
  while system.constraints.count < target {
    let (left, width) = (system.variable(), system.variable())
    if let previous {
      system.add([(left, 1), (previous.0, -1), (previous.1, -1)], -8)
    } else {
      system.add([(left, 1)], -8)
    }
    system.add([(width, 1)], -50)
    previous = (left, width)
  }
  system.edited = 1
  return system
}

func relation(_ code: Int) -> LayoutSolver.Relation {
  switch code {
  case 1: .lessThanOrEqual
  case 2: .greaterThanOrEqual
  default: .equal
  }
}

func microseconds(_ repetitions: Int, _ body: () -> Void) -> [Double] {
  (0..<repetitions).map { _ in
    let start = ContinuousClock.now
    body()
    let time = (ContinuousClock.now - start).components
    return Double(time.seconds) * 1e6 + Double(time.attoseconds) * 1e-12
  }.sorted()
}

var report: [[String: Any]] = []
for system in [cells(1000), competition(1000), chain(1000)] {
  func load() -> (LayoutSolver, [LayoutSolver.ConstraintID], [LayoutSolver.Variable]) {
    let solver = LayoutSolver()
    let variables = (0..<system.variables).map { _ in solver.makeVariable() }
    let ids = system.constraints.map { constraint in
      solver.add(
        LinearExpression(
          constraint.terms.map { .init(variables[$0.0], $0.1) }, constant: constraint.constant),
        relation(constraint.relation), priority: constraint.priority)
    }
    return (solver, ids, variables)
  }
  let scratch = microseconds(40) {
    let (solver, _, _) = load()
    precondition(solver.solve().isEmpty)
  }
  let (solver, ids, variables) = load()
  solver.solve()
  let original = system.constraints[system.edited].constant
  var step = 0.0
  let edit = microseconds(2000) {
    step += 1
    solver.setConstant(ids[system.edited], to: original - step.truncatingRemainder(dividingBy: 40))
    solver.solve()
  }
  solver.setConstant(ids[system.edited], to: original)
  solver.solve()
  let swap = microseconds(500) {
    let constraint = system.constraints[system.constraints.count / 2]
    let id = solver.add(
      LinearExpression(
        constraint.terms.map { .init(variables[$0.0], $0.1) }, constant: constraint.constant - 3),
      .equal, priority: 500)
    solver.solve()
    solver.remove(id)
    solver.solve()
  }
  print(
    "\(system.name): \(system.constraints.count) constraints, \(system.variables) variables;",
    "from scratch \(Int(scratch[20])) µs (best \(Int(scratch[0])));",
    "edit \(edit[1000]) µs (p99 \(edit[1980])); add+remove \(swap[250]) µs")
  report.append([
    "name": system.name, "variables": system.variables, "edited": system.edited,
    "constraints": system.constraints.map {
      [
        "terms": $0.terms.map { [Double($0.0), $0.1] }, "constant": $0.constant, "relation": $0.relation,
        "priority": $0.priority,
      ] as [String: Any]
    },
    "scratch": scratch[20], "edit": edit[1000], "values": variables.map(solver.value(of:)),
  ])
}
if CommandLine.arguments.count > 1 {
  let data = try JSONSerialization.data(withJSONObject: report)
  try data.write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
}
