import FlyingFox

/// Why a WebSocket is closed from here.
struct CloseReason: Error {
  let code: WSCloseCode

  init(_ code: WSCloseCode) { self.code = code }
}
