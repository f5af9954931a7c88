import Device
import DeviceProtocol
import Foundation

/// Taps, dismissals and actions of notifications, and remote notifications.
extension ScriptRunner {
  func notification(
    _ target: Target, _ action: Step.NotificationAction, _ step: Step
  ) throws(Interruption) {
    let found = try wait(upTo: step.timeout) { () throws(Interruption) -> ShownNotification? in
      let shown = self.deliveredNotifications
      let matcher = ScreenMatcher(elements: shown.map { SimulatedDevice.element(of: $0, frame: nil) })
      guard case .found(let index, let count) = matcher.resolve(target) else { return nil }
      if count > 1 { self.device.note("\(count) notifications match \(target): the latest is used") }
      return shown[index]
    }
    guard let found else { throw missingNotification(target, step) }
    switch action {
    case .tap:
      try ask { () throws(DeviceError) in
        try self.device.reachNotification(found.number)
        try self.device.respond(to: found.number)
      }
    case .dismiss:
      try ask { () throws(DeviceError) in
        try self.device.reachNotification(found.number)
        try self.device.dismissNotification(found.number)
      }
    case .action(let name, let text):
      guard let action = found.actions.first(where: { $0.title == name || $0.identifier == name }) else {
        throw failure(
          "notificationAction: the notification '\(found.label)' has no action '\(name)'",
          expected: found.actions.isEmpty
            ? "a notification whose category has actions"
            : "one of " + found.actions.map { "'\($0.title)'" }.joined(separator: ", "),
          found: found.actions.isEmpty ? "one without" : "'\(name)'")
      }
      guard text == nil || action.textInput != nil else {
        throw failure(
          "notificationAction: the action '\(action.title)' takes no text",
          expected: "an UNTextInputNotificationAction", found: "a plain action")
      }
      try ask { () throws(DeviceError) in
        try self.device.reachNotification(found.number)
        try self.device.respond(to: found.number, action: action.identifier, text: text)
      }
    }
  }

  /// The user taps the latest notification: `launch: {reason: notification}`.
  func launchByNotification(_ step: Step) throws(Interruption) {
    guard let latest = deliveredNotifications.first else {
      throw failure(
        "launch: there is no notification to tap", expected: "a notification that was delivered",
        found: describeNotifications())
    }
    try ask { () throws(DeviceError) in
      try self.device.reachNotification(latest.number)
      try self.device.respond(to: latest.number)
    }
  }

  /// The banner, then the list; latest first.
  private var deliveredNotifications: [ShownNotification] {
    let screen = device.notificationScreen
    let list = screen.list.filter { $0.number != screen.banner?.number }
    return [screen.banner].compactMap(\.self) + list
  }

  private func missingNotification(_ target: Target, _ step: Step) -> Interruption {
    failure(
      "\(step.name): there is no notification \(target)",
      expected: "the notification within \(plain(step.timeout)) s", found: describeNotifications())
  }

  private func describeNotifications() -> String {
    let delivered = deliveredNotifications.map { "'\($0.label)'" }
    if !delivered.isEmpty { return "the notifications \(delivered.joined(separator: ", "))" }
    let pending = device.pendingNotifications
    guard let next = pending.first else { return "none delivered, none pending" }
    return "none delivered; \(pending.count) pending, next '\(next.name)'"
      + (next.seconds.map { " in \(plain($0)) s" } ?? "")
  }

  func push(_ path: String) throws(Interruption) {
    let folder = URL(fileURLWithPath: script.file).deletingLastPathComponent()
    let file = URL(fileURLWithPath: path, relativeTo: folder)
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw failure(
        "push: \(path) cannot be read", expected: "a file beside the script",
        found: error.localizedDescription)
    }
    let payload: RemotePayload
    do throws(RemotePayload.Invalid) {
      payload = try RemotePayload(json: bytes)
    } catch {
      throw failure(
        "push: \(path): \(error.description)",
        expected: "a payload like {\"aps\": {\"alert\": {\"title\": \"…\", \"body\": \"…\"}}}", found: path)
    }
    try ask { () throws(DeviceError) in try self.device.push(payload) }
  }
}
