import CarobFoundation
import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// Tint modes, opaque views and sequences of images.
@MainActor @Suite struct ViewAppearanceTests {
  @Test(.rule("E-941")) func `the mode of the nearest view applies, and its changes are reported`() {
    final class Tinted: UIView {
      var log: Log?
      override func tintColorDidChange() { log?("changed") }
    }
    withDevice { device in
      let root = device.showEmpty()
      let (outer, inner) = (UIView(), Tinted())
      root.addSubview(outer)
      outer.addSubview(inner)
      inner.log = device.log
      #expect(inner.tintAdjustmentMode == .normal)
      outer.tintAdjustmentMode = .dimmed
      #expect(device.log.take() == ["changed"] && inner.tintAdjustmentMode == .dimmed)
      #expect(inner.tintColor != UIColor.systemBlue)
      inner.tintAdjustmentMode = .normal
      #expect(device.log.take() == ["changed"] && inner.tintColor == UIColor.systemBlue)
      outer.tintAdjustmentMode = .automatic
      #expect(device.log.take() == [])
      #expect(outer.tintAdjustmentMode == .normal && outer.tintColor == UIColor.systemBlue)
    }
  }

  @Test(.rule("E-942")) func `a highlighted view shows its own sequence`() {
    withDevice { device in
      @MainActor func image(_ width: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: 1)).image { _ in }
      }
      let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      device.showEmpty().addSubview(view)
      view.animationImages = [image(1), image(2)]
      view.highlightedAnimationImages = [image(11), image(12)]
      view.animationDuration = 1
      @MainActor func shown() -> CGFloat {
        guard let image = view.layer.contents as? CGImage else { return 0 }
        return CGFloat(image.width) / view.layer.contentsScale
      }
      view.startAnimating()
      #expect(shown() == 1)
      view.isHighlighted = true
      #expect(shown() == 11)
      device.advance(0.6)
      #expect(shown() == 12)
      view.isHighlighted = false
      #expect(shown() == 2)
      view.highlightedAnimationImages = nil
      view.isHighlighted = true
      #expect(shown() == 2)
      view.stopAnimating()
    }
  }

  /// A view that draws in the app's code, as the translator declares it.
  private class Drawing: UIView {
    override nonisolated class var _carobMethods: [_CarobMethod] {
      [.init(has: "drawRect:", "draw(_:)", 1)]
    }
    override nonisolated class var _carobSource: String { "Drawing.swift" }
    override func draw(_ rect: CGRect) {}
  }

  @Test(.rule("E-937")) func `an opaque view without a background is filled with black before it draws`() {
    withDevice { device in
      let view = Drawing(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      @MainActor func isBlack() -> Bool { view.layerIsFilledBlack(view.layer) }
      #expect(view.isOpaque && view.layer.isOpaque && isBlack())
      view.backgroundColor = .clear
      #expect(!isBlack())
      view.backgroundColor = nil
      view.isOpaque = false
      #expect(!view.layer.isOpaque && !isBlack())
      let plain = UIView()
      #expect(plain.isOpaque && !plain.layerIsFilledBlack(plain.layer))
      for other in [UIButton(), UILabel(), UITextField(), UIStackView(), UISwitch()] as [UIView] {
        #expect(!other.isOpaque)
      }
      #expect(UIControl().isOpaque && UIScrollView().isOpaque)
    }
  }
}
