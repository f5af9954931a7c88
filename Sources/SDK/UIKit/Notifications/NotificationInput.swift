import CarobFoundation
import DeviceProtocol
import UserNotifications

/// Dispatches what the device's notification center sends: to the delegate of `UNUserNotificationCenter`, or
/// else to the older methods of the application delegate (L-90 to L-95).
@MainActor
enum NotificationInput {
  private static var center: UNUserNotificationCenter { .current() }
  private static var service: NotificationService { .shared }
  private static var application: UIApplication { .shared }

  /// Connects the notification center to the device, before the app's code runs.
  static func connect(_ welcome: Welcome) {
    let prompt: NotificationService.Prompt = { isProvisional, answered in
      DeviceServices.request(.notifications, isProvisional ? .provisional : .ordinary) { _ in answered() }
    }
    DeviceServices.observePermission(.notifications) {
      NotificationService.shared.authorizationChanged($0.status.notificationAuthorization)
    }
    service.connect(
      welcome.notifications,
      transport: { call, number, cause in
        DeviceServices.send(.notification(call, number: number, cause: cause))
      }, prompt: prompt)
  }

  static func handle(_ message: NotificationMessage) {
    switch message {
    case .state(let state, let seen): return service.take(state, seen: seen)
    case .arrived(let notification):
      root("notification arrived", notification.request, .functional) { arrived(notification) }
    case .response(let response):
      root("notification response", response.notification.request, .user, action: response.action) {
        responded(response, atLaunch: false)
      }
    case .remote(let notification):
      root("remote notification", notification.request, .functional) {
        receivedRemote(notification, mustAnswer: true)
      }
    case .registered(let token):
      Journal.root(.userNotification, "registered for remote notifications", category: .functional) {
        registered(token)
      }
    case .openSettings(let identifier):
      Journal.root(.userNotification, "notification settings", category: .user) {
        let found = service.center.delivered.first { $0.request.identifier == identifier }
        center.openSettings(for: found)
      }
    }
    DeviceConnection.shared.send(.handled)
  }

  private static func root(
    _ name: String, _ request: NotificationRequestRecord, _ category: EventCategory, action: String? = nil,
    _ body: () -> Void
  ) {
    var detail = [(key: "identifier", value: request.identifier)]
    if let action { detail.append(("action", action)) }
    Journal.root(.userNotification, name, category: category, detail: detail) { body() }
  }

  private static func answers(_ selector: Selector) -> Bool {
    application.implementedDelegateMethods.contains(selector)
  }

  // MARK: In the foreground

  /// L-113: handles a notification that arrives while the app is in the foreground. L-92: apps with only the
  /// older API.
  private static func arrived(_ notification: DeliveredNotification) {
    guard !center.presentsNotifications, let delegate = application.delegate else {
      return center.present(notification)
    }
    switch notification.request.origin {
    case .legacy where answers("application:didReceiveLocalNotification:"):
      deliverLocalNotification(notification.request, delegate)
      service.call(
        .present(
          delivery: notification.number, options: nil,
          why: "the app is in the foreground and got application(_:didReceive:) instead"))
    case .remote where receivedRemote(notification, mustAnswer: false):
      service.call(
        .present(
          delivery: notification.number, options: nil,
          why: "the app is in the foreground and got application(_:didReceiveRemoteNotification:…) instead"))
    default: center.present(notification)
    }
  }

  private static func deliverLocalNotification(
    _ request: NotificationRequestRecord, _ delegate: any UIApplicationDelegate
  ) {
    let notification = UILocalNotification(request)
    Journal.deliver(.userNotification, "application(_:didReceive:)", to: delegate, category: .functional) {
      delegate.application(application, didReceive: notification)
    }
  }

  // MARK: Responses

