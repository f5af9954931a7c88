import CarobFoundation
import CoreGraphics
import DeviceProtocol
import TestSupport
import Testing

@testable import QuartzCore

/// Layers with properties of their own, as the translator writes them for `@NSManaged`.
@MainActor @Suite struct CustomPropertyTests {
  /// A layer that draws a number.
  private final class Gauge: CALayer {
    // nonisolated(unsafe) because the test's layers live on the main thread.
    nonisolated(unsafe) var log: Log?
    nonisolated(unsafe) var label = ""
    nonisolated(unsafe) var animates = true
    var level: CGFloat {
      get { _managedValue("level") }
      set { _setManagedValue(newValue, "level") }
    }
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      guard let other = layer as? Gauge else { return }
      log = other.log
      label = "copy of \(other.label)"
      // Without effect, because the property is managed.
      level = other.level
    }
    required init?(coder: NSCoder) { nil }
    override nonisolated class var _carobNewCopy: (@MainActor @Sendable (Any) -> CALayer)? {
      { Gauge(layer: $0) }
    }
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || super.needsDisplay(forKey: key)
    }
    override func action(forKey event: String) -> (any CAAction)? {
      guard event == "level", animates else { return super.action(forKey: event) }
      let animation = CABasicAnimation(keyPath: event)
      animation.duration = 0.05
      return animation
    }
    override func draw(in context: CGContext) {
      guard let log else { return }
      let line = "\(label) \(Int((level * 100).rounded()))"
      MainActor.assumeIsolated { log(line) }
    }
  }
  private func gauge(_ screen: LayerScreen) -> Gauge {
    let gauge = Gauge()
    gauge.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    (gauge.log, gauge.label) = (screen.log, "gauge")
    gauge.setNeedsDisplay()
    _ = screen.shown(gauge)
    #expect(screen.log.take() == ["gauge 0"])
    return gauge
  }

  @Test(.rule("E-932", "E-933"))
  func `a managed property is animated by the layer's action, and drawn in each frame with the values shown`()
  {
    withScreen { screen in
      let gauge = gauge(screen)
      gauge.level = 1
      #expect(gauge.level == 1)
      screen.turn()
      #expect(screen.log.take() == ["copy of gauge 0"])
      #expect(gauge.presentation()?.level == 0)
      #expect(gauge.presentation()?.model() === gauge)
      screen.advance(1)
      #expect(
        screen.log.take() == ["copy of gauge 33", "copy of gauge 67", "gauge 100"])
      screen.advance(1)
      #expect(screen.log.take() == [])
      #expect(gauge.presentation() === gauge)
    }
  }

  @Test(.rule("E-932")) func `an animation of the key path is drawn without a change of the property`() {
    withScreen { screen in
      let gauge = gauge(screen)
      let animation = CABasicAnimation(keyPath: "level")
      (animation.fromValue, animation.toValue, animation.duration) = (0.5, 0.7, 0.02)
      gauge.add(animation, forKey: "k")
      screen.turn()
      screen.advance(1)
      #expect(screen.log.take() == ["copy of gauge 50", "copy of gauge 67", "gauge 0"])
      // Nothing of it concerns the device.
      gauge.add(animation, forKey: "k")
      #expect(screen.changes()?.animations == [])
    }
  }

  @Test(.rule("E-932")) func `without an action the property changes at once`() {
    withScreen { screen in
      let gauge = gauge(screen)
      gauge.animates = false
      gauge.level = 1
      screen.turn()
      screen.advance(1)
      #expect(screen.log.take() == ["gauge 100"])
      withoutActions { gauge.level = 0.5 }
      gauge.animates = true
      withoutActions { gauge.level = 0.25 }
      screen.turn()
      #expect(screen.log.take() == ["gauge 25"])
    }
  }

  /// A layer that makes its contents in `display()`.
  private final class Counter: CALayer {
    // nonisolated(unsafe) because the test's layers live on the main thread.
    nonisolated(unsafe) var log: Log?
    override nonisolated class var _carobNew: (@MainActor () -> AnyObject)? { { Counter() } }
    var count: Double {
      get { _managedValue("count") }
      set { _setManagedValue(newValue, "count") }
    }
    override class func needsDisplay(forKey key: String) -> Bool { key == "count" }
    override func display() {
      guard let log else { return }
      let line = "display \(Int((presentation()?.count ?? count).rounded()))"
      MainActor.assumeIsolated { log(line) }
    }
  }

  @Test(.rule("E-932")) func `display() is sent to the layer, whose presentation has the values`() {
    withScreen { screen in
      let counter = screen.shown(Counter())
      counter.log = screen.log
      let animation = CABasicAnimation(keyPath: "count")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 60, 0.05)
      counter.add(animation, forKey: nil)
      counter.count = 60
      screen.turn()
      screen.advance(1)
      #expect(screen.log.take() == ["display 0", "display 20", "display 40", "display 60"])
    }
  }

  @Test(.rule("E-932")) func `values of all kinds are mixed`() throws {
    final class Plain: CALayer {
      override nonisolated class var _carobNew: (@MainActor () -> AnyObject)? { { Plain() } }
      override class func needsDisplay(forKey key: String) -> Bool { key.hasPrefix("my") }
    }
    try withScreen { screen in
      let layer = screen.shown(Plain())
      let ends: [(String, Any, Any)] = [
        ("myPoint", CGPoint(x: 0, y: 10), CGPoint(x: 10, y: 20)),
        ("myRect", CGRect(x: 0, y: 0, width: 10, height: 20), CGRect(x: 10, y: 0, width: 20, height: 20)),
        ("myColor", color(1, 0, 0), color(0, 0, 1)), ("myCount", 2, 8), ("myFloat", Float(0), Float(1)),
      ]
      for (key, from, to) in ends {
        layer.setValue(to, forKey: key)
        let animation = CABasicAnimation(keyPath: key)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
        layer.add(animation, forKey: key)
      }
      screen.turn()
      screen.advance(1)
      let shown = try #require(layer.presentation())
      func near(_ numbers: [CGFloat]?, _ others: [CGFloat]) -> Bool {
        numbers?.count == others.count && zip(numbers ?? [], others).allSatisfy { abs($0 - $1) < 0.001 }
      }
      let point = shown.value(forKey: "myPoint") as? CGPoint
      #expect(near(point.map { [$0.x, $0.y] }, [5, 15]))
      let box = shown.value(forKey: "myRect") as? CGRect
      #expect(near(box.map { [$0.minX, $0.minY, $0.width, $0.height] }, [5, 0, 15, 20]))
      let mixed = shown.value(forKey: "myColor") as! CGColor
      #expect(near(mixed.components, [0.5, 0, 0.5, 1]))
      #expect(shown.value(forKey: "myCount") as? Int == 5)
      #expect(abs((shown.value(forKey: "myFloat") as? Float ?? 0) - 0.5) < 0.001)
      #expect(layer.value(forKey: "myCount") as? Int == 8)
    }
  }

  @Test(.rule("E-932")) func `a class may ask to be drawn when a property of the framework changes`() {
    final class Round: CALayer {
      override class func needsDisplay(forKey key: String) -> Bool { key == "cornerRadius" }
    }
    withScreen { screen in
      let layer = screen.shown(Round())
      layer.borderWidth = 1
      #expect(!layer.needsDisplay())
      layer.cornerRadius = 1
      #expect(layer.needsDisplay())
    }
  }

  @Test(.rule("E-933")) func `a copy is not sent and its changes are not animated`() throws {
    try withScreen { screen in
      let gauge = gauge(screen)
      gauge.level = 1
      screen.turn()
      let copy = try #require(gauge.presentation())
      copy.opacity = 0.5
      copy.setNeedsDisplay()
      copy.level = 0.3
      #expect(copy.animationKeys() == nil && !copy.needsDisplay())
      #expect(!LayerTree.shared.hasWork)
      #expect(gauge.opacity == 1 && gauge.level == 1)
    }
  }

  @Test(.rule("E-938")) func `the delegate is called before the layer draws`() {
    final class Drawer: NSObject, CALayerDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func layerWillDraw(_ layer: CALayer) { log("will draw") }
      func draw(_ layer: CALayer, in context: CGContext) { log("draw") }
    }
    withScreen { screen in
      let drawer = Drawer(screen.log)
      let layer = box(0, 0, 10, 10)
      layer.delegate = drawer
      layer.setNeedsDisplay()
      _ = screen.shown(layer)
      #expect(screen.log.take() == ["will draw", "draw"])
    }
  }
}
