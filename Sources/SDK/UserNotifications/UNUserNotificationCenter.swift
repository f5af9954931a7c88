import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol

/// Manages the app's notifications: permission, categories, pending requests and delivered notifications.
///
/// Safe from any thread. Handlers run in the background, in the order of their calls (L-110); the delegate is
/// called on the main thread.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  // @unchecked because the service keeps its state behind a lock.
  private static let shared = UNUserNotificationCenter(service: .shared)

  open class func current() -> UNUserNotificationCenter { shared }

  let service: NotificationService
  private let delegateReference = Guarded(WeakDelegate())

  private struct WeakDelegate { @ZeroingExistential var object: (any UNUserNotificationCenterDelegate)? }

  package init(service: NotificationService) {
    self.service = service
    super.init()
  }

  /// Held weakly. Set it before `didFinishLaunching` returns, or the response that launched the app is lost (L-111).
  open var delegate: (any UNUserNotificationCenterDelegate)? {
    get { delegateReference.withLock { $0.object } }
    set { delegateReference.withLock { $0.object = newValue } }
  }

  /// False: content extensions are not run, and notifications have the system's appearance.
  open var supportsContentExtensions: Bool { false }

  // MARK: Permission

  /// Asks the user for permission the first time; later calls return their decision (L-110).
  ///
  /// - Parameter completionHandler: gets whether permission was granted; called in the background.
  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    service.authorize(options) { completionHandler($0, nil) }
  }
  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    await withCheckedContinuation { continuation in
      service.authorize(options) { continuation.resume(returning: $0) }
    }
  }

  open func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    service.complete { [service] in completionHandler(UNNotificationSettings(service.center)) }
  }
  open func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings(service.center) }

  // MARK: Categories

  /// Replaces all categories.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    service.call(.setCategories(categories.map(\.record).sorted { $0.identifier < $1.identifier }))
  }
  open func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    service.complete { [self] in completionHandler(categories) }
  }
  open func notificationCategories() async -> Set<UNNotificationCategory> { categories }
  private var categories: Set<UNNotificationCategory> {
    Set(service.center.categories.map { UNNotificationCategory($0) })
  }

  // MARK: Requests

  /// Schedules a notification; it replaces a pending one with the same identifier (L-112).
  ///
  /// - Parameter completionHandler: gets a `UNError` if the request was refused; called in the background.
  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error = schedule(request)
    if let completionHandler { service.complete { completionHandler(error) } }
  }
  open func add(_ request: UNNotificationRequest) async throws {
    if let error = schedule(request) { throw error }
  }

  private func schedule(_ request: UNNotificationRequest) -> UNError? {
    do throws(UNError) {
      service.call(.add(try checked(request)))
      return nil
    } catch {
      Journal.note(
        .userNotification, "add(_:)", outcome: "refused", why: error.localizedDescription,
        detail: [("identifier", request.identifier)])
      if error.code == .notificationsNotAllowed {
        Journal.warn(
          "The notification \(request.identifier) was not scheduled: \(Self.reason(service.center))",
          rule: "M-113")
      }
      return error
    }
  }

  /// Validates a request, and converts it to the device's form (L-154).
  ///
  /// - Throws: the reason why the request cannot be scheduled.
  private func checked(_ request: UNNotificationRequest) throws(UNError) -> NotificationRequestRecord {
    if let problem = PropertyLists.problem(in: request.content.userInfo) {
      NSException.raise(
        .invalidArgumentException,
        "UNNotificationRequest \(request.identifier): \(problem); userInfo must be a property list")
    }
    guard service.center.isAuthorized else { throw UNError(.notificationsNotAllowed) }
    let content = request.content
    guard
      !content.title.isEmpty || !content.subtitle.isEmpty || !content.body.isEmpty || content.badge != nil
        || content.sound != nil || !content.attachments.isEmpty
    else { throw UNError(.notificationInvalidNoContent) }
    if let calendar = request.trigger as? UNCalendarNotificationTrigger, calendar.nextTriggerDate() == nil {
      throw UNError(.notificationInvalidNoDate)
    }
    guard !content.attachments.isEmpty else { return request.record(content: content) }
    guard let stored = content.mutableCopy() as? UNMutableNotificationContent else {
      return request.record(content: content)
    }
    var attachments: [UNNotificationAttachment] = []
    for attachment in content.attachments {
      attachments.append(try attachment.movedIntoStore(of: request.identifier))
    }
    stored.attachments = attachments
    return request.record(content: stored)
  }

  /// The reason why the app may currently not schedule notifications.
  package static func reason(_ center: NotificationState) -> String {
    switch center.authorization {
    case 0: "the app has not asked for permission, or the user has not answered"
    case 1: "the user does not allow the app's notifications"
    default: "it is allowed"
    }
  }

  open func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    service.complete { [self] in completionHandler(pending) }
  }
  open func pendingNotificationRequests() async -> [UNNotificationRequest] { pending }
  private var pending: [UNNotificationRequest] { service.center.pending.map { UNNotificationRequest($0) } }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    service.call(.removePending(identifiers))
  }
  open func removeAllPendingNotificationRequests() { service.call(.removeAllPending) }

  // MARK: Delivered notifications

  open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    service.complete { [self] in completionHandler(delivered) }
  }
  open func deliveredNotifications() async -> [UNNotification] { delivered }
  private var delivered: [UNNotification] { service.center.delivered.map { UNNotification($0) } }

  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    service.call(.removeDelivered(identifiers))
  }
  open func removeAllDeliveredNotifications() { service.call(.removeAllDelivered) }

  /// Sets the badge on the app's icon; 0 removes it.
  open func setBadgeCount(
    _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error = badge(newBadgeCount)
    if let completionHandler { service.complete { completionHandler(error) } }
  }
  open func setBadgeCount(_ newBadgeCount: Int) async throws {
    if let error = badge(newBadgeCount) { throw error }
  }
  private func badge(_ count: Int) -> UNError? {
    guard count >= 0 else { return UNError(.badgeInputInvalid) }
    service.call(.setBadge(Int64(count)))
    return nil
  }
}
