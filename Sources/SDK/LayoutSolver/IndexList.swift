/// A growing list of indices, in memory of the tableau's arena.
struct IndexList {
  private var elements: UnsafeMutablePointer<Int32>?
  private var size: Int32 = 0
  private var capacity: Int32 = 0

  var count: Int {
    get { Int(size) }
    set { size = Int32(truncatingIfNeeded: newValue) }
  }

  /// Whether the next element needs more memory.
  var isFull: Bool {
    @inline(__always) get { size == capacity }
  }

  /// Whether it has memory; a list keeps it when it becomes empty.
  var hasMemory: Bool { capacity > 0 }

  subscript(_ index: Int) -> Int32 {
    get { elements.unsafelyUnwrapped[index] }
    nonmutating set { elements.unsafelyUnwrapped[index] = newValue }
  }

  @inline(__always)
  mutating func append(_ element: Int32, in arena: inout Arena) {
    if size == capacity { grow(in: &arena) }
    elements.unsafelyUnwrapped[Int(size)] = element
    size &+= 1
  }

  private mutating func grow(in arena: inout Arena) {
    let (block, bytes) = arena.allocate(max(32, 2 * Int(capacity) * MemoryLayout<Int32>.stride))
    let room = bytes / MemoryLayout<Int32>.stride
    let larger = block.bindMemory(to: Int32.self, capacity: room)
    if let elements {
      larger.update(from: elements, count: Int(size))
      arena.free(elements, Int(capacity) * MemoryLayout<Int32>.stride)
    }
    elements = larger
    capacity = Int32(room)
  }
}
