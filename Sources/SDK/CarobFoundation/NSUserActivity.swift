import CarobRuntime
import Foundation

/// What the user is doing, so that it can go on later or elsewhere.
///
/// There is no other device here: a current activity is kept up to date through its delegate and goes nowhere.
open class NSUserActivity: NSObject, @unchecked Sendable {
  // @unchecked as on the platform, where it is used on the main thread.
  public let activityType: String
  open var title: String?
  open var userInfo: [AnyHashable: Any]?
  open var requiredUserInfoKeys: Set<String>?
  open var webpageURL: URL?
  open var referrerURL: URL?
  open var expirationDate: Date?
  open var keywords: Set<String> = []
  open var targetContentIdentifier: String?
  open var persistentIdentifier: String?
  open var supportsContinuationStreams = false
  open var isEligibleForHandoff = true
  open var isEligibleForSearch = false
  open var isEligibleForPublicIndexing = false
  open var isEligibleForPrediction = false
  open weak var delegate: (any NSUserActivityDelegate)?
  private var isCurrent = false
  private var isInvalid = false

  /// Whether the user info is out of date; a current activity then asks its delegate in the next pass of the loop.
  open var needsSave = false {
    didSet { if needsSave { saveSoon() } }
  }

  public init(activityType: String) {
    if activityType.isEmpty {
      NSException.raise(.invalidArgumentException, "an NSUserActivity needs an activity type")
    }
    self.activityType = activityType
    super.init()
  }

  open func addUserInfoEntries(from entries: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(entries) { _, new in new }
  }

  open func becomeCurrent() {
    guard !isInvalid else { return }
    isCurrent = true
    if needsSave { saveSoon() }
  }
  open func resignCurrent() { isCurrent = false }
  open func invalidate() {
    isCurrent = false
    isInvalid = true
  }

  open func getContinuationStreams(
    completionHandler: @escaping (InputStream?, OutputStream?, (any Error)?) -> Void
  ) {
    unimplemented("NSUserActivity.getContinuationStreams: there is no other device")
    completionHandler(nil, nil, CocoaError(.featureUnsupported))
  }

  /// Nothing was indexed, so nothing has to be deleted.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers identifiers: [String], completionHandler handler: @escaping () -> Void
  ) { handler() }
  open class func deleteAllSavedUserActivities(completionHandler handler: @escaping () -> Void) { handler() }

  private func saveSoon() {
    guard isCurrent, delegate != nil else { return }
    RunLoop.main.perform(inModes: [.common]) { [self] in
      guard needsSave, isCurrent, let delegate else { return }
      needsSave = false
      Journal.deliver(.delegate, "userActivityWillSave(_:)", to: delegate, from: self) {
        delegate.userActivityWillSave(self)
      }
    }
  }
}

/// Who keeps an activity up to date.
public protocol NSUserActivityDelegate: AnyObject {
  /// The activity's user info is about to be used.
  func userActivityWillSave(_ userActivity: NSUserActivity)
  func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
  public func userActivityWillSave(_ userActivity: NSUserActivity) {}
  public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// The type of an activity that is a page of the web.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
