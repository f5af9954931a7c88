import CarobFoundation
import DeviceProtocol

// For benchmarks: performs the device's input inside the app's own process.

@_spi(Testing) extension UIApplication {
  /// Makes the process an active app without a device.
  public func beginWithoutDevice() {
    UIScreen.main.configure(.standIn, Environment())
    applicationState = .active
  }

  /// Simulates a finger that comes down, moves or is lifted at a point of the screen; `time` in seconds since
  /// the start.
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
      TouchEvent(
        time: time, fingers: [.init(id: 1, phase: phase, x: point.x, y: point.y)], resetsTapCount: true))
  }
}
