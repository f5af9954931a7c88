import Compositor
import DeviceProtocol
import Foundation
import TraceVocabulary

/// The notification center: the app's requests, what fires, what is shown, and the user's actions.
extension SimulatedDevice {
  // MARK: The clock

  /// The wall clock, seconds since 1970.
  var notificationWall: Double { notificationClock.wall }

  private var notificationClock: NotificationDaemon.Clock {
    let wall =
      configuration.ownsTime
      ? (configuration.wallClockAtStart ?? Self.freshWallClock) + now.seconds
      : Date().timeIntervalSince1970
    let isVirtualZone = configuration.ownsTime && configuration.wallClockAtStart == nil
    return NotificationDaemon.Clock(now: now, wall: wall, zone: isVirtualZone ? Self.freshZone : nil)
  }
  private static let freshZone = TimeZone(secondsFromGMT: 0)
  /// 2026-01-01 09:41:00 UTC.
  static let freshWallClock = 1_767_260_460.0

  /// The next time at which the center has something to do; nil for never.
  var nextNotificationDeadline: DeviceTime? {
    var earliest = notifications.process.holds.values.map(\.until).min() ?? .never
    if let banner = notifications.banner { earliest = min(earliest, banner.until) }
    if let crossing = notifications.regions.nextDeadline {
      earliest = min(earliest, DeviceTime(seconds: crossing))
    }
    if let wall = notifications.daemon.next {
      let clock = notificationClock
      earliest = min(earliest, clock.now.advanced(bySeconds: max(wall - clock.wall, 0)))
    }
    return earliest == .never ? nil : earliest
  }

  // MARK: The app's requests

  func take(_ call: NotificationCall, number: UInt32, cause: UInt64) {
    notifications.process.lastCall = number
    let root = trace.sequence(ofEvent: cause)
    switch call {
    case .authorize(let options):
      // L-153: the app's options, for the settings.
      notifications.daemon.state.options = options
      followPermission(permission(for: .notifications))
    case .add(let request): add(request, cause: root)
    case .removePending(let identifiers):
      let known = notifications.daemon.state.pending.map(\.identifier).filter(identifiers.contains)
      notifications.daemon.apply(call)
      for identifier in known { noteRemoved(identifier, cause: root) }
    case .removeAllPending:
      let known = notifications.daemon.state.pending.map(\.identifier)
      notifications.daemon.apply(call)
      for identifier in known { noteRemoved(identifier, cause: root) }
    case .removeDelivered, .removeAllDelivered:
      notifications.daemon.apply(call)
      if let banner = notifications.banner,
        !notifications.daemon.state.delivered.contains(where: { $0.number == banner.notification.number })
      {
        notifications.banner = nil
      }
    case .setBadge(let number):
      notifications.daemon.apply(call)
      let isShown = notifications.daemon.state.isAuthorized && notifications.daemon.state.options & 1 != 0
      recordNotification(
        "badge \(max(number, 0))", cause: root, outcome: isShown || number <= 0 ? .handled : .refused,
        why: isShown || number <= 0 ? nil : "the badge is not authorized: it is kept and not drawn")
    case .setCategories: notifications.daemon.apply(call)
    case .present(let delivery, let options, let why):
      guard let notification = notifications.process.awaiting.removeValue(forKey: delivery) else { break }
      show(
        notification, options: options ?? 0, why: why ?? "userNotificationCenter(_:willPresent:) answered []",
        cause: root)
    case .done(let delivery, let result):
      notifications.process.holds[delivery] = nil
      if let result { recordNotification("background fetch \(result)", cause: root) }
    case .registerForRemote:
      notifications.daemon.apply(call)
      recordNotification("registered for remote notifications", cause: root)
      session?.sendInput(.notification(.registered(token: remoteToken)))
    case .unregisterForRemote: notifications.daemon.apply(call)
    }
    keepNotifications()
    showNotifications()
  }

