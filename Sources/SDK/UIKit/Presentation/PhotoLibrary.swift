import CarobFoundation
import CoreGraphics

/// The photos of the simulated device: six drawn pictures, and what the app's user saved (E-1027).
@MainActor
final class PhotoLibrary {
  static let shared = PhotoLibrary()
  struct Photo {
    let name: String
    let image: UIImage
  }
  private(set) lazy var photos: [Photo] = Self.scenes.enumerated().map { index, scene in
    Photo(name: "Photo \(index + 1)", image: Self.draw(scene))
  }
  func add(_ image: UIImage) { photos.append(Photo(name: "Photo \(photos.count + 1)", image: image)) }

  private struct Scene {
    let size: CGSize
    let sky: UIColor, ground: UIColor, sun: UIColor
    let sunPlace: CGPoint
    let horizon: CGFloat
  }
  private static let scenes: [Scene] = [
    Scene(
      size: CGSize(width: 400, height: 300), sky: .systemTeal, ground: .systemGreen, sun: .systemYellow,
      sunPlace: CGPoint(x: 0.75, y: 0.25), horizon: 0.65),
    Scene(
      size: CGSize(width: 300, height: 400), sky: .systemOrange, ground: .systemIndigo, sun: .systemRed,
      sunPlace: CGPoint(x: 0.5, y: 0.55), horizon: 0.6),
    Scene(
      size: CGSize(width: 400, height: 300), sky: .systemIndigo, ground: .black, sun: .white,
      sunPlace: CGPoint(x: 0.2, y: 0.2), horizon: 0.8),
    Scene(
      size: CGSize(width: 300, height: 300), sky: .systemBlue, ground: .systemYellow, sun: .white,
      sunPlace: CGPoint(x: 0.3, y: 0.3), horizon: 0.5),
    Scene(
      size: CGSize(width: 400, height: 225), sky: .systemPink, ground: .systemPurple, sun: .systemYellow,
      sunPlace: CGPoint(x: 0.6, y: 0.4), horizon: 0.7),
    Scene(
      size: CGSize(width: 300, height: 400), sky: .systemGray3, ground: .systemBrown, sun: .systemGray6,
      sunPlace: CGPoint(x: 0.7, y: 0.15), horizon: 0.75),
  ]

  private static func draw(_ scene: Scene) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 2
    let (width, height) = (scene.size.width, scene.size.height)
    return UIGraphicsImageRenderer(size: scene.size, format: format).image { context in
      scene.sky.setFill()
      context.fill(CGRect(origin: .zero, size: scene.size))
      scene.sun.setFill()
      let radius = min(width, height) / 8
      UIBezierPath(
        ovalIn: CGRect(
          x: width * scene.sunPlace.x - radius, y: height * scene.sunPlace.y - radius, width: 2 * radius,
          height: 2 * radius)
      ).fill()
      scene.ground.setFill()
      let hill = UIBezierPath()
      hill.move(to: CGPoint(x: 0, y: height))
      hill.addLine(to: CGPoint(x: 0, y: height * scene.horizon))
      hill.addQuadCurve(
        to: CGPoint(x: width, y: height * scene.horizon),
        controlPoint: CGPoint(x: width / 2, y: height * (scene.horizon - 0.2)))
      hill.addLine(to: CGPoint(x: width, y: height))
      hill.close()
      hill.fill()
    }
  }
}
