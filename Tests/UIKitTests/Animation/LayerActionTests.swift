import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore
@testable import UIKit

/// Events for which a view's `action(for:forKey:)` is called.
@MainActor @Suite struct LayerActionTests {
  /// Logs the events of its layer.
  final class Asked: UIView {
    var log: Log?
    override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      log?("view \(event)")
      return super.action(for: layer, forKey: event)
    }
  }
  @Test(.rule("E-692"))
  func `action(for:forKey:) is called for order, sublayers, contents, hidden and custom keys`() {
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

  @Test(.rule("E-692")) func `an app's own action runs after the change`() {
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

  @Test(.rule("E-694"))
  func `a view that gets a superview with another tint is notified, with its subviews`() {
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

  @Test(.rule("E-695")) func `a switch keeps a color set on the background view two levels below it`() {
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
