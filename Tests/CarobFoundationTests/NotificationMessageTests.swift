import CarobFoundation
import TestSupport
import Testing

/// Typed messages, and posts of the toolchain's Foundation.
@Suite struct NotificationMessageTests {
  let record = Log()
  let center = NotificationCenter()

  @Test(.rule("F-1", "F-2")) @MainActor
  func `a main-actor message reaches observers of its subject immediately`() {
    let (one, two) = (Player(), Player())
    var tokens = [
      center.addObserver(of: one, for: .didEnd) { record("one \($0.count)") },
      center.addObserver(of: Player.self, for: .didEnd) { record("any \($0.count)") },
      center.addObserver(for: DidEnd.self) { record("typed \($0.count)") },
    ]
    center.post(DidEnd(count: 1), subject: one)
    record("posted")
    center.post(DidEnd(count: 2), subject: two)
    center.post(DidEnd(count: 3))
    #expect(
      record.take() == ["one 1", "any 1", "typed 1", "posted", "any 2", "typed 2", "any 3", "typed 3"])
    center.removeObserver(tokens[2])
    tokens.removeFirst()
    center.post(DidEnd(count: 4), subject: one)
    #expect(record.take() == ["any 4"])
    tokens = []
    center.post(DidEnd(count: 5), subject: one)
    #expect(record.take() == [] && center.registrations.isEmpty)
  }

  @Test @MainActor func `messages and notifications with one name are the same posts`() async {
    let token = center.addObserver(for: DidEnd.self) { record("message \($0.count)") }
    let other = center.addObserver(forName: DidEnd.name, object: nil, queue: nil) { [record] in
      record("notification \($0.userInfo?["count"] ?? "nothing")")
    }
    center.post(DidEnd(count: 1), subject: Player())
    center.post(name: DidEnd.name, object: Player(), userInfo: ["count": 2])
    center.post(name: DidEnd.name, object: nil)
    // For a notification posted off the main thread, the message waits for the main actor.
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    #expect(
      record.take() == ["message 1", "notification 1", "notification 2", "notification nothing", "message 2"])
    center.removeObserver(token)
    center.removeObserver(other)
  }

  @Test func `asynchronous messages arrive in the order of posting`() async {
    let player = Player()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = center.addObserver(of: player, for: .didMove) { message in
      await Task.yield()
      continuation.yield(message.place)
    }
    for place in 1...3 { center.post(DidMove(place: place), subject: player) }
    center.post(DidMove(place: 9))
    center.post(DidMove(place: 4), subject: player)
    var places: [Int] = []
    for await place in stream.prefix(4) { places.append(place) }
    #expect(places == [1, 2, 3, 4])
    center.removeObserver(token)
    #expect(center.registrations.isEmpty)
  }

  @Test func `a sequence of messages buffers the latest ones`() async {
    let messages = center.messages(of: Player.self, for: .didMove, bufferSize: 2)
    for place in 1...5 { center.post(DidMove(place: place)) }
    var places: [Int] = []
    for await message in messages.prefix(2) { places.append(message.place) }
    #expect(places == [4, 5])
  }

  @Test(.rule("F-14")) func `posts of the toolchain's Foundation arrive`() {
    let center = NotificationCenter.default
    let token = Foundation.NSNotification.Name("carob.tests.foreign")
    let tokens = [UserDefaults.didChangeNotification, .NSSystemTimeZoneDidChange, token].map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { [record] notification in
        let sender = notification.object is UserDefaults ? " of defaults" : ""
        if notification.object as? UserDefaults === UserDefaults.standard || sender.isEmpty {
          record("\(notification.name.rawValue)\(sender)")
        }
      }
    }
    // NB: no other test sets the standard defaults.
    UserDefaults.standard.set(1, forKey: "carob.tests.posts")
    UserDefaults.standard.removeObject(forKey: "carob.tests.posts")
    Foundation.NotificationCenter.default.post(name: token, object: nil)
    tokens.forEach { center.removeObserver($0) }
    let events = record.take()
    #expect(events.count == 3)
    #expect(events.first == "\(UserDefaults.didChangeNotification.rawValue) of defaults")
    #expect(events.last == "carob.tests.foreign")
  }
}

final class Player: Sendable {}

struct DidEnd: NotificationCenter.MainActorMessage {
  typealias Subject = Player
  static var name: Notification.Name { .init("DidEnd") }
  let count: Int
  static func makeMessage(_ notification: Notification) -> DidEnd? {
    (notification.userInfo?["count"] as? Int).map { DidEnd(count: $0) }
  }
  static func makeNotification(_ message: DidEnd) -> Notification {
    Notification(name: name, userInfo: ["count": message.count])
  }
}

struct DidMove: NotificationCenter.AsyncMessage {
  typealias Subject = Player
  let place: Int
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<DidEnd> {
  static var didEnd: Self { .init() }
}
extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<DidMove> {
  static var didMove: Self { .init() }
}
