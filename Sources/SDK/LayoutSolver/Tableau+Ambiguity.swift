extension Tableau {
  /// External variables that have different values in different optimal solutions.
  func openVariables() -> [Int32] {
    var open: [Int32] = []
    var doubtful: [Int32] = []
    for index in 0..<variableCount where kinds[index] == .external {
      let variable = Int32(index)
      let row = Int(rowOf[index])
      if row < 0 {
        open.append(variable)
        continue
      }
      let variables = (0..<rows[row].count).lazy.map { rows[row].variables[$0] }
      if variables.contains(where: { kinds[Int($0)] == .external }) {
        open.append(variable)
      } else if variables.contains(where: {
        kinds[Int($0)] == .restricted && costSign($0) == 0
      }) {
        doubtful.append(variable)
      }
    }
    if doubtful.isEmpty { return open }
    var probe = copy()
    defer { probe.deallocate() }
    probe.freezeCostlyVariables()
    for variable in doubtful where probe.canMove(variable) { open.append(variable) }
    return open.sorted()
  }

  /// Restricts the tableau to its optimal solutions: variables with a positive cost stay 0.
  private mutating func freezeCostlyVariables() {
    for variable in 0..<variableCount where rowOf[variable] < 0 && costSign(Int32(variable)) > 0 {
      kinds[variable] = .dummy
    }
  }

  /// Whether the variable can become larger or smaller.
  private mutating func canMove(_ variable: Int32) -> Bool {
    let start = value(variable)
    for sign in [1.0, -1.0] {
      resetCosts()
      let level = level(of: 0)
      let costs = levels[level].costs
      let row = rows[Int(rowOf[Int(variable)])]
      for place in 0..<row.count {
        let entry = row[place]
        if kinds[Int(entry.variable)] == .restricted { costs[Int(entry.variable)] = sign * entry.coefficient }
      }
      if isUnbounded() { return true }
      if abs(value(variable) - start) > Self.feasibilityTolerance { return true }
    }
    return false
  }

  /// Optimises and returns whether the objective is unbounded.
  private mutating func isUnbounded() -> Bool {
    let level = level(of: 0)
    let costs = levels[level].costs
    for _ in 0..<(1000 + 50 * rowCount) {
      var entering: Int32?
      for variable in 0..<variableCount
      where rowOf[variable] < 0 && kinds[variable] == .restricted && costs[variable] < -Self.costTolerance {
        entering = Int32(variable)
        break
      }
      guard let entering else { return false }
      guard let row = primalLeaving(entering) else { return true }
      pivot(row: row, entering: entering)
    }
    return false
  }
}
