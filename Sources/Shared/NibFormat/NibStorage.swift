import Synchronization

/// The bytes of a compiled document, and the elements that have been decoded so far.
///
/// `init` validates all input; the accessors rely on that.
final class NibStorage: Sendable {
  enum Table {
    case ids
    case storyboardIdentifiers
  }

  struct Place {
    var chunk: Int
    var ordinal: Int
  }

  private struct Cache {
    var strings: [String?]
    /// Every element of a chunk in document order, so that an ordinal is an index.
    var chunks: [[NibElement]?]
  }

  private let bytes: [UInt8]
  let kind: NibDocument.Kind
  let path: String
  let chunkCount: Int
  private let stringCount: Int
  private let stringEnds: Int
  private let textStart: Int
  private let chunkTable: Int
  private let idCount: Int
  private let idTable: Int
  private let identifierCount: Int
  private let identifierTable: Int
  private let cache: Mutex<Cache>

  // MARK: Validation

  init(_ bytes: [UInt8]) throws {
    func corrupt(_ message: String) -> NibError { NibError(.corruptBinary, path: "", message: message) }
    func word(_ offset: Int) -> Int { NibStorage.word(bytes, offset) }
    /// Whether `count` entries of `size` bytes fit at `start`; all values are below 2³², so nothing overflows.
    func fits(_ start: Int, _ count: Int, _ size: Int) -> Bool {
      start >= NibBinary.headerSize && start <= bytes.count && count <= (bytes.count - start) / size
    }

    guard bytes.count >= NibBinary.headerSize, bytes[0..<4].elementsEqual(NibBinary.magic) else {
      throw corrupt("this is not a compiled storyboard or xib; build the app again")
    }
    let version = UInt16(bytes[4]) | UInt16(bytes[5]) << 8
    guard version == NibBinary.version else {
      throw corrupt(
        "compiled document of version \(version), but this SDK reads version \(NibBinary.version); build the app again"
      )
    }
    guard let kind = NibDocument.Kind(rawValue: bytes[6]), bytes[7] == 0 else {
      throw corrupt("compiled document of an unknown kind")
    }
    guard word(8) == bytes.count else {
      throw corrupt(
        "compiled document has \(bytes.count) bytes and should have \(word(8)): it is truncated or has extra data"
      )
    }
    let stringCount = word(12)
    let stringEnds = word(16)
    let textStart = word(20)
    let textLength = word(24)
    let chunkCount = word(28)
    let chunkTable = word(32)
    let idCount = word(36)
    let idTable = word(40)
    let identifierCount = word(44)
    let identifierTable = word(48)
    guard
      fits(stringEnds, stringCount, 4), fits(textStart, textLength, 1),
      fits(chunkTable, chunkCount, NibBinary.chunkEntrySize), fits(idTable, idCount, NibBinary.keyEntrySize),
      fits(identifierTable, identifierCount, NibBinary.keyEntrySize), chunkCount > 0, word(52) < stringCount
    else { throw corrupt("compiled document with a table outside of it") }

    var previousEnd = 0
    for index in 0..<stringCount {
      let end = word(stringEnds + 4 * index)
      guard end >= previousEnd, end <= textLength else {
        throw corrupt("compiled document with a broken string table")
      }
      previousEnd = end
    }
    var elementCounts: [Int] = []
    elementCounts.reserveCapacity(chunkCount)
    // Chunks must not overlap, or a small file could cause a quadratic amount of work.
    var previousChunkEnd = NibBinary.headerSize
    for chunk in 0..<chunkCount {
      let entry = chunkTable + NibBinary.chunkEntrySize * chunk
      let start = word(entry)
      let end = word(entry + 4)
      guard start >= previousChunkEnd, start < end, end <= bytes.count, word(entry + 12) < stringCount else {
        throw corrupt("compiled document with a scene outside of it")
      }
      previousChunkEnd = end
      var cursor = Cursor(position: start, end: end)
      var elements = 0
      guard
        bytes.withUnsafeBufferPointer({
          cursor.skipElement($0, strings: stringCount, depth: 1, elements: &elements)
        }), cursor.position == end, elements == word(entry + 8)
      else { throw corrupt("compiled document with a broken scene (number \(chunk))") }
      elementCounts.append(elements)
    }
    for (table, count) in [(idTable, idCount), (identifierTable, identifierCount)] {
      for index in 0..<count {
        let entry = table + NibBinary.keyEntrySize * index
        let chunk = word(entry + 4)
        guard word(entry) < stringCount, chunk < chunkCount, word(entry + 8) < elementCounts[chunk] else {
          throw corrupt("compiled document with a broken index")
        }
      }
    }

    self.bytes = bytes
    self.kind = kind
    self.stringCount = stringCount
    self.stringEnds = stringEnds
    self.textStart = textStart
    self.chunkCount = chunkCount
    self.chunkTable = chunkTable
    self.idCount = idCount
    self.idTable = idTable
    self.identifierCount = identifierCount
    self.identifierTable = identifierTable
    let pathRange = NibStorage.textRange(bytes, word(52), ends: stringEnds, text: textStart)
    path = String(decoding: bytes[pathRange], as: UTF8.self)
    cache = Mutex(
      Cache(
        strings: Array(repeating: nil, count: stringCount), chunks: Array(repeating: nil, count: chunkCount)))
  }

  // MARK: Access

  func chunkKey(_ chunk: Int) -> String {
    let string = NibStorage.word(bytes, chunkTable + NibBinary.chunkEntrySize * chunk + 12)
    return String(decoding: bytes[textRange(string)], as: UTF8.self)
  }

