/// Solves linear equations and inequalities with priorities, incrementally: the Cassowary method for Auto
/// Layout.
///
/// UIKit owns one per window and calls it on the main actor during the constraint pass; the class knows
/// nothing about views. Constraints have the form `expression relation 0`. Those of priority 1000 hold
/// exactly; for the others the sum of errors is minimised per priority, and a lower priority never wins
/// against a higher one (see `Decisions/0011`). Adding is cheap; `solve()` optimises. The same calls in the
/// same order give the same numbers: no hashing, ties go to the smallest index. Not thread-safe.
public final class LayoutSolver {
  /// An unknown of the system; unrestricted in sign, 0 while nothing determines it.
  public struct Variable: Hashable, Sendable {
    let index: Int32
  }

  /// Identifies a constraint of one solver, from `add` to `remove`.
  public struct ConstraintID: Hashable, Sendable {
    let slot: Int32
    let generation: UInt32
  }

  public enum Relation: Sendable {
    case lessThanOrEqual
    case equal
    case greaterThanOrEqual
  }

  /// Required constraints that cannot hold together, and the one that was broken.
  public struct Conflict: Sendable {
    /// In the order in which they were added; leaving any one of them out resolves this conflict.
    public var constraints: [ConstraintID]
    public var broken: ConstraintID
  }

  /// Constraints of at least this priority must hold exactly.
  public static let requiredPriority = 1000.0

  var tableau = Tableau()
  var records: [Record] = []
  private var freeRecords: [Int32] = []
  private var nextSequence: UInt64 = 0
  /// Slots of constraints whose constant changes in the next `solve()`, and of some that were removed since.
  private var pending: [Int32] = []
  private var broken: [Int32] = []
  private var retriesBroken = false
  private var conflicts: [Conflict] = []

  /// A constraint as it was added, and its markers in the tableau.
  struct Record {
    var terms: [LinearExpression.Term] = []
    var constant = 0.0
    var pendingConstant: Double?
    var relation = Relation.equal
    var priority = 0.0
    var weight = 1.0
    var breakRank = 0
    var age: UInt64 = 0
    var sequence: UInt64 = 0
    var generation: UInt32 = 0
    var isUsed = false
    /// Set while the constraint is broken: the slots of the other constraints of its conflict.
    var conflict: [Int32]?
    /// Valid while the constraint is in the tableau, which it is if it is used and not broken.
    var markers = Tableau.Markers()
  }

  public init() {}

  deinit { tableau.deallocate() }

  // MARK: Variables

  public func makeVariable() -> Variable { Variable(index: tableau.makeVariable(.external)) }

  /// Removes a variable that no constraint uses any more; its index is reused.
  public func removeVariable(_ variable: Variable) {
    precondition(
      tableau.rowOf[Int(variable.index)] < 0,
      "LayoutSolver: a variable was removed that a constraint still mentions")
    tableau.freeVariable(variable.index)
  }

  /// The variable's value after the last `solve()`.
  public func value(of variable: Variable) -> Double { tableau.value(variable.index) }

  /// Whether nothing determined the variable in the last solution, so that its value is 0.
  public func isFree(_ variable: Variable) -> Bool { tableau.isFree(variable.index) }

  // MARK: Constraints

  public var constraintCount: Int { records.count - freeRecords.count }

  /// Adds `expression relation 0`.
  ///
  /// - Parameters:
  ///   - priority: 1000 or more makes it required; below, the error is minimised, higher priorities first.
  ///   - weight: the factor of the error among constraints of the same priority.
  ///   - breakRank: of the constraints in a conflict, the one with the highest rank is broken; of several,
  ///     the most recent.
  ///   - age: replaces the order of adding in that choice and in reports; smaller is older.
  @discardableResult
  public func add(
    _ expression: LinearExpression, _ relation: Relation, priority: Double = LayoutSolver.requiredPriority,
    weight: Double = 1, breakRank: Int = 0, age: UInt64? = nil
  ) -> ConstraintID {
    nextSequence += 1
    var record = Record(
      terms: expression.terms, constant: expression.constant, relation: relation, priority: priority,
      weight: weight,
      breakRank: breakRank, age: age ?? nextSequence, sequence: nextSequence, isUsed: true)
    let slot: Int32
    if let free = freeRecords.popLast() {
      slot = free
      record.generation = records[Int(slot)].generation
      records[Int(slot)] = record
    } else {
      slot = Int32(records.count)
      records.append(record)
    }
    insert(slot, record)
    return ConstraintID(slot: slot, generation: record.generation)
  }

  public func remove(_ id: ConstraintID) {
    let slot = checkedSlot(id)
    if records[slot].conflict != nil {
      broken.removeAll { $0 == Int32(slot) }
    } else {
      tableau.remove(records[slot].markers)
    }
    noteChange(Int32(slot))
    let generation = records[slot].generation &+ 1
    records[slot] = Record()
    records[slot].generation = generation
    freeRecords.append(Int32(slot))
  }

  /// Changes the constant of the constraint's expression; takes effect in the next `solve()`.
  public func setConstant(_ id: ConstraintID, to constant: Double) {
    let slot = checkedSlot(id)
    if records[slot].pendingConstant == nil { pending.append(Int32(slot)) }
    records[slot].pendingConstant = constant
  }

  /// Whether the constraint was broken in a conflict and has not been restored since.
  public func isBroken(_ id: ConstraintID) -> Bool { records[checkedSlot(id)].conflict != nil }

