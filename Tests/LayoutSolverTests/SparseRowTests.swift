import Testing

@testable import LayoutSolver

@Suite struct SparseRowTests {
  private func variables(_ row: SparseRow) -> [Int32] { (0..<row.count).map { row[$0].variable } }

  private func coefficients(_ row: SparseRow) -> [Double] { (0..<row.count).map { row[$0].coefficient } }

  @Test func `entries stay sorted by variable in any order of insertion`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var row = SparseRow()
    for variable: Int32 in [7, 3, 9, 1, 8, 2] { row.add(Double(variable) / 2, variable, in: &arena) }
    row.add(1, 9, in: &arena)
    row.add(-1, 2, in: &arena)
    #expect(variables(row) == [1, 3, 7, 8, 9])
    #expect(coefficients(row) == [0.5, 1.5, 3.5, 4, 5.5])
    #expect(row.coefficient(of: 8) == 4 && row.coefficient(of: 2) == 0)
    #expect(row.place(of: 7) == 2 && row.place(of: 4) == nil && row.position(of: 4) == 2)
  }

  @Test func `a growing row keeps its entries, constant and basic variable`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var row = SparseRow()
    row.constant = 5
    row.basic = 4
    for variable: Int32 in 0..<300 { row.insert(variable, 1 / Double(variable + 1), in: &arena) }
    #expect(variables(row) == Array(0..<300))
    let expected: [Double] = (0..<300).map { (variable: Int) in 1 / Double(variable + 1) }
    #expect(coefficients(row) == expected)
    #expect(row.constant == 5 && row.basic == 4)
  }

  @Test func `appending another row skips entries that become rounding errors`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var source = SparseRow(capacity: 20, in: &arena)
    for variable: Int32 in 0..<20 {
      source.append(.init(variable: variable, coefficient: variable % 6 == 5 ? 1e-10 : Double(variable)))
    }
    var row = SparseRow(capacity: 21, in: &arena)
    row.append(.init(variable: 1, coefficient: 9))
    row.append(-1, source, from: 2)
    #expect(variables(row) == [1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19])
    #expect(coefficients(row) == [9, -2, -3, -4, -6, -7, -8, -9, -10, -12, -13, -14, -15, -16, -18, -19])
  }

  @Test(arguments: [(filled: 40, keepsBlock: true), (filled: 20, keepsBlock: false)])
  func `a row takes the memory of another one only if most of it is used`(
    _ filled: Int, _ keepsBlock: Bool
  ) {
    var arena = Arena()
    defer { arena.deallocate() }
    var source = SparseRow(capacity: 40, in: &arena)
    for variable in 0..<Int32(filled) { source.append(.init(variable: variable, coefficient: 2)) }
    source.constant = 7
    let block = source.coefficients
    var row = SparseRow()
    row.basic = 3
    row.take(&source, in: &arena)
    #expect(variables(row) == Array(0..<Int32(filled)))
    #expect(coefficients(row).allSatisfy { $0 == 2 })
    #expect(row.constant == 7 && row.basic == 3)
    #expect((row.coefficients == block) == keepsBlock)
    #expect(source.count == 0)
    #expect(row.capacity < filled + filled / 4 + 2)
  }

  @Test func `a row that takes another one's entries frees its own memory`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var row = SparseRow(capacity: 20, in: &arena)
    row.append(.init(variable: 1, coefficient: 1))
    let (block, capacity) = (UnsafeMutableRawPointer(row.coefficients), row.capacity)
    var source = SparseRow(capacity: 40, in: &arena)
    for variable in 0..<Int32(40) { source.append(.init(variable: variable, coefficient: 2)) }
    row.take(&source, in: &arena)
    let next = SparseRow(capacity: capacity, in: &arena)
    #expect(UnsafeMutableRawPointer(next.coefficients) == block)
    #expect(row.count == 40 && row.coefficient(of: 1) == 2)
  }

  @Test func `a row that grows frees its former memory`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var row = SparseRow(capacity: 4, in: &arena)
    let (block, capacity) = (row.coefficients, row.capacity)
    for variable in 0..<Int32(capacity) { row.append(.init(variable: variable, coefficient: 3)) }
    row.reserve(capacity + 1, in: &arena)
    #expect(row.coefficients != block && row.count == capacity && row.capacity > capacity)
    #expect(SparseRow(capacity: capacity, in: &arena).coefficients == block)
  }
}
