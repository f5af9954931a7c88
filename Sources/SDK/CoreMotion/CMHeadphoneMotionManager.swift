import CarobFoundation
import CarobRuntime

/// Informed when headphones with sensors are connected. The device has none, so no method is called.
public protocol CMHeadphoneMotionManagerDelegate: NSObjectProtocol, _CarobOptional {
  func headphoneMotionManagerDidConnect(_ manager: CMHeadphoneMotionManager)
  func headphoneMotionManagerDidDisconnect(_ manager: CMHeadphoneMotionManager)
}

extension CMHeadphoneMotionManagerDelegate {
  public func headphoneMotionManagerDidConnect(_ manager: CMHeadphoneMotionManager) {}
  public func headphoneMotionManagerDidDisconnect(_ manager: CMHeadphoneMotionManager) {}
}

/// Reports the motion of headphones. The simulated device has none connected.
open class CMHeadphoneMotionManager: NSObject, @unchecked Sendable {
  // @unchecked because the state is guarded.
  private let weakDelegate = Guarded(WeakDelegate())
  private struct WeakDelegate { weak var delegate: (any CMHeadphoneMotionManagerDelegate)? }

  public override init() { super.init() }

  open weak var delegate: (any CMHeadphoneMotionManagerDelegate)? {
    get { weakDelegate.withLock { $0.delegate } }
    set { weakDelegate.withLock { $0.delegate = newValue } }
  }
  open class func authorizationStatus() -> CMAuthorizationStatus { MotionPermission.status }
  open var isDeviceMotionAvailable: Bool { false }
  open var isDeviceMotionActive: Bool { false }
  open var deviceMotion: CMDeviceMotion? { nil }
  open func startDeviceMotionUpdates() { refuse() }
  open func startDeviceMotionUpdates(
    to queue: OperationQueue, withHandler handler: @escaping CMDeviceMotionHandler,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    refuse()
    SampleReceiver(queue: queue, handler: handler, site: SourceSite(file, line), sensor: "headphones")
      .deliver(nil, CMErrorNotAvailable.nsError)
  }
  open func stopDeviceMotionUpdates() {}

  private func refuse() {
    Journal.note(
      .dispatch, "startDeviceMotionUpdates()", outcome: "refused", why: "no headphones are connected",
      receiver: self)
  }
}