  /// By how much the constraint is violated at the current values; 0 when it holds.
  public func error(of id: ConstraintID) -> Double {
    let record = records[checkedSlot(id)]
    let value = record.terms.reduce(record.constant) {
      $0 + $1.coefficient * tableau.value($1.variable.index)
    }
    return switch record.relation {
    case .equal: abs(value)
    case .lessThanOrEqual: max(0, value)
    case .greaterThanOrEqual: max(0, -value)
    }
  }

  // MARK: Solving

  /// Brings all values up to date.
  ///
  /// - Returns: the new conflicts since the last call, each with the constraint that was broken. Such a
  ///   constraint is tried again when another constraint of its conflict is removed or changed.
  @discardableResult
  public func solve() -> [Conflict] {
    if tableau.pivots > 20_000 + 20 * records.count { rebuild() }
    applyPendingConstants()
    if retriesBroken { retryBroken() }
    tableau.optimize()
    if conflicts.isEmpty { return [] }
    defer { conflicts.removeAll() }
    // Conflicts with constraints that have been removed are not reported.
    return conflicts.filter { conflict in
      conflict.constraints.allSatisfy(isPresent) && isBroken(conflict.broken)
    }
  }

  private func isPresent(_ id: ConstraintID) -> Bool {
    let record = records[Int(id.slot)]
    return record.isUsed && record.generation == id.generation
  }

  /// Rebuilds the tableau from the constraints, which also discards accumulated rounding errors.
  public func rebuild() {
    for slot in records.indices where records[slot].isUsed {
      if let constant = records[slot].pendingConstant {
        records[slot].constant = constant
        records[slot].pendingConstant = nil
      }
    }
    pending.removeAll()
    tableau.clearRows()
    let order = records.indices.filter { records[$0].isUsed && records[$0].conflict == nil }
      .sorted { records[$0].sequence < records[$1].sequence }
    for slot in order { insert(Int32(slot), records[slot]) }
  }

  // MARK: Parts

  private func checkedSlot(_ id: ConstraintID) -> Int {
    let slot = Int(id.slot)
    precondition(
      slot < records.count && records[slot].isUsed && records[slot].generation == id.generation,
      "LayoutSolver: the constraint has been removed already or belongs to another solver")
    return slot
  }

  /// Adds the constraint to the tableau.
  private func insert(_ slot: Int32, _ record: Record) {
    let result = tableau.insert(
      terms: record.terms, constant: record.constant, relation: record.relation,
      level: record.priority >= Self.requiredPriority ? nil : record.priority, weight: record.weight,
      owner: slot)
    records[Int(slot)].markers = result.markers
    settle(result.outcome)
  }

  /// Breaks constraints one by one until the rest is feasible.
  private func settle(_ first: Tableau.Outcome) {
    var outcome = first
    while case .infeasible(let row) = outcome {
      let slots = tableau.owners(ofRow: row).sorted { records[Int($0)].age < records[Int($1)].age }
      guard
        let victim = slots.max(by: {
          (records[Int($0)].breakRank, records[Int($0)].age)
            < (records[Int($1)].breakRank, records[Int($1)].age)
        })
      else { preconditionFailure("LayoutSolver: a conflict without constraints") }
      conflicts.append(
        Conflict(constraints: slots.map(identifier), broken: identifier(victim)))
      records[Int(victim)].conflict = slots.filter { $0 != victim }
      broken.append(victim)
      outcome = tableau.abandon(records[Int(victim)].markers, row: row)
    }
    if tableau.needsCosts { recomputeCosts() }
  }

  private func recomputeCosts() {
    // All costs are 0 since `needsCosts` was set.
    for record in records where record.isUsed && record.conflict == nil {
      tableau.addCosts(of: record.markers)
    }
    tableau.needsCosts = false
  }

  private func identifier(_ slot: Int32) -> ConstraintID {
    ConstraintID(slot: slot, generation: records[Int(slot)].generation)
  }

  private func applyPendingConstants() {
    guard !pending.isEmpty else { return }
    tableau.optimize()
    for slot in pending {
      guard let constant = records[Int(slot)].pendingConstant else { continue }
      let delta = constant - records[Int(slot)].constant
      records[Int(slot)].constant = constant
      records[Int(slot)].pendingConstant = nil
      if delta == 0 { continue }
      noteChange(slot)
      if records[Int(slot)].conflict != nil {
        retriesBroken = true
      } else {
        tableau.shift(records[Int(slot)].markers, by: delta)
      }
    }
    pending.removeAll(keepingCapacity: true)
    settle(tableau.restoreFeasibility())
  }

  /// Retries the constraints that were broken because of this one.
  private func noteChange(_ slot: Int32) {
    if retriesBroken { return }
    for other in broken where records[Int(other)].conflict?.contains(slot) == true {
      retriesBroken = true
      return
    }
  }

  private func retryBroken() {
    retriesBroken = false
    let candidates = broken.sorted { records[Int($0)].sequence < records[Int($1)].sequence }
    broken.removeAll()
    let reported = conflicts.count
    for slot in candidates {
      records[Int(slot)].conflict = nil
      insert(slot, records[Int(slot)])
    }
    // A constraint that fails again was already reported.
    let again = conflicts[reported...].filter { !candidates.contains($0.broken.slot) }
    conflicts.removeSubrange(reported...)
    conflicts.append(contentsOf: again)
  }
}
