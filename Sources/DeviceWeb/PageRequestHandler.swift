import FlyingFox
import Foundation

/// Answers one HTTP request: the page's files and the upgrade to a WebSocket.
struct PageRequestHandler: Sendable {
  /// An answer and, for a WebSocket, the page.
  struct Answer {
    var response: HTTPResponse
    var page: PageConnection?

    static func refusal(_ code: Int, _ phrase: String, _ explanation: String? = nil) -> Answer {
      Answer(
        response: PageRequestHandler.text(HTTPStatusCode(code, phrase: phrase), explanation ?? phrase + ".\n")
      )
    }
  }

  let hub: PageHub
  let access: PageAccess
  let files: PageFiles

  func answer(_ head: RequestHead) async -> Answer {
    if head.request.method == .GET, let path = try? path(of: head.request), path == "/socket", !head.hasBody {
      return await upgrade(head.request)
    }
    return Answer(response: await response(to: head))
  }

  private func path(of request: HTTPRequest) throws(PageAccess.Refusal) -> String {
    try access.admit(
      host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")], path: request.target.path()
    )
  }

  private func response(to head: RequestHead) async -> HTTPResponse {
    let path: String
    do {
      path = try self.path(of: head.request)
    } catch {
      switch error {
      case .token: return Self.ended
      case .host: return Self.text(.forbidden, "This server answers to localhost only.\n")
      case .origin: return Self.text(.forbidden, "Pages of other sites may not use this server.\n")
      }
    }
    guard head.request.method == .GET else {
      return Self.text(HTTPStatusCode(405, phrase: "Method Not Allowed"), "")
    }
    guard !head.hasBody else { return Self.text(HTTPStatusCode(413, phrase: "Content Too Large"), "") }
    switch path {
    case "":
      var headers = PageFiles.safetyHeaders
      headers[.location] = "/\(access.token)/"
      return HTTPResponse(statusCode: HTTPStatusCode(308, phrase: "Permanent Redirect"), headers: headers)
    case "/screenshot.png":
      guard let png = await hub.screenshot() else {
        return Self.text(.notFound, "There is no device yet: the app is being built.\n")
      }
      var headers = PageFiles.safetyHeaders
      headers[.contentType] = "image/png"
      headers[HTTPHeader("Content-Disposition")] = "attachment; filename=\"screenshot.png\""
      return HTTPResponse(statusCode: .ok, headers: headers, body: Data(png))
    case "/": return files.response(for: "index.html") ?? Self.text(.notFound, "")
    default: return files.response(for: String(path.dropFirst())) ?? Self.text(.notFound, "")
    }
  }

  /// The response that upgrades the connection to a WebSocket.
  private func upgrade(_ request: HTTPRequest) async -> Answer {
    // Browsers always send the origin of a WebSocket.
    guard request.headers[HTTPHeader("Origin")] != nil else {
      return Answer(response: Self.text(.forbidden, "A WebSocket needs an Origin.\n"))
    }
    // NB: the library checks the request and computes the accept key; the frames are read here, within limits.
    guard let response = try? await WebSocketHTTPHandler(handler: NoFrames()).handleRequest(request) else {
      return .refusal(400, "Bad Request")
    }
    guard case .webSocket = response.payload else { return Answer(response: response) }
    return Answer(response: response, page: PageConnection(hub: hub))
  }

  private struct NoFrames: WSHandler {
    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) -> AsyncStream<WSFrame> {
      AsyncStream { nil }
    }
  }

  /// What a page of an earlier run gets, or an incomplete address.
  private static var ended: HTTPResponse {
    var headers = PageFiles.safetyHeaders
    headers[.contentType] = "text/html; charset=utf-8"
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Carob: this run has ended</title>
      <h1>This run has ended</h1>
      <p>Another app runs at this address now, or the address is incomplete. \
      Open the whole address that <code>carob run</code> printed.</p></html>
      """
    return HTTPResponse(statusCode: .notFound, headers: headers, body: Data(page.utf8))
  }

  fileprivate static func text(_ status: HTTPStatusCode, _ body: String) -> HTTPResponse {
    var headers = PageFiles.safetyHeaders
    headers[.contentType] = "text/plain; charset=utf-8"
    return HTTPResponse(statusCode: status, headers: headers, body: Data(body.utf8))
  }
}
