import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// A view is the delegate of its layer, and apps can override the delegate methods.
@MainActor @Suite struct LayerDelegateTests {
  @Test(.rule("E-395")) func `a view is its layer's delegate until another one is set`() {
    let (view, other) = (UIView(), UIView())
    #expect(view.layer.delegate === view)
    view.layer.delegate = other
    #expect(view.layer.delegate === other)
    view.layer.delegate = nil
    #expect(view.layer.delegate === view)
    #expect(CALayer().delegate == nil)
  }

  @Test(.rule("E-395", "E-146"))
  func `a view that overrides the layer delegate methods controls layout and animation`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = OwnView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.log = device.log
      root.addSubview(view)
      device.turn()
      #expect(device.log.take() == ["before", "layoutSubviews", "after"])
      view.alpha = 0.5
      #expect(view.layer.animationKeys()?.isEmpty == false)
      let plain = UIView(frame: view.frame)
      root.addSubview(plain)
      plain.alpha = 0.5
      #expect(plain.layer.animationKeys()?.isEmpty != false)
      #expect(plain.layer.action(forKey: "opacity") is NSNull)
      device.advance(1)
    }
  }
}

private final class OwnView: UIView {
  var log: Log?
  override func layoutSublayers(of layer: CALayer) {
    log?("before")
    super.layoutSublayers(of: layer)
    log?("after")
  }
  override func layoutSubviews() {
    super.layoutSubviews()
    log?("layoutSubviews")
  }
  override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard event == "opacity" else { return super.action(for: layer, forKey: event) }
    let animation = CABasicAnimation(keyPath: event)
    animation.duration = 0.2
    return animation
  }
}
