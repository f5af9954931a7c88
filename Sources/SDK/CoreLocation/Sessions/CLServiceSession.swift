import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// Declares the authorization that a part of the app needs, and requests it, for as long as the app keeps it
/// (L-146).
public final class CLServiceSession: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable except for a flag behind a lock.

  public enum AuthorizationRequirement: Int, Sendable { case none, whenInUse, always }

  private let isValid = Guarded(true)
  private let requirement: AuthorizationRequirement
  private let purposeKey: String
  /// How many sessions are valid.
  private static let count = Guarded(0)

  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization: authorization, fullAccuracyPurposeKey: "")
  }

  public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
    requirement = authorization
    purposeKey = fullAccuracyPurposeKey
    super.init()
    Self.count.withLock { $0 += 1 }
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

  public func invalidate() {
    let wasValid = isValid.withLock { valid in
      defer { valid = false }
      return valid
    }
    if wasValid { Self.count.withLock { $0 -= 1 } }
  }

  deinit { invalidate() }

  /// L-289: whether the app requires a session for its locations and has none.
  static var isMissing: Bool { UsageTexts.demandsSession && count.withLock { $0 == 0 } }

  // MARK: Diagnostics (L-289)

  /// Why the app may currently not get what the session requires.
  public struct Diagnostic: Sendable {
    /// Always is required, and the user granted less.
    public let alwaysAuthorizationDenied: Bool
    public let authorizationDenied: Bool
    /// Location Services are off for the whole device.
    public let authorizationDeniedGlobally: Bool
    /// The user has not decided yet.
    public let authorizationRequestInProgress: Bool
    public let authorizationRestricted: Bool
    /// Full accuracy is required, and the app does not have it.
    public let fullAccuracyDenied: Bool
    /// Always false, because an app that is not sufficiently in use is suspended and cannot ask.
    public let insufficientlyInUse: Bool
    /// Always false, because this session exists.
    public let serviceSessionRequired: Bool

    fileprivate init(_ requirement: AuthorizationRequirement, needsFullAccuracy: Bool) {
      let (status, permission) = (LocationHub.status, LocationHub.permission)
      alwaysAuthorizationDenied =
        requirement == .always && [.denied, .restricted, .authorizedWhenInUse].contains(status)
      authorizationDenied = requirement != .none && status == .denied
      authorizationDeniedGlobally = permission.isSwitchedOff
      authorizationRequestInProgress = requirement != .none && status == .notDetermined
      authorizationRestricted = status == .restricted
      fullAccuracyDenied = needsFullAccuracy && status.isAuthorized && !permission.isPrecise
      (insufficientlyInUse, serviceSessionRequired) = (false, false)
    }
  }

  /// The diagnostic as it is when the iteration begins, then after each change of the authorization.
  public struct Diagnostics: AsyncSequence, Sendable {
    public typealias Element = Diagnostic
    public typealias Failure = any Error
    fileprivate let requirement: AuthorizationRequirement
    fileprivate let needsFullAccuracy: Bool

    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = Diagnostic
      fileprivate var inner: AsyncStream<Diagnostic>.AsyncIterator
      public mutating func next() async throws -> Diagnostic? { await inner.next() }
    }
    public func makeAsyncIterator() -> AsyncIterator {
      let (requirement, needsFullAccuracy) = (requirement, needsFullAccuracy)
      return AsyncIterator(
        inner: authorizationStream { Diagnostic(requirement, needsFullAccuracy: needsFullAccuracy) }
          .makeAsyncIterator())
    }
  }

  public var diagnostics: Diagnostics {
    Diagnostics(requirement: requirement, needsFullAccuracy: !purposeKey.isEmpty)
  }
}

/// Keeps an app that uses location running in the background, with an indicator, for as long as it exists
/// (L-147).
public final class CLBackgroundActivitySession: NSObject, @unchecked Sendable {
  // @unchecked because its flag is behind a lock.

  private let isValid = Guarded(true)
  /// How many sessions are valid.
  private static let count = Guarded(0)

  public override init() {
    super.init()
    // Sent under the lock, so that the demands have the order of the counts.
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

  // MARK: Diagnostics (L-289)

  /// Why the app may currently not be kept running.
  public struct Diagnostic: Sendable {
    public let authorizationDenied: Bool
    /// Location Services are off for the whole device.
    public let authorizationDeniedGlobally: Bool
    /// The user has not decided yet.
    public let authorizationRequestInProgress: Bool
    public let authorizationRestricted: Bool
    /// Always false, because an app that is not sufficiently in use is suspended and cannot ask.
    public let insufficientlyInUse: Bool
    /// The app's Info.plist requires a `CLServiceSession` and there is none.
    public let serviceSessionRequired: Bool

    fileprivate init() {
      let status = LocationHub.status
      authorizationDenied = status == .denied
      authorizationDeniedGlobally = LocationHub.permission.isSwitchedOff
      authorizationRequestInProgress = status == .notDetermined
      authorizationRestricted = status == .restricted
      insufficientlyInUse = false
      serviceSessionRequired = CLServiceSession.isMissing
    }
  }

  /// The diagnostic as it is when the iteration begins, then after each change of the authorization.
  public struct Diagnostics: AsyncSequence, Sendable {
    public typealias Element = Diagnostic
    public typealias Failure = any Error

    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = Diagnostic
      fileprivate var inner: AsyncStream<Diagnostic>.AsyncIterator
      public mutating func next() async throws -> Diagnostic? { await inner.next() }
    }
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(inner: authorizationStream { Diagnostic() }.makeAsyncIterator())
    }
  }

  public var diagnostics: Diagnostics { Diagnostics() }
}

/// The result of `value` now and after each change of the authorization, for as long as the stream is
/// iterated.
private func authorizationStream<Value: Sendable>(
  _ value: @escaping @Sendable () -> Value
) -> AsyncStream<Value> {
  AsyncStream { continuation in
    let observer = LocationHub.shared.listen(
      wantsFixes: false, authorizationChanged: { continuation.yield(value()) }
    ) { _ in }
    continuation.onTermination = { _ in LocationHub.shared.unlisten(observer) }
    continuation.yield(value())
  }
}
