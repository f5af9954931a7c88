import Foundation
package import Raster

/// Colours at locations from 0 to 1, with smooth transitions between them.
public final class CGGradient: Sendable {
  package struct Stop: Sendable {
    package var location: Double
    package var color: RasterColor
  }
  package let stops: [Stop]

  private init?(_ colors: [RasterColor], _ locations: [CGFloat]?) {
    guard !colors.isEmpty else { return nil }
    let last = max(colors.count - 1, 1)
    stops = colors.enumerated().map { index, color in
      Stop(location: locations.map { Double($0[index]) } ?? Double(index) / Double(last), color: color)
    }
  }

  /// `colors` are CGColors; without locations they are spread evenly. Nil without colours.
  public convenience init?(
    colorsSpace space: CGColorSpace?, colors: [Any], locations: UnsafePointer<CGFloat>?
  ) {
    let colors = colors.compactMap { ($0 as? CGColor)?.raster }
    self.init(colors, locations.map { pointer in colors.indices.map { pointer[$0] } })
  }

  /// The same for colours in a `CFArray`.
  public convenience init?(
    colorsSpace space: CGColorSpace?, colors: NSArray, locations: UnsafePointer<CGFloat>?
  ) {
    self.init(colorsSpace: space, colors: (0..<colors.count).map { colors[$0] }, locations: locations)
  }

  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    guard count > 0 else { return nil }
    let width = space.numberOfComponents + 1
    let colors = (0..<count).map { index in
      CGColor(space: space, values: (0..<width).map { components[index * width + $0] }).raster
    }
    self.init(colors, locations.map { pointer in colors.indices.map { pointer[$0] } })
  }
}
