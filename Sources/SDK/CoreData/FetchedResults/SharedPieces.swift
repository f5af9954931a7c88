/// A list whose copies share unchanged parts: an array of pieces.
///
/// Copying an array on write retains every element: a millisecond for 100,000 results, each time a controller
/// keeps the results from before a change. Here a change copies only one piece.
struct SharedPieces<Element>: RandomAccessCollection {
  private static var pieceSize: Int { 512 }

  private var pieces: ContiguousArray<ContiguousArray<Element>> = []
  /// The position of the first element of each piece, and the count of all.
  private var starts: ContiguousArray<Int> = [0]

  init() {}

  init(_ elements: some Collection<Element>) {
    var rest = elements[...]
    pieces.reserveCapacity(elements.count / Self.pieceSize + 1)
    while !rest.isEmpty {
      pieces.append(ContiguousArray(rest.prefix(Self.pieceSize)))
      rest = rest.dropFirst(Self.pieceSize)
    }
    count(from: 0)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { starts[starts.count - 1] }

  subscript(position: Int) -> Element {
    let piece = self.piece(at: position)
    return pieces[piece][position - starts[piece]]
  }

  /// Iterates without searching the piece of each element.
  func makeIterator() -> FlattenSequence<ContiguousArray<ContiguousArray<Element>>>.Iterator {
    pieces.joined().makeIterator()
  }

  /// The position of the first element that `search` finds; it is called piece by piece.
  func firstPosition(in search: (UnsafeBufferPointer<Element>) -> Int?) -> Int? {
    for (index, piece) in pieces.enumerated() {
      if let place = piece.withUnsafeBufferPointer(search) { return starts[index] + place }
    }
    return nil
  }

  mutating func insert(_ element: Element, at position: Int) {
    guard !pieces.isEmpty else {
      pieces = [[element]]
      return count(from: 0)
    }
    // An element at the end is added to the last piece.
    let piece = position == endIndex ? pieces.count - 1 : piece(at: position)
    pieces[piece].insert(element, at: position - starts[piece])
    if pieces[piece].count > 2 * Self.pieceSize {
      let second = ContiguousArray(pieces[piece][Self.pieceSize...])
      pieces[piece].removeSubrange(Self.pieceSize...)
      pieces.insert(second, at: piece + 1)
    }
    count(from: piece)
  }

  mutating func remove(at position: Int) {
    let piece = piece(at: position)
    pieces[piece].remove(at: position - starts[piece])
    if pieces[piece].isEmpty { pieces.remove(at: piece) }
    count(from: piece)
  }

  // MARK: Positions

  private func piece(at position: Int) -> Int {
    precondition(position >= 0 && position < endIndex, "there is no result \(position) of \(endIndex)")
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  private mutating func count(from first: Int) {
    var position = starts[first]
    starts.removeSubrange((first + 1)...)
    for piece in pieces[first...] {
      position += piece.count
      starts.append(position)
    }
  }
}
