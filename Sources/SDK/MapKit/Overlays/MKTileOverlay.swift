import CarobRuntime
import CoreLocation
@_weakLinked import FoundationNetworking
import UIKit

/// A position in a tile pyramid.
public struct MKTileOverlayPath: Sendable {
  public var x: Int
  public var y: Int
  public var z: Int
  /// Pixels per point, 1 or 2.
  public var contentScaleFactor: CGFloat
  public init() { (x, y, z, contentScaleFactor) = (0, 0, 0, 1) }
  public init(x: Int, y: Int, z: Int, contentScaleFactor: CGFloat) {
    (self.x, self.y, self.z, self.contentScaleFactor) = (x, y, z, contentScaleFactor)
  }
}

/// An overlay of image tiles from the app's own source or files (MK-24).
open class MKTileOverlay: NSObject, MKOverlay {
  /// A URL with the placeholders `{x}`, `{y}`, `{z}` and `{scale}`; nil if a subclass provides the tiles.
  public let urlTemplate: String?
  public init(urlTemplate: String?) {
    self.urlTemplate = urlTemplate
    super.init()
  }
  public convenience override init() { self.init(urlTemplate: nil) }

  open var tileSize = CGSize(width: 256, height: 256)
  /// Whether tiles are counted from the south.
  open var isGeometryFlipped = false
  open var minimumZ = 0
  open var maximumZ = 21
  open var canReplaceMapContent = false
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 0, longitude: 0) }
  open var boundingMapRect: MKMapRect { .world }

  open func url(forTilePath path: MKTileOverlayPath) -> URL {
    let y = isGeometryFlipped ? (1 << path.z) - 1 - path.y : path.y
    let text = (urlTemplate ?? "")
      .replacingOccurrences(of: "{x}", with: "\(path.x)").replacingOccurrences(of: "{y}", with: "\(y)")
      .replacingOccurrences(of: "{z}", with: "\(path.z)")
      .replacingOccurrences(of: "{scale}", with: "\(Int(path.contentScaleFactor))")
    return URL(string: text) ?? URL(fileURLWithPath: "/")
  }

  /// Loads a tile; `result` may be called on any thread. A subclass without a template overrides it.
  open func loadTile(
    at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    let url = url(forTilePath: path)
    if url.isFileURL {
      let data = try? Data(contentsOf: url)
      result(data, data == nil ? MKError(.loadingThrottled) : nil)
      return
    }
    URLSession.shared.dataTask(with: url) { data, response, error in
      let status = (response as? HTTPURLResponse)?.statusCode ?? 200
      result(status == 200 ? data : nil, error)
    }.resume()
  }
}