  /// L-163: depends on the app and the device model only, so that it is the same in each run.
  private var remoteToken: [UInt8] {
    var token: [UInt8] = []
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in (app.identifier + "/" + model.name).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    while token.count < 32 {
      hash = (hash ^ UInt64(token.count + 1)) &* 0x100_0000_01b3
      token.append(UInt8(truncatingIfNeeded: hash >> 32))
    }
    return token
  }

  private func add(_ request: NotificationRequestRecord, cause: Int) {
    let (added, dropped) = notifications.daemon.add(request, notificationClock)
    switch added {
    case .refused(let why):
      recordNotification("not scheduled", request, cause: cause, outcome: .refused, why: why)
      syncNotifications()
    case .firesNow:
      let scheduled = recordNotification("scheduled", request, cause: cause, detail: [("fires", "now")])
      notifications.immediate.append((request, scheduled))
    case .scheduled(let date):
      let when = date.map { Self.text(of: $0, since: notificationClock) } ?? describe(request.trigger)
      notifications.scheduledBy[request.identifier] = recordNotification(
        "scheduled", request, cause: cause,
        detail: [("fires", when)] + (request.repeats ? [("repeats", "true")] : []))
    }
    for identifier in dropped {
      recordNotification(
        "dropped \(identifier)", cause: cause, outcome: .dropped,
        why: "an app has at most \(NotificationDaemon.limit) pending notifications; the soonest are kept")
    }
    if !dropped.isEmpty { syncNotifications() }
  }

  private static func text(of date: Double, since clock: NotificationDaemon.Clock) -> String {
    let seconds = ((date - clock.wall) * 1000).rounded() / 1000
    return "in \(short(seconds)) s"
  }

  private func describe(_ trigger: NotificationRequestRecord.Trigger) -> String {
    switch trigger {
    case .location(let region):
      switch (region.notifiesOnEntry, region.notifiesOnExit) {
      case (true, true): "on entry to or exit from \(region.identifier)"
      case (true, false): "on entry to \(region.identifier)"
      case (false, true): "on exit from \(region.identifier)"
      case (false, false): "never: the region notifies of neither entry nor exit"
      }
    default: "never"
    }
  }

  private func noteRemoved(_ identifier: String, cause: Int) {
    recordNotification(
      "removed \(identifier)", cause: cause, outcome: .dropped, why: "the app removed the pending request")
    notifications.scheduledBy[identifier] = nil
  }

  // MARK: Permission

  /// Takes over the user's decision about notifications.
  func followPermission(_ permission: Permission) {
    guard permission.kind == .notifications else { return }
    notifications.daemon.state.authorization = permission.status.notificationAuthorization
    syncNotifications()
    keepNotifications()
    showNotifications()
  }

  // MARK: Firing

  /// Does what is due: fires requests, hides banners, ends the time for work in the background. Called when the app rests.
  func tendNotifications() throws(DeviceError) {
    guard !notifications.isTending, performDepth == 0 else { return }
    notifications.isTending = true
    defer { notifications.isTending = false }
    while !notifications.immediate.isEmpty {
      let (request, cause) = notifications.immediate.removeFirst()
      try fire(request, cause: cause)
    }
    while !notifications.daemon.schedule.isEmpty,
      let request = notifications.daemon.takeDue(notificationClock)
    {
      try fire(request, cause: notifications.scheduledBy[request.identifier] ?? 0)
      if !request.repeats { notifications.scheduledBy[request.identifier] = nil }
    }
    try tendNotificationRegions()
    if let banner = notifications.banner, banner.until <= now {
      notifications.banner = nil
      showNotifications()
    }
    if !notifications.process.holds.isEmpty { endHolds() }
    notifications.forgetRemoved()
  }

  private func endHolds() {
    let holds = notifications.process.holds.sorted { $0.key < $1.key }
    for (number, hold) in holds where hold.until <= now {
      notifications.process.holds[number] = nil
      recordNotification(
        "background time over", cause: hold.firedBy, outcome: .refused,
        why: "the app did not call its completion handler within \(short(NotificationActivity.workTime)) s")
    }
  }

