import DeviceProtocol
import Testing

@Suite struct GarbageTests {
  @Test func `a truncated message inside its frame is an error, never a trap`() throws {
    var generator = MessageGenerator(seed: 4)
    for kind in 0..<80 {
      let whole = Array(generator.appMessage(kind).encoded().dropFirst(4))
      for length in 1..<max(whole.count, 2) where length < whole.count {
        #expect(throws: WireError.self) { try Self.decodeApp(Self.frame(whole[..<length])) }
      }
    }
  }

  @Test func `flipped bytes never trap`() {
    var generator = MessageGenerator(seed: 5)
    var survivors = 0
    for kind in 0..<6000 {
      var content = Array(generator.appMessage(kind).encoded().dropFirst(4))
      for _ in 0..<(1 + kind % 4) {
        let index = Int.random(in: 0..<content.count, using: &generator.random)
        content[index] = generator.byte()
      }
      if (try? Self.decodeApp(Self.frame(content[...]))) != nil { survivors += 1 }
      var device = Array(generator.deviceMessage(kind).encoded().dropFirst(4))
      device[Int.random(in: 0..<device.count, using: &generator.random)] = generator.byte()
      if (try? Self.decodeDevice(Self.frame(device[...]))) != nil { survivors += 1 }
    }
    #expect(survivors > 0)
  }

  @Test func `random bytes never trap`() {
    var generator = MessageGenerator(seed: 6)
    for round in 0..<20000 {
      let content = (0..<(1 + round % 64)).map { index in
        index == 0 ? UInt8(round % 14) : generator.byte()
      }
      _ = try? Self.decodeApp(Self.frame(content[...]))
      _ = try? Self.decodeDevice(Self.frame(content[...]))
    }
  }

  @Test func `a giant frame is refused before its bytes arrive`() {
    let length = FrameReader.maximumFrameLength + 1
    #expect(throws: WireError.frameTooLong(length: length)) {
      try Self.decodeApp((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
    }
    #expect(throws: WireError.frameTooLong(length: 0xFFFF_FFFF)) {
      try Self.decodeApp([0xFF, 0xFF, 0xFF, 0xFF])
    }
  }

  @Test func `a giant count in a small frame reserves no memory`() {
    // A commit with 2^60 roots.
    let content: [UInt8] =
      [2, 0] + [UInt8](repeating: 0, count: 8) + [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]
    #expect(throws: WireError.truncated) { try Self.decodeApp(Self.frame(content[...])) }
  }

  @Test func `other errors describe the problem`() {
    #expect(throws: WireError.emptyFrame) { try Self.decodeApp([0, 0, 0, 0]) }
    #expect(throws: WireError.unknownTag(200)) { try Self.decodeApp([1, 0, 0, 0, 200]) }
    #expect(throws: WireError.trailingBytes(count: 1)) { try Self.decodeApp([2, 0, 0, 0, 5, 0]) }
    #expect(throws: WireError.invalidValue(field: "openURL")) {
      try Self.decodeApp([3, 0, 0, 0, 6, 1, 0xFF])
    }
    #expect(throws: WireError.invalidValue(field: "lifecycle")) {
      try Self.decodeDevice([2, 0, 0, 0, 5, 99])
    }
    #expect(throws: WireError.invalidValue(field: "integer")) {
      try Self.decodeApp([12, 0, 0, 0, 8] + [UInt8](repeating: 0xFF, count: 11))
    }
  }

  @Test func `an element cannot name an ancestor that is not in the list`() {
    let element = ScreenElement(
      identifier: nil, label: nil, text: nil, value: nil, classes: [], x: 0, y: 0, width: 1, height: 1,
      isEnabled: true, isSelected: false, coveredBy: nil, ancestors: [1])
    #expect(throws: WireError.invalidValue(field: "element.ancestors")) {
      try Self.decodeApp(AppMessage.screen(id: 1, elements: [element]).encoded())
    }
  }

  private static func frame(_ content: ArraySlice<UInt8>) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
  }

  private static func decodeApp(_ bytes: [UInt8]) throws -> AppMessage? {
    var reader = FrameReader()
    bytes.withUnsafeBytes { reader.append($0) }
    return try reader.nextAppMessage()
  }

  private static func decodeDevice(_ bytes: [UInt8]) throws -> DeviceMessage? {
    var reader = FrameReader()
    bytes.withUnsafeBytes { reader.append($0) }
    return try reader.nextDeviceMessage()
  }
}
