import CarobFoundation
import RuleTrait
import Testing

@testable import UIKit

/// The shortcut from a control to its targets must not pass by what an app overrides.
@MainActor @Suite struct SendingOverridesTests {
  @Test(.rule("E-211"))
  func `classes that override what actions pass through are told from those that do not`() {
    let controls: [(UIControl.Type, Bool)] = [
      (UIControl.self, false), (UIButton.self, false), (PlainSwitch.self, false), (Passing.self, true),
      (BelowPassing.self, true),
    ]
    #expect(controls.map { SendingOverrides.ofControl.isOverridden(by: $0.0) } == controls.map(\.1))
  }

  @Test(.rule("E-211", "E-215")) func `an overridden step sees every action, and the rest goes straight`() {
    let target = Target()
    for control in [UIControl(), BelowPassing()] {
      control.addTarget(target, action: Selector("none"), for: .valueChanged)
      control.addTarget(target, action: Selector("one:"), for: .valueChanged)
      control.addTarget(target, action: Selector("two:with:"), for: .valueChanged)
      control.sendActions(for: .valueChanged)
      let said = (control as? Passing)?.said ?? []
      #expect(said == (control is Passing ? ["none", "one:", "two:with:"] : []))
    }
    #expect(
      target.said == [
        "none", "one UIControl", "two UIControl nil", "none", "one BelowPassing", "two BelowPassing nil",
      ])
  }

  @Test(.rule("E-209"))
  func `a target that has gone is passed over, and one that goes meanwhile is still told`() {
    let control = UIControl()
    var first: Target? = Target()
    let second = Target()
    second.onNone = { first = nil }
    control.addTarget(second, action: Selector("none"), for: .valueChanged)
    control.addTarget(first, action: Selector("none"), for: .valueChanged)
    control.addTarget(second, action: Selector("one:"), for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(first == nil)
    #expect(second.said == ["none", "one UIControl"])
    #expect(control.allTargets == [second])
  }

  @Test(.rule("E-209")) func `a pair that its forerunner removes is not sent`() {
    let control = UIControl()
    let target = Target()
    target.onNone = { control.removeTarget(target, action: Selector("one:"), for: .valueChanged) }
    control.addTarget(target, action: Selector("none"), for: .valueChanged)
    control.addTarget(target, action: Selector("one:"), for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(target.said == ["none"])
  }
}

private final class PlainSwitch: UISwitch {}
private class Passing: UIControl {
  var said: [String] = []
  override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    said.append(action.name)
    super.sendAction(action, to: target, for: event)
  }
}
private final class BelowPassing: Passing {
  override var isEnabled: Bool {
    get { true }
    set {}
  }
}

private final class Target: NSObject {
  var said: [String] = []
  var onNone: (() -> Void)?
  func none() {
    said.append("none")
    onNone?()
  }
  func one(_ sender: UIControl) { said.append("one \(type(of: sender))") }
  func two(_ sender: UIControl, with event: UIEvent?) {
    said.append("two \(type(of: sender)) \(event == nil ? "nil" : "event")")
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(anyNone: "none", "none()", 1) { s in unsafeDowncast(s, to: Target.self).none() },
      .init(anyObject: "one:", "one(_:)", 2) { s, a in unsafeDowncast(s, to: Target.self).one(_object(a)) },
      .init(any: "two:with:", "two(_:with:)", 3) { s, a, b, _ in
        unsafeDowncast(s, to: Target.self).two(_arg(a), with: _arg(b))
      },
    ]
  }
}
