/// The device's orientation, named as in `UIDeviceOrientation`; the raw values are used in the protocol and
/// in play scripts.
public enum DeviceOrientation: String, Sendable, CaseIterable {
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight

  public var isLandscape: Bool {
    switch self {
    case .portrait, .portraitUpsideDown: false
    case .landscapeLeft, .landscapeRight: true
    }
  }
}

extension Environment {
  /// `orientation`; portrait for an unknown word.
  public var heldOrientation: DeviceOrientation { DeviceOrientation(rawValue: orientation) ?? .portrait }

  public var isDark: Bool { appearance == "dark" }
}
