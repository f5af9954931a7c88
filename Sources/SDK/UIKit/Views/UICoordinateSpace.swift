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
