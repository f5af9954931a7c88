/// Adding, changing and removing constraints.
extension Tableau {
  mutating func insert(
    terms: [LinearExpression.Term], constant: Double, relation: LayoutSolver.Relation,
    level priority: Double?,
    weight: Double, owner: Int32
  ) -> (markers: Markers, outcome: Outcome) {
    var markers = Markers()
    if let priority {
      markers.priority = priority
      markers.plus = makeVariable(.restricted, owner: owner)
      markers.minus = makeVariable(.restricted, owner: owner)
      markers.plusCost = relation == .lessThanOrEqual ? 0 : weight
      markers.minusCost = relation == .greaterThanOrEqual ? 0 : weight
    } else {
      switch relation {
      case .equal: markers.plus = makeVariable(.dummy, owner: owner)
      case .lessThanOrEqual: markers.plus = makeVariable(.restricted, owner: owner)
      case .greaterThanOrEqual: markers.minus = makeVariable(.restricted, owner: owner)
      }
    }
    if let term = newSubject(among: terms) {
      // OPTIMIZATION: solving for the variable during construction writes a long row once instead of twice.
      build(terms, constant, factor: -term.coefficient, without: term.variable.index)
      install(term.variable.index, markers, factor: -term.coefficient)
      changeCosts(of: markers, sign: 1)
      return (markers, .feasible)
    }
    build(terms, constant)
    if let subject = externalSubject(among: terms) {
      define(subject, markers)
      changeCosts(of: markers, sign: 1)
      return (markers, .feasible)
    }
    return (markers, insertRestricted(markers, isEquation: relation == .equal && priority == nil))
  }

  /// Writes the expression, in terms of non-basic variables, into `built`, times the factor and without the
  /// variable `left`.
  mutating func build(
    _ terms: [LinearExpression.Term], _ constant: Double, factor: Double = 1, without left: Int32 = -1
  ) {
    var row = built
    row.reserve(Self.room, in: &arena)
    var sum = constant
    for term in terms {
      let coefficient = factor * term.coefficient
      if coefficient == 0 || term.variable.index == left { continue }
      let source = Int(rowOf[Int(term.variable.index)])
      if source < 0 {
        row.add(coefficient, term.variable.index, in: &arena)
        continue
      }
      sum += term.coefficient * rows[source].constant
      if rows[source].count > Self.fewEntries {
        add(coefficient, rows[source], to: &row, slot: -1, skipping: -1, room: Self.room)
      } else {
        // OPTIMIZATION: a few entries are added in place instead of rewriting a long row.
        for place in 0..<rows[source].count {
          let entry = rows[source][place]
          row.add(coefficient * entry.coefficient, entry.variable, in: &arena)
        }
      }
    }
    row.constant = factor * sum  // multiplied last, so that 0 always has the same sign
    built = row
  }

  /// The term whose variable `externalSubject` would choose, if this is certain before the expression is
  /// built: the first whose variable occurs in no row and once in the expression, with the coefficient 1 or
  /// −1.
  func newSubject(among terms: [LinearExpression.Term]) -> LinearExpression.Term? {
    for term in terms {
      let variable = Int(term.variable.index)
      if rowOf[variable] >= 0 || columns[variable].count > 0 || kinds[variable] != .external { continue }
      if abs(term.coefficient) != 1 { return nil }
      return terms.count { $0.variable == term.variable } == 1 ? term : nil
    }
    return nil
  }

  /// The external variable of `built` whose elimination changes the fewest rows; of several the first of
  /// `terms`, so that the beginning of an unattached chain stays free (`b = a + 10` determines `b`).
  func externalSubject(among terms: [LinearExpression.Term]) -> Int32? {
    var best: Int32?
    var bestCount = Int.max
    for term in terms where rowOf[Int(term.variable.index)] < 0 {
      let variable = term.variable.index
      if columns[Int(variable)].count < bestCount, kinds[Int(variable)] == .external,
        abs(built.coefficient(of: variable)) > 1e-7
      {
        best = variable
        bestCount = columns[Int(variable)].count
        if bestCount == 0 { return best }
      }
    }
    for place in 0..<built.count {
      let entry = built[place]
      if kinds[Int(entry.variable)] == .external, abs(entry.coefficient) > 1e-7,
        columns[Int(entry.variable)].count < bestCount
      {
        best = entry.variable
        bestCount = columns[Int(entry.variable)].count
        if bestCount == 0 { break }
      }
    }
    return best
  }

