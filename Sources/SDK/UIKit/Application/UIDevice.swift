import CarobFoundation

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone, pad, tv, carPlay
  case mac = 5
  case vision
}

public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
  public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// Facts about the simulated device.
@preconcurrency @MainActor
open class UIDevice: _MainActorNSObject {
  public static let current = UIDevice()
  open var name: String { UIScreen.main.modelName }
  open var model: String { userInterfaceIdiom == .pad ? "iPad" : "iPhone" }
  open var localizedModel: String { model }
  open var systemName: String { userInterfaceIdiom == .pad ? "iPadOS" : "iOS" }
  open var systemVersion: String { "17.0" }
  open var userInterfaceIdiom: UIUserInterfaceIdiom { UIScreen.main.idiom }
  open var identifierForVendor: UUID? { UUID(uuidString: "00000000-0000-4000-8000-000000000001") }
  open var isMultitaskingSupported: Bool { true }
  open var isBatteryMonitoringEnabled = false
  open var batteryLevel: Float { isBatteryMonitoringEnabled ? 1 : -1 }
  public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }
  open var batteryState: BatteryState { isBatteryMonitoringEnabled ? .full : .unknown }
  open var isProximityMonitoringEnabled = false
  open var proximityState: Bool { false }

  private var generating = 0
  open var isGeneratingDeviceOrientationNotifications: Bool { generating > 0 }
  open func beginGeneratingDeviceOrientationNotifications() { generating += 1 }
  open func endGeneratingDeviceOrientationNotifications() { generating = max(0, generating - 1) }
  open var orientation: UIDeviceOrientation {
    switch UIScreen.main.interfaceOrientation {
    case .portrait: return .portrait
    case .portraitUpsideDown: return .portraitUpsideDown
    // NB: the device turned left shows the interface turned right.
    case .landscapeRight: return .landscapeLeft
    case .landscapeLeft: return .landscapeRight
    case .unknown: return .unknown
    }
  }

  public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChangeNotification")
  public static let batteryStateDidChangeNotification = Notification.Name(
    "UIDeviceBatteryStateDidChangeNotification")
  public static let batteryLevelDidChangeNotification = Notification.Name(
    "UIDeviceBatteryLevelDidChangeNotification")
  public static let proximityStateDidChangeNotification = Notification.Name(
    "UIDeviceProximityStateDidChangeNotification")
}

/// Turns the interface (E-330…E-337).
@MainActor
enum Rotation {
  static func rotate(to orientation: String) {
    let wanted: UIInterfaceOrientationMask
    switch orientation {
    case "landscapeLeft": wanted = .landscapeLeft
    case "landscapeRight": wanted = .landscapeRight
    case "portraitUpsideDown": wanted = .portraitUpsideDown
    default: wanted = .portrait
    }
    if UIDevice.current.isGeneratingDeviceOrientationNotifications {
      NotificationCenter.default.post(
        name: UIDevice.orientationDidChangeNotification, object: UIDevice.current)
    } else {
      // M-4
      NotificationCenter.default.warnIfAwaited(
        UIDevice.orientationDidChangeNotification, postedBy: "UIDevice",
        after: "beginGeneratingDeviceOrientationNotifications()")
    }
    guard let window = UIApplication.shared.keyWindowOfAnyScene, let root = window.rootViewController else {
      return
    }
    // E-331: the topmost full-screen controller is consulted.
    var consulted = root
    while let presented = consulted.presentedViewController,
      presented.presentation?.shouldRemovePresentersView == true
    {
      consulted = presented
    }
    // E-332, E-330.
    let may = Journal.query(.appearance, "shouldAutorotate", to: consulted) { consulted.shouldAutorotate }
    guard may else { return refuse(orientation, consulted, "shouldAutorotate answered false") }
    let mask = Journal.query(.appearance, "supportedInterfaceOrientations", to: consulted) {
      consulted.supportedInterfaceOrientations
    }
    let key = "UISupportedInterfaceOrientations"
    let isPad = UIDevice.current.userInterfaceIdiom == .pad
    let information = Bundle.main.infoDictionary
    let application = (information?[key + (isPad ? "~ipad" : "~iphone")] ?? information?[key]) as? [String]
    guard mask.contains(wanted) else {
      return refuse(
        orientation, consulted,
        "supportedInterfaceOrientations of \(Journal.describe(consulted)) does not contain it")
    }
    if let application, !application.isEmpty, !orientationMask(application).contains(wanted) {
      return refuse(orientation, consulted, "Info.plist does not allow it")
    }
    let old = UIScreen.main.traitCollection
    let oldSize = UIScreen.main.bounds.size
    let newSize =
      wanted == .portrait || wanted == .portraitUpsideDown
      ? CGSize(width: min(oldSize.width, oldSize.height), height: max(oldSize.width, oldSize.height))
      : CGSize(width: max(oldSize.width, oldSize.height), height: min(oldSize.width, oldSize.height))
    let coordinator = TransitionCoordinator(from: root, to: root, container: window, duration: 0.3)
    // E-333: traits first if they change, then the size, traitCollectionDidChange, layout, animations, completion.
    if oldSize != newSize {
      Journal.deliver(.appearance, "viewWillTransition(to:with:)", to: root, category: .lifetime) {
        root.viewWillTransition(to: newSize, with: coordinator)
      }
    }
    UIScreen.main.change { $0.orientation = orientation }
    _ = old
    defer { Keyboard.shared.screenTurned() }
    for window in UIApplication.shared.allWindows { window.frame = CGRect(origin: .zero, size: newSize) }
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition],
      animations: {
        coordinator.runAlongside()
        for window in UIApplication.shared.allWindows { window.layoutIfNeeded() }
      }, completion: { _ in coordinator.finish(cancelled: false) })
  }

  private static func orientationMask(_ names: [String]) -> UIInterfaceOrientationMask {
    var mask: UIInterfaceOrientationMask = []
    for name in names {
      switch name {
      case "UIInterfaceOrientationPortrait": mask.insert(.portrait)
      case "UIInterfaceOrientationPortraitUpsideDown": mask.insert(.portraitUpsideDown)
      case "UIInterfaceOrientationLandscapeLeft": mask.insert(.landscapeLeft)
      case "UIInterfaceOrientationLandscapeRight": mask.insert(.landscapeRight)
      default: break
      }
    }
    return mask
  }

  private static func refuse(_ orientation: String, _ controller: UIViewController, _ why: String) {
    Journal.note(.appearance, "rotate to \(orientation)", outcome: "refused", why: why, receiver: controller)
  }
}
