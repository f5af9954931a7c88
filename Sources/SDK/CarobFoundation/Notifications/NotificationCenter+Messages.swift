import CarobRuntime
import Foundation

// Typed messages: notifications as values of their own types, for main-actor or asynchronous observers.

extension NotificationCenter {
  /// A message that is posted and received synchronously on the main actor.
  public protocol MainActorMessage: SendableMetatype {
    associatedtype Subject
    /// The name of the underlying notification; by default the type's full name.
    static var name: Notification.Name { get }
    /// Creates the message from a notification that was posted without one; nil if that is not possible.
    @MainActor static func makeMessage(_ notification: Notification) -> Self?
    @MainActor static func makeNotification(_ message: Self) -> Notification
  }

  /// A message that can be posted on any thread and is received asynchronously, in the order of posting.
  public protocol AsyncMessage: Sendable {
    associatedtype Subject
    static var name: Notification.Name { get }
    static func makeMessage(_ notification: Notification) -> Self?
    static func makeNotification(_ message: Self) -> Notification
  }

  /// An identifier for a message type: `center.addObserver(of: player, for: .didEnd) { … }`.
  public protocol MessageIdentifier {
    associatedtype MessageType
  }

  public struct BaseMessageIdentifier<MessageType>: MessageIdentifier, Sendable {
    public init() where MessageType: MainActorMessage {}
    public init() where MessageType: AsyncMessage {}
  }

  /// A registration for messages. It ends when its last copy is destroyed.
  public struct ObservationToken: Hashable, Sendable {
    final class Registration: @unchecked Sendable {
      // @unchecked because the lock guards the end.
      private let ending: Guarded<(() -> Void)?>
      init(_ ending: @escaping () -> Void) { self.ending = Guarded(ending) }
      func end() {
        let ending = self.ending.withLock { ending in
          defer { ending = nil }
          return ending
        }
        ending?()
      }
      deinit { end() }
    }
    let registration: Registration