  private func fire(_ request: NotificationRequestRecord, cause: Int) throws(DeviceError) {
    let notification = notifications.daemon.fired(request, notificationClock)
    let fired = recordNotification("fired", request, cause: cause)
    notifications.fired[notification.number] = .init(event: fired)
    try present(notification, cause: fired)
  }

  /// Fires the requests whose location trigger waits for this crossing.
  func regionCrossed(_ identifier: String, isEntry: Bool, cause: Int) throws(DeviceError) {
    for request in notifications.daemon.takeCrossing(of: identifier, isEntry: isEntry) {
      try fire(request, cause: cause == 0 ? notifications.scheduledBy[request.identifier] ?? 0 : cause)
    }
  }

  /// L-92, L-113: asks an app in front what to show; otherwise the system shows the notification.
  private func present(_ notification: DeliveredNotification, cause: Int) throws(DeviceError) {
    defer { keepNotifications() }
    guard isAppInFront else {
      return show(notification, options: .max, why: "", cause: cause)
    }
    let state = notifications.daemon.state
    guard state.isAuthorized || notification.request.origin == .legacy else {
      recordNotification(
        "not shown", notification.request, cause: cause, outcome: .refused,
        why: NotificationDaemon.whyNotAuthorized(state))
      return
    }
    notifications.process.awaiting[notification.number] = notification
    syncNotifications()
    let outer = deviceCause
    deviceCause = cause
    defer { deviceCause = outer }
    try deliver(.notification(.arrived(notification)))
  }

  private var isAppInFront: Bool {
    process?.hasReceivedHello == true && !isSuspended && springboard.isInFront
  }

  /// Shows the parts of a notification that the user and the app allow.
  ///
  /// - Parameters:
  ///   - options: `UNNotificationPresentationOptions`; `.max` when the app is not in front.
  ///   - why: the reason for the trace if `options` is 0.
  private func show(_ notification: DeliveredNotification, options: UInt32, why: String, cause: Int) {
    let cause = cause == 0 ? notifications.firedBy(notification.number) : cause
    let (request, state) = (notification.request, notifications.daemon.state)
    guard state.isAuthorized else {
      syncNotifications()
      recordNotification(
        "not shown", request, cause: cause, outcome: .refused,
        why: NotificationDaemon.whyNotAuthorized(state))
      return
    }
    // L-157
    let isProvisional = state.authorization == 3
    let isQuiet = isProvisional || request.interruptionLevel == 0
    let mayAlert = state.options & 4 != 0 || isProvisional
    var parts: [String] = []
    if options & (4 | 16) != 0, mayAlert, !isQuiet, request.hasAlert {
      if springboard.isLocked {
        parts.append("lock screen")
      } else {
        parts.append("banner")
        notifications.banner = .init(
          notification: notification, until: now.advanced(bySeconds: NotificationActivity.bannerTime))
      }
    }
    if options & (4 | 8) != 0, mayAlert, request.hasAlert {
      parts.append("list")
      notifications.daemon.list(notification)
    }
    if options & 1 != 0, state.options & 1 != 0, !isProvisional, let badge = request.badge {
      parts.append("badge \(badge)")
      notifications.daemon.state.badge = max(badge, 0)
    }
    if options & 2 != 0, state.options & 2 != 0, !isQuiet, let sound = request.sound {
      parts.append("sound \(name(ofSound: sound))")
    }
    if parts.isEmpty {
      let reason =
        options == 0
        ? why
        : options == .max
          ? "the user has allowed nothing of what it has" : "nothing of what it has was asked for"
      recordNotification("not shown", request, cause: cause, outcome: .refused, why: reason)
    } else {
      recordNotification("shown", request, cause: cause, detail: [("as", parts.joined(separator: ", "))])
    }
    syncNotifications()
    keepNotifications()
    showNotifications()
  }

