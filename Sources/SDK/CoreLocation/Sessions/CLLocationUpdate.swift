import CarobFoundation
import CarobRuntime
import DeviceProtocol

/// One element of the stream of locations.
public struct CLLocationUpdate: Sendable {
  public let location: CLLocation?
  /// Whether the device has not moved since the previous update.
  public let isStationary: Bool
  public let authorizationDenied: Bool
  public let authorizationDeniedGlobally: Bool
  public let authorizationRestricted: Bool
  public let authorizationRequestInProgress: Bool
  public let accuracyLimited: Bool
  public let locationUnavailable: Bool
  public var insufficientlyInUse: Bool { false }
  /// Whether the app's Info.plist requires a `CLServiceSession` and there is none.
  public let serviceSessionRequired: Bool
  public var stationary: Bool { isStationary }

  public enum LiveConfiguration: Sendable {
    case `default`, automotiveNavigation, otherNavigation, fitness, airborne
  }

  /// The device's locations, for as long as the sequence is iterated; an element without a location says why
  /// (L-145).
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates { Updates() }

  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate
    public typealias Failure = any Error

    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = CLLocationUpdate
      var inner: AsyncStream<CLLocationUpdate>.AsyncIterator
      public mutating func next() async throws -> CLLocationUpdate? { await inner.next() }
    }

    public func makeAsyncIterator() -> AsyncIterator {
      let stream = AsyncStream<CLLocationUpdate> { continuation in
        let last = Guarded<LocationFix?>(nil)
        // L-145: an element that says that locations are missing because the app has no authorization.
        let observer = LocationHub.shared.listen(
          wantsFixes: true,
          authorizationChanged: {
            if !LocationHub.status.isAuthorized { continuation.yield(CLLocationUpdate(nil)) }
          }
        ) { report in
          switch report {
          case .fix(let fix):
            // L-289.
            guard !CLServiceSession.isMissing else { return _ = continuation.yield(CLLocationUpdate(nil)) }
            let isSame = last.withLock { last in
              defer { last = fix }
              return last.map { $0.latitude == fix.latitude && $0.longitude == fix.longitude } ?? false
            }
            continuation.yield(CLLocationUpdate(CLLocation(fix), isStationary: isSame))
          case .unavailable(isAnswer: false): continuation.yield(CLLocationUpdate(nil, isUnavailable: true))
          default: break
          }
        }
        continuation.onTermination = { _ in
          LocationHub.shared.unlisten(observer)
          LocationHub.shared.updatesChanged()
        }
        let status = LocationHub.status
        if !status.isAuthorized { continuation.yield(CLLocationUpdate(nil)) }
        let known = LocationHub.shared.lastFix
        LocationHub.shared.updatesChanged()
        // Another stream or manager is already running: start with its last location.
        if status.isAuthorized, let known {
          last.withLock { $0 = known }
          continuation.yield(CLLocationUpdate(CLLocation(known)))
        }
      }
      return AsyncIterator(inner: stream.makeAsyncIterator())
    }
  }

  private init(_ location: CLLocation?, isStationary: Bool = false, isUnavailable: Bool = false) {
    let status = LocationHub.status
    self.location = location
    self.isStationary = isStationary
    authorizationDenied = status == .denied
    authorizationDeniedGlobally = LocationHub.permission.isSwitchedOff
    serviceSessionRequired = CLServiceSession.isMissing
    authorizationRestricted = status == .restricted
    authorizationRequestInProgress = status == .notDetermined
    accuracyLimited = !LocationHub.permission.isPrecise
    locationUnavailable = isUnavailable
  }
}
