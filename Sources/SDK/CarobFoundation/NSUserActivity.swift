import CarobRuntime
import Foundation

/// What the user is doing, so that it can go on later or elsewhere.
///
/// There is no other device here: a current activity is kept up to date and goes nowhere but into the state that a scene
/// saves, and from there to the next launch.
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
  /// The responders of UIKit whose activity this is (E-407).
  package var owners: (any UserActivityOwners)?

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

  private var isKeptUpToDate: Bool { isCurrent && delegate != nil || owners != nil }

  private func saveSoon() {
    guard isKeptUpToDate else { return }
    RunLoop.main.perform(inModes: [.common]) { [self] in
      guard needsSave, isKeptUpToDate else { return }
      bringUpToDate()
    }
  }

  /// E-407: the delegate, then each responder whose activity this is. The user info begins empty if they fill it.
  package func bringUpToDate() {
    needsSave = false
    if owners?.fillUserInfo == true { userInfo = [:] }
    if let delegate {
      Journal.deliver(.delegate, "userActivityWillSave(_:)", to: delegate, from: self) {
        delegate.userActivityWillSave(self)
      }
    }
    owners?.update(self)
  }
}

// MARK: Saving

extension NSUserActivity {
  /// What outlives the process, as a property list.
  package var propertyList: [String: Any] {
    var result: [String: Any] = ["type": activityType]
    result["title"] = title
    result["webpageURL"] = webpageURL?.absoluteString
    result["referrerURL"] = referrerURL?.absoluteString
    result["keywords"] = keywords.sorted()
    result["requiredUserInfoKeys"] = requiredUserInfoKeys?.sorted()
    result["targetContentIdentifier"] = targetContentIdentifier
    result["persistentIdentifier"] = persistentIdentifier
    result["userInfo"] = userInfo.flatMap { UserInfoArchive.encode($0, of: activityType) }
    return result
  }

  package convenience init?(propertyList: [String: Any]) {
    guard let type = propertyList["type"] as? String else { return nil }
    self.init(activityType: type)
    title = propertyList["title"] as? String
    webpageURL = (propertyList["webpageURL"] as? String).flatMap { URL(string: $0) }
    referrerURL = (propertyList["referrerURL"] as? String).flatMap { URL(string: $0) }
    keywords = Set(propertyList["keywords"] as? [String] ?? [])
    requiredUserInfoKeys = (propertyList["requiredUserInfoKeys"] as? [String]).map { Set($0) }
    targetContentIdentifier = propertyList["targetContentIdentifier"] as? String
    persistentIdentifier = propertyList["persistentIdentifier"] as? String
    userInfo = (propertyList["userInfo"] as? Data).flatMap(UserInfoArchive.decode)
  }
}

/// User info as data: only of the types that an activity may hold.
package enum UserInfoArchive {
  /// What it may not hold is left out, with a warning.
  package static func encode(_ userInfo: [AnyHashable: Any], of name: String) -> Data? {
    let kept = userInfo.filter { key, value in
      if TaggedValue.encode(key.base) != nil, TaggedValue.encode(value) != nil { return true }
      Journal.warn(
        "the user info of \(name) holds a \(type(of: value)) under \(key.base), which cannot be saved")
      return false
    }
    return TaggedValue.data(kept)
  }

  package static func decode(_ data: Data) -> [AnyHashable: Any]? {
    TaggedValue.value(data) as? [AnyHashable: Any]
  }
}

/// Those that share an activity and are asked to fill it.
package protocol UserActivityOwners: AnyObject {
  /// Whether one of them adds to the user info, which therefore begins empty.
  var fillUserInfo: Bool { get }
  func update(_ activity: NSUserActivity)
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
