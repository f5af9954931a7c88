import FlyingFox
import Foundation

/// Answers one HTTP request: the page's files and the upgrade to a WebSocket.
struct PageRequestHandler: HTTPHandler {
  let hub: PageHub
  let access: PageAccess
  let files: PageFiles

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path: String
    do {
      path = try access.admit(
        host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")],
        path: request.target.path())
    } catch {
      switch error {
      case .token: return Self.text(.notFound, "Open the whole address that `carob run` printed.\n")
      case .host: return Self.text(.forbidden, "This server answers to localhost only.\n")
      case .origin: return Self.text(.forbidden, "Pages of other sites may not use this server.\n")
      }
    }
    guard request.method == .GET else {
      return Self.text(HTTPStatusCode(405, phrase: "Method Not Allowed"), "")
    }
    switch path {
    case "":
      var headers = PageFiles.safetyHeaders
      headers[.location] = "/\(access.token)/"
      return HTTPResponse(statusCode: HTTPStatusCode(308, phrase: "Permanent Redirect"), headers: headers)
    case "/socket":
      // A browser always says where a WebSocket comes from.
      guard request.headers[HTTPHeader("Origin")] != nil else {
        return Self.text(.forbidden, "A WebSocket needs an Origin.\n")
      }
      return try await WebSocketHTTPHandler(handler: PageConnection(hub: hub)).handleRequest(request)
    case "/": return files.response(for: "index.html") ?? Self.text(.notFound, "")
    default: return files.response(for: String(path.dropFirst())) ?? Self.text(.notFound, "")
    }
  }

  private static func text(_ status: HTTPStatusCode, _ body: String) -> HTTPResponse {
    var headers = PageFiles.safetyHeaders
    headers[.contentType] = "text/plain; charset=utf-8"
    return HTTPResponse(statusCode: status, headers: headers, body: Data(body.utf8))
  }
}
