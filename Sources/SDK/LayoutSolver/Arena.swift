internal import Glibc

/// Memory for the rows and columns of one tableau: allocated in blocks, released as a whole.
///
/// A layout needs thousands of blocks that grow side by side and are released together. Blocks are cut from
/// chunks, each at least twice as large as the previous one: a small layout uses little memory, and a large
/// one makes few system calls. A freed block is reused by the next allocation of its size. Sizes are rounded
/// up to four size classes per doubling: above 128 bytes less than a fifth of a block is unused.
///
/// A value that owns raw memory: its owner calls `deallocate`, and only one of its copies may be used
/// afterwards.
struct Arena {
  /// All sizes are multiples of this, so that a freed block can store the address of the next one.
  private static let unit = 16
  private static let sizeCount = 128
  private static let firstChunk = 4096
  private static let hugePage = 1 << 21
  /// Chunks of at least this size use huge pages, where the kernel has them: such a page costs as much as
  /// about 60 page faults and saves up to 511.
  private static let firstHugeChunk = 1 << 18

  private var chunks: [UnsafeMutableRawPointer] = []
  /// The mappings of chunks of huge pages.
  private var mappings: [UnsafeMutableRawBufferPointer] = []
  /// Memory allocated from the system, in bytes.
  private(set) var reserved = 0
  /// The unused end of the last chunk.
  private var rest: UnsafeMutableRawPointer?
  private var restSize = 0
  private var chunkSize = 0
  /// By size class: the head of a list of freed blocks. Each block begins with the address of the next one.
  private let freed: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init() {
    freed = .allocate(capacity: Self.sizeCount)
    freed.initialize(repeating: nil, count: Self.sizeCount)
  }

  /// Releases the memory of all blocks.
  func deallocate() {
    for chunk in chunks { chunk.deallocate() }
    for mapping in mappings { munmap(mapping.baseAddress, mapping.count) }
    freed.deallocate()
  }

  /// The smallest size class for this number of bytes: its index and its size.
  @inline(__always)
  private static func size(for bytes: Int) -> (index: Int, bytes: Int) {
    let last = (bytes &- 1) / unit
    let shift = max(0, Int.bitWidth &- 3 &- last.leadingZeroBitCount)
    let step = last >> shift
    return (4 &* shift &+ step, ((step &+ 1) << shift) &* unit)
  }

  /// Allocates a block of at least this many bytes, aligned to 16; `size` is its actual size.
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

  /// Frees a block. `bytes` may be its size or anything that `allocate` rounds up to it.
  @inline(__always)
  mutating func free(_ block: UnsafeMutableRawPointer, _ bytes: Int) {
    let index = Self.size(for: bytes).index
    block.storeBytes(of: freed[index], as: UnsafeMutableRawPointer?.self)
    freed[index] = block
  }

  /// Allocates a new chunk. The rest of the previous one stays unused; it is less than an eighth of the new
  /// one.
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
    // One huge page more, for alignment; memory that is never touched costs nothing.
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