  func chunkLine(_ chunk: Int) -> Int {
    NibStorage.word(bytes, chunkTable + NibBinary.chunkEntrySize * chunk + 16)
  }

  func element(at place: Place) -> NibElement { elements(of: place.chunk)[place.ordinal] }

  func elements(of chunk: Int) -> [NibElement] {
    cache.withLock { cache in
      if let elements = cache.chunks[chunk] { return elements }
      let entry = chunkTable + NibBinary.chunkEntrySize * chunk
      var cursor = Cursor(
        position: NibStorage.word(bytes, entry), end: NibStorage.word(bytes, entry + 4))
      var slots: [NibElement?] = Array(repeating: nil, count: NibStorage.word(bytes, entry + 8))
      var next = 0
      var line = 0
      _ = bytes.withUnsafeBufferPointer {
        materialise($0, &cursor, strings: &cache.strings, into: &slots, next: &next, line: &line)
      }
      let elements = slots.compactMap { $0 }
      cache.chunks[chunk] = elements
      return elements
    }
  }

  func find(_ key: String, in table: Table) -> Place? {
    let (count, start) =
      switch table {
      case .ids: (idCount, idTable)
      case .storyboardIdentifiers: (identifierCount, identifierTable)
      }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let entry = start + NibBinary.keyEntrySize * middle
      let candidate = bytes[textRange(NibStorage.word(bytes, entry))]
      if candidate.elementsEqual(key.utf8) {
        return Place(chunk: NibStorage.word(bytes, entry + 4), ordinal: NibStorage.word(bytes, entry + 8))
      }
      if candidate.lexicographicallyPrecedes(key.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  // MARK: Decoding

  private func materialise(
    _ buffer: UnsafeBufferPointer<UInt8>, _ cursor: inout Cursor, strings: inout [String?],
    into slots: inout [NibElement?], next: inout Int, line: inout Int
  ) -> NibElement {
    let ordinal = next
    next += 1
    let name = string(cursor.checkedVarint(buffer), &strings)
    let delta = cursor.checkedVarint(buffer)
    line += (delta >> 1) ^ -(delta & 1)
    let ownLine = line
    let attributeCount = cursor.checkedVarint(buffer)
    var attributes: [NibAttribute] = []
    attributes.reserveCapacity(attributeCount)
    for _ in 0..<attributeCount {
      let name = string(cursor.checkedVarint(buffer), &strings)
      let value = string(cursor.checkedVarint(buffer), &strings)
      attributes.append(NibAttribute(name: name, value: value))
    }
    let text = cursor.checkedVarint(buffer)
    let childCount = cursor.checkedVarint(buffer)
    var children: [NibElement] = []
    children.reserveCapacity(childCount)
    for _ in 0..<childCount {
      children.append(materialise(buffer, &cursor, strings: &strings, into: &slots, next: &next, line: &line))
    }
    let element = NibElement(
      name: name, attributes: attributes, text: text == 0 ? nil : string(text - 1, &strings),
      children: children,
      line: ownLine)
    slots[ordinal] = element
    return element
  }

  private func string(_ index: Int, _ strings: inout [String?]) -> String {
    if let string = strings[index] { return string }
    let string = String(decoding: bytes[textRange(index)], as: UTF8.self)
    strings[index] = string
    return string
  }

  private func textRange(_ string: Int) -> Range<Int> {
    NibStorage.textRange(bytes, string, ends: stringEnds, text: textStart)
  }

  private static func textRange(_ bytes: [UInt8], _ string: Int, ends: Int, text: Int) -> Range<Int> {
    let start = string == 0 ? 0 : word(bytes, ends + 4 * (string - 1))
    return text + start..<text + word(bytes, ends + 4 * string)
  }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3])
      << 24
  }
}

/// A position that stays within its chunk.
private struct Cursor {
  var position: Int
  let end: Int

  /// A varint of at most 32 bits, or nil at the chunk's end or if it is longer.
  mutating func varint(_ buffer: UnsafeBufferPointer<UInt8>) -> Int? {
    var value = 0
    var shift = 0
    while position < end, shift < 35 {
      let byte = buffer[position]
      position += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value <= Int(UInt32.max) ? value : nil }
      shift += 7
    }
    return nil
  }

  /// A varint of a chunk that `skipElement` has validated.
  mutating func checkedVarint(_ buffer: UnsafeBufferPointer<UInt8>) -> Int {
    guard let value = varint(buffer) else {
      preconditionFailure("NibFormat: a chunk that was checked on reading does not decode")
    }
    return value
  }

  /// Skips one element with its children; returns whether all of it is valid.
  mutating func skipElement(
    _ buffer: UnsafeBufferPointer<UInt8>, strings: Int, depth: Int, elements: inout Int
  ) -> Bool {
    guard depth <= NibBinary.maximumDepth else { return false }
    elements += 1
    guard let name = varint(buffer), name < strings, varint(buffer) != nil, let attributes = varint(buffer),
      attributes <= end - position
    else { return false }
    for _ in 0..<attributes {
      guard let name = varint(buffer), name < strings, let value = varint(buffer), value < strings else {
        return false
      }
    }
    guard let text = varint(buffer), text <= strings, let children = varint(buffer),
      children <= end - position
    else {
      return false
    }
    for _ in 0..<children {
      guard skipElement(buffer, strings: strings, depth: depth + 1, elements: &elements) else { return false }
    }
    return true
  }
}
