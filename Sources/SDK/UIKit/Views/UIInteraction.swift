import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

/// Behaviour that can be attached to a view.
@preconcurrency @MainActor
public protocol UIInteraction: NSObjectProtocol {
  var view: UIView? { get }
  func willMove(to view: UIView?)
  func didMove(to view: UIView?)
}
