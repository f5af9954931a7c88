/// One row of the tableau, `basic = constant + Σ coefficient · variable`, its entries sorted by variable.
///
/// Entries lie in memory that the tableau allocates and frees: rows are merged a few thousand times per layout, and the
/// merged row changes places with the scratch buffer instead of being copied.
struct SparseRow {
  struct Entry {
    var variable: Int32
    var coefficient: Double
  }

  var entries: UnsafeMutablePointer<Entry>
  var count = 0
  var capacity: Int
  var constant = 0.0
  /// The variable that the row defines; -1 while the row is not in use.
  var basic: Int32 = -1

  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  func deallocate() { entries.deallocate() }

  mutating func reserve(_ minimum: Int) {
    if minimum <= capacity { return }
    capacity = max(minimum, 2 * capacity)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.update(from: entries, count: count)
    entries.deallocate()
    entries = larger
  }

  /// Becomes `factor · other` without one of its variables, with the memory that this takes and no more.
  mutating func become(_ factor: Double, _ other: SparseRow, without left: Int32) {
    if other.count > capacity {
      entries.deallocate()
      entries = .allocate(capacity: other.count)
      capacity = other.count
    }
    count = 0
    constant = factor * other.constant
    for place in 0..<other.count where other.entries[place].variable != left {
      entries[count] = Entry(
        variable: other.entries[place].variable, coefficient: factor * other.entries[place].coefficient)
      count &+= 1
    }
  }

  /// `self += coefficient · variable`.
  mutating func add(_ coefficient: Double, _ variable: Int32) {
    let position = position(of: variable)
    guard position < count, entries[position].variable == variable else {
      return insert(variable, coefficient)
    }
    entries[position].coefficient += coefficient
    if abs(entries[position].coefficient) <= Tableau.coefficientTolerance { remove(at: position) }
  }

  /// Where the variable is, or would have to be.
  @inline(__always)
  func position(of variable: Int32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) >> 1
      if entries[middle].variable < variable { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The variable's coefficient, 0 if it does not occur.
  @inline(__always)
  func coefficient(of variable: Int32) -> Double {
    let position = position(of: variable)
    return position < count && entries[position].variable == variable ? entries[position].coefficient : 0
  }

  /// Puts in an entry for a variable that does not occur.
  mutating func insert(_ variable: Int32, _ coefficient: Double) {
    reserve(count + 1)
    var place = count
    while place > 0, entries[place - 1].variable > variable {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = Entry(variable: variable, coefficient: coefficient)
    count += 1
  }

  mutating func remove(at position: Int) {
    count -= 1
    for place in position..<count { entries[place] = entries[place + 1] }
  }

  mutating func scale(by factor: Double) {
    constant *= factor
    for place in 0..<count { entries[place].coefficient *= factor }
  }
}

/// A growing list of indices.
struct IndexList {
  private(set) var elements: UnsafeMutablePointer<Int32>?
  var count = 0
  private var capacity = 0
  /// While this is set, what is appended is forgotten; whoever needs the list makes it and resets this.
  private(set) var isPutOff = false

  subscript(_ index: Int) -> Int32 {
    get { elements.unsafelyUnwrapped[index] }
    nonmutating set { elements.unsafelyUnwrapped[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Int32) {
    if count == capacity {
      if isPutOff { return }
      grow()
    }
    elements.unsafelyUnwrapped[count] = element
    count &+= 1
  }

  /// Keeps nothing until `resume`, if there is no memory yet to keep it in.
  mutating func putOff() { isPutOff = capacity == 0 }

  mutating func resume() { isPutOff = false }

  private mutating func grow() {
    capacity = max(8, 2 * capacity)
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    if let elements {
      larger.update(from: elements, count: count)
      elements.deallocate()
    }
    elements = larger
  }

  mutating func deallocate() {
    elements?.deallocate()
    elements = nil
    count = 0
    capacity = 0
  }
}
