import DeviceProtocol
import TestSupport
import Testing

/// Streams of messages of either side, damaged anywhere, also between messages, and split like on a socket.
@Suite struct MessageFuzzTests {
  private static let pieces = ["\u{0}", "\u{0}\u{0}\u{0}\u{0}", "\u{1}\u{0}\u{0}\u{0}", "\u{7F}", "é", "ÿ"]

  private func samples(_ encode: (inout MessageGenerator, Int) -> [UInt8]) -> [FuzzInput] {
    var generator = MessageGenerator(seed: 9)
    return (0..<120).map { index in
      FuzzInput("\(index)", (0..<3).flatMap { encode(&generator, index * 3 + $0) })
    }
  }

  /// Reads the bytes in parts; messages that were read are encoded and read again.
  private func read<Message: Equatable>(
    _ bytes: [UInt8], _ random: inout SeededRandom, _ next: (inout FrameReader) throws -> Message?,
    _ encoded: (Message) -> [UInt8]
  ) {
    var reader = FrameReader()
    var rest = bytes[...]
    do {
      while !rest.isEmpty {
        let part = rest.prefix(Int.random(in: 1...200, using: &random))
        rest = rest.dropFirst(part.count)
        part.withUnsafeBytes { reader.append($0) }
        while let message = try next(&reader) {
          var again = FrameReader()
          encoded(message).withUnsafeBytes { again.append($0) }
          // NB: a message may contain NaN, which is not equal to itself.
          #expect(try next(&again).map(encoded) == encoded(message))
        }
      }
    } catch {
      #expect(!"\(error)".isEmpty)
    }
  }

  @Test func `the app's messages`() {
    let samples = samples { $0.appMessage($1).encoded() }
    Fuzzing.run("messages-of-apps", samples, pieces: Self.pieces, rounds: 1_000) { input, random in
      read(input.bytes, &random, { try $0.nextAppMessage() }) { $0.encoded() }
    }
  }

  @Test func `the device's messages`() {
    let samples = samples { $0.deviceMessage($1).encoded() }
    Fuzzing.run("messages-of-devices", samples, pieces: Self.pieces, rounds: 1_000) { input, random in
      read(input.bytes, &random, { try $0.nextDeviceMessage() }) { $0.encoded() }
    }
  }
}
