import FlyingSocks
import Foundation
import Glibc

/// A TCP connection that sends exactly the bytes of a test, well-formed or not.
struct RawClient: Sendable {
  private let socket: AsyncSocket

  init(port: UInt16) async throws {
    // The default of five seconds is too short on a machine that builds at the same time.
    socket = try await .connected(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 120)
  }

  func write(_ text: String) async throws { try await write(Array(text.utf8)) }
  func write(_ bytes: [UInt8]) async throws { try await socket.write(Data(bytes)) }
  func close() { try? socket.close() }

  /// Status code, head and body of the answer to one request.
  func get(_ path: String, headers: [String: String] = [:], method: String = "GET") async throws -> (
    status: Int, head: String, body: [UInt8]
  ) {
    var request = "\(method) \(path) HTTP/1.1\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { request += "\(name): \(value)\r\n" }
    try await write(request + "\r\n")
    let head = try await readHead()
    let length = head.lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    let body = try await socket.read(bytes: length ?? 0)
    return (Int(head.split(separator: " ")[1]) ?? 0, head, body)
  }

  /// Everything until the server closes.
  func rest() async throws -> String {
    var bytes: [UInt8] = []
    while let read = try? await socket.read(atMost: 4096), !read.isEmpty { bytes += read }
    return String(decoding: bytes, as: UTF8.self)
  }

  func readHead() async throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) { bytes.append(try await socket.read()) }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: WebSocket

  /// Upgrades this connection; the status is 101 if the server accepts.
  func upgrade(_ path: String, host: String = "127.0.0.1", origin: String? = "http://127.0.0.1") async throws
    -> Int
  {
    var headers = [
      "Host": host, "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    headers["Origin"] = origin
    return try await get(path, headers: headers).status
  }

  func send(text: String) async throws {
    try await write(Self.frame(0x81, Array(text.utf8)))
  }

  static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var bytes = [first]
    switch payload.count {
    case ...125: bytes.append(0x80 | UInt8(payload.count))
    case ...65535: bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(0xFF)
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(payload.count >> shift & 255)) }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  enum Frame: Equatable {
    case text(String)
    case binary([UInt8])
    case close(Int, String)
    case other(UInt8)
  }

  func frame() async throws -> Frame {
    let head = try await socket.read(bytes: 2)
    var length = Int(head[1] & 127)
    if length >= 126 {
      length = try await socket.read(bytes: length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    let payload = try await socket.read(bytes: length)
    switch head[0] & 15 {
    case 1: return .text(String(decoding: payload, as: UTF8.self))
    case 2: return .binary(payload)
    case 8 where payload.count >= 2:
      return .close(
        Int(payload[0]) << 8 | Int(payload[1]), String(decoding: payload.dropFirst(2), as: UTF8.self))
    default: return .other(head[0] & 15)
    }
  }

  /// Reads until the server closes the connection.
  func closing() async throws -> Frame {
    while true {
      let frame = try await frame()
      if case .close = frame { return frame }
    }
  }

  /// Reads until a text frame of this type arrives.
  func message(_ type: String) async throws -> [String: Any] {
    while true {
      let object = try await anyMessage()
      if object["type"] as? String == type { return object }
    }
  }

  /// Reads until a text frame arrives.
  func anyMessage() async throws -> [String: Any] {
    while true {
      guard case .text(let text) = try await frame() else { continue }
      return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
  }
}
