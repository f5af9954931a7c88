import CarobFoundation
import DeviceProtocol

// For measuring: what the device does to an app, done by the app's own process.

@_spi(Testing) extension UIApplication {
  /// Makes the process an app that is on screen, without a device.
  public func beginWithoutDevice() {
    UIScreen.main.configure(.standIn, Environment())
    applicationState = .active
  }

  /// A finger comes down, moves or leaves, at a point of the screen, so many seconds after the start.
  public func receiveFinger(_ phase: UITouch.Phase, at point: CGPoint, time: TimeInterval) {
    let phase: TouchEvent.Phase =
      switch phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      default: .stationary
      }
    touchDispatcher.handle(
      TouchEvent(time: time, fingers: [.init(id: 1, phase: phase, x: point.x, y: point.y)], beginsAnew: true))
  }
}
