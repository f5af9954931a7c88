/// The simplex tableau: every basic variable as a linear function of the non-basic ones, which are all zero.
///
/// Each operation relies on these invariants between calls:
/// 1. Rows of restricted variables never contain external ones; external variables are basic where that is
///    possible.
/// 2. Constants of restricted rows are not negative (the solution is feasible).
/// 3. A row whose basic variable is a dummy contains only dummies and has the constant 0 (a redundant
///    constraint).
/// 4. The two markers of an optional constraint have opposite columns, or one of them is basic and the other
///    occurs only in its row.
///
/// The costs need not be optimal: `candidates` has every non-basic variable with a lexicographically
/// negative cost.
///
/// A value that owns raw memory: its owner calls `deallocate`; only `copy` makes a copy that may be used
/// beside it.
// Above 400 lines. OPTIMIZATION: rows and the operations on constraints are in one file. Split into two, a
// chain of a thousand constraints took 8 % longer to build, because LLVM does not inline calls between
// object files.
struct Tableau {
  enum Kind: UInt8 {
    case unused
    /// A variable of the caller, unrestricted.
    case external
    /// A slack or an error, not negative.
    case restricted
    /// The marker of a required equation: always 0, never enters the basis.
    case dummy
  }

  /// The variables that stand for one constraint: `expression + plus − minus = 0`.
  struct Markers {
    var plus: Int32 = -1
    var minus: Int32 = -1
    var plusCost = 0.0
    var minusCost = 0.0
    /// Index into `levels` by identity: the priority.
    var priority = 0.0
  }

  enum Outcome {
    case feasible
    /// No solution: the row requires `negative constant + nothing positive ≥ 0`.
    case infeasible(row: Int)
  }

  /// Coefficients smaller than this are rounding errors.
  static let coefficientTolerance = 1e-10
  /// Values closer than this are equal; a millionth of a point.
  static let feasibilityTolerance = 1e-6
  static let costTolerance = 1e-9
  static let fewEntries = 4
  /// Extra entries for which a row under construction reserves memory, for markers and the entries of short
  /// rows.
  static let room = 8
  /// Up to this number of dummies, columns are built one by one; then all at once.
  static let linearScanLimit = 16

  /// The costs of one priority, by variable.
  struct Level {
    var priority: Double
    var costs: UnsafeMutablePointer<Double>
  }

  var variableCount = 0
  var variableCapacity = 0
  var kinds: UnsafeMutablePointer<Kind> = .allocate(capacity: 0)
  var rowOf: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  var owners: UnsafeMutablePointer<Int32> = .allocate(capacity: 0)
  /// Rows in which a non-basic variable occurs; may contain duplicates, and rows in which it no longer
  /// occurs. A dummy's column is deferred until `list` builds it: only a changed or removed constraint needs
  /// it, and in a long chain these lists would be most of the work.
  var columns: UnsafeMutablePointer<IndexList> = .allocate(capacity: 0)
  /// By variable: whether its column has not been built yet. Such a column is empty and has no memory.
  var isColumnDeferred: UnsafeMutablePointer<Bool> = .allocate(capacity: 0)
  /// The number of dummies whose columns were built one by one.
  var listedDummies = 0
  var isCandidate: UnsafeMutablePointer<Bool> = .allocate(capacity: 0)
  var freeVariables: [Int32] = []

  var rows: UnsafeMutablePointer<SparseRow> = .allocate(capacity: 0)
  var rowCount = 0
  var rowCapacity = 0
  var freeRows: [Int32] = []
  var stamps: UnsafeMutablePointer<UInt32> = .allocate(capacity: 0)
  var stamp: UInt32 = 0
  /// The row under construction; empty between calls.
  var built = SparseRow()
  /// Owns the memory of rows, columns and lists.
  var arena = Arena()

  /// Highest priority first.
  var levels: [Level] = []
  var candidates = IndexList()
  var infeasibleRows = IndexList()
  /// Set when costs were discarded to find a feasible solution; the owner then calls `addCosts`.
  var needsCosts = false
  var pivots = 0

  // MARK: Memory

  mutating func deallocate() {
    arena.deallocate()
    for level in levels { level.costs.deallocate() }
    kinds.deallocate()
    rowOf.deallocate()
    owners.deallocate()
    columns.deallocate()
    isCandidate.deallocate()
    rows.deallocate()
    stamps.deallocate()
    isColumnDeferred.deallocate()
  }

