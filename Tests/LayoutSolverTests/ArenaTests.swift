import Glibc
import Testing

@testable import LayoutSolver

@Suite struct ArenaTests {
  @Test func `a block has the requested size, is aligned, and overlaps no other block`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var blocks: [(block: UnsafeMutableRawPointer, size: Int)] = []
    for bytes in Array(1...600) + [5_000, 70_000, 300_000, 3_000_000] {
      let (block, size) = arena.allocate(bytes)
      #expect(size >= bytes)
      #expect(Int(bitPattern: block) % 16 == 0)
      block.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: blocks.count), count: size)
      blocks.append((block, size))
    }
    for (number, block) in blocks.enumerated() {
      let bytes = UnsafeRawBufferPointer(start: block.block, count: block.size)
      #expect(bytes.allSatisfy { $0 == UInt8(truncatingIfNeeded: number) }, "block \(number)")
    }
  }

  @Test func `less than a fifth of a larger block is unused`() {
    var arena = Arena()
    defer { arena.deallocate() }
    for bytes in stride(from: 144, through: 9_000, by: 16) {
      let (block, size) = arena.allocate(bytes)
      #expect(5 * (size - bytes) < size, "\(bytes) bytes got \(size)")
      arena.free(block, size)
    }
  }

  @Test func `a freed block is reused by the next allocation of its size, the last one freed first`() {
    var arena = Arena()
    defer { arena.deallocate() }
    let (first, size) = arena.allocate(1_000)
    let second = arena.allocate(1_000).block
    arena.free(first, 1_000)
    arena.free(second, size)
    #expect(arena.allocate(size / 2).block != second)
    #expect(arena.allocate(size).block == second)
    #expect(arena.allocate(1_000).block == first)
    let third = arena.allocate(1_000).block
    #expect(third != first && third != second)
  }

  @Test
  func `a small total takes one small chunk, a large total takes few chunks of less than twice its size`() {
    var arena = Arena()
    defer { arena.deallocate() }
    #expect(arena.reserved == 0)
    _ = arena.allocate(64)
    #expect(arena.reserved == 4096)
    var used = 64
    var takings: [Int] = []
    while used < 200_000 {
      let before = arena.reserved
      used += arena.allocate(96).size
      if arena.reserved > before { takings.append(arena.reserved) }
    }
    #expect(takings == [12_288, 28_672, 61_440, 126_976, 258_048])
    // The next chunk would have 256 KB, from which on chunks are of huge pages.
    while arena.reserved == 258_048 { _ = arena.allocate(96) }
    #expect(arena.reserved == 258_048 + 1 << 21)
  }

  @Test func `chunks of huge pages are aligned to a huge page`() {
    var arena = Arena()
    defer { arena.deallocate() }
    let block = arena.allocate(1 << 20).block
    #expect(Int(bitPattern: block) % (1 << 21) == 0)
    #expect(arena.reserved == 8 << 20)
  }

  @Test func `a list keeps its elements while it grows, and its old memory is reused`() {
    var arena = Arena()
    defer { arena.deallocate() }
    var (first, second) = (IndexList(), IndexList())
    #expect(!first.hasMemory)
    for element: Int32 in 0..<1_000 { first.append(element, in: &arena) }
    let reserved = arena.reserved
    for element: Int32 in 1_000..<1_500 { second.append(element, in: &arena) }
    let elements: [Int32] = (0..<first.count).map { first[$0] } + (0..<second.count).map { second[$0] }
    #expect(elements == Array(0..<1_500))
    #expect(arena.reserved == reserved, "the second list uses the memory that the first one has outgrown")
  }

  @Test func `huge pages are returned to the system`() async {
    await #expect(processExitsWith: .success) {
      // The address space in pages of 4 KB.
      func size() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        fgets(&line, 200, file)
        return line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(separator: " ").first
          .flatMap { Int($0) } ?? 0
      }
      let before = size()
      for _ in 0..<100 {
        var arena = Arena()
        _ = arena.allocate(1 << 20)
        arena.deallocate()
      }
      // Each arena maps 10 MB.
      #expect(before > 0 && size() - before < 100_000)
    }
  }
}
