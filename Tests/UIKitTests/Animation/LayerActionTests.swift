import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// For which events layers look for an action, and when there is a presentation of them.
@MainActor @Suite struct LayerActionTests {
  /// Writes down the events of its layer.
  final class Asked: UIView {
    var log: Log?
    override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      log?("view \(event)")
      return super.action(for: layer, forKey: event)
    }
  }
  final class AskedLayer: CALayer {
    // nonisolated(unsafe) because the test's layers live on the main thread.
    nonisolated(unsafe) var log: Log?
    private func note(_ event: String) {
      guard let log else { return }
      MainActor.assumeIsolated { log(event) }
    }
    override func action(forKey event: String) -> (any CAAction)? {
      note("layer \(event)")
      return super.action(forKey: event)
    }
    override func removeFromSuperlayer() {
      note("removeFromSuperlayer")
      super.removeFromSuperlayer()
    }
  }

  @Test(.rule("E-692")) func `a layer's view is asked for order, sublayers, contents, hidden and own keys`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = Asked()
      view.log = device.log
      root.addSubview(view)
      let sublayer = CALayer()
      view.layer.addSublayer(sublayer)
      view.isHidden = true
      view.layer.contents = nil
      view.layer.setValue(1, forKey: "speed of light")
      sublayer.removeFromSuperlayer()
      view.removeFromSuperview()
      #expect(
        device.log.take() == [
          "view onOrderIn", "view sublayers", "view hidden", "view contents", "view speed of light",
          "view sublayers", "view onOrderOut",
        ])
    }
  }

  @Test(.rule("E-692")) func `a layer without a view is asked while it has a superlayer and actions are on`()
  {
    withDevice { device in
      let root = device.showEmpty()
      let layer = AskedLayer()
      layer.log = device.log
      layer.isHidden = true
      root.layer.addSublayer(layer)
      layer.isHidden = false
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.isHidden = true
      CATransaction.commit()
      layer.removeFromSuperlayer()
      #expect(
        device.log.take() == [
          "layer onOrderIn", "layer hidden", "removeFromSuperlayer", "layer onOrderOut",
        ])
    }
  }

  @Test(.rule("E-692")) func `an action of the app's own runs after the change`() {
    final class Action: NSObject, CAAction {
      var runs: [String] = []
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        runs.append("\(event) \((anObject as? CALayer)?.opacity ?? -1)")
      }
    }
    final class Acting: UIView {
      var answer: Action?
      override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answer }
    }
    withDevice { device in
      let view = Acting()
      device.showEmpty().addSubview(view)
      let action = Action()
      view.answer = action
      view.alpha = 0.5
      #expect(action.runs == ["opacity 0.5"])
    }
  }

  @Test(.rule("E-693")) func `a layer without a superlayer is not told to leave one`() {
    withDevice { device in
      let (one, two) = (CALayer(), CALayer())
      let layer = AskedLayer()
      layer.log = device.log
      one.addSublayer(layer)
      #expect(device.log.take() == ["layer onOrderIn"])
      two.addSublayer(layer)
      #expect(device.log.take() == ["removeFromSuperlayer", "layer onOrderOut", "layer onOrderIn"])
      #expect(one.sublayers == nil && layer.superlayer === two)
    }
  }

  @Test(.rule("E-691")) func `there is no presentation of a layer before a commit shows it`() {
    withDevice { device in
      let root = device.showEmpty()
      let (shown, free) = (CALayer(), CALayer())
      #expect(shown.presentation() == nil)
      root.layer.addSublayer(shown)
      #expect(shown.presentation() == nil)
      device.turn()
      #expect(shown.presentation() != nil && free.presentation() == nil)
    }
  }

  @Test(.rule("E-694")) func `a view that comes below another tint hears of it, with what is in it`() {
    final class Tinted: UIView {
      var log: Log?
      var name = ""
      override func tintColorDidChange() {
        super.tintColorDidChange()
        log?("\(name) \(tintColor == .red)")
      }
    }
    withDevice { device in
      let root = device.showEmpty()
      @MainActor func view(_ name: String) -> Tinted {
        let view = Tinted()
        (view.log, view.name) = (device.log, name)
        return view
      }
      let (outer, inner, own) = (view("outer"), view("inner"), view("own"))
      own.tintColor = .green
      outer.addSubview(inner)
      outer.addSubview(own)
      root.addSubview(outer)
      #expect(device.log.take() == ["own false"])
      outer.removeFromSuperview()
      root.tintColor = .red
      root.addSubview(outer)
      #expect(device.log.take() == ["outer true", "inner true"])
      root.addSubview(outer)
      #expect(device.log.take().isEmpty)
    }
  }

  @Test(.rule("E-695")) func `a switch is drawn two levels down and keeps a colour given to what is behind`()
  {
    withDevice { device in
      let toggle = UISwitch()
      device.showEmpty().addSubview(toggle)
      toggle.subviews[0].subviews[0].backgroundColor = .red
      toggle.isOn = true
      device.turn()
      #expect(toggle.subviews[0].subviews[0].backgroundColor == .red)
    }
  }
}