    init(_ ending: @escaping () -> Void) { registration = Registration(ending) }
    public static func == (a: Self, b: Self) -> Bool { a.registration === b.registration }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(registration)) }
  }

  public func removeObserver(_ token: ObservationToken) { token.registration.end() }

  // MARK: Main-actor messages

  /// Calls `observer` for each message about a subject.
  public func addObserver<Identifier: MessageIdentifier, Message: MainActorMessage>(
    of subject: Message.Subject, for identifier: Identifier,
    using observer: @escaping @MainActor (Message) -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> ObservationToken where Identifier.MessageType == Message, Message.Subject: AnyObject {
    observe(subject, SourceSite(file, line), observer)
  }

  /// Calls `observer` for each message about any subject of the type.
  public func addObserver<Identifier: MessageIdentifier, Message: MainActorMessage>(
    of subject: Message.Subject.Type, for identifier: Identifier,
    using observer: @escaping @MainActor (Message) -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> ObservationToken where Identifier.MessageType == Message {
    observe(nil, SourceSite(file, line), observer)
  }

  public func addObserver<Message: MainActorMessage>(
    of subject: Message.Subject? = nil, for messageType: Message.Type,
    using observer: @escaping @MainActor (Message) -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> ObservationToken where Message.Subject: AnyObject {
    observe(subject, SourceSite(file, line), observer)
  }

  @MainActor
  public func post<Message: MainActorMessage>(_ message: Message, subject: Message.Subject)
  where Message.Subject: AnyObject { send(message, Message.makeNotification(message), Message.name, subject) }

  @MainActor
  public func post<Message: MainActorMessage>(
    _ message: Message, subject: Message.Subject.Type = Message.Subject.self
  ) { send(message, Message.makeNotification(message), Message.name, nil) }

  // MARK: Asynchronous messages

  public func addObserver<Identifier: MessageIdentifier, Message: AsyncMessage>(
    of subject: Message.Subject, for identifier: Identifier,
    using observer: @escaping @Sendable (Message) async -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> ObservationToken where Identifier.MessageType == Message, Message.Subject: AnyObject {
    observeAsync(subject, SourceSite(file, line), observer)
  }

  public func addObserver<Identifier: MessageIdentifier, Message: AsyncMessage>(
    of subject: Message.Subject.Type, for identifier: Identifier,
    using observer: @escaping @Sendable (Message) async -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> ObservationToken where Identifier.MessageType == Message {
    observeAsync(nil, SourceSite(file, line), observer)
  }

  public func addObserver<Message: AsyncMessage>(
    of subject: Message.Subject? = nil, for messageType: Message.Type,
    using observer: @escaping @Sendable (Message) async -> Void, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) -> ObservationToken where Message.Subject: AnyObject {
    observeAsync(subject, SourceSite(file, line), observer)
  }

  public func post<Message: AsyncMessage>(_ message: Message, subject: Message.Subject)
  where Message.Subject: AnyObject { send(message, Message.makeNotification(message), Message.name, subject) }

  public func post<Message: AsyncMessage>(
    _ message: Message, subject: Message.Subject.Type = Message.Subject.self
  ) { send(message, Message.makeNotification(message), Message.name, nil) }

  /// An asynchronous sequence of the messages. At most `limit` messages are buffered; older ones are dropped.
  public func messages<Identifier: MessageIdentifier, Message: AsyncMessage>(
    of subject: Message.Subject, for identifier: Identifier, bufferSize limit: Int = 10,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> AsyncStream<Message> where Identifier.MessageType == Message, Message.Subject: AnyObject {
    stream(subject, limit, SourceSite(file, line))
  }

  public func messages<Identifier: MessageIdentifier, Message: AsyncMessage>(
    of subject: Message.Subject.Type, for identifier: Identifier, bufferSize limit: Int = 10,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> AsyncStream<Message> where Identifier.MessageType == Message {
    stream(nil, limit, SourceSite(file, line))
  }

  public func messages<Message: AsyncMessage>(
    of subject: Message.Subject? = nil, for messageType: Message.Type, bufferSize limit: Int = 10,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) -> AsyncStream<Message> where Message.Subject: AnyObject {
    stream(subject, limit, SourceSite(file, line))
  }

  // MARK: - Implementation

  private func observe<Message: MainActorMessage>(
    _ subject: AnyObject?, _ site: SourceSite, _ observer: @escaping @MainActor (Message) -> Void
  ) -> ObservationToken {
    let token = add(.message, Message.name, subject, site) { notification in
      let posted = PostedMessages.message(of: notification) as? Message
      nonisolated(unsafe) let message = posted
      let deliver: @MainActor @Sendable () -> Void = {
        if let message = message ?? Message.makeMessage(notification) { observer(message) }
      }
      // NB: a typed message is posted on the main actor, even if that runs on another thread.
      if posted != nil || MainQueue.isMainThread { return MainActor.assumeIsolated { deliver() } }
      let cause = Journal.cause
      DispatchQueue.main.async { Journal.with(cause: cause) { deliver() } }
    }
    return ObservationToken { [weak self] in self?.removeObserver(token) }
  }

  private func observeAsync<Message: AsyncMessage>(
    _ subject: AnyObject?, _ site: SourceSite, _ observer: @escaping @Sendable (Message) async -> Void
  ) -> ObservationToken {
    let (stream, continuation) = AsyncStream.makeStream(of: Message.self)
    let token = add(.message, Message.name, subject, site) { notification in
      let posted = PostedMessages.message(of: notification) as? Message
      if let message = posted ?? Message.makeMessage(notification) { continuation.yield(message) }
    }
    Task { for await message in stream { await observer(message) } }
    return ObservationToken { [weak self] in
      self?.removeObserver(token)
      continuation.finish()
    }
  }

  private func stream<Message: AsyncMessage>(
    _ subject: AnyObject?, _ limit: Int, _ site: SourceSite
  ) -> AsyncStream<Message> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Message.self, bufferingPolicy: .bufferingNewest(limit))
    let token = add(.sequence, Message.name, subject, site) { notification in
      let posted = PostedMessages.message(of: notification) as? Message
      if let message = posted ?? Message.makeMessage(notification) { continuation.yield(message) }
    }
    continuation.onTermination = { [weak self] _ in self?.removeObserver(token) }
    return stream
  }

  private func send(
    _ message: Any, _ notification: Notification, _ name: Notification.Name, _ subject: AnyObject?
  ) {
    let storage = NSNotification(
      name: name, object: subject ?? notification.object, userInfo: notification.userInfo)
    PostedMessages.during(storage, message) { post(storage) }
  }
}

extension NotificationCenter.MainActorMessage {
  public static var name: Notification.Name { Notification.Name(String(reflecting: Self.self)) }
  @MainActor public static func makeMessage(_ notification: Notification) -> Self? { nil }
  @MainActor public static func makeNotification(_ message: Self) -> Notification { Notification(name: name) }
}

extension NotificationCenter.AsyncMessage {
  public static var name: Notification.Name { Notification.Name(String(reflecting: Self.self)) }
  public static func makeMessage(_ notification: Notification) -> Self? { nil }
  public static func makeNotification(_ message: Self) -> Notification { Notification(name: name) }
}

/// The messages of current posts, so that typed observers receive them unchanged.
private enum PostedMessages {
  private static let messages = Guarded<[ObjectIdentifier: Any]>([:])

  static func during(_ storage: NSNotification, _ message: Any, _ body: () -> Void) {
    messages.withLock { $0[ObjectIdentifier(storage)] = message }
    body()
    messages.withLock { $0[ObjectIdentifier(storage)] = nil }
  }

  static func message(of notification: Notification) -> Any? {
    messages.withLock { $0[ObjectIdentifier(notification.storage)] }
  }
}
