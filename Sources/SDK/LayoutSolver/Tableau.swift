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
}
