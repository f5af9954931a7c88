import Synchronization

/// Collects events as text, from any thread, so that a test compares the whole timeline at once.
public final class Log: Sendable {
  private let storage = Mutex<[String]>([])
  public init() {}
  public var events: [String] { storage.withLock { $0 } }
  public func callAsFunction(_ event: String) { storage.withLock { $0.append(event) } }

  /// Returns the events so far, and forgets them.
  public func take() -> [String] {
    storage.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