  /// L-97: the default sound is played for a name that is not a file of the app.
  private func name(ofSound sound: String) -> String {
    if sound.isEmpty { return "default" }
    let places = [app.path + "/" + sound, container.path + "/Library/Sounds/" + sound]
    return places.contains { FileManager.default.fileExists(atPath: $0) }
      ? sound : "default (the app has no sound \(sound))"
  }

  // MARK: The app's copy

  /// Sends the app the center's current state; a suspended app gets it when it runs again.
  func syncNotifications() {
    guard let process, process.hasReceivedHello else { return }
    if isSuspended {
      notifications.process.isStale = true
    } else {
      process.send(.notification(.state(notifications.daemon.state, seen: notifications.process.lastCall)))
    }
  }

  /// Brings the copy of an app that was suspended up to date, before any other message.
  func refreshNotifications() {
    guard notifications.process.isStale else { return }
    notifications.process.isStale = false
    process?.send(.notification(.state(notifications.daemon.state, seen: notifications.process.lastCall)))
  }

  private func keepNotifications() { container.keep(notifications.daemon.text, as: "notifications") }

  // MARK: The user's actions

  /// The notifications on the screen.
  public var notificationScreen: NotificationScreen {
    var screen = NotificationScreen()
    let state = notifications.daemon.state
    screen.banner = notifications.banner.map { shown($0.notification) }
    screen.list = state.delivered.reversed().map(shown)
    screen.badge = state.isAuthorized && state.options & 1 != 0 ? state.badge : 0
    return screen
  }

  private func shown(_ notification: DeliveredNotification) -> ShownNotification {
    ShownNotification(
      number: notification.number, identifier: notification.request.identifier, app: app.displayName,
      title: notification.request.title, subtitle: notification.request.subtitle,
      body: notification.request.body,
      actions: notifications.daemon.category(of: notification)?.actions ?? [], date: notification.date,
      picture: picture(of: notification))
  }

  /// L-151: the thumbnail is read once, when the notification is first shown.
  private func picture(of notification: DeliveredNotification) -> [UInt8] {
    guard let thumbnail = notification.request.thumbnail else { return [] }
    if let known = notifications.fired[notification.number]?.picture { return known }
    let made: [UInt8]
    switch readPicture(thumbnail) {
    case .success(let picture): made = picture
    case .failure(let problem):
      made = []
      recordNotification(
        "attachment not shown", notification.request, cause: notifications.firedBy(notification.number),
        outcome: .refused, why: problem.why)
    }
    notifications.fired[notification.number, default: .init()].picture = made
    return made
  }

  private struct PictureProblem: Error {
    var why: String
  }

  private func readPicture(_ thumbnail: NotificationThumbnail) -> Result<[UInt8], PictureProblem> {
    let name = (thumbnail.path as NSString).lastPathComponent
    // NB: the path comes from the app and is not trusted; a symbolic link may lead anywhere.
    let path = URL(fileURLWithPath: thumbnail.path).resolvingSymlinksInPath().path
    let home = URL(fileURLWithPath: container.path).resolvingSymlinksInPath().path
    guard path.hasPrefix(home + "/") else {
      return .failure(PictureProblem(why: "'\(name)' is not a file of the app's container"))
    }
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      ((attributes[.size] as? NSNumber)?.intValue ?? .max) <= 10 << 20,
      let data = FileManager.default.contents(atPath: path)
    else { return .failure(PictureProblem(why: "'\(name)' is not a file of at most 10 MB any more")) }
    let part = NotificationCard.Frame(
      x: thumbnail.x, y: thumbnail.y, width: thumbnail.width, height: thumbnail.height)
    guard let picture = NotificationPicture.make(from: [UInt8](data), part: part) else {
      return .failure(PictureProblem(why: "'\(name)' is not a picture in PNG, JPEG or GIF"))
    }
    return .success(picture)
  }

