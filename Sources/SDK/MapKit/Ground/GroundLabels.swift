import CoreLocation
import UIKit

/// A name on the map.
struct GroundLabel {
  enum Kind {
    case country, city
    /// A point of interest (MK-45).
    case point(Gazetteer.Entry)
    var hasDot: Bool { if case .country = self { false } else { true } }
  }
  let name: String
  let kind: Kind
  let place: MKMapPoint
  /// The zoom levels at which it is shown if there is room.
  let zooms: ClosedRange<Int>

  @MainActor var font: UIFont {
    switch kind {
    case .country: .systemFont(ofSize: 11, weight: .medium)
    case .city, .point: .systemFont(ofSize: 10)
    }
  }
  /// The distance from the upper edge of the drawing to the coordinate, in points: a city and a point have a dot at
  /// their coordinate, a country's name is centred.
  var anchor: CGFloat { kind.hasDot ? 3 : size.height / 2 }
  /// The size in points, estimated from the number of letters.
  // OPTIMIZATION: measuring all texts takes longer than drawing the visible ones.
  var size: CGSize {
    switch kind {
    case .country: CGSize(width: CGFloat(name.count) * 7 + 8, height: 16)
    case .city, .point: CGSize(width: CGFloat(name.count) * 6 + 8, height: 19)
    }
  }

  /// Draws it with its upper left corner at a point.
  @MainActor func draw(at point: CGPoint, in context: CGContext, _ style: GroundStyle) {
    context.saveGState()
    let text = NSAttributedString(
      string: name, attributes: [.font: font, .foregroundColor: style.label])
    if kind.hasDot {
      context.setFillColor(style.label.cgColor)
      context.fillEllipse(in: CGRect(x: point.x + size.width / 2 - 2, y: point.y + 1, width: 4, height: 4))
    }
    context.setShadow(offset: .zero, blur: 2, color: style.land.cgColor)
    let drawn = text.size()
    text.draw(
      at: CGPoint(
        x: point.x + (size.width - drawn.width) / 2,
        y: kind.hasDot ? point.y + 6 : point.y + (size.height - drawn.height) / 2))
    context.restoreGState()
  }
}

/// The names of countries, and of the gazetteer's cities and points of interest (MK-40, MK-45).
@MainActor
enum GroundLabels {
  private static let all: [GroundLabel] = {
    // The rank in the file is the importance of a country: 2 for the largest.
    let countries = MapGround.shared.names.sorted { $0.rank < $1.rank }.map { entry in
      GroundLabel(
        name: entry.name, kind: .country, place: entry.place, zooms: max(min(entry.rank, 6), 2)...7)
    }
    let cities = Gazetteer.standard.entries.filter { $0.name == $0.locality }.map { entry in
      GroundLabel(
        name: entry.locality ?? "", kind: .city,
        place: MKMapPoint(CLLocationCoordinate2D(latitude: entry.latitude, longitude: entry.longitude)),
        zooms: 4...10)
    }
    let points = Gazetteer.shared.entries.filter(\.isPointOfInterest).map { entry in
      GroundLabel(
        name: entry.name ?? "", kind: .point(entry),
        place: MKMapPoint(CLLocationCoordinate2D(latitude: entry.latitude, longitude: entry.longitude)),
        zooms: 11...22)
    }
    return countries + cities + points
  }()

  private static var known: [Int: [GroundLabel]] = [:]
  /// The names of the whole world for which there is room at a zoom level; more important ones take
  /// precedence.
  // MK-40
  static func labels(_ zoom: Int) -> [GroundLabel] {
    if let found = known[zoom] { return found }
    let scale = Double(TileBoard.edge) / TileKey.edge(zoom)
    var taken = FrameGrid()
    let found = all.filter { label in
      guard label.zooms.contains(zoom) else { return false }
      let frame = CGRect(
        x: label.place.x * scale - Double(label.size.width) / 2,
        y: label.place.y * scale - Double(label.anchor), width: Double(label.size.width),
        height: Double(label.size.height))
      guard !taken.hits(frame) else { return false }
      taken.add(frame)
      return true
    }
    known[zoom] = found
    return found
  }
  /// Those without the points of interest that a filter excludes.
  // MK-45
  static func labels(_ zoom: Int, _ points: MKPointOfInterestFilter) -> [GroundLabel] {
    labels(zoom).filter { label in
      if case .point(let entry) = label.kind { points.includes(entry) } else { true }
    }
  }
}

