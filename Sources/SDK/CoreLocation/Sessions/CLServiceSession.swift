import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Says what authorization a part of the app needs, and asks for it, as long as it is kept (L-146).
public final class CLServiceSession: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable but for a flag behind a lock.

  public enum AuthorizationRequirement: Int, Sendable { case none, whenInUse, always }

  private let isValid = Guarded(true)

  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization: authorization, fullAccuracyPurposeKey: "")
  }

  public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
    super.init()
    _ = LocationHub.shared
    switch authorization {
    case .none: return
    case .whenInUse:
      guard LocationHub.status == .notDetermined, let text = UsageTexts.whenInUse("CLServiceSession") else {
        break
      }
      DeviceServices.request(.location, text: text) { _ in }
    case .always:
      guard !(LocationHub.status == .authorizedAlways), let text = UsageTexts.always("CLServiceSession")
      else { break }
      DeviceServices.request(.location, .always, text: text) { _ in }
    }
    if !fullAccuracyPurposeKey.isEmpty, LocationHub.status.isAuthorized, !LocationHub.permission.isPrecise,
      let text = UsageTexts.purpose(fullAccuracyPurposeKey)
    {
      DeviceServices.request(.location, .fullAccuracy, text: text) { _ in }
    }
  }

  public func invalidate() { isValid.withLock { $0 = false } }
}

/// Keeps an app that uses its location running in the background, with an indicator, as long as it is kept (L-147).
public final class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
  // @unchecked because its flag is behind a lock.

  private let isValid = Guarded(true)
  /// How many sessions are valid.
  private static let count = Guarded(0)

  public override init() {
    super.init()
    // Under the lock, so that the demands are in the order of the counts.
    Self.count.withLock { count in
      count += 1
      if count == 1 { LocationHub.shared.demand(.backgroundSession(true)) }
    }
  }

  public func invalidate() {
    let wasValid = isValid.withLock { valid in
      defer { valid = false }
      return valid
    }
    guard wasValid else { return }
    Self.count.withLock { count in
      count -= 1
      if count == 0 { LocationHub.shared.demand(.backgroundSession(false)) }
    }
  }

  deinit { invalidate() }
}