  func showNotifications() { onOutput?(.notifications(notificationScreen)) }

  /// The user acts on a delivered notification (L-114).
  ///
  /// - Parameters:
  ///   - action: the identifier of one of the category's actions; nil for a tap on the notification itself.
  ///   - text: the user's text, for a text-input action.
  /// - Throws: `refused` if the notification or the action does not exist.
  public func respond(to number: UInt32, action: String? = nil, text: String? = nil) throws(DeviceError) {
    guard let notification = delivered(number) else {
      throw .refused("the notification does not exist any more")
    }
    let chosen = action.flatMap { action in
      notifications.daemon.category(of: notification)?.actions.first { $0.identifier == action }
    }
    if action != nil, chosen == nil { throw .refused("the notification has no action '\(action ?? "")'") }
    let firedBy = notifications.firedBy(number)
    let cause = recordNotification(
      action == nil ? "tap notification" : "notification action", notification.request,
      cause: firedBy, category: .user,
      detail: chosen.map { [("action", $0.identifier), ("title", $0.title)] } ?? [])
    removeFromScreen(notification)
    let response = NotificationResponseRecord(
      notification: notification, action: chosen?.identifier ?? Self.defaultAction,
      text: chosen?.textInput == nil ? nil : text ?? "")
    try deliver(response, inFront: chosen?.isForeground ?? true, cause: cause, firedBy: firedBy)
  }
  static let defaultAction = "com.apple.UNNotificationDefaultActionIdentifier"
  static let dismissAction = "com.apple.UNNotificationDismissActionIdentifier"

  /// The user dismisses a notification. The app is told if the notification's category has `customDismissAction`.
  public func dismissNotification(_ number: UInt32) throws(DeviceError) {
    guard let notification = delivered(number) else {
      throw .refused("the notification does not exist any more")
    }
    let isReported = notifications.daemon.category(of: notification)?.hasCustomDismiss == true
    let firedBy = notifications.firedBy(number)
    let cause = recordNotification(
      "dismiss notification", notification.request, cause: firedBy, category: .user)
    removeFromScreen(notification)
    guard isReported else {
      recordNotification(
        "userNotificationCenter(_:didReceive:withCompletionHandler:)", notification.request, cause: cause,
        outcome: .refused,
        why:
          "the app is told of a dismissal only if the notification's category has the option customDismissAction"
      )
      return
    }
    try deliver(
      NotificationResponseRecord(notification: notification, action: Self.dismissAction), inFront: false,
      cause: cause, firedBy: firedBy)
  }

  /// The user opens the app's own notification settings from the system's (L-117).
  public func openNotificationSettings() throws(DeviceError) {
    notifications.process.message = .openSettings(identifier: nil)
    try perform(.respondToNotification)
  }

  private func delivered(_ number: UInt32) -> DeliveredNotification? {
    if let banner = notifications.banner, banner.notification.number == number { return banner.notification }
    return notifications.daemon.state.delivered.first { $0.number == number }
  }

  private func removeFromScreen(_ notification: DeliveredNotification) {
    if notifications.banner?.notification.number == notification.number { notifications.banner = nil }
    notifications.daemon.state.delivered.removeAll { $0.number == notification.number }
    syncNotifications()
    keepNotifications()
    showNotifications()
  }

  private func deliver(
    _ response: NotificationResponseRecord, inFront: Bool, cause: Int, firedBy: Int
  ) throws(DeviceError) {
    notifications.process.message = .response(response)
    notifications.process.launch = response
    if !inFront {
      hold(response.notification, firedBy: firedBy)
    }
    notifications.cause = cause
    defer { notifications.cause = 0 }
    if inFront {
      try perform(.respondToNotification)
    } else {
      try deliverInBackground(reason: .notificationAction)
    }
  }

