@_spi(Hazards) import CarobRuntime
import UIKit

/// Draws an overlay, one rectangle of the map at a time (MK-22).
///
/// Its coordinates are map points relative to the upper left corner of the overlay's bounding rectangle.
@preconcurrency @MainActor
open class MKOverlayRenderer: _MainActorNSObject {
  public let overlay: any MKOverlay
  public init(overlay: any MKOverlay) {
    self.overlay = overlay
    super.init()
  }

  open var alpha: CGFloat = 1 { didSet { if oldValue != alpha { setNeedsDisplay() } } }
  open var blendMode = CGBlendMode.normal { didSet { setNeedsDisplay() } }
  open var contentScaleFactor: CGFloat { UIScreen.main.scale }
  @Zeroing var map: MKMapView?

  private var origin: MKMapPoint {
    let rect = overlay.boundingMapRect
    return rect.isNull ? MKMapPoint() : rect.origin
  }
  open func point(for mapPoint: MKMapPoint) -> CGPoint {
    let origin = origin
    return CGPoint(x: mapPoint.x - origin.x, y: mapPoint.y - origin.y)
  }
  open func mapPoint(for point: CGPoint) -> MKMapPoint {
    let origin = origin
    return MKMapPoint(x: Double(point.x) + origin.x, y: Double(point.y) + origin.y)
  }
  open func rect(for mapRect: MKMapRect) -> CGRect {
    CGRect(origin: point(for: mapRect.origin), size: CGSize(width: mapRect.width, height: mapRect.height))
  }
  open func mapRect(for rect: CGRect) -> MKMapRect {
    let origin = mapPoint(for: rect.origin)
    return MKMapRect(
      x: origin.x, y: origin.y, width: Double(rect.size.width), height: Double(rect.size.height))
  }

  /// Called before each rectangle is drawn; a renderer that returns false calls
  /// `setNeedsDisplay(_:zoomScale:)` once it can draw.
  open func canDraw(_ mapRect: MKMapRect, zoomScale: MKZoomScale) -> Bool { true }
  /// Draws the overlay's part in a rectangle; `zoomScale` is in screen points per map point.
  open func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {}

  open func setNeedsDisplay() { map?.redraw(self, in: nil) }
  open func setNeedsDisplay(_ mapRect: MKMapRect) { map?.redraw(self, in: mapRect) }
  open func setNeedsDisplay(_ mapRect: MKMapRect, zoomScale: MKZoomScale) { map?.redraw(self, in: mapRect) }
}

/// The width of a road on the map at a scale, in map points.
public func MKRoadWidthAtZoomScale(_ zoomScale: MKZoomScale) -> CGFloat { 4 / max(zoomScale, 1e-12) }
