import Compositor
import DeviceProtocol
import Foundation

/// The layout of notifications on the screen, and fingers on them.
extension SimulatedDevice {
  /// A pending notification, for error messages.
  public struct Pending: Sendable, Equatable {
    public var name: String
    /// Seconds until it fires; nil for a trigger without a date.
    public var seconds: Double?
  }

  /// The requests that are pending, the next one first.
  public var pendingNotifications: [Pending] {
    let wall = notificationWall
    let dates = Dictionary(
      notifications.daemon.schedule.map { ($0.identifier, $0.wall) }, uniquingKeysWith: { first, _ in first })
    return notifications.daemon.state.pending
      .map { Pending(name: $0.name, seconds: dates[$0.identifier].map { max($0 - wall, 0) }) }
      .sorted { ($0.seconds ?? .infinity) < ($1.seconds ?? .infinity) }
  }

  /// The system's part of the picture.
  var systemScreen: SystemScreen {
    let screen = notificationScreen
    var result = SystemScreen(
      place: springboard.isLocked
        ? .lock(day: Self.day(of: notificationWall))
        : springboard.isInFront ? .app : .home(app: app.displayName, badge: screen.badge))
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
      top: shownOrientation.isLandscape ? 8 : max(model.safeAreaTop - 8, 8))
  }

  private func cards(_ list: [ShownNotification]) -> [NotificationCard] {
    NotificationCard.stack(list.map(card), top: 290, screenHeight: screenSize.height)
  }

  /// The notifications on the screen with their frames in screen points; front first.
  public var notificationsOnScreen: [(notification: ShownNotification, frame: NotificationCard.Frame)] {
    let screen = notificationScreen
    if springboard.isLocked {
      return zip(screen.list, cards(screen.list)).map { ($0, $1.frame) }
    }
    return screen.banner.map { [($0, card(of: $0).frame)] } ?? []
  }

  /// A notification as an element of the screen, which a script finds by identifier, title or body.
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

  /// The elements of notifications followed by those of the app, which know if a notification covers them.
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

  /// Opens Notification Center over an app in front, if the notification is not on the screen (E-37).
  public func reachNotification(_ number: UInt32) throws(DeviceError) {
    guard !notificationsOnScreen.contains(where: { $0.notification.number == number }),
      springboard.state == .active
    else { return }
    try perform(.interrupt(.notification))
  }

  // MARK: Fingers

  /// Handles the fingers that began on a notification: a tap opens it, a swipe up hides its banner. Returns the others.
  func takeNotificationTouches(_ fingers: [TouchEvent.Finger]) throws(DeviceError) -> [TouchEvent.Finger] {
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
            cause: notifications.firedBy(begun.number), category: .user)
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
