import UIKit

/// The colours of the base map.
struct GroundStyle: Equatable {
  let land: UIColor
  let water: UIColor
  let border: UIColor
  let coast: UIColor
  let grid: UIColor
  let label: UIColor

  private static func color(_ rgb: UInt32) -> UIColor {
    UIColor(
      red: CGFloat(rgb >> 16 & 255) / 255, green: CGFloat(rgb >> 8 & 255) / 255,
      blue: CGFloat(rgb & 255) / 255, alpha: 1)
  }
  private init(_ land: UInt32, _ water: UInt32, _ border: UInt32, _ grid: UInt32, _ label: UInt32) {
    self.land = Self.color(land)
    self.water = Self.color(water)
    self.border = Self.color(border)
    coast = self.border
    self.grid = Self.color(grid)
    self.label = Self.color(label)
  }

  private static let light = GroundStyle(0xF4F1E8, 0xA5D4EC, 0xBCB3C4, 0xE3DED1, 0x5E5B55)
  private static let dark = GroundStyle(0x2C2E36, 0x17263B, 0x50556A, 0x383B46, 0xB4B8C4)
  private static let mutedLight = GroundStyle(0xF1F1EF, 0xCFDDE3, 0xC9C9CC, 0xE4E4E2, 0x7D7D80)
  private static let mutedDark = GroundStyle(0x2B2C2F, 0x1D242C, 0x46484E, 0x36373B, 0x94969C)
  /// DEVIATION: there is no satellite imagery; land and water only have its colours.
  private static let imagery = GroundStyle(0x55663F, 0x14324F, 0x8A8F6A, 0x62734B, 0xF2F2EC)

  static func of(_ type: MKMapType, isMuted: Bool, isDark: Bool) -> GroundStyle {
    switch type {
    case .satellite, .satelliteFlyover, .hybrid, .hybridFlyover: imagery
    case .mutedStandard: isDark ? mutedDark : mutedLight
    case .standard: isMuted ? (isDark ? mutedDark : mutedLight) : (isDark ? dark : light)
    }
  }
}

/// Draws tiles of the base map.
enum GroundPainter {
  /// A tile: one colour, or an image.
  static func tile(
    _ rect: MKMapRect, zoom: Int, edge: CGFloat, style: GroundStyle, density: CGFloat
  ) -> MapTile {
    let scale = Double(edge) / rect.width
    let hasGrid = zoom >= MapGround.gridZoom
    let part = MapGround.shared.part(in: rect, zoom: zoom, scale: scale)
    if !hasGrid {
      switch part {
      case .land: return .color(style.land.cgColor)
      case .water: return .color(style.water.cgColor)
      case .mixed: break
      }
    }
    let size = CGSize(width: edge, height: edge)
    let image = picture(size, density) { context in
      paint(part, in: context, size, style)
      if hasGrid { paintGrid(context, size, style) }
    }
    return image.map { .image($0) } ?? .color(style.water.cgColor)
  }

  /// Draws a rectangle of the world into the context, scaled to `size`.
  static func draw(
    _ rect: MKMapRect, zoom: Int, in context: CGContext, _ size: CGSize, style: GroundStyle
  ) {
    let part = MapGround.shared.part(in: rect, zoom: zoom, scale: Double(size.width) / rect.width)
    paint(part, in: context, size, style)
    if zoom >= MapGround.gridZoom { paintGrid(context, size, style) }
  }

  private static func paint(
    _ part: MapGround.Part, in context: CGContext, _ size: CGSize, _ style: GroundStyle
  ) {
    let all = CGRect(origin: .zero, size: size)
    switch part {
    case .land:
      context.setFillColor(style.land.cgColor)
      context.fill(all)
    case .water:
      context.setFillColor(style.water.cgColor)
      context.fill(all)
    case .mixed(let path):
      context.setFillColor(style.water.cgColor)
      context.fill(all)
      context.addPath(path)
      context.setFillColor(style.land.cgColor)
      context.fillPath()
      context.addPath(path)
      context.setStrokeColor(style.border.cgColor)
      context.setLineWidth(0.75)
      context.setLineJoin(.round)
      context.strokePath()
    }
  }

  /// Draws a grid of four cells across.
  private static func paintGrid(_ context: CGContext, _ size: CGSize, _ style: GroundStyle) {
    context.setStrokeColor(style.grid.cgColor)
    context.setLineWidth(1)
    for index in 0..<4 {
      let at = size.width * CGFloat(index) / 4 + 0.5
      context.strokeLineSegments(between: [CGPoint(x: at, y: 0), CGPoint(x: at, y: size.height)])
      context.strokeLineSegments(between: [CGPoint(x: 0, y: at), CGPoint(x: size.width, y: at)])
    }
  }

  /// An image with a size in points and a number of pixels per point; nil if it is empty.
  static func picture(
    _ size: CGSize, _ density: CGFloat, isOpaque: Bool = true, _ body: (CGContext) -> Void
  ) -> CGImage? {
    let format = UIGraphicsImageRendererFormat()
    (format.scale, format.opaque) = (density, isOpaque)
    return UIGraphicsImageRenderer(size: size, format: format).image { body($0.cgContext) }.cgImage
  }
}
