import NibFormat

/// Writes an element tree in the format that `NibBinary` describes.
struct NibWriter {
  private var strings: [String] = []
  private var stringIndex: [String: UInt32] = [:]
  private var chunks: [(start: UInt32, end: UInt32, elements: UInt32, key: UInt32, line: UInt32)] = []
  private var ids: [KeyEntry] = []
  private var identifiers: [KeyEntry] = []
  private var body: [UInt8] = []

  private struct KeyEntry {
    var string: UInt32
    var chunk: UInt32
    var ordinal: UInt32
  }

  static func write(document: NibElement, kind: NibDocument.Kind, path: String) -> [UInt8] {
    var writer = NibWriter()
    let scenes = document.children(named: "scenes").flatMap { $0.children(named: "scene") }
    let shell = NibElement(
      name: document.name, attributes: document.attributes, text: document.text,
      children: document.children.filter { $0.name != "scenes" }, line: document.line)
    writer.appendChunk(shell, key: "")
    for scene in scenes { writer.appendChunk(scene, key: scene["sceneID"] ?? "") }
    return writer.finish(kind: kind, path: path)
  }

  private mutating func intern(_ string: String) -> UInt32 {
    if let index = stringIndex[string] { return index }
    let index = UInt32(strings.count)
    strings.append(string)
    stringIndex[string] = index
    return index
  }

  private mutating func appendChunk(_ root: NibElement, key: String) {
    let start = UInt32(body.count)
    var ordinal: UInt32 = 0
    var line = 0
    append(root, ordinal: &ordinal, line: &line)
    chunks.append((start, UInt32(body.count), ordinal, intern(key), UInt32(clamping: root.line)))
  }

  private mutating func append(_ element: NibElement, ordinal: inout UInt32, line: inout Int) {
    let chunk = UInt32(chunks.count)
    if let id = element.id { ids.append(KeyEntry(string: intern(id), chunk: chunk, ordinal: ordinal)) }
    if let identifier = element["storyboardIdentifier"], NibVocabulary.isController(element.name) {
      identifiers.append(KeyEntry(string: intern(identifier), chunk: chunk, ordinal: ordinal))
    }
    ordinal += 1
    appendVarint(intern(element.name))
    let delta = Int32(clamping: element.line - line)
    appendVarint(UInt32(bitPattern: (delta << 1) ^ (delta >> 31)))
    line = element.line
    appendVarint(UInt32(element.attributes.count))
    for attribute in element.attributes {
      appendVarint(intern(attribute.name))
      appendVarint(intern(attribute.value))
    }
    appendVarint(element.text.map { intern($0) + 1 } ?? 0)
    appendVarint(UInt32(element.children.count))
    for child in element.children { append(child, ordinal: &ordinal, line: &line) }
  }

  private mutating func appendVarint(_ value: UInt32) {
    var rest = value
    while rest >= 0x80 {
      body.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    body.append(UInt8(rest))
  }

  private mutating func finish(kind: NibDocument.Kind, path: String) -> [UInt8] {
    let pathString = intern(path)
    var text: [UInt8] = []
    var ends: [UInt32] = []
    for string in strings {
      text.append(contentsOf: string.utf8)
      ends.append(UInt32(text.count))
    }
    let idTable = sorted(ids)
    let identifierTable = sorted(identifiers)

    let endsStart = UInt32(NibBinary.headerSize)
    let chunkTableStart = endsStart + UInt32(4 * ends.count)
    let idsStart = chunkTableStart + UInt32(NibBinary.chunkEntrySize * chunks.count)
    let identifiersStart = idsStart + UInt32(NibBinary.keyEntrySize * idTable.count)
    let textStart = identifiersStart + UInt32(NibBinary.keyEntrySize * identifierTable.count)
    let bodyStart = textStart + UInt32(text.count)

    var output: [UInt8] = []
    output.reserveCapacity(Int(bodyStart) + body.count)
    func append(_ value: UInt32) {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        output.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    output.append(contentsOf: NibBinary.magic)
    output.append(UInt8(truncatingIfNeeded: NibBinary.version))
    output.append(UInt8(truncatingIfNeeded: NibBinary.version >> 8))
    output.append(kind.rawValue)
    output.append(0)
    append(bodyStart + UInt32(body.count))
    append(UInt32(ends.count))
    append(endsStart)
    append(textStart)
    append(UInt32(text.count))
    append(UInt32(chunks.count))
    append(chunkTableStart)
    append(UInt32(idTable.count))
    append(idsStart)
    append(UInt32(identifierTable.count))
    append(identifiersStart)
    append(pathString)
    for end in ends { append(end) }
    for chunk in chunks {
      append(bodyStart + chunk.start)
      append(bodyStart + chunk.end)
      append(chunk.elements)
      append(chunk.key)
      append(chunk.line)
    }
    for entry in idTable + identifierTable {
      append(entry.string)
      append(entry.chunk)
      append(entry.ordinal)
    }
    output.append(contentsOf: text)
    output.append(contentsOf: body)
    return output
  }

  /// Sorted by the bytes of the key. Of equal keys only the first is kept, which is the one that a lookup
  /// returns.
  private func sorted(_ entries: [KeyEntry]) -> [KeyEntry] {
    var seen: Set<UInt32> = []
    return
      entries
      .filter { seen.insert($0.string).inserted }
      .sorted { strings[Int($0.string)].utf8.lexicographicallyPrecedes(strings[Int($1.string)].utf8) }
  }
}
