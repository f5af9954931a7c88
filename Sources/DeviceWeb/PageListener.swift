import FlyingSocks
import Glibc

/// The socket that browsers connect to, on 127.0.0.1 only, with all connections.
struct PageListener: Sendable {
  let port: UInt16
  private let socket: AsyncSocket
  private let pool: any AsyncSocketPool

  /// - Parameter port: 0 for any free one.
  /// - Throws: `SocketError`, with `EADDRINUSE` if the port is taken.
  init(port: UInt16) async throws {
    let listening = try Socket(domain: AF_INET, type: .stream)
    do {
      try listening.setValue(true, for: .localAddressReuse)
      // Trace events often follow a commit at once. Without this option the second write waits up to 40 ms for the browser's
      // delayed acknowledgement of the first. On Linux accepted sockets inherit the option.
      try listening.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
      try listening.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try listening.listen()
      guard case .ip4(_, let bound) = try listening.sockname() else {
        throw SocketError.unsupportedAddress
      }
      self.port = bound
      let pool: some AsyncSocketPool = .make()
      try await pool.prepare()
      self.pool = pool
      socket = try AsyncSocket(socket: listening, pool: pool)
    } catch {
      try? listening.close()
      throw error
    }
  }

  /// Serves connections until `stop` is finished; open connections then have one second.
  func run(
    until stop: AsyncStream<Never>, _ serve: @escaping @Sendable (AsyncSocket) async -> Void
  ) async {
    let (accepted, connections) = AsyncStream.makeStream(of: AsyncSocket.self)
    let pooling = Task { [pool] in try await pool.run() }
    let accepting = Task { [socket] in await Self.accept(socket, connections) }
    let serving = Task {
      await withDiscardingTaskGroup { group in
        for await connection in accepted {
          group.addTask { await serve(connection) }
        }
      }
    }
    for await _ in stop {}
    accepting.cancel()
    await accepting.value
    try? socket.close()
    let patience = Task {
      try? await Task.sleep(for: .seconds(1))
      serving.cancel()
    }
    await serving.value
    patience.cancel()
    pooling.cancel()
    _ = await pooling.result
  }

  private static func accept(_ socket: AsyncSocket, _ connections: AsyncStream<AsyncSocket>.Continuation)
    async
  {
    while !Task.isCancelled {
      do {
        connections.yield(try await socket.accept())
      } catch is CancellationError {
        break
      } catch {
        // Too many descriptors are open, or the browser has disconnected already: later connections may succeed.
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    connections.finish()
  }
}