  /// L-116: lets the app handle a notification in the background.
  private func hold(_ notification: DeliveredNotification, firedBy: Int) {
    notifications.process.holds[notification.number] = .init(
      until: now.advanced(bySeconds: NotificationActivity.workTime), firedBy: firedBy)
  }

  /// L-116, L-160: wakes the app in the background, if necessary, and sends it the message that waits. An app that is launched
  /// gets the message with its launch.
  private func deliverInBackground(reason: LaunchReason) throws(DeviceError) {
    performDepth += 1
    defer { performDepth -= 1 }
    let wasRunning = session != nil
    try wakeApp(reason: reason, cause: notifications.cause)
    if wasRunning { try deliverNotification() }
    if isVirtual { try checkSuspension() }
  }

  // MARK: Remote notifications

  /// Delivers a remote notification, as a server sends it (L-160).
  public func push(_ payload: RemotePayload) throws(DeviceError) {
    notifications.pushes += 1
    var request = payload.request
    request.identifier = "push-\(notifications.pushes)"
    let cause = recordNotification(
      "push", request, category: .functional,
      detail: [("silent", payload.isSilent ? "true" : "false")])
    if payload.isMutable, !notifications.hasReportedExtension {
      notifications.hasReportedExtension = true
      // L-168.
      let text =
        "the payload asks for a service extension (mutable-content); extensions are not run, the notification is shown unchanged"
      note(text)
      report(text)
    }
    let notification = notifications.daemon.fired(request, notificationClock)
    notifications.fired[notification.number] = .init(event: cause)
    let wasInFront = isAppInFront
    if payload.isVisible {
      try present(notification, cause: cause)
    } else if !payload.isSilent {
      recordNotification(
        "not shown", request, cause: cause, outcome: .refused,
        why: "the payload has neither alert, badge and sound nor content-available")
    }
    guard payload.isSilent else { return }
    try deliverSilently(notification, cause: cause, wasInFront: wasInFront)
  }

  private func deliverSilently(_ notification: DeliveredNotification, cause: Int, wasInFront: Bool)
    throws(DeviceError)
  {
    let name = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    func refuse(_ why: String) {
      recordNotification(name, notification.request, cause: cause, outcome: .refused, why: why)
    }
    // L-160: in the background only with this background mode, and not after the user ended the app in the switcher.
    if !wasInFront, !app.backgroundModes.contains("remote-notification") {
      return refuse("UIBackgroundModes in Info.plist does not contain remote-notification")
    }
    if springboard.state == .notRunning, lastEnd == .killed(.user) {
      return refuse(
        "the user ended the app in the switcher: the system does not launch it until the user has")
    }
    hold(notification, firedBy: cause)
    notifications.process.message = .remote(notification)
    notifications.process.launch = NotificationResponseRecord(notification: notification, action: "")
    notifications.cause = cause
    defer { notifications.cause = 0 }
    try deliverInBackground(reason: .remoteNotification)
  }

  /// Sends the message that waits, if there is one.
  func deliverNotification() throws(DeviceError) {
    guard let message = notifications.process.message else { return }
    notifications.process.message = nil
    let outer = deviceCause
    if notifications.cause != 0 { deviceCause = notifications.cause }
    defer { deviceCause = outer }
    try deliver(.notification(message))
    try waitUntilHandled()
  }

  // MARK: The trace

  @discardableResult
  func recordNotification(
    _ name: String, _ request: NotificationRequestRecord? = nil, cause: Int = 0,
    category: EventCategory = .functional, outcome: EventOutcome = .handled, why: String? = nil,
    detail: [(key: String, value: String)] = []
  ) -> Int {
    var all: [(key: String, value: String)] = []
    if let request {
      all.append(("identifier", request.identifier))
      if !request.title.isEmpty { all.append(("title", request.title)) }
      if !request.body.isEmpty { all.append(("body", request.body)) }
    }
    return record(
      name, category: category, mechanism: .userNotification, outcome: outcome, why: why,
      detail: all + detail, cause: cause)
  }
}
