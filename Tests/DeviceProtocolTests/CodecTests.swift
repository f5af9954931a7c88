import DeviceProtocol
import Testing

@Suite struct CodecTests {
  @Test func `every message from a device comes back as it was sent`() throws {
    var generator = MessageGenerator(seed: 1)
    for kind in 0..<2200 {
      let message = generator.deviceMessage(kind)
      var reader = FrameReader()
      message.encoded().withUnsafeBytes { reader.append($0) }
      #expect(try reader.nextDeviceMessage() == message)
      #expect(reader.pendingByteCount == 0)
    }
  }

  @Test func `every message from an app comes back as it was sent`() throws {
    var generator = MessageGenerator(seed: 2)
    for kind in 0..<2700 {
      let message = generator.appMessage(kind)
      var reader = FrameReader()
      message.encoded().withUnsafeBytes { reader.append($0) }
      #expect(try reader.nextAppMessage() == message)
      #expect(reader.pendingByteCount == 0)
    }
  }

  @Test(arguments: [1, 3, 7, 4096, 1 << 20])
  func `messages survive any way of cutting the stream`(step: Int) throws {
    var generator = MessageGenerator(seed: 3)
    let sent = (0..<180).map { generator.appMessage($0) }
    var stream: [UInt8] = []
    for message in sent { message.encode(into: &stream) }
    var reader = FrameReader()
    var received: [AppMessage] = []
    var position = 0
    while position < stream.count {
      let end = min(position + step, stream.count)
      stream[position..<end].withUnsafeBytes { reader.append($0) }
      while let message = try reader.nextAppMessage() { received.append(message) }
      position = end
    }
    #expect(received == sent)
  }

  @Test func `encoding into a buffer appends the same bytes as encoding alone`() {
    let message = DeviceMessage.insertText("ö")
    var bytes: [UInt8] = [1, 2]
    message.encode(into: &bytes)
    #expect(bytes == [1, 2] + message.encoded())
  }

  @Test func `the frame of a small message is the documented bytes`() {
    #expect(DeviceMessage.insertText("hé").encoded() == [5, 0, 0, 0, 4, 3, 0x68, 0xC3, 0xA9])
    #expect(AppMessage.backgroundTasks(count: 300).encoded() == [3, 0, 0, 0, 8, 0xAC, 0x02])
    #expect(AppMessage.handled.encoded() == [1, 0, 0, 0, 5])
  }

  @Test func `a peer with another version is reported, whatever follows the version`() {
    var reader = FrameReader()
    let hello: [UInt8] = [9, 0, 0, 0, 1, 7, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    hello.withUnsafeBytes { reader.append($0) }
    #expect(throws: WireError.versionMismatch(theirs: 7)) { try reader.nextAppMessage() }
    #expect(throws: WireError.versionMismatch(theirs: 7)) {
      var reader = FrameReader()
      hello.withUnsafeBytes { reader.append($0) }
      _ = try reader.nextDeviceMessage()
    }
  }
}
