import FlyingFox
import FlyingSocks

/// Reads what a browser sends over one connection, within size limits.
///
/// Only one read may be in progress at a time.
actor ConnectionReader {
  /// The largest head of a request (first line and headers), bytes.
  static let maximumHead = 16 << 10

  private let socket: AsyncSocket
  /// Bytes that were read from the socket and not returned yet.
  private var buffer: [UInt8] = []
  private var taken = 0

  init(socket: AsyncSocket) {
    self.socket = socket
  }

  enum Failure: Error {
    /// The head is longer than `maximumHead`.
    case headTooLong
  }

  /// The head of a request, without the empty line at its end.
  ///
  /// - Throws: `Failure`, or the socket's error if the browser has closed the connection.
  func head() async throws -> [UInt8] {
    while true {
      // The end may be split between two reads.
      let start = max(0, buffer.count - 3)
      try await fill()
      if let end = Self.endOfHead(in: buffer, from: start) {
        taken = end + 4
        guard end <= Self.maximumHead else { throw Failure.headTooLong }
        return Array(buffer[..<end])
      }
      guard buffer.count <= Self.maximumHead else { throw Failure.headTooLong }
    }
  }

  private static func endOfHead(in bytes: [UInt8], from start: Int) -> Int? {
    let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    var index = start
    while index + 3 < bytes.count {
      if bytes[index] == carriageReturn, bytes[index + 1] == lineFeed, bytes[index + 2] == carriageReturn,
        bytes[index + 3] == lineFeed
      {
        return index
      }
      index += 1
    }
    return nil
  }

  /// Exactly `count` bytes.
  func bytes(_ count: Int) async throws -> [UInt8] {
    while buffer.count - taken < count { try await fill() }
    defer { taken += count }
    return Array(buffer[taken..<taken + count])
  }

  /// The next frame of a WebSocket, unmasked.
  ///
  /// - Throws: `CloseReason` for a frame that is invalid or too long, before its payload is read.
  func frame() async throws -> WSFrame {
    let head = try await bytes(2)
    let opcode = WSFrame.Opcode(head[0] & 0x0F)
    let isFinal = head[0] & 0x80 != 0
    // RFC 6455, 5.1: a client masks every frame.
    guard head[1] & 0x80 != 0 else { throw CloseReason(.protocolError) }
    var length = Int(head[1] & 0x7F)
    let isControl = head[0] & 0x08 != 0
    // 5.5: control frames are short and not fragmented.
    guard !isControl || (length <= 125 && isFinal) else { throw CloseReason(.protocolError) }
    if length >= 126 {
      let digits = try await bytes(length == 126 ? 2 : 8)
      guard digits.count == 2 || digits[0] & 0x80 == 0 else { throw CloseReason(.protocolError) }
      length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard length <= PageConnection.maximumMessage else { throw CloseReason(.messageTooBig) }
    let mask = try await bytes(4)
    var payload = try await bytes(length)
    for index in payload.indices { payload[index] ^= mask[index & 3] }
    return WSFrame(
      fin: isFinal, rsv1: head[0] & 0x40 != 0, rsv2: head[0] & 0x20 != 0, rsv3: head[0] & 0x10 != 0,
      opcode: opcode,
      mask: nil, payload: .init(payload))
  }

  /// Reads and drops up to `limit` bytes, until the browser closes its side.
  ///
  /// Closing a connection with unread bytes resets it, and the browser may never see the last answer.
  func discard(atMost limit: Int) async {
    var count = 0
    while count < limit {
      guard let read = try? await socket.read(atMost: 4096), !read.isEmpty else { return }
      count += read.count
    }
  }

  private func fill() async throws {
    if taken > 0 {
      buffer.removeFirst(taken)
      taken = 0
    }
    buffer += try await socket.read(atMost: 4096)
  }
}
