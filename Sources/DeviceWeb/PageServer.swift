import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Shows a device in browser pages on this machine: HTTP for the page's files, one WebSocket per page.
///
/// Listens on 127.0.0.1 only, below a random token. Who calls it: `carob run` makes one, calls `start`, prints
/// `address`, and calls `stop` at the end.
///
/// ```swift
/// let server = try PageServer(source: device)
/// let address = try await server.start(port: nil)
/// print("ready: \(address)")
/// ```
public final class PageServer: Sendable {
  /// The port to try first when none is asked for.
  public static let standardPort: UInt16 = 8080
  /// How many ports to try when none is asked for.
  static let portsTried: UInt16 = 100

  private let hub: PageHub
  private let access: PageAccess
  private let files: PageFiles
  private let running = Mutex<(server: HTTPServer, task: Task<Void, any Error>)?>(nil)

  /// - Parameters:
  ///   - token: the secret part of the address; nil makes one.
  ///   - folder: the page's files; nil finds them beside the program.
  public init(source: any ScreenSource, token: String? = nil, folder: URL? = nil) throws(PageServerError) {
    hub = PageHub(source: source)
    access = PageAccess(token: token ?? PageAccess.makeToken())
    files = try PageFiles(folder: folder)
  }

  /// Listens, and only then starts the source.
  ///
  /// - Parameter port: nil takes 8080 or the next free one, 0 any free one; another must be free.
  /// - Returns: the page's address, `http://127.0.0.1:PORT/TOKEN/`.
  public func start(port: UInt16?) async throws(PageServerError) -> String {
    let bound = try await listen(port: port)
    hub.start()
    return "http://127.0.0.1:\(bound)/\(access.token)/"
  }

  /// Tells the pages that the device goes away, and stops listening.
  public func stop() async {
    guard
      let (server, task) = running.withLock({ running in
        defer { running = nil }
        return running
      })
    else { return }
    hub.closeAll(.goingAway)
    await server.stop(timeout: 1)
    task.cancel()
    _ = try? await task.value
  }

  // MARK: Listening

  private func listen(port: UInt16?) async throws(PageServerError) -> UInt16 {
    if let port {
      if let bound = try await attempt(port) { return bound }
      throw .portBusy(port)
    }
    let last = Self.standardPort + Self.portsTried - 1
    for candidate in Self.standardPort...last {
      if let bound = try await attempt(candidate) { return bound }
    }
    throw .noFreePort(from: Self.standardPort, to: last)
  }

  /// The port that is listened on; nil if it is taken.
  private func attempt(_ port: UInt16) async throws(PageServerError) -> UInt16? {
    let address: sockaddr_in
    do {
      address = try .inet(ip4: "127.0.0.1", port: port)
    } catch {
      throw .cannotListen("\(error)")
    }
    let handler = PageRequestHandler(hub: hub, access: access, files: files)
    let server = HTTPServer(
      // NB: what takes longer is answered as a failure of the server, which a busy machine is not.
      config: .init(
        address: address, timeout: 300, pool: PromptPool(HTTPServer.defaultPool()), logger: .disabled),
      handler: handler)
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let task = Task {
      do {
        try await server.run()
      } catch {
        outcome.yield(.failure(error))
        throw error
      }
    }
    // NB: without a limit that a busy machine could reach: if it cannot listen, `run` says so.
    let waiting = Task {
      if (try? await server.waitUntilListening(timeout: 86_400)) != nil { outcome.yield(.success(())) }
    }
    defer { waiting.cancel() }
    for await result in outcomes {
      switch result {
      case .success:
        running.withLock { $0 = (server, task) }
        if case .ip4(_, let bound) = await server.listeningAddress { return bound }
        throw .cannotListen("the socket has no address")
      case .failure(SocketError.failed(_, EADDRINUSE, _)): return nil
      case .failure(let error): throw .cannotListen(error.localizedDescription)
      }
    }
    throw .cannotListen("interrupted")
  }
}
