import CarobRuntime
import Foundation

extension NotificationCenter {
  /// An asynchronous sequence of the notifications with a name and sender.
  ///
  /// Notifications posted while the loop body runs are buffered. The observation begins with the iteration
  /// and ends with it, or when the task is cancelled.
  public final class Notifications: AsyncSequence, Sendable {
    public typealias Element = Notification
    public typealias Failure = Never

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: (any AnyObject & Sendable)?
    private let site: SourceSite

    init(
      _ center: NotificationCenter, _ name: Notification.Name, _ object: (any AnyObject & Sendable)?,
      _ site: SourceSite
    ) {
      self.center = center
      self.name = name
      self.object = object
      self.site = site
    }

    public func makeAsyncIterator() -> Iterator { Iterator(center, name, object, site) }

    public final class Iterator: AsyncIteratorProtocol {
      private var iterator: AsyncStream<Notification>.Iterator
      private let continuation: AsyncStream<Notification>.Continuation

      init(
        _ center: NotificationCenter, _ name: Notification.Name, _ object: (any AnyObject & Sendable)?,
        _ site: SourceSite
      ) {
        let (stream, continuation) = AsyncStream.makeStream(of: Notification.self)
        iterator = stream.makeAsyncIterator()
        self.continuation = continuation
        let token = center.add(.sequence, name, object, site) { continuation.yield($0) }
        continuation.onTermination = { _ in center.removeObserver(token) }
      }

      deinit { continuation.finish() }

      public func next() async -> Notification? { await iterator.next() }
      public func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await iterator.next(isolation: actor)
      }
    }
  }

  /// Returns an asynchronous sequence of the notifications with this name and sender.
  public func notifications(
    named name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> Notifications {
    Notifications(self, name, object, SourceSite(file, line))
  }
}