  /// L-114: handles the user's response to a notification. L-93, L-95: apps with only the older API.
  static func responded(_ response: NotificationResponseRecord, atLaunch: Bool) {
    if center.deliver(response) { return }
    let request = response.notification.request
    let isTaken: Bool
    switch (request.origin, response.action) {
    case (.legacy, UNNotificationDefaultActionIdentifier):
      // L-94: the launch options have already reported it.
      if atLaunch { return done(response) }
      isTaken = answers("application:didReceiveLocalNotification:")
      if isTaken, let delegate = application.delegate { deliverLocalNotification(request, delegate) }
      done(response)
    case (.remote, UNNotificationDefaultActionIdentifier):
      if receivedRemote(response.notification, mustAnswer: false) { return done(response) }
      if atLaunch { return done(response) }
      isTaken = false
      done(response)
    case (.legacy, _), (.remote, _): isTaken = handleAction(response)
    case (.center, _):
      isTaken = false
      done(response)
    }
    guard !isTaken else { return }
    let why =
      center.delegate == nil
      ? "UNUserNotificationCenter.delegate is nil"
      : "\(center.delegate.map { Journal.describe($0) } ?? "") does not implement "
        + "userNotificationCenter(_:didReceive:withCompletionHandler:)"
    Journal.note(
      .userNotification, "userNotificationCenter(_:didReceive:withCompletionHandler:)", outcome: "unhandled",
      why: why, category: .user, detail: [("identifier", request.identifier), ("action", response.action)])
  }

  private static func done(_ response: NotificationResponseRecord) {
    service.call(.done(delivery: response.notification.number, result: nil))
  }

  /// L-95: calls the application delegate's action method.
  private static func handleAction(_ response: NotificationResponseRecord) -> Bool {
    guard let delegate = application.delegate else { return false }
    let request = response.notification.request
    let identifier = response.action == UNNotificationDefaultActionIdentifier ? nil : response.action
    let info: [AnyHashable: Any] =
      response.text.map { [UIUserNotificationActionResponseTypedTextKey: $0] } ?? [:]
    let end = FetchCompletion("handleActionWithIdentifier", response.notification.number)
    let finish: () -> Void = { end.finish(nil) }
    let isLocal = request.origin == .legacy
    let kind = isLocal ? "forLocalNotification" : "forRemoteNotification"
    let withInfo = answers(
      Selector("application:handleActionWithIdentifier:\(kind):withResponseInfo:completionHandler:"))
    guard
      withInfo || answers(Selector("application:handleActionWithIdentifier:\(kind):completionHandler:"))
    else {
      end.finish(nil)
      return false
    }
    let label = isLocal ? "for" : "forRemoteNotification"
    let name =
      "application(_:handleActionWithIdentifier:\(label):\(withInfo ? "withResponseInfo:" : "")completionHandler:)"
    Journal.deliver(.userNotification, name, to: delegate, category: .user) {
      switch (isLocal, withInfo) {
      case (true, true):
        delegate.application(
          application, handleActionWithIdentifier: identifier, for: UILocalNotification(request),
          withResponseInfo: info, completionHandler: finish)
      case (true, false):
        delegate.application(
          application, handleActionWithIdentifier: identifier, for: UILocalNotification(request),
          completionHandler: finish)
      case (false, true):
        delegate.application(
          application, handleActionWithIdentifier: identifier, forRemoteNotification: request.remoteUserInfo,
          withResponseInfo: info, completionHandler: finish)
      case (false, false):
        delegate.application(
          application, handleActionWithIdentifier: identifier, forRemoteNotification: request.remoteUserInfo,
          completionHandler: finish)
      }
    }
    return true
  }

  // MARK: Remote notifications

  /// L-160: the method with a completion handler takes precedence over the one without. Returns whether the
  /// delegate implements either.
  @discardableResult
  private static func receivedRemote(_ notification: DeliveredNotification, mustAnswer: Bool) -> Bool {
    let userInfo = notification.request.remoteUserInfo
    let plain = "application(_:didReceiveRemoteNotification:)"
    let fetching = "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    let number = notification.number
    guard let delegate = application.delegate else {
      if mustAnswer { service.call(.done(delivery: number, result: "noData")) }
      return false
    }
    if Runtime.implementation(type(of: delegate), fetching) != nil {
      let end = FetchCompletion("didReceiveRemoteNotification", number)
      Journal.deliver(.userNotification, fetching, to: delegate, category: .functional) {
        delegate.application(application, didReceiveRemoteNotification: userInfo) { result in
          end.finish("\(result)")
        }
      }
      return true
    }
    guard let method = Runtime.implementation(type(of: delegate), plain) else {
      Journal.note(
        .userNotification, fetching, outcome: "unhandled",
        why: "\(Journal.describe(delegate)) does not implement it", category: .functional)
      if mustAnswer { service.call(.done(delivery: number, result: "noData")) }
      return false
    }
    let end = FetchCompletion("didReceiveRemoteNotification", number)
    Journal.deliver(.userNotification, plain, to: delegate, category: .functional) {
      if case .many = method.body {
        // The `async` form: its method table entry takes a completion handler.
        let handler: (UIBackgroundFetchResult) -> Void = { end.finish("\($0)") }
        Runtime.call(method, delegate, application, userInfo, handler)
      } else {
        delegate.application(application, didReceiveRemoteNotification: userInfo)
        end.finish("noData")
      }
    }
    return true
  }

