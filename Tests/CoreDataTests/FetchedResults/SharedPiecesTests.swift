import TestSupport
import Testing

@testable import CoreData

/// The list that stores a controller's results.
@Suite struct SharedPiecesTests {
  @Test func `insertions and removals work like an array's, and a copy keeps its elements`() {
    var random = SeededRandom(seed: 7)
    var plain = Array(0..<3_000)
    var list = SharedPieces(plain)
    for step in 0..<4_000 {
      let (before, kept) = (plain, list)
      // Grows by more than two pieces at one position, then shrinks to nothing there.
      let position = step < 2_000 ? 700 + Int(random.next() % 10) : Int(random.next() % UInt64(plain.count))
      if step < 2_000 {
        plain.insert(-step, at: position)
        list.insert(-step, at: position)
      } else {
        plain.remove(at: position)
        list.remove(at: position)
      }
      guard step % 100 == 0 else { continue }
      #expect(Array(list) == plain && list.indices.map { list[$0] } == plain && list.count == plain.count)
      #expect(Array(kept) == before)
      #expect(list.firstPosition { $0.firstIndex(of: 1_500) } == plain.firstIndex(of: 1_500))
    }
  }

  @Test func `elements can be inserted and removed at both ends`() {
    var list = SharedPieces<Int>()
    #expect(list.isEmpty && Array(list) == [])
    list.insert(2, at: 0)
    list.insert(1, at: 0)
    list.insert(3, at: 2)
    #expect(Array(list) == [1, 2, 3] && Array(list[1...]) == [2, 3])
    for _ in 0..<3 { list.remove(at: 0) }
    #expect(list.isEmpty && list.firstPosition { $0.first.map { _ in 0 } } == nil)
  }
}