  mutating func makeVariable(_ kind: Kind, owner: Int32 = -1) -> Int32 {
    let index: Int32
    if let free = freeVariables.popLast() {
      index = free
    } else {
      if variableCount == variableCapacity { growVariables() }
      index = Int32(variableCount)
      variableCount += 1
      (columns + Int(index)).initialize(to: IndexList())
      for level in levels { level.costs[Int(index)] = 0 }
    }
    kinds[Int(index)] = kind
    rowOf[Int(index)] = -1
    owners[Int(index)] = owner
    isCandidate[Int(index)] = false
    // A column that already has memory need not be deferred.
    isColumnDeferred[Int(index)] = kind == .dummy && !columns[Int(index)].hasMemory
    return index
  }

  /// Builds the column of a dummy if it was deferred; after `linearScanLimit` of them, builds those of all
  /// dummies.
  @inline(__always)
  mutating func list(_ variable: Int32) {
    if isColumnDeferred[Int(variable)] { listDummy(variable) }
  }

  mutating func listDummy(_ dummy: Int32) {
    listedDummies += 1
    if listedDummies > Self.linearScanLimit { return listAllDummies() }
    isColumnDeferred[Int(dummy)] = false
    for row in 0..<rowCount where rows[row].basic >= 0 && rows[row].coefficient(of: dummy) != 0 {
      columns[Int(dummy)].append(Int32(row), in: &arena)
    }
  }

  mutating func listAllDummies() {
    for row in 0..<rowCount where rows[row].basic >= 0 {
      for place in 0..<rows[row].count {
        let variable = Int(rows[row].variables[place])
        if isColumnDeferred[variable] { columns[variable].append(Int32(row), in: &arena) }
      }
    }
    isColumnDeferred.update(repeating: false, count: variableCount)
  }

  mutating func freeVariable(_ variable: Int32) {
    kinds[Int(variable)] = .unused
    columns[Int(variable)].count = 0
    isColumnDeferred[Int(variable)] = false
    for level in levels { level.costs[Int(variable)] = 0 }
    freeVariables.append(variable)
  }

  mutating func growVariables() {
    let capacity = max(64, 2 * variableCapacity)
    func grown<T>(_ pointer: UnsafeMutablePointer<T>, _ count: Int) -> UnsafeMutablePointer<T> {
      let larger = UnsafeMutablePointer<T>.allocate(capacity: capacity)
      larger.moveInitialize(from: pointer, count: count)
      pointer.deallocate()
      return larger
    }
    kinds = grown(kinds, variableCount)
    rowOf = grown(rowOf, variableCount)
    owners = grown(owners, variableCount)
    columns = grown(columns, variableCount)
    isColumnDeferred = grown(isColumnDeferred, variableCount)
    isCandidate = grown(isCandidate, variableCount)
    for index in levels.indices { levels[index].costs = grown(levels[index].costs, variableCount) }
    variableCapacity = capacity
  }

  mutating func makeRow() -> Int {
    if let free = freeRows.popLast() { return Int(free) }
    if rowCount == rowCapacity {
      rowCapacity = max(64, 2 * rowCapacity)
      let larger = UnsafeMutablePointer<SparseRow>.allocate(capacity: rowCapacity)
      larger.moveInitialize(from: rows, count: rowCount)
      rows.deallocate()
      rows = larger
      let largerStamps = UnsafeMutablePointer<UInt32>.allocate(capacity: rowCapacity)
      largerStamps.moveInitialize(from: stamps, count: rowCount)
      stamps.deallocate()
      stamps = largerStamps
    }
    (rows + rowCount).initialize(to: SparseRow())
    stamps[rowCount] = 0
    rowCount += 1
    return rowCount - 1
  }

  mutating func dropRow(_ row: Int) {
    rowOf[Int(rows[row].basic)] = -1
    freeRow(row)
  }

  private mutating func freeRow(_ row: Int) {
    rows[row].basic = -1
    rows[row].free(in: &arena)
    freeRows.append(Int32(row))
  }

  /// Removes all constraints; external variables remain.
  mutating func clearRows() {
    freeRows.removeAll()
    for row in stride(from: rowCount - 1, through: 0, by: -1) { freeRow(row) }
    for variable in stride(from: variableCount - 1, through: 0, by: -1) {
      columns[variable].count = 0
      rowOf[variable] = -1
      isCandidate[variable] = false
      if kinds[variable] == .restricted || kinds[variable] == .dummy { freeVariable(Int32(variable)) }
    }
    candidates.count = 0
    infeasibleRows.count = 0
    pivots = 0
  }