  private static func registered(_ token: [UInt8]) {
    let name = "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
    guard let delegate = application.delegate,
      answers("application:didRegisterForRemoteNotificationsWithDeviceToken:")
    else {
      Journal.note(
        .userNotification, name, outcome: "unhandled", why: "the application delegate does not implement it")
      return
    }
    Journal.deliver(.userNotification, name, to: delegate, category: .functional) {
      delegate.application(application, didRegisterForRemoteNotificationsWithDeviceToken: Data(token))
    }
  }

  // MARK: Launch

  /// The launch options of an app without scenes that was launched by a notification (L-94, L-161).
  static func launchOptions(_ welcome: Welcome) -> [UIApplication.LaunchOptionsKey: Any] {
    guard let response = welcome.launchNotification else { return [:] }
    let request = response.notification.request
    let isPlainTap = response.action == UNNotificationDefaultActionIdentifier
    guard isPlainTap || response.action.isEmpty else { return [:] }
    switch request.origin {
    case .remote: return [.remoteNotification: request.remoteUserInfo]
    case .legacy: return [.localNotification: UILocalNotification(request)]
    case .center: return [.localNotification: UILocalNotification(standingFor: request)]
    }
  }

  /// L-115: the response in the scene's connection options, for a plain tap.
  static func connectionResponse(_ welcome: Welcome) -> UNNotificationResponse? {
    guard let response = welcome.launchNotification,
      response.action == UNNotificationDefaultActionIdentifier
    else { return nil }
    return UNNotificationResponse.response(response)
  }

  /// L-111: the receiver of the response that launched the app is determined when `didFinishLaunching` has
  /// returned.
  static func finishedLaunching(_ welcome: Welcome) {
    service.hasFinishedLaunching = true
    guard let response = welcome.launchNotification, !response.action.isEmpty else { return }
    isLost = center.delegate == nil && response.notification.request.origin == .center
    guard isLost else { return }
    Journal.warn(
      "UNUserNotificationCenter.delegate was nil when application(_:didFinishLaunchingWithOptions:) returned: the response "
        + "to \(response.notification.request.identifier), which launched the app, is lost. Set the delegate before the method returns",
      rule: "M-168")
  }
  private static var isLost = false

  /// L-114, L-162: delivers the response or remote notification that launched the app, before the app becomes
  /// active.
  static func deliverLaunch(_ welcome: Welcome) {
    guard let response = welcome.launchNotification else { return }
    if response.action.isEmpty {
      receivedRemote(response.notification, mustAnswer: true)
    } else if isLost {
      done(response)
    } else {
      responded(response, atLaunch: true)
    }
  }
}

/// The completion handler of an application delegate method. It must be called exactly once (M-166, M-167).
private final class FetchCompletion: @unchecked Sendable {
  // @unchecked because the flag is behind a lock.
  private let what: String
  private let number: UInt32
  private let isCalled = Guarded(false)
  init(_ what: String, _ number: UInt32) {
    self.what = what
    self.number = number
  }

  func finish(_ result: String?) {
    let wasCalled = isCalled.withLock { called in
      defer { called = true }
      return called
    }
    if wasCalled {
      Journal.warn("the completion handler of application(_:\(what):…) was called twice", rule: "M-167")
    } else {
      NotificationService.shared.call(.done(delivery: number, result: result))
    }
  }

  deinit {
    guard !isCalled.withLock({ $0 }) else { return }
    Journal.warn("application(_:\(what):…) did not call its completion handler", rule: "M-166")
    NotificationService.shared.call(.done(delivery: number, result: nil))
  }
}

extension UILocalNotification {
  /// Creates the local notification that represents a notification of the newer API in the launch options of
  /// an older app.
  fileprivate convenience init(standingFor request: NotificationRequestRecord) {
    self.init()
    identifier = request.identifier
    alertTitle = request.title.isEmpty ? nil : request.title
    alertBody = request.body
    soundName = request.sound.map { $0.isEmpty ? UILocalNotificationDefaultSoundName : $0 }
    applicationIconBadgeNumber = Int(request.badge ?? 0)
    category = request.category.isEmpty ? nil : request.category
    userInfo = UNNotificationRequest(request).content.userInfo
  }
}
