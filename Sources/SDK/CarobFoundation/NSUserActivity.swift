@_spi(Hazards) import CarobRuntime
import Foundation

/// The user's current activity, which can be continued later or on another device.
///
/// There are no other devices here. A current activity is kept up to date and saved only in a scene's state,
/// from which the next launch restores it.
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
  open weak var delegate: (any NSUserActivityDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any NSUserActivityDelegate)?
  private var isCurrent = false
  private var isInvalid = false
  /// The UIKit responders that share this activity (E-407).
  package var owners: (any UserActivityOwners)?

  /// Whether the user info is out of date. A current activity then asks its delegate in the next pass of the
  /// run loop.
  open var needsSave = false {
    didSet { if needsSave { saveSoon() } }
  }

  public init(activityType: String) {
    if activityType.isEmpty {
      NSException.raise(.invalidArgumentException, "NSUserActivity needs a non-empty activity type")
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

  /// Only calls the handler, because activities are not indexed here.
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

  /// E-407: updates the activity through its delegate, then through each responder that shares it. If
  /// responders provide user info, it is cleared first.
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
  /// The persistent contents as a property list.
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

/// Archives user info, limited to the types that an activity can contain.
package enum UserInfoArchive {
  /// Values of other types are omitted, with a warning.
  package static func encode(_ userInfo: [AnyHashable: Any], of name: String) -> Data? {
    let kept = userInfo.filter { key, value in
      if TaggedValue.encode(key.base) != nil, TaggedValue.encode(value) != nil { return true }
      Journal.warn(
        "the user info of \(name) contains a \(type(of: value)) for key \(key.base), which cannot be saved")
      return false
    }
    return TaggedValue.data(kept)
  }

  package static func decode(_ data: Data) -> [AnyHashable: Any]? {
    TaggedValue.value(data) as? [AnyHashable: Any]
  }
}

/// The owners that share an activity and are asked to update it.
package protocol UserActivityOwners: AnyObject {
  /// Whether one of them adds to the user info, which is then cleared first.
  var fillUserInfo: Bool { get }
  func update(_ activity: NSUserActivity)
}

/// Updates an activity before it is saved.
public protocol NSUserActivityDelegate: AnyObject {
  /// Called before the activity's user info is saved.
  func userActivityWillSave(_ userActivity: NSUserActivity)
  /// Called when another device continues the activity; never sent, because there is none.
  func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
  public func userActivityWillSave(_ userActivity: NSUserActivity) {}
  public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}

/// The type of an activity that represents a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"