  /// A deep copy, for diagnosis.
  func copy() -> Tableau {
    var other = Tableau()
    for variable in 0..<variableCount {
      let index = other.makeVariable(kinds[variable], owner: owners[variable])
      other.rowOf[Int(index)] = rowOf[variable]
    }
    for row in 0..<rowCount {
      let copy = other.makeRow()
      other.rows[copy].reserve(rows[row].count, in: &other.arena)
      other.rows[copy].copyEntries(of: rows[row])
      other.rows[copy].constant = rows[row].constant
      other.rows[copy].basic = rows[row].basic
      for place in 0..<rows[row].count {
        other.noteOccurrence(of: rows[row].variables[place], in: Int32(copy))
      }
    }
    for level in levels {
      let index = other.level(of: level.priority)
      other.levels[index].costs.update(from: level.costs, count: variableCount)
    }
    return other
  }

  // MARK: Costs

  mutating func level(of priority: Double) -> Int {
    var index = 0
    while index < levels.count, levels[index].priority > priority { index += 1 }
    if index < levels.count, levels[index].priority == priority { return index }
    let costs = UnsafeMutablePointer<Double>.allocate(capacity: max(1, variableCapacity))
    costs.initialize(repeating: 0, count: variableCount)
    levels.insert(Level(priority: priority, costs: costs), at: index)
    return index
  }

  /// -1, 0 or 1: the sign of the variable's first cost, from the highest priority down, that is not 0.
  @inline(__always)
  func costSign(_ variable: Int32) -> Int {
    for level in levels {
      let cost = level.costs[Int(variable)]
      if cost < -Self.costTolerance { return -1 }
      if cost > Self.costTolerance { return 1 }
    }
    return 0
  }

  @inline(__always)
  mutating func noteCost(of variable: Int32) {
    if isCandidate[Int(variable)] || kinds[Int(variable)] != .restricted { return }
    if costSign(variable) < 0 {
      isCandidate[Int(variable)] = true
      candidates.append(variable, in: &arena)
    }
  }

  mutating func resetCosts() {
    for level in levels { level.costs.update(repeating: 0, count: variableCount) }
    for place in 0..<candidates.count { isCandidate[Int(candidates[place])] = false }
    candidates.count = 0
  }

  mutating func addCosts(of markers: Markers) { changeCosts(of: markers, sign: 1) }

  /// Adds the constraint's error to the objective, or subtracts it.
  mutating func changeCosts(of markers: Markers, sign: Double) {
    if markers.plusCost == 0, markers.minusCost == 0 { return }
    let level = level(of: markers.priority)
    let costs = levels[level].costs
    for (variable, cost) in [(markers.plus, markers.plusCost), (markers.minus, markers.minusCost)] {
      if variable < 0 || cost == 0 { continue }
      let row = Int(rowOf[Int(variable)])
      if row < 0 {
        // NB: no candidate. A cost that is added is positive, and a variable whose cost is subtracted is removed.
        costs[Int(variable)] += sign * cost
      } else {
        for place in 0..<rows[row].count {
          let entry = rows[row][place]
          costs[Int(entry.variable)] += sign * cost * entry.coefficient
          noteCost(of: entry.variable)
        }
      }
    }
  }

  // MARK: Values

  func isFree(_ variable: Int32) -> Bool { rowOf[Int(variable)] < 0 }

  @inline(__always)
  func value(_ variable: Int32) -> Double {
    let row = Int(rowOf[Int(variable)])
    return row < 0 ? 0 : rows[row].constant
  }

  /// The constraints whose markers occur in the row, each once.
  func owners(ofRow row: Int) -> [Int32] {
    var result: [Int32] = []
    func note(_ variable: Int32) {
      let owner = owners[Int(variable)]
      if owner >= 0, !result.contains(owner) { result.append(owner) }
    }
    note(rows[row].basic)
    for place in 0..<rows[row].count where abs(rows[row].coefficients[place]) > 1e-8 {
      note(rows[row].variables[place])
    }
    return result
  }

  // MARK: Row arithmetic

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

  // MARK: Adding and removing

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
