import DeviceProtocol

/// Whether the app may use location services (L-1).
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse

  @available(*, deprecated, renamed: "authorizedAlways")
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }

  init(_ permission: Permission) {
    // L-1, L-9.
    guard !permission.isSwitchedOff else {
      self = .denied
      return
    }
    switch permission.status {
    case .notDetermined, .provisional: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .whenInUse, .allowed: self = .authorizedWhenInUse
    // L-122: an app sees provisional always as always.
    case .always, .provisionalAlways: self = .authorizedAlways
    }
  }

  /// For messages.
  var name: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .restricted: "restricted"
    case .denied: "denied"
    case .authorizedAlways: "authorizedAlways"
    case .authorizedWhenInUse: "authorizedWhenInUse"
    }
  }
  var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

public enum CLAccuracyAuthorization: Int, Sendable { case fullAccuracy, reducedAccuracy }

public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne
}

public enum CLDeviceOrientation: Int32, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}