  /// Solves `built + plus − minus = 0` for the variable and adds the result as a row.
  @discardableResult
  mutating func define(_ subject: Int32, _ markers: Markers) -> Int {
    let coefficient =
      subject == markers.plus ? 1 : subject == markers.minus ? -1 : built.coefficient(of: subject)
    let factor = -1 / coefficient
    built.scale(by: factor)
    if let place = built.place(of: subject) { built.remove(at: place) }
    return install(subject, markers, factor: factor)
  }

  /// Makes `built + factor · (plus − minus)` the row of the variable, which does not occur in `built`.
  @discardableResult
  mutating func install(_ subject: Int32, _ markers: Markers, factor: Double) -> Int {
    if markers.plus >= 0, markers.plus != subject { built.insert(markers.plus, factor, in: &arena) }
    if markers.minus >= 0, markers.minus != subject { built.insert(markers.minus, -factor, in: &arena) }
    let row = makeRow()
    let slot = Int32(row)
    rows[row].take(&built, in: &arena)
    noteOccurrences(in: slot, rows[row], from: 0)
    rows[row].basic = subject
    rowOf[Int(subject)] = slot
    if columns[Int(subject)].count > 0 { substitute(subject, by: row) }
    return row
  }

  /// The case without external variables: the constraint limits variables that are already determined.
  mutating func insertRestricted(_ markers: Markers, isEquation: Bool) -> Outcome {
    let isOptional = markers.plus >= 0 && markers.minus >= 0
    if isOptional {
      // The positive error becomes basic, so that the row is feasible from the start; if both are 0, the
      // cheaper one, which leaves the costs unchanged.
      let isMinus =
        abs(built.constant) > Self.feasibilityTolerance
        ? built.constant > 0 : markers.minusCost <= markers.plusCost
      define(isMinus ? markers.minus : markers.plus, markers)
      changeCosts(of: markers, sign: 1)
      return .feasible
    }
    let subject = markers.plus >= 0 ? markers.plus : markers.minus
    let constant = markers.plus >= 0 ? -built.constant : built.constant
    if !isEquation {
      if constant < -Self.feasibilityTolerance { optimizeKeepingBuilt() }
      noteFeasibility(define(subject, markers))
      return restoreFeasibility()
    }
    let hasFreedom = (0..<built.count).contains { kinds[Int(built.variables[$0])] == .restricted }
    if hasFreedom { optimizeKeepingBuilt() }
    let row = define(subject, markers)
    if hasFreedom {
      // The dummy must be 0, so another variable has to become basic.
      guard let entering = dualEntering(row) else {
        if abs(rows[row].constant) > Self.feasibilityTolerance { return .infeasible(row: row) }
        rows[row].constant = 0
        return .feasible
      }
      pivot(row: row, entering: entering)
      noteFeasibility(row)
      return restoreFeasibility()
    }
    if abs(rows[row].constant) > Self.feasibilityTolerance { return .infeasible(row: row) }
    rows[row].constant = 0
    return .feasible
  }

  /// Optimises, because the dual method needs optimal costs, and applies the pivots to `built`, too.
  mutating func optimizeKeepingBuilt() {
    if candidates.count == 0 { return }
    var saved = built
    built = SparseRow()
    optimize()
    let terms = (0..<saved.count).map {
      LinearExpression.Term(
        LayoutSolver.Variable(index: saved.variables[$0]), saved.coefficients[$0])
    }
    build(terms, saved.constant)
    saved.free(in: &arena)
  }

  /// Changes the constant of the constraint's expression by `delta`; feasibility is not restored yet.
  mutating func shift(_ markers: Markers, by delta: Double) {
    if markers.plus >= 0, rowOf[Int(markers.plus)] >= 0 {
      let row = Int(rowOf[Int(markers.plus)])
      rows[row].constant -= delta
      noteFeasibility(row)
    } else if markers.minus >= 0, rowOf[Int(markers.minus)] >= 0 {
      let row = Int(rowOf[Int(markers.minus)])
      rows[row].constant += delta
      noteFeasibility(row)
    } else {
      let marker = markers.plus >= 0 ? markers.plus : markers.minus
      let change = markers.plus >= 0 ? delta : -delta
      list(marker)
      stamp &+= 1
      let column = columns[Int(marker)]
      var kept = 0
      for place in 0..<column.count {
        let row = Int(column[place])
        if stamps[row] == stamp || rows[row].basic < 0 { continue }
        stamps[row] = stamp
        let coefficient = rows[row].coefficient(of: marker)
        if coefficient == 0 { continue }
        column[kept] = Int32(row)  // or the list of an edited variable would grow with every pivot
        kept += 1
        rows[row].constant += coefficient * change
        noteFeasibility(row)
      }
      columns[Int(marker)].count = kept
    }
  }

