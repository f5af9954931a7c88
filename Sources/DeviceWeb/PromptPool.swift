import FlyingSocks
import Glibc

/// FlyingSocks' pool, with Nagle's algorithm off on every connection.
///
/// A commit is often followed at once by trace events; without this the second write waits for the browser's delayed
/// acknowledgement of the first, up to 40 ms. On Linux an accepted socket inherits the option from the listening one,
/// which passes here before anyone can connect.
struct PromptPool: AsyncSocketPool {
  private let base: any AsyncSocketPool

  init(_ base: any AsyncSocketPool) {
    self.base = base
  }

  func prepare() async throws { try await base.prepare() }
  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    if events == .connection {
      var on: Int32 = 1
      setsockopt(
        socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
