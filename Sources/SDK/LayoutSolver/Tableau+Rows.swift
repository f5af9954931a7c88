/// The arithmetic of rows: adding one to another, substituting, pivoting.
extension Tableau {
  /// `target += factor · source` without `skipped`; adds new entries to the columns if the row is in use.
  /// The target gets memory for the entries of both rows and `room` more.
  mutating func add(
    _ factor: Double, _ source: SparseRow, to target: inout SparseRow, slot: Int32, skipping: Int32,
    room: Int = 0
  ) {
    var sum = SparseRow(capacity: target.count + source.count + room, in: &arena)
    var i = 0
    var k = 0
    while i < target.count, k < source.count {
      let a = target[i]
      let b = source[k]
      if a.variable < b.variable {
        if a.variable != skipping { sum.append(a) }
        i &+= 1
        continue
      }
      let isNew = a.variable != b.variable
      let coefficient = (isNew ? 0 : a.coefficient) + factor * b.coefficient
      if abs(coefficient) > Self.coefficientTolerance {
        sum.append(SparseRow.Entry(variable: b.variable, coefficient: coefficient))
        if isNew, slot >= 0 { noteOccurrence(of: b.variable, in: slot) }
      }
      if !isNew { i &+= 1 }
      k &+= 1
    }
    while i < target.count {
      if target[i].variable != skipping { sum.append(target[i]) }
      i &+= 1
    }
    let count = sum.count
    sum.append(factor, source, from: k)
    if slot >= 0 { noteOccurrences(in: slot, sum, from: count) }
    sum.constant = target.constant + factor * source.constant
    sum.basic = target.basic
    target.free(in: &arena)
    target = sum
  }

  /// Adds the row to the variable's column.
  @inline(__always)
  mutating func noteOccurrence(of variable: Int32, in row: Int32) {
    if isColumnDeferred[Int(variable)] { return }
    if columns[Int(variable)].isFull { shorten(variable) }
    columns[Int(variable)].append(row, in: &arena)
  }

  /// Removes outdated and duplicate rows from the variable's column, if it is so long that they are at least
  /// half.
  mutating func shorten(_ variable: Int32) {
    if columns[Int(variable)].count > 2 * rowCount { forEachRow(with: variable) { _, _ in } }
  }

  /// Adds the row to the columns of its entries from this index on.
  mutating func noteOccurrences(in slot: Int32, _ row: SparseRow, from start: Int) {
    if start == row.count { return }
    let (variables, isColumnDeferred) = (row.variables, isColumnDeferred)
    for place in start..<row.count where !isColumnDeferred[Int(variables[place])] {
      noteOccurrence(of: variables[place], in: slot)
    }
  }

  /// Replaces the variable, which row `source` defines, in all other rows.
  mutating func substitute(_ variable: Int32, by source: Int) {
    let definition = rows[source]
    var column = columns[Int(variable)]
    // The column is moved out while rows change: the variable is basic here and gets no new entries.
    columns[Int(variable)] = IndexList()
    for place in 0..<column.count {
      let slot = column[place]
      let row = Int(slot)
      if row == source || rows[row].basic < 0 { continue }
      let factor = rows[row].coefficient(of: variable)
      if factor == 0 { continue }
      var target = rows[row]
      add(factor, definition, to: &target, slot: slot, skipping: variable)
      rows[row] = target
      noteFeasibility(row)
    }
    column.count = 0
    columns[Int(variable)] = column
    for level in levels {
      let cost = level.costs[Int(variable)]
      if cost == 0 { continue }
      level.costs[Int(variable)] = 0
      if abs(cost) < Self.costTolerance { continue }
      for place in 0..<definition.count {
        level.costs[Int(definition.variables[place])] += cost * definition.coefficients[place]
      }
    }
    if !levels.isEmpty {
      for place in 0..<definition.count { noteCost(of: definition.variables[place]) }
    }
  }

  @inline(__always)
  mutating func noteFeasibility(_ row: Int) {
    let constant = rows[row].constant
    switch kinds[Int(rows[row].basic)] {
    case .restricted where constant < -Self.feasibilityTolerance,
      .dummy where abs(constant) > Self.feasibilityTolerance:
      infeasibleRows.append(Int32(row), in: &arena)
    default: break
    }
  }

  /// Makes `entering` basic in the row and its basic variable non-basic.
  mutating func pivot(row: Int, entering: Int32) {
    pivots += 1
    list(entering)  // the dummy of a constraint to remove enters first
    let leaving = rows[row].basic
    let position = rows[row].position(of: entering)
    let factor = -1 / rows[row].coefficients[position]
    rows[row].remove(at: position)
    rows[row].scale(by: factor)
    rows[row].insert(leaving, -factor, in: &arena)
    rows[row].basic = entering
    rowOf[Int(entering)] = Int32(row)
    rowOf[Int(leaving)] = -1
    columns[Int(leaving)].count = 0
    noteOccurrence(of: leaving, in: Int32(row))
    substitute(entering, by: row)
  }

  /// Calls `body` once for every row that contains the variable.
  @inline(__always)
  mutating func forEachRow(with variable: Int32, _ body: (Int, Double) -> Void) {
    list(variable)
    stamp &+= 1
    var kept = 0
    let column = columns[Int(variable)]
    for place in 0..<column.count {
      let row = Int(column[place])
      if stamps[row] == stamp || rows[row].basic < 0 { continue }
      stamps[row] = stamp
      let coefficient = rows[row].coefficient(of: variable)
      if coefficient == 0 { continue }
      column[kept] = Int32(row)
      kept += 1
      body(row, coefficient)
    }
    columns[Int(variable)].count = kept
  }
}
