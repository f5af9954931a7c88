import Compositor
import DeviceProtocol
import Foundation

/// Where notifications lie on the screen, and fingers on them.
extension SimulatedDevice {
  /// A pending notification, for messages.
  public struct Pending: Sendable, Equatable {
    public var name: String
    /// Until it fires; nil without a date.
    public var seconds: Double?
  }

  /// What will fire, the soonest first.
  public var pendingNotifications: [Pending] {
    let wall = notificationWall
    let dates = Dictionary(
      notifications.daemon.schedule.map { ($0.identifier, $0.wall) }, uniquingKeysWith: { first, _ in first })
    return notifications.daemon.state.pending
      .map { Pending(name: $0.name, seconds: dates[$0.identifier].map { max($0 - wall, 0) }) }
      .sorted { ($0.seconds ?? .infinity) < ($1.seconds ?? .infinity) }
  }

  /// Whether the app is what lies below.
  private var showsApp: Bool {
    switch springboard.state {
    case .active, .inactive: true
    case .notRunning, .background, .suspended: false
    }
  }

  /// The system's part of the picture.
  var systemScreen: SystemScreen {
    let screen = notificationScreen
    var result = SystemScreen(
      place: springboard.isLocked
        ? .lock(day: Self.day(of: notificationWall))
        : showsApp ? .app : .home(app: app.displayName, badge: screen.badge))
    if springboard.isLocked {
      result.cards = cards(screen.list)
    } else {
      result.banner = screen.banner.map { card(of: $0) }
    }
    return result
  }

  private static func day(of wall: Double) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEEE, MMMM d"
    return formatter.string(from: Date(timeIntervalSince1970: wall))
  }

  private func card(of notification: ShownNotification) -> NotificationCard {
    let age = notificationWall - notification.date
    return NotificationCard(
      app: notification.app, title: notification.title, subtitle: notification.subtitle,
      body: notification.body, time: age < 60 ? "now" : "\(Int(age / 60))m ago",
      picture: notification.picture,
      screenWidth: screenSize.width,
      top: shownOrientation.hasPrefix("landscape") ? 8 : max(model.safeAreaTop - 8, 8))
  }

  private func cards(_ list: [ShownNotification]) -> [NotificationCard] {
    NotificationCard.stack(list.map(card), top: 290, screenHeight: screenSize.height)
  }

  /// Everything of notifications that is on the screen now, with its frame; front first.
  public var notificationsOnScreen: [(notification: ShownNotification, frame: NotificationCard.Frame)] {
    let screen = notificationScreen
    if springboard.isLocked {
      return zip(screen.list, cards(screen.list)).map { ($0, $1.frame) }
    }
    return screen.banner.map { [($0, card(of: $0).frame)] } ?? []
  }

  /// A notification as an element of the screen: found by identifier, by its title, by its body.
  public static func element(of notification: ShownNotification, frame: NotificationCard.Frame?)
    -> ScreenElement
  {
    ScreenElement(
      identifier: notification.identifier, label: notification.label,
      text: notification.body.isEmpty ? nil : notification.body,
      value: notification.subtitle.isEmpty ? nil : notification.subtitle,
      classes: ["Notification", "NSObject"], x: frame?.x ?? 0, y: frame?.y ?? 0, width: frame?.width ?? 0,
      height: frame?.height ?? 0, isEnabled: true, isSelected: false, coveredBy: nil, ancestors: [])
  }

  /// Puts what notifications show before the app's elements, and says what they cover.
  func elements(underNotifications elements: [ScreenElement]) -> [ScreenElement] {
    let shown = notificationsOnScreen
    guard !shown.isEmpty else { return elements }
    let own = shown.map { Self.element(of: $0.notification, frame: $0.frame) }
    return own
      + elements.map { element in
        var element = element
        element.ancestors = element.ancestors.map { $0 + own.count }
        let (x, y) = (element.x + element.width / 2, element.y + element.height / 2)
        if element.coveredBy == nil, let cover = shown.first(where: { $0.frame.contains(x: x, y: y) }) {
          element.coveredBy = "the notification '\(cover.notification.label)'"
        }
        return element
      }
  }

  /// Makes a notification that is not on the screen reachable: the list is pulled down over an app in front (E-37).
  public func reachNotification(_ number: UInt32) throws(DeviceError) {
    guard !notificationsOnScreen.contains(where: { $0.notification.number == number }),
      springboard.state == .active
    else { return }
    try perform(.interrupt(.notification))
  }

  // MARK: Fingers

  /// Takes the fingers that are a notification's: a tap opens it, a way upwards puts its banner away. Gives the others.
  func touchNotifications(_ fingers: [TouchEvent.Finger]) throws(DeviceError) -> [TouchEvent.Finger] {
    guard !notificationsOnScreen.isEmpty || !notifications.fingers.isEmpty else { return fingers }
    var rest: [TouchEvent.Finger] = []
    var tapped: UInt32?
    for finger in fingers {
      switch finger.phase {
      case .began:
        let hit = notificationsOnScreen.first { $0.frame.contains(x: finger.x, y: finger.y) }
        if let hit {
          notifications.fingers[finger.id] = (finger.x, finger.y, hit.notification.number)
        } else {
          rest.append(finger)
        }
      case .ended, .cancelled:
        guard let begun = notifications.fingers.removeValue(forKey: finger.id) else {
          rest.append(finger)
          break
        }
        let (dx, dy) = (finger.x - begun.x, finger.y - begun.y)
        if finger.phase == .ended, dx * dx + dy * dy < 100 {
          tapped = begun.number
        } else if finger.phase == .ended, dy < -15, notifications.banner?.notification.number == begun.number
        {
          recordNotification(
            "banner put away", notifications.banner?.notification.request,
            cause: notifications.firedBy[begun.number] ?? 0, category: "user")
          notifications.banner = nil
          showNotifications()
        }
      case .moved, .stationary, .hovering:
        if notifications.fingers[finger.id] == nil { rest.append(finger) }
      }
    }
    if let tapped { try respond(to: tapped) }
    return rest
  }
}