/// Shows names upright and at constant size, independent of the map's rotation and scale. They are layers
/// without elements, so that a script's `expect:` finds only the app's texts.
///
/// The view has no size; its position is that of the anchor.
@MainActor
final class LabelBoard: UIView {
  private var shown: [(label: GroundLabel, layer: CALayer)] = []
  private var pictures: [String: CGImage] = [:]
  private var style: GroundStyle?
  private var points = MKPointOfInterestFilter.includingAll
  private var zoom = -1
  private var covered = MKMapRect.null
  private var anchor = MKMapPoint()
  private var scale = 0.0
  private var heading = 0.0

  func show(_ viewport: Viewport, _ style: GroundStyle, _ points: MKPointOfInterestFilter) {
    guard !isHidden else { return }
    if style != self.style { pictures = [:] }
    let zoom = TileBoard.zoom(viewport)
    let visible = viewport.visibleRect
    let isNew =
      zoom != self.zoom || style != self.style || points !== self.points || !covered.contains(visible)
    guard isNew || !shown.isEmpty else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if isNew {
      (self.zoom, self.style, self.points) = (zoom, style, points)
      covered = visible.insetBy(dx: -visible.width * 0.25, dy: -visible.height * 0.25)
      bring(style)
    }
    if isNew || viewport.scale != scale || viewport.heading != heading {
      anchor = viewport.center
      (scale, heading) = (viewport.scale, viewport.heading)
      for (label, layer) in shown { place(label, layer) }
    }
    UIView.performWithoutAnimation { center = viewport.point(anchor) }
    CATransaction.commit()
  }

  var names: [String] { shown.map(\.label.name) }

  /// Removes all names, when they are hidden.
  func drop() {
    for (_, layer) in shown { layer.removeFromSuperlayer() }
    (shown, zoom, covered) = ([], -1, .null)
  }

  private func bring(_ style: GroundStyle) {
    for (_, layer) in shown { layer.removeFromSuperlayer() }
    shown = GroundLabels.labels(zoom, points).filter { label in
      abs(Mercator.shortWay(label.place.x - covered.midX)) <= covered.width / 2
        && abs(label.place.y - covered.midY) <= covered.height / 2
    }.map { label in
      let layer = CALayer()
      layer.bounds.size = label.size
      layer.anchorPoint = CGPoint(x: 0.5, y: label.anchor / label.size.height)
      layer.contents = picture(label, style)
      self.layer.addSublayer(layer)
      return (label, layer)
    }
  }
  private func place(_ label: GroundLabel, _ layer: CALayer) {
    let dx = Mercator.shortWay(label.place.x - anchor.x) * scale
    let dy = (label.place.y - anchor.y) * scale
    let turn = heading * .pi / 180
    // Rounded to whole points, so that letters are sharp while the map does not move.
    layer.position = CGPoint(
      x: (dx * cos(turn) + dy * sin(turn)).rounded(), y: (dy * cos(turn) - dx * sin(turn)).rounded())
  }
  private func picture(_ label: GroundLabel, _ style: GroundStyle) -> CGImage? {
    if let known = pictures[label.name] { return known }
    let made = GroundPainter.picture(label.size, UIScreen.main.scale, isOpaque: false) {
      label.draw(at: .zero, in: $0, style)
    }
    pictures[label.name] = made
    return made
  }
}
