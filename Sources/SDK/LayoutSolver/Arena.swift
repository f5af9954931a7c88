internal import Glibc

/// Memory for the rows and columns of one tableau: taken in blocks, given back as a whole.
///
/// A layout asks for thousands of blocks that grow side by side and end together. Blocks are cut off chunks, each at least
/// twice as large as the one before it, so that a small layout stays small and a large one asks the system seldom. A block
/// that is freed goes to the next one who asks for its size. Sizes are rounded up to four steps per doubling: above 128
/// bytes less than a fifth of a block is unused.
///
/// A value that owns raw memory: its owner calls `deallocate`, and only one of its copies may be used further.
struct Arena {
  /// All sizes are multiples of this, so that a freed block has room for the address of the next one.
  private static let unit = 16
  private static let sizeCount = 128
  private static let firstChunk = 4096
  private static let hugePage = 1 << 21
  /// A chunk that would be as large as this consists of huge pages, where the kernel has them: such a page takes the time
  /// of about 60 faults and saves up to 511.
  private static let firstHugeChunk = 1 << 18

  private var chunks: [UnsafeMutableRawPointer] = []
  /// What the system mapped for chunks of huge pages.
  private var mappings: [UnsafeMutableRawBufferPointer] = []
  /// What has been taken from the system, in bytes.
  private(set) var reserved = 0
  /// The uncut end of the last chunk.
  private var rest: UnsafeMutableRawPointer?
  private var restSize = 0
  private var chunkSize = 0
  /// By size: the freed block that is used next. Each begins with the address of the one after it.
  private let freed: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init() {
    freed = .allocate(capacity: Self.sizeCount)
    freed.initialize(repeating: nil, count: Self.sizeCount)
  }

  /// Gives the memory of all blocks back.
  func deallocate() {
    for chunk in chunks { chunk.deallocate() }
    for mapping in mappings { munmap(mapping.baseAddress, mapping.count) }
    freed.deallocate()
  }

  /// The smallest size that has room for so many bytes, and its place among all sizes.
  @inline(__always)
  private static func size(for bytes: Int) -> (index: Int, bytes: Int) {
    let last = (bytes &- 1) / unit
    let shift = max(0, Int.bitWidth &- 3 &- last.leadingZeroBitCount)
    let step = last >> shift
    return (4 &* shift &+ step, ((step &+ 1) << shift) &* unit)
  }

  /// A block with room for so many bytes, aligned to 16; `size` is the room that it really has.
  @inline(__always)
  mutating func allocate(_ bytes: Int) -> (block: UnsafeMutableRawPointer, size: Int) {
    let (index, size) = Self.size(for: bytes)
    if let block = freed[index] {
      freed[index] = block.load(as: UnsafeMutableRawPointer?.self)
      return (block, size)
    }
    if restSize < size { takeChunk(for: size) }
    let block = rest.unsafelyUnwrapped
    rest = block + size
    restSize &-= size
    return (block, size)
  }

  /// Gives a block back. `bytes` may be its size or anything that `allocate` rounds up to it.
  @inline(__always)
  mutating func free(_ block: UnsafeMutableRawPointer, _ bytes: Int) {
    let index = Self.size(for: bytes).index
    block.storeBytes(of: freed[index], as: UnsafeMutableRawPointer?.self)
    freed[index] = block
  }

  /// Begins a chunk. What is left of the last one stays unused; it is less than an eighth of this one.
  private mutating func takeChunk(for size: Int) {
    chunkSize = max(Self.firstChunk, 2 * chunkSize, 8 * size)
    let chunk: UnsafeMutableRawPointer
    if chunkSize < Self.firstHugeChunk {
      chunk = .allocate(byteCount: chunkSize, alignment: Self.unit)
      chunks.append(chunk)
    } else {
      chunkSize = (chunkSize + Self.hugePage - 1) / Self.hugePage * Self.hugePage
      chunk = mapHugePages(chunkSize)
    }
    reserved += chunkSize
    rest = chunk
    restSize = chunkSize
  }

  private mutating func mapHugePages(_ size: Int) -> UnsafeMutableRawPointer {
    // With room to begin at a boundary of huge pages; what is never touched costs nothing.
    let mapped = size + Self.hugePage
    guard
      let start = mmap(nil, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      start != MAP_FAILED
    else { fatalError("LayoutSolver: no memory for \(size) bytes of a layout") }
    mappings.append(UnsafeMutableRawBufferPointer(start: start, count: mapped))
    let chunk = start.alignedUp(toMultipleOf: Self.hugePage)
    madvise(chunk, size, MADV_HUGEPAGE)
    return chunk
  }
}
