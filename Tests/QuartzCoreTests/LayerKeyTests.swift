import CarobFoundation
import CoreGraphics
import TestSupport
import Testing

@testable import QuartzCore

/// Key–value coding of layers and animations.
@MainActor @Suite struct LayerKeyTests {
  @Test(.rule("E-620")) func `layers and animations store values for any key`() throws {
    let layer = CALayer()
    layer.setValue("mark", forKey: "ours")
    #expect(layer.value(forKey: "ours") as? String == "mark")
    #expect(layer.value(forKey: "theirs") == nil)
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue("fade", forKey: "id")
    animation.setValue(2.0, forKey: "duration")
    #expect(animation.duration == 2)
    layer.add(animation, forKey: "x")
    #expect(layer.animation(forKey: "x")?.value(forKey: "id") as? String == "fade")
  }

  @Test(.rule("E-620")) func `a layer's key paths reach the fields of structures`() throws {
    let layer = CALayer()
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    layer.setValue(100, forKeyPath: "bounds.size.width")
    layer.setValue(7, forKeyPath: "position.y")
    layer.setValue(Double.pi / 2, forKeyPath: "transform.rotation.z")
    layer.setValue(2, forKeyPath: "transform.scale")
    layer.setValue(NSValue(size: CGSize(width: 5, height: 6)), forKeyPath: "transform.translation")
    #expect(layer.bounds.size == CGSize(width: 100, height: 40))
    #expect(layer.position == CGPoint(x: 25, y: 7))
    func number(_ path: String) throws -> Double {
      (try #require(layer.value(forKeyPath: path) as? NSNumber).doubleValue * 1000).rounded() / 1000
    }
    #expect(try number("transform.rotation") == 1.571)
    #expect(try number("transform.scale.y") == 2)
    #expect(try number("transform.translation.x") == 5)
    #expect(try number("sublayerTransform.scale") == 1)
    #expect(try number("bounds.size.width") == 100)
  }

  @Test(.rule("E-620"), arguments: [(0.3, 0.4, 0.5), (0, 1.2, 0), (-0.7, 0, 2), (0, 0, -3)])
  func `rotations about all three axes are read as they were set`(x: Double, y: Double, z: Double) throws {
    let layer = CALayer()
    layer.setValue(x, forKeyPath: "transform.rotation.x")
    layer.setValue(y, forKeyPath: "transform.rotation.y")
    layer.setValue(z, forKeyPath: "transform.rotation.z")
    layer.setValue(1.5, forKeyPath: "transform.scale.x")
    for (axis, angle) in [("x", x), ("y", y), ("z", z)] {
      let read = try #require(layer.value(forKeyPath: "transform.rotation.\(axis)") as? NSNumber).doubleValue
      #expect(abs(read - angle) < 1e-9, "\(axis)")
    }
  }

  @Test(.rule("E-620")) func `a class may have default values for keys, and draw again when some change`() {
    final class Progress: CALayer {
      override class func defaultValue(forKey key: String) -> Any? { key == "progress" ? 0.5 : nil }
      override class func needsDisplay(forKey key: String) -> Bool { key == "progress" }
    }
    let layer = Progress()
    #expect(layer.value(forKey: "progress") as? Double == 0.5 && layer.value(forKey: "other") == nil)
    layer.setValue(1, forKey: "other")
    #expect(!layer.needsDisplay())
    layer.setValue(0.75, forKey: "progress")
    #expect(layer.needsDisplay() && layer.value(forKey: "progress") as? Double == 0.75)
  }
}
