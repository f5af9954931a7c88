import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Members that an app can override in UIKit's interface. Half of the test is that these classes compile.
@MainActor @Suite struct OpenMemberTests {
  private final class ShapeView: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
    override var layer: CAShapeLayer {
      guard let layer = super.layer as? CAShapeLayer else { return CAShapeLayer() }
      return layer
    }
    override var topAnchor: NSLayoutYAxisAnchor { inner.topAnchor }
    let inner = UIView()
    var escapes = 0
    override func accessibilityPerformEscape() -> Bool {
      escapes += 1
      return true
    }
    override func accessibilityPerformMagicTap() -> Bool { super.accessibilityPerformMagicTap() }
    override func accessibilityActivate() -> Bool { super.accessibilityActivate() }
  }
  private final class Segue: UIStoryboardSegue {
    override var identifier: String? { "own" }
    override var source: UIViewController { super.source }
    override var destination: UIViewController { super.source }
  }
  private final class Bar: UINavigationBar {
    override var barPosition: UIBarPosition { .bottom }
    override func pushItem(_ item: UINavigationItem, animated: Bool) {
      item.title = "pushed"
      super.pushItem(item, animated: animated)
    }
    override func popItem(animated: Bool) -> UINavigationItem? { super.popItem(animated: animated) }
  }
  private final class Flow: UICollectionViewFlowLayout {
    override var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .rightToLeft }
    override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
  }
  private final class Slider: UISlider {
    override var currentThumbImage: UIImage? { super.currentThumbImage }
    override func thumbImage(for state: UIControl.State) -> UIImage? { super.thumbImage(for: state) }
  }

  private final class SlowLayer: CALayer {
    override var speed: Float {
      get { super.speed }
      set { super.speed = newValue / 2 }
    }
    override var beginTime: CFTimeInterval { didSet { changes += 1 } }
    var changes = 0
    override class var _carobNew: (@MainActor () -> AnyObject)? { { SlowLayer() } }
  }

  @Test(.rule("E-1090")) func `a layer's timing can be overridden`() {
    let layer: CALayer = SlowLayer()
    layer.speed = 3
    layer.beginTime = 2
    #expect(layer.speed == 1.5 && (layer as? SlowLayer)?.changes == 1)
    let timing: any CAMediaTiming = layer
    #expect(timing.speed == 1.5 && timing.beginTime == 2)
  }

  // The classes have state that can change, and compile without warnings.
  private final class OwnPath: UIBezierPath { var count = 0 }
  private final class OwnUndo: UndoManager { var count = 0 }
  private final class OwnLayout: NSLayoutManager { var count = 0 }
  private final class OwnContainer: NSTextContainer { var count = 0 }
  private final class OwnAttachment: NSTextAttachment { var count = 0 }
  private final class OwnDocument: UIDocument { var count = 0 }

  @Test(.rule("E-1098")) func `subclasses of classes that are not Sendable need no annotation`() {
    let path: UIBezierPath = OwnPath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 3, y: 4))
    #expect(path.bounds == CGRect(x: 0, y: 0, width: 3, height: 4))
    let undo: UndoManager = OwnUndo()
    #expect(!undo.canUndo && OwnLayout().numberOfGlyphs == 0 && OwnContainer().size.width > 0)
    #expect(OwnAttachment().bounds == .zero)
    #expect(OwnDocument(fileURL: URL(fileURLWithPath: "/a.txt")).localizedName == "a")
  }

  @Test(.rule("E-836")) func `overrides of framework members are called`() {
    withDevice { device in
      let view = ShapeView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.layer.lineWidth = 3
      #expect((view as UIView).layer === view.layer && view.layer.bounds.width == 10)
      #expect((view as UIView).topAnchor.constraint(equalTo: view.bottomAnchor).firstItem === view.inner)
      #expect((view as UIResponder).accessibilityPerformEscape() && view.escapes == 1)
      #expect(!view.accessibilityActivate() && !view.accessibilityPerformMagicTap())
      let (a, b) = (UIViewController(), UIViewController())
      let segue: UIStoryboardSegue = Segue(identifier: nil, source: a, destination: b)
      #expect(segue.identifier == "own" && segue.destination === a)
      let bar: UINavigationBar = Bar(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
      bar.pushItem(UINavigationItem(title: "x"), animated: false)
      #expect(bar.topItem?.title == "pushed" && bar.barPosition == .bottom)
      #expect(bar.popItem(animated: false)?.title == "pushed" && bar.topItem == nil)
      #expect(Flow().flipsHorizontallyInOppositeLayoutDirection)
    }
  }

  @Test(.rule("E-834")) func `accessibility adjustment changes a control's value and sends valueChanged`() {
    withDevice { device in
      let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      slider.addAction(UIAction { _ in device.log("slider \(slider.value)") }, for: .valueChanged)
      slider.maximumValue = 10
      slider.accessibilityIncrement()
      slider.accessibilityDecrement()
      slider.accessibilityDecrement()
      #expect(device.log.take() == ["slider 1.0", "slider 0.0"])
      let stepper = UIStepper()
      stepper.addAction(UIAction { _ in device.log("stepper \(stepper.value)") }, for: .valueChanged)
      stepper.accessibilityIncrement()
      stepper.accessibilityDecrement()
      let pages = UIPageControl()
      pages.numberOfPages = 2
      pages.addAction(UIAction { _ in device.log("page \(pages.currentPage)") }, for: .valueChanged)
      pages.accessibilityIncrement()
      pages.accessibilityIncrement()
      #expect(device.log.take() == ["stepper 1.0", "stepper 0.0", "page 1"])
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      scroll.contentInsetAdjustmentBehavior = .never
      scroll.contentSize = CGSize(width: 100, height: 150)
      device.showEmpty().addSubview(scroll)
      #expect(scroll.accessibilityScroll(.down) && !scroll.accessibilityScroll(.right))
      device.advance(1)
      #expect(scroll.contentOffset.y == 50 && !scroll.accessibilityScroll(.next))
    }
  }

  @Test(.rule("E-837")) func `a slider shows its images`() {
    withDevice { device in
      let picture = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image { _ in }
      let slider = Slider(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
      device.showEmpty().addSubview(slider)
      slider.setThumbImage(picture, for: .normal)
      #expect(slider.currentThumbImage === picture && slider.thumbImage(for: .highlighted) == nil)
      slider.isEnabled = false
      #expect(slider.currentThumbImage === picture)
      slider.isEnabled = true
      device.turn()
      let track = slider.trackRect(forBounds: slider.bounds)
      #expect(
        slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 0)
          == CGRect(x: 0, y: 10, width: 40, height: 20))
      #expect(slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 1).maxX == 200)
      let line = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 8)).image { _ in }
      slider.setMinimumTrackImage(line, for: .normal)
      slider.setMaximumTrackImage(line, for: .normal)
      #expect(
        slider.trackRect(forBounds: slider.bounds).height == 8 && slider.currentMinimumTrackImage === line)
      slider.setThumbImage(nil, for: .normal)
      #expect(slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: 0).width == 28)
    }
  }
}
