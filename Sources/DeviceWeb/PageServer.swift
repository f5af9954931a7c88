import FlyingSocks
import Foundation
import Synchronization

/// Shows a device in browser pages on this machine: HTTP for the page's files, one WebSocket per page.
///
/// Listens on 127.0.0.1 only, below a random token. `carob run` makes one, calls `start`, prints the address, and calls `stop`
/// at the end.
///
/// ```swift
/// let server = try PageServer(source: device)
/// let address = try await server.start(port: nil)
/// print("ready: \(address)")
/// ```
public final class PageServer: Sendable {
  /// The port that is tried first if none is given.
  public static let standardPort: UInt16 = 8080
  /// How many ports are tried if none is given.
  static let portsTried: UInt16 = 100

  private let hub: PageHub
  private let access: PageAccess
  private let files: PageFiles
  private let limits: PageExchange.Limits
  private struct Running {
    let stop: AsyncStream<Never>.Continuation
    let task: Task<Void, Never>
  }
  private let running = Mutex<Running?>(nil)

  /// - Parameters:
  ///   - token: the secret part of the address; nil for a random one.
  ///   - folder: the folder of the page's files; nil for the one beside the program.
  public convenience init(
    source: any ScreenSource, token: String? = nil, folder: URL? = nil
  ) throws(PageServerError) {
    try self.init(source: source, token: token, folder: folder, limits: PageExchange.Limits())
  }

  init(
    source: any ScreenSource, token: String?, folder: URL? = nil, limits: PageExchange.Limits
  ) throws(PageServerError) {
    self.limits = limits
    hub = PageHub(source: source)
    access = PageAccess(token: token ?? PageAccess.makeToken())
    files = try PageFiles(folder: folder)
  }

  /// Listens, and then starts the source.
  ///
  /// - Parameter port: nil for 8080 or the next free one, 0 for any free one; any other must be free.
  /// - Returns: the page's address, `http://127.0.0.1:PORT/TOKEN/`.
  public func start(port: UInt16?) async throws(PageServerError) -> String {
    let bound = try await listen(port: port)
    hub.start()
    return "http://127.0.0.1:\(bound)/\(access.token)/"
  }

  /// Closes the connections of the pages, and stops listening. Takes about a second at most.
  public func stop() async {
    guard
      let current = running.withLock({ running in
        defer { running = nil }
        return running
      })
    else { return }
    hub.closeAll(.goingAway)
    current.stop.finish()
    await current.task.value
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

  /// Listens on a port and returns its number; nil if it is in use.
  private func attempt(_ port: UInt16) async throws(PageServerError) -> UInt16? {
    let listener: PageListener
    do {
      listener = try await PageListener(port: port)
    } catch SocketError.failed(_, EADDRINUSE, _) {
      return nil
    } catch {
      throw .cannotListen(error.localizedDescription)
    }
    let handler = PageRequestHandler(hub: hub, access: access, files: files)
    let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
    let task = Task { [limits] in
      await listener.run(until: stopped) { socket in
        await PageExchange(socket: socket, handler: handler, limits: limits).run()
      }
    }
    running.withLock { $0 = Running(stop: stop, task: task) }
    return listener.port
  }
}
