/// One row of the tableau, `basic = constant + Σ coefficient · variable`, its entries sorted by variable.
///
/// The entries are in one block of the tableau's arena, first all coefficients and then all variables: the
/// rows of long chains take most of a layout's memory, and a search reads variables only. An empty row may
/// have no block. Functions that may allocate take the arena. A copy of the value shares the block, so only
/// one of them may be used afterwards.
struct SparseRow {
  struct Entry {
    var variable: Int32
    var coefficient: Double
  }

  private static let entrySize = MemoryLayout<Double>.stride + MemoryLayout<Int32>.stride

  private var memory: UnsafeMutablePointer<Double>?
  private var size: Int32 = 0
  private var room: Int32 = 0
  var constant = 0.0
  /// The variable that the row defines; -1 while the row is not in use.
  var basic: Int32 = -1

  /// An empty row without memory.
  init() {}

  /// An empty row with memory for this many entries.
  @inline(__always)
  init(capacity: Int, in arena: inout Arena) {
    let (block, bytes) = arena.allocate(capacity * Self.entrySize)
    let capacity = bytes / Self.entrySize
    let coefficients = block.bindMemory(to: Double.self, capacity: capacity)
    UnsafeMutableRawPointer(coefficients + capacity).bindMemory(to: Int32.self, capacity: capacity)
    memory = coefficients
    room = Int32(truncatingIfNeeded: capacity)
  }

  // MARK: Entries

  var count: Int {
    @inline(__always) get { Int(size) }
    set { size = Int32(truncatingIfNeeded: newValue) }
  }

  /// The number of entries that fit into its memory.
  var capacity: Int { Int(room) }

  /// In the order of `variables`; only while the row has memory.
  var coefficients: UnsafeMutablePointer<Double> {
    @inline(__always) get { memory.unsafelyUnwrapped }
  }

  /// In ascending order; only while the row has memory.
  var variables: UnsafeMutablePointer<Int32> {
    @inline(__always) get {
      UnsafeMutableRawPointer(coefficients + capacity).assumingMemoryBound(to: Int32.self)
    }
  }

  subscript(_ place: Int) -> Entry {
    @inline(__always) get { Entry(variable: variables[place], coefficient: coefficients[place]) }
  }

  /// The index of the variable, or the index at which to insert it.
  @inline(__always)
  func position(of variable: Int32) -> Int {
    if size == 0 { return 0 }
    let variables = variables
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) >> 1
      if variables[middle] < variable { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The index of the variable, nil if it does not occur.
  @inline(__always)
  func place(of variable: Int32) -> Int? {
    let position = position(of: variable)
    return position < count && variables[position] == variable ? position : nil
  }

  /// The variable's coefficient, 0 if it does not occur.
  @inline(__always)
  func coefficient(of variable: Int32) -> Double { place(of: variable).map { coefficients[$0] } ?? 0 }

  // MARK: Memory

  @inline(__always)
  mutating func reserve(_ minimum: Int, in arena: inout Arena) {
    if minimum > capacity { grow(max(minimum, 2 * capacity), in: &arena) }
  }

  private mutating func grow(_ minimum: Int, in arena: inout Arena) {
    var larger = SparseRow(capacity: minimum, in: &arena)
    larger.copyEntries(of: self)
    larger.constant = constant
    larger.basic = basic
    free(in: &arena)
    self = larger
  }

  /// Frees the memory and removes the entries.
  @inline(__always)
  mutating func free(in arena: inout Arena) {
    if let memory { arena.free(memory, capacity * Self.entrySize) }
    memory = nil
    room = 0
    size = 0
  }

  /// Copies the entries of the other row; the caller has reserved the memory.
  mutating func copyEntries(of other: SparseRow) {
    size = other.size
    if size == 0 { return }
    coefficients.update(from: other.coefficients, count: count)
    variables.update(from: other.variables, count: count)
  }

  /// Takes entries and constant from the other row and leaves it empty. Takes its memory, too, if they fill
  /// most of it.
  mutating func take(_ other: inout SparseRow, in arena: inout Arena) {
    free(in: &arena)
    constant = other.constant
    if 3 * other.count >= 2 * other.capacity {
      swap(&memory, &other.memory)
      swap(&room, &other.room)
      swap(&size, &other.size)
    } else {
      reserve(other.count, in: &arena)
      copyEntries(of: other)
      other.size = 0
    }
  }

  // MARK: Arithmetic

  /// `self += coefficient · variable`.
  mutating func add(_ coefficient: Double, _ variable: Int32, in arena: inout Arena) {
    guard let place = place(of: variable) else { return insert(variable, coefficient, in: &arena) }
    coefficients[place] += coefficient
    if abs(coefficients[place]) <= Tableau.coefficientTolerance { remove(at: place) }
  }

  /// Appends an entry; the caller has reserved the memory.
  @inline(__always)
  mutating func append(_ entry: Entry) {
    variables[count] = entry.variable
    coefficients[count] = entry.coefficient
    size &+= 1
  }

  /// Inserts an entry for a variable that does not occur.
  mutating func insert(_ variable: Int32, _ coefficient: Double, in arena: inout Arena) {
    reserve(count + 1, in: &arena)
    let (variables, coefficients) = (variables, coefficients)
    var place = count
    while place > 0, variables[place - 1] > variable {
      variables[place] = variables[place - 1]
      coefficients[place] = coefficients[place - 1]
      place -= 1
    }
    variables[place] = variable
    coefficients[place] = coefficient
    size += 1
  }

  mutating func remove(at position: Int) {
    size -= 1
    let (variables, coefficients) = (variables, coefficients)
    for place in position..<count {
      variables[place] = variables[place + 1]
      coefficients[place] = coefficients[place + 1]
    }
  }

  mutating func scale(by factor: Double) {
    constant *= factor
    for place in 0..<count { coefficients[place] *= factor }
  }

  /// Appends the other row's entries from an index on, times the factor, and skips those that become
  /// rounding errors.
  ///
  /// The caller has reserved the memory, and the variables are greater than those in this row.
  @inline(__always)
  mutating func append(_ factor: Double, _ other: SparseRow, from start: Int) {
    let length = other.count - start
    if length <= 0 { return }
    let (from, to) = (other.coefficients + start, coefficients + count)
    let (fromVariables, toVariables) = (other.variables + start, variables + count)
    // OPTIMIZATION: several products at a time; a second pass removes rounding errors, which are rare.
    var errors = 0
    var place = 0
    while place < length {
      let product = factor * from[place]
      to[place] = product
      errors &+= abs(product) <= Tableau.coefficientTolerance ? 1 : 0
      place &+= 1
    }
    toVariables.update(from: fromVariables, count: length)
    var kept = length
    if errors > 0 {
      kept = 0
      for place in 0..<length where abs(to[place]) > Tableau.coefficientTolerance {
        to[kept] = to[place]
        toVariables[kept] = toVariables[place]
        kept += 1
      }
    }
    count += kept
  }
}
