import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

/// An object with coordinates that can be converted to those of another.
@preconcurrency @MainActor
public protocol UICoordinateSpace: AnyObject {
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
  var bounds: CGRect { get }
}

extension UIView {
  public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    ownLayer.convert(point, to: (coordinateSpace as? UIView)?.layer)
  }
  public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    ownLayer.convert(point, from: (coordinateSpace as? UIView)?.layer)
  }
  public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    ownLayer.convert(rect, to: (coordinateSpace as? UIView)?.layer)
  }
  public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    ownLayer.convert(rect, from: (coordinateSpace as? UIView)?.layer)
  }
}