  /// Removes a constraint from a feasible tableau, which stays feasible.
  mutating func remove(_ markers: Markers) {
    changeCosts(of: markers, sign: -1)
    if let row = basicRow(of: markers) {
      dropRow(row)
    } else {
      let marker = markers.plus >= 0 ? markers.plus : markers.minus
      if let row = leavingRow(forRemovalOf: marker) {
        if rows[row].basic != marker { pivot(row: row, entering: marker) }
        dropRow(row)
      }
    }
    release(markers)
  }

  /// Removes a constraint because of the conflict in the row, and looks for a solution of the rest.
  mutating func abandon(_ markers: Markers, row: Int) -> Outcome {
    if !needsCosts { changeCosts(of: markers, sign: -1) }
    if let own = basicRow(of: markers) {
      dropRow(own)
    } else {
      let marker = markers.plus >= 0 ? markers.plus : markers.minus
      pivot(row: row, entering: marker)
      dropRow(row)
    }
    release(markers)
    purgeCandidates()
    if candidates.count > 0 {
      // Neither feasible nor optimal: find a feasible solution regardless of costs, then compute the costs
      // again.
      resetCosts()
      needsCosts = true
    }
    infeasibleRows.count = 0
    for row in 0..<rowCount where rows[row].basic >= 0 { noteFeasibility(row) }
    return restoreFeasibility()
  }

  func basicRow(of markers: Markers) -> Int? {
    if markers.plus >= 0, rowOf[Int(markers.plus)] >= 0 { return Int(rowOf[Int(markers.plus)]) }
    if markers.minus >= 0, rowOf[Int(markers.minus)] >= 0 { return Int(rowOf[Int(markers.minus)]) }
    return nil
  }

  mutating func release(_ markers: Markers) {
    for variable in [markers.plus, markers.minus] where variable >= 0 {
      // By invariant 4 only rounding errors remain of the pair.
      list(variable)
      let column = columns[Int(variable)]
      for place in 0..<column.count {
        let row = Int(column[place])
        if rows[row].basic < 0 { continue }
        if let place = rows[row].place(of: variable) { rows[row].remove(at: place) }
      }
      if isCandidate[Int(variable)] {
        isCandidate[Int(variable)] = false
        var kept = 0
        for place in 0..<candidates.count where candidates[place] != variable {
          candidates[kept] = candidates[place]
          kept += 1
        }
        candidates.count = kept
      }
      freeVariable(variable)
    }
  }

  /// The row in which a constraint's marker becomes basic before the constraint is removed; keeps
  /// feasibility.
  mutating func leavingRow(forRemovalOf marker: Int32) -> Int? {
    var redundant: Int?
    var falling: (row: Int, ratio: Double)?
    var rising: (row: Int, ratio: Double)?
    var external: Int?
    let rows = rows
    let kinds = kinds
    func precedes(_ row: Int, _ other: Int) -> Bool { rows[row].basic < rows[other].basic }
    forEachRow(with: marker) { row, coefficient in
      switch kinds[Int(rows[row].basic)] {
      case .dummy:
        if redundant.map({ precedes(row, $0) }) ?? true { redundant = row }
      case .restricted:
        let ratio = rows[row].constant / abs(coefficient)
        if coefficient < 0 {
          if falling.map({ ratio < $0.ratio || (ratio == $0.ratio && precedes(row, $0.row)) }) ?? true {
            falling = (row, ratio)
          }
        } else if rising.map({ ratio < $0.ratio || (ratio == $0.ratio && precedes(row, $0.row)) }) ?? true {
          rising = (row, ratio)
        }
      case .external, .unused:
        // The shortest row: the constraint's own variable, not one that depends on it.
        if external.map({
          rows[row].count < rows[$0].count || (rows[row].count == rows[$0].count && precedes(row, $0))
        }) ?? true {
          external = row
        }
      }
    }
    return redundant ?? falling?.row ?? rising?.row ?? external
  }
}
