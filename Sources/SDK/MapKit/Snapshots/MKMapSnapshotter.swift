import CarobRuntime
import CoreLocation
import UIKit

/// Draws an image of a map, without annotations and overlays, independent of any view (MK-34).
open class MKMapSnapshotter: NSObject {
  public typealias CompletionHandler = (MKMapSnapshotter.Snapshot?, (any Error)?) -> Void

  open class Options: NSObject, NSCopying {
    open var region = MKCoordinateRegion(.world) {
      didSet { isByRect = false; (hasCamera, rect) = (false, region.mapRect) }
    }
    open var mapRect: MKMapRect {
      get { rect }
      set {
        (rect, isByRect, hasCamera) = (newValue, true, false)
      }
    }
    open var camera = MKMapCamera() { didSet { hasCamera = true } }
    open var mapType = MKMapType.standard
    open var preferredConfiguration: MKMapConfiguration?
    open var size = CGSize(width: 256, height: 256)
    open var scale: CGFloat = 0
    open var traitCollection: UITraitCollection?
    /// Which points of interest the image shows; nil for all (MK-45).
    open var pointOfInterestFilter: MKPointOfInterestFilter?
    open var showsPointsOfInterest = true
    /// The base map has no buildings.
    open var showsBuildings = true
    var shownPoints: MKPointOfInterestFilter {
      guard showsPointsOfInterest else { return .excludingAll }
      return preferredConfiguration?.points ?? pointOfInterestFilter ?? .includingAll
    }
    private var rect = MKMapRect.world
    private var isByRect = false
    private var hasCamera = false
    public override init() { super.init() }

    var viewport: Viewport {
      if hasCamera {
        return Viewport(center: MKMapPoint(camera.centerCoordinate), scale: 1, size: size)
          .seen(from: camera.centerCoordinateDistance).limited(
            Viewport.minimumScale(size)...Viewport.maximumScale)
      }
      return Viewport.fitting(rect, in: size).limited(Viewport.minimumScale(size)...Viewport.maximumScale)
    }
    public func copy(with zone: NSZone? = nil) -> Any {
      let copy = Options()
      (copy.region, copy.mapType, copy.size, copy.scale) = (region, mapType, size, scale)
      (copy.rect, copy.isByRect, copy.camera, copy.hasCamera) = (rect, isByRect, camera, hasCamera)
      (copy.preferredConfiguration, copy.traitCollection) = (preferredConfiguration, traitCollection)
      (copy.pointOfInterestFilter, copy.showsPointsOfInterest) = (
        pointOfInterestFilter, showsPointsOfInterest
      )
      copy.showsBuildings = showsBuildings
      return copy
    }
  }

  open class Snapshot: NSObject, @unchecked Sendable {
    // @unchecked because it is immutable.
    public let image: UIImage
    public let traitCollection: UITraitCollection
    private let viewport: Viewport
    init(_ image: UIImage, _ viewport: Viewport, _ traits: UITraitCollection) {
      (self.image, self.viewport, traitCollection) = (image, viewport, traits)
      super.init()
    }
    /// The position of a coordinate in the image, in points.
    open func point(for coordinate: CLLocationCoordinate2D) -> CGPoint {
      viewport.point(MKMapPoint(coordinate))
    }
  }

  private struct Order: @unchecked Sendable {
    // @unchecked because its colours and traits do not change.
    let viewport: Viewport
    let style: GroundStyle
    let scale: CGFloat
    let traits: UITraitCollection
    let hasNames: Bool
    let points: MKPointOfInterestFilter
  }
  private let options: Options
  private let service = MapService()
  public init(options: Options) {
    self.options = options.copy() as? Options ?? options
    super.init()
  }

  open var isLoading: Bool { service.isRunning }
  open func cancel() { service.cancel() }

  open func start(completionHandler: @escaping CompletionHandler) {
    start(with: .main, completionHandler: completionHandler)
  }
  /// Draws the image; the completion handler is called on `queue`.
  // MK-34
  open func start(with queue: DispatchQueue, completionHandler: @escaping CompletionHandler) {
    let callback = Callback(completionHandler)
    let traits = options.traitCollection ?? UITraitCollection.current
    let type = options.preferredConfiguration?.mapType ?? options.mapType
    let order = Order(
      viewport: options.viewport,
      style: .of(type, isMuted: false, isDark: traits.userInterfaceStyle == .dark),
      scale: options.scale > 0 ? options.scale : UIImage.screenScaleForMaps, traits: traits,
      hasNames: ![.satellite, .satelliteFlyover].contains(type), points: options.shownPoints)
    guard options.size.width > 0, options.size.height > 0 else {
      queue.async { callback(nil, MKError(.unknown)) }
      return
    }
    service.start(
      "MKMapSnapshotter.start", by: self,
      refused: { queue.async { callback(nil, MKError(.loadingThrottled)) } }
    ) {
      let snapshot = Self.draw(order)
      queue.async { callback(snapshot, nil) }
    }
  }
  open func start() async throws -> Snapshot { try await awaitMapService { start(completionHandler: $0) } }

  private static func draw(_ order: Order) -> Snapshot {
    let view = order.viewport
    let zoom = min(max(Int((log2(view.scale) + 20.25).rounded()), 0), 22)
    let picture = GroundPainter.picture(view.size, order.scale) { context in
      GroundPainter.draw(view.visibleRect, zoom: zoom, in: context, view.size, style: order.style)
      if order.hasNames { drawNames(view, zoom, in: context, order.style, order.points) }
    }
    let image = picture.map { UIImage(cgImage: $0, scale: order.scale, orientation: .up) } ?? UIImage()
    return Snapshot(image, view, order.traits)
  }
}
extension MKMapSnapshotter {
  // MK-40
  private static func drawNames(
    _ view: Viewport, _ zoom: Int, in context: CGContext, _ style: GroundStyle,
    _ points: MKPointOfInterestFilter
  ) {
    // The map services call back on the main queue.
    nonisolated(unsafe) let context = context
    MainActor.assumeIsolated {
      for label in GroundLabels.labels(zoom, points) {
        let point = view.point(label.place)
        let frame = CGRect(
          x: (point.x - label.size.width / 2).rounded(), y: (point.y - label.anchor).rounded(),
          width: label.size.width, height: label.size.height)
        if frame.intersects(CGRect(origin: .zero, size: view.size)) {
          label.draw(at: frame.origin, in: context, style)
        }
      }
    }
  }
}
public typealias MKMapSnapshotOptions = MKMapSnapshotter.Options
public typealias MKMapSnapshot = MKMapSnapshotter.Snapshot

extension UIImage {
  /// Pixels per point of the screen.
  static var screenScaleForMaps: CGFloat { UIGraphicsImageRendererFormat().scale }
}
