import LayoutSolver

/// The independent solver that the conformance set is checked against: a textbook two-phase simplex on a
/// dense matrix with Bland's rule, one linear program per priority, each keeping the minimums of the
/// previous ones.
struct ReferenceSolver {
  private let system: PlainSystem
  private var matrix: [[Double]] = []
  private var rightSides: [Double] = []
  private var columnCount = 0
  private var errorColumns: [Double: [Int]] = [:]

  /// The least sum of errors per priority, highest first; nil if the required constraints contradict each
  /// other.
  static func objective(of system: PlainSystem) -> [Double]? {
    var solver = ReferenceSolver(system)
    var achieved: [Double] = []
    let priorities = system.priorities()
    if priorities.isEmpty { return solver.minimum(of: []) == nil ? nil : [] }
    for priority in priorities {
      let columns = solver.errorColumns[priority] ?? []
      guard let minimum = solver.minimum(of: columns) else { return nil }
      achieved.append(minimum)
      // Keep this: Σ errors + slack = minimum, with a small tolerance for rounding.
      var row = Array(repeating: 0.0, count: solver.columnCount + 1)
      for column in columns { row[column] = 1 }
      row[solver.columnCount] = 1
      solver.append(row, minimum + 1e-7)
    }
    return achieved
  }

  private init(_ system: PlainSystem) {
    self.system = system
    columnCount = 2 * system.variableCount
    for constraint in system.constraints {
      var row = Array(repeating: 0.0, count: columnCount)
      for term in constraint.terms {
        row[2 * term.variable] += term.coefficient
        row[2 * term.variable + 1] -= term.coefficient
      }
      func column(_ coefficient: Double) -> Int {
        row.append(coefficient)
        return row.count - 1
      }
      switch constraint.relation {
      case .equal: break
      case .lessThanOrEqual: _ = column(1)
      case .greaterThanOrEqual: _ = column(-1)
      }
      if constraint.priority < 1000 {
        if constraint.relation != .greaterThanOrEqual {
          errorColumns[constraint.priority, default: []].append(column(-1))
        }
        if constraint.relation != .lessThanOrEqual {
          errorColumns[constraint.priority, default: []].append(column(1))
        }
      }
      append(row, -constraint.constant)
    }
  }

  private mutating func append(_ row: [Double], _ rightSide: Double) {
    columnCount = max(columnCount, row.count)
    matrix.append(rightSide < 0 ? row.map { -$0 } : row)
    rightSides.append(abs(rightSide))
  }

  /// Phase one with an artificial column per row, phase two with the costs; nil if phase one fails.
  private func minimum(of columns: [Int]) -> Double? {
    let rows = matrix.count
    let width = columnCount + rows
    var table = matrix.enumerated().map { index, row -> [Double] in
      var full = row + Array(repeating: 0, count: width - row.count)
      full[columnCount + index] = 1
      return full + [rightSides[index]]
    }
    var basis = (0..<rows).map { columnCount + $0 }
    var phaseOne = Array(repeating: 0.0, count: width)
    for column in columnCount..<width { phaseOne[column] = 1 }
    guard Self.simplex(&table, &basis, costs: phaseOne, allowed: width) < 1e-5 else { return nil }
    for (row, column) in basis.enumerated() where column >= columnCount {
      guard let entering = (0..<columnCount).first(where: { abs(table[row][$0]) > 1e-7 }) else { continue }
      Self.pivot(&table, &basis, row, entering)
    }
    var costs = Array(repeating: 0.0, count: width)
    for column in columns { costs[column] = 1 }
    return Self.simplex(&table, &basis, costs: costs, allowed: columnCount)
  }

  private static func simplex(
    _ table: inout [[Double]], _ basis: inout [Int], costs: [Double], allowed: Int
  ) -> Double {
    let width = costs.count
    while true {
      var entering: Int?
      for column in 0..<allowed where !basis.contains(column) {
        var reduced = costs[column]
        for row in table.indices where costs[basis[row]] != 0 {
          reduced -= costs[basis[row]] * table[row][column]
        }
        if reduced < -1e-9 {
          entering = column
          break
        }
      }
      guard let entering else { break }
      var leaving: Int?
      var best = Double.infinity
      for row in table.indices where table[row][entering] > 1e-9 {
        let ratio = table[row][width] / table[row][entering]
        if ratio < best - 1e-12 || (ratio <= best + 1e-12 && basis[row] < basis[leaving ?? row]) {
          best = min(best, ratio)
          leaving = row
        }
      }
      guard let leaving else { return -.infinity }
      pivot(&table, &basis, leaving, entering)
    }
    return table.indices.reduce(0) { $0 + costs[basis[$1]] * table[$1][width] }
  }

  private static func pivot(_ table: inout [[Double]], _ basis: inout [Int], _ row: Int, _ column: Int) {
    let divisor = table[row][column]
    for index in table[row].indices { table[row][index] /= divisor }
    for other in table.indices where other != row && table[other][column] != 0 {
      let factor = table[other][column]
      for index in table[other].indices { table[other][index] -= factor * table[row][index] }
    }
    basis[row] = column
  }
}
