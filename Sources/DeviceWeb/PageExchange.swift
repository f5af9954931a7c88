import FlyingFox
import FlyingSocks
import Foundation

/// One connection of a browser: a request, its response and, for a WebSocket, the messages that follow. A connection serves one
/// request and is then closed.
struct PageExchange {
  /// How long a browser may take, real seconds.
  struct Limits: Sendable {
    /// To send the head of a request.
    var head = 10.0
    /// To receive the answer.
    var answer = 30.0
    /// To close its side after the answer.
    var close = 1.0
  }

  let socket: AsyncSocket
  let handler: PageRequestHandler
  let limits: Limits

  /// Returns when the connection is closed; cancelling ends it at once.
  func run() async {
    let reader = ConnectionReader(socket: socket)
    defer { try? socket.close() }
    do {
      guard let answer = await answer(reader) else { return }
      try await within(limits.answer) { try await socket.write(try await Self.encoded(answer.response)) }
      if let page = answer.page { await page.run(reader: reader, socket: socket) }
      shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
      // Enough for the rest of a refused upload, and for a close frame.
      try await within(limits.close) { await reader.discard(atMost: 1 << 20) }
    } catch {
      // The browser has disconnected, or does not read its answer.
    }
  }

  /// The answer to the request; nil if no request arrived.
  private func answer(_ reader: ConnectionReader) async -> PageRequestHandler.Answer? {
    let bytes: [UInt8]
    do {
      bytes = try await within(limits.head) { try await reader.head() }
    } catch ConnectionReader.Failure.headTooLong {
      // The most likely cause is outside this program.
      return .refusal(
        431, "Request Header Fields Too Large",
        "The browser sends more than 16 KB of headers: cookies of localhost belong to all ports. Use a private window.\n"
      )
    } catch is TimeLimitReached {
      return .refusal(408, "Request Timeout")
    } catch {
      return nil
    }
    do throws(RequestHead.Problem) {
      return await handler.answer(try RequestHead(bytes))
    } catch {
      switch error {
      case .malformed: return .refusal(400, "Bad Request")
      case .version: return .refusal(505, "HTTP Version Not Supported")
      }
    }
  }

  private static func encoded(_ response: HTTPResponse) async throws -> Data {
    let body = try await response.bodyData
    var response = response
    if case .httpBody = response.payload {
      response.headers[.contentLength] = String(body.count)
      response.headers[.connection] = "close"
    }
    var head = "HTTP/1.1 \(response.statusCode.code) \(response.statusCode.phrase)\r\n"
    for name in response.headers.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      for value in response.headers.values(for: name) { head += "\(name.rawValue): \(value)\r\n" }
    }
    return Data((head + "\r\n").utf8) + body
  }
}

/// A time limit was exceeded.
struct TimeLimitReached: Error {}

/// Runs `body`, and cancels it after a number of real seconds.
func within<Value: Sendable>(
  _ seconds: Double, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: .seconds(seconds))
      throw TimeLimitReached()
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw TimeLimitReached() }
    return value
  }
}
