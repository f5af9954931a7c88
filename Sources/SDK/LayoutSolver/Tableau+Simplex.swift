/// The two forms of the simplex algorithm: the primal one for the costs, the dual one for feasibility.
extension Tableau {
  mutating func purgeCandidates() {
    var kept = 0
    for place in 0..<candidates.count {
      let variable = candidates[place]
      if rowOf[Int(variable)] < 0, kinds[Int(variable)] == .restricted, costSign(variable) < 0 {
        candidates[kept] = variable
        kept += 1
      } else {
        isCandidate[Int(variable)] = false
      }
    }
    candidates.count = kept
  }

  /// The primal method: goes from a feasible solution to an optimal one.
  mutating func optimize() {
    if candidates.count == 0 { return }
    var steps = 0
    let limit = 1000 + 50 * rowCount
    while true {
      purgeCandidates()
      // After many steps Bland's rule chooses, which cannot cycle.
      guard let entering = primalEntering(bland: steps > limit), steps < 4 * limit else { return }
      guard let row = primalLeaving(entering) else {
        // Costs are bounded from below, so only a rounding error can lead here: treat the cost as zero.
        for level in levels where level.costs[Int(entering)] < 0 { level.costs[Int(entering)] = 0 }
        continue
      }
      pivot(row: row, entering: entering)
      steps += 1
    }
  }

  func primalEntering(bland: Bool) -> Int32? {
    var best: Int32?
    var bestLevel = Int.max
    var bestCost = 0.0
    for place in 0..<candidates.count {
      let variable = candidates[place]
      if bland {
        if best.map({ variable < $0 }) ?? true { best = variable }
        continue
      }
      guard
        let level = levels.firstIndex(where: { abs($0.costs[Int(variable)]) > Self.costTolerance })
      else { continue }
      let cost = levels[level].costs[Int(variable)]
      let isBetter =
        level < bestLevel
        || (level == bestLevel && (cost < bestCost || (cost == bestCost && variable < (best ?? .max))))
      if isBetter {
        best = variable
        bestLevel = level
        bestCost = cost
      }
    }
    return best
  }

  mutating func primalLeaving(_ entering: Int32) -> Int? {
    var best: Int?
    var bestRatio = Double.infinity
    let rows = rows
    let kinds = kinds
    forEachRow(with: entering) { row, coefficient in
      guard kinds[Int(rows[row].basic)] == .restricted, coefficient < -Self.costTolerance else { return }
      let ratio = max(0, rows[row].constant) / -coefficient
      if ratio < bestRatio - 1e-12
        || (ratio <= bestRatio + 1e-12 && best.map { rows[row].basic < rows[$0].basic } ?? true)
      {
        best = row
        bestRatio = min(ratio, bestRatio)
      }
    }
    return best
  }

  /// The dual method: goes from optimal costs with negative constants to a feasible solution, or to an
  /// infeasible row.
  mutating func restoreFeasibility() -> Outcome {
    var steps = 0
    let limit = 1000 + 50 * rowCount
    while let row = dualLeaving(bland: steps > limit) {
      guard steps < 4 * limit, let entering = dualEntering(row) else {
        infeasibleRows.count = 0
        return .infeasible(row: row)
      }
      pivot(row: row, entering: entering)
      steps += 1
    }
    return .feasible
  }

  mutating func dualLeaving(bland: Bool) -> Int? {
    var best: Int?
    var bestConstant = 0.0
    var kept = 0
    for place in 0..<infeasibleRows.count {
      let row = Int(infeasibleRows[place])
      if rows[row].basic < 0 { continue }
      let constant: Double
      switch kinds[Int(rows[row].basic)] {
      case .restricted: constant = rows[row].constant
      case .dummy: constant = -abs(rows[row].constant)
      case .external, .unused: continue
      }
      if constant >= -Self.feasibilityTolerance { continue }
      infeasibleRows[kept] = Int32(row)
      kept += 1
      let precedes = best.map { rows[row].basic < rows[$0].basic } ?? true
      if best == nil || (bland ? precedes : constant < bestConstant || (constant == bestConstant && precedes))
      {
        best = row
        bestConstant = constant
      }
    }
    infeasibleRows.count = kept
    return best
  }

  /// The variable that can make the row's constant feasible at the least cost.
  func dualEntering(_ row: Int) -> Int32? {
    let isDummy = kinds[Int(rows[row].basic)] == .dummy
    let constant = rows[row].constant
    let sign: Double = isDummy && constant > 0 ? -1 : 1
    if let entering = dualEntering(row, sign: sign) { return entering }
    // A dummy that is already 0 may leave in either direction.
    return isDummy && abs(constant) <= Self.feasibilityTolerance ? dualEntering(row, sign: -sign) : nil
  }

  func dualEntering(_ row: Int, sign: Double) -> Int32? {
    var best: SparseRow.Entry?
    for place in 0..<rows[row].count {
      let entry = rows[row][place]
      guard kinds[Int(entry.variable)] == .restricted, entry.coefficient * sign > Self.costTolerance else {
        continue
      }
      guard let current = best else {
        best = entry
        continue
      }
      if isCheaper(entry, current) { best = entry }
    }
    return best?.variable
  }

  func isCheaper(_ left: SparseRow.Entry, _ right: SparseRow.Entry) -> Bool {
    for level in levels {
      let difference =
        level.costs[Int(left.variable)] / abs(left.coefficient)
        - level.costs[Int(right.variable)] / abs(right.coefficient)
      if difference < -Self.costTolerance { return true }
      if difference > Self.costTolerance { return false }
    }
    return false
  }
}
