import FlyingFox

/// Why the server closes a WebSocket.
struct CloseReason: Error {
  let code: WSCloseCode

  init(_ code: WSCloseCode) { self.code = code }
}
