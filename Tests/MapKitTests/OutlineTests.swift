import CarobFoundation
import CoreGraphics
import CoreLocation
import TestSupport
import Testing
import UIKit

@testable import MapKit

/// Parts of outlines that renderers stroke.
@MainActor @Suite struct OutlineTests {
  private func points(_ list: [(Double, Double)]) -> [MKMapPoint] {
    list.map { MKMapPoint(x: $0.0, y: $0.1) }
  }
  private func texts(_ lines: [[MKMapPoint]]) -> [[String]] {
    lines.map { $0.map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" } }
  }

  @Test(.rule("MK-42")) func `a fraction of several lines is measured along all of them`() {
    let square = points([(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)])
    let hole = points([(2, 2), (4, 2), (4, 4), (2, 4), (2, 2)])
    func part(_ from: Double, _ to: Double) -> [[String]] {
      texts(MapClipping.part(of: [square, hole], from: from, to: to))
    }
    // The total length is 48 map points.
    #expect(part(5.0 / 48, 15.0 / 48) == [["5,0", "10,0", "10,5"]])
    #expect(part(0, 1) == texts([square, hole]))
    #expect(part(35.0 / 48, 42.0 / 48) == [["0,5", "0,0"], ["2,2", "4,2"]])
    #expect(part(0.5, 0.5).isEmpty && part(0.8, 0.2).isEmpty)
    #expect(MapClipping.part(of: [points([(1, 1), (1, 1)])], from: 0, to: 0.5).isEmpty)
  }

  /// The alpha of a renderer's drawing, by tenths of the image.
  private func picture(_ renderer: MKOverlayPathRenderer, _ rect: MKMapRect) throws -> (Int, Int) -> UInt8 {
    let image = try #require(
      GroundPainter.picture(CGSize(width: 100, height: 100), 1, isOpaque: false) { context in
        let scale = 100 / rect.width
        let origin = renderer.point(for: rect.origin)
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -origin.x, y: -origin.y)
        renderer.draw(rect, zoomScale: scale, in: context)
      })
    let pixels = try #require(image.dataProvider?.data) as Data
    return { x, y in pixels[y * 10 * image.bytesPerRow + x * 10 * 4 + 3] }
  }

  @Test(.rule("MK-42")) func `a polygon is filled completely, and its outline stroked partially`()
    throws
  {
    // The outline is at tenths 2 and 8; it begins in the north-west and continues to the east.
    let rect = MKMapRect(x: 1e8, y: 1e8, width: 1000, height: 1000)
    let corners = points([
      (1e8 + 200, 1e8 + 200), (1e8 + 800, 1e8 + 200), (1e8 + 800, 1e8 + 800), (1e8 + 200, 1e8 + 800),
    ])
    let renderer = MKPolygonRenderer(polygon: MKPolygon(points: corners, count: 4))
    renderer.strokeColor = .black
    renderer.lineWidth = 8
    renderer.strokeStart = 0.25
    renderer.strokeEnd = 0.5
    var alpha = try picture(renderer, rect)
    // North, east, south, west.
    #expect([alpha(5, 2), alpha(8, 5), alpha(5, 8), alpha(2, 5), alpha(5, 5)] == [0, 255, 0, 0, 0])
    renderer.fillColor = .red
    renderer.strokeEnd = 0.25
    alpha = try picture(renderer, rect)
    #expect([alpha(5, 5), alpha(5, 1), alpha(9, 5)] == [255, 0, 0])
    renderer.fillColor = nil
    (renderer.strokeStart, renderer.strokeEnd) = (0, 1)
    alpha = try picture(renderer, rect)
    #expect([alpha(5, 2), alpha(8, 5), alpha(5, 8), alpha(2, 5)] == [255, 255, 255, 255])
  }

  @Test(.rule("MK-42")) func `a circle's outline begins in the east and continues to the south`() throws {
    let circle = MKCircle(center: place(0, 0), radius: 30_000)
    let bounds = circle.boundingMapRect
    // The outline is at tenths 2 and 8.
    let rect = bounds.insetBy(dx: -bounds.width / 3, dy: -bounds.width / 3)
    let renderer = MKCircleRenderer(circle: circle)
    renderer.strokeColor = .black
    renderer.lineWidth = 8
    renderer.strokeEnd = 0.5
    // NB: the cached path must not be drawn again.
    _ = renderer.path
    var alpha = try picture(renderer, rect)
    // North, south.
    #expect([alpha(5, 2), alpha(5, 8)] == [0, 255])
    (renderer.strokeStart, renderer.strokeEnd) = (0.5, 1)
    alpha = try picture(renderer, rect)
    #expect([alpha(5, 2), alpha(5, 8)] == [255, 0])
    renderer.strokeStart = 0
    alpha = try picture(renderer, rect)
    #expect([alpha(5, 2), alpha(5, 8), alpha(2, 5), alpha(8, 5)] == [255, 255, 255, 255])
  }

  @Test func `an app's own path is drawn instead of the overlay's points`() throws {
    let rect = MKMapRect(x: 1e8, y: 1e8, width: 1000, height: 1000)
    let corners = points([(1e8, 1e8), (1e8 + 1000, 1e8), (1e8 + 1000, 1e8 + 1000)])
    let renderer = MKPolygonRenderer(polygon: MKPolygon(points: corners, count: 3))
    renderer.fillColor = .red
    renderer.path = CGPath(rect: CGRect(x: 0, y: 500, width: 500, height: 500), transform: nil)
    let alpha = try picture(renderer, rect)
    #expect([alpha(2, 7), alpha(7, 2)] == [255, 0])
    renderer.invalidatePath()
    let again = try picture(renderer, rect)
    #expect([again(2, 7), again(7, 2)] == [0, 255])
  }
}
