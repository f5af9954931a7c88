import CarobFoundation
import TestSupport
import Testing

@testable import QuartzCore

/// Which changes look for an action, where they look, and how the action runs.
@MainActor @Suite struct LayerActionTests {
  /// Records the events for which it is asked for an action.
  private final class AskedLayer: CALayer {
    // nonisolated(unsafe) because the test's layers live on the main thread.
    nonisolated(unsafe) var log: Log?
    override func action(forKey event: String) -> (any CAAction)? {
      if let log { MainActor.assumeIsolated { log(event) } }
      return super.action(forKey: event)
    }
  }
  private final class Action: NSObject, CAAction {
    var runs: [String] = []
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      runs.append("\(event) \((anObject as? CALayer)?.opacity ?? -1)")
    }
  }
  private final class ActionDelegate: NSObject, CALayerDelegate {
    var answers: [String: any CAAction] = [:]
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answers[event] }
  }

  @Test(.rule("E-692"))
  func `an action is looked for while the layer has a superlayer and actions are enabled`() {
    withScreen { screen in
      let layer = AskedLayer()
      layer.log = screen.log
      layer.isHidden = true
      screen.root.addSublayer(layer)
      layer.isHidden = false
      withoutActions { layer.isHidden = true }
      layer.contents = nil
      layer.setValue(1, forKey: "speed of light")
      layer.addSublayer(CALayer())
      layer.removeFromSuperlayer()
      layer.isHidden = false
      #expect(
        screen.log.take() == [
          "onOrderIn", "hidden", "contents", "speed of light", "sublayers", "onOrderOut",
        ])
    }
  }

  @Test(.rule("E-692")) func `the delegate is asked first, then actions, then the class`() {
    final class Classy: CALayer {
      // nonisolated(unsafe) because the test's layers live on the main thread.
      nonisolated(unsafe) static var answer: (any CAAction)?
      override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "opacity" ? answer : nil
      }
    }
    withScreen { screen in
      let (delegate, ofDelegate, ofLayer, ofClass) = (ActionDelegate(), Action(), Action(), Action())
      Classy.answer = ofClass
      defer { Classy.answer = nil }
      let layer = screen.shown(Classy())
      layer.opacity = 0.1
      layer.actions = ["opacity": ofLayer]
      layer.opacity = 0.2
      delegate.answers = ["opacity": ofDelegate]
      layer.delegate = delegate
      // The action runs after the change.
      layer.opacity = 0.3
      #expect(ofClass.runs == ["opacity 0.1"])
      #expect(ofLayer.runs == ["opacity 0.2"])
      #expect(ofDelegate.runs == ["opacity 0.3"])
      #expect(layer.animationKeys() == nil)
      #expect(layer.action(forKey: "opacity") === ofDelegate && layer.action(forKey: "position") == nil)
    }
  }

  @Test(.rule("E-692")) func `NSNull ends the search: nothing is animated`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      layer.actions = ["opacity": NSNull()]
      layer.opacity = 0.5
      layer.cornerRadius = 5
      #expect(layer.animationKeys() == ["cornerRadius"] && layer.shownOpacity == 50)
    }
  }

  @Test(.rule("E-692")) func `an animation as the action goes from the old value to the new one`() {
    withScreen { screen in
      let layer = screen.shown(CALayer())
      let animation = CABasicAnimation()
      animation.duration = 1
      layer.actions = ["opacity": animation, "onOrderOut": animation]
      layer.opacity = 0
      screen.advance(0.5)
      #expect(layer.shownOpacity == 50)
      // An interrupted animation continues from the value on the screen.
      layer.opacity = 1
      #expect(layer.shownOpacity == 50)
      screen.advance(0.5)
      #expect(layer.shownOpacity == 75)
      // The animation that the delegate returned is not changed.
      #expect(animation.keyPath == nil && animation.fromValue == nil)
    }
  }

  @Test func `a change of a layer without a view is animated for a quarter of a second`() {
    withScreen { screen in
      let layer = CALayer()
      layer.opacity = 0
      screen.root.addSublayer(layer)
      // Before the layer was shown there is no value to animate from.
      screen.turn()
      layer.opacity = 1
      #expect(layer.animationKeys() == ["opacity"])
      let animation = layer.animation(forKey: "opacity") as? CABasicAnimation
      #expect(animation?.duration == 0.25 && animation?.fromValue as? Float == 0)
      #expect(animation?.timingFunction?.points == CAMediaTimingFunction(name: .default).points)
      screen.advance(0.125)
      #expect(layer.shownOpacity > 60 && layer.shownOpacity < 90 && layer.opacity == 1)
      screen.advance(0.2)
      #expect(layer.animationKeys() == nil && layer.shownOpacity == 100)
      // The same value again changes nothing.
      layer.opacity = 1
      #expect(layer.animationKeys() == nil)
    }
  }
}
