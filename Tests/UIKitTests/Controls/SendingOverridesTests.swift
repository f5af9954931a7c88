import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The fast path from a control to its targets must not skip an app's overrides.
@MainActor @Suite struct SendingOverridesTests {
  @Test(.rule("E-211"))
  func `classes that override a sending method are detected`() {
    let controls: [(UIControl.Type, Bool)] = [
      (UIControl.self, false), (UIButton.self, false), (PlainSwitch.self, false), (Passing.self, true),
      (PassingSubclass.self, true),
    ]
    #expect(controls.map { SendingOverrides.ofControl.isOverridden(by: $0.0) } == controls.map(\.1))
  }

  @Test(.rule("E-211", "E-215"))
  func `an overridden sending method sees every action, and other classes use the fast path`() {
    let target = Target()
    for control in [UIControl(), PassingSubclass()] {
      control.addTarget(target, action: Selector("none"), for: .valueChanged)
      control.addTarget(target, action: Selector("one:"), for: .valueChanged)
      control.addTarget(target, action: Selector("two:with:"), for: .valueChanged)
      control.sendActions(for: .valueChanged)
      let said = (control as? Passing)?.said ?? []
      #expect(said == (control is Passing ? ["none", "one:", "two:with:"] : []))
    }
    #expect(
      target.said == [
        "none", "one UIControl", "two UIControl nil", "none", "one PassingSubclass",
        "two PassingSubclass nil",
      ])
  }

  @Test(.rule("E-209"))
  func `the remaining actions are sent when an action releases a later target`() {
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

  @Test(.rule("E-209")) func `a pair removed by the previous action is not sent`() {
    let control = UIControl()
    let target = Target()
    target.onNone = { control.removeTarget(target, action: Selector("one:"), for: .valueChanged) }
    control.addTarget(target, action: Selector("none"), for: .valueChanged)
    control.addTarget(target, action: Selector("one:"), for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(target.said == ["none"])
    target.onNone = nil
  }

  @Test(.rule("E-209", "E-213"))
  func `the only pair can be removed, and its target released, while its method runs`() {
    let control = UIControl()
    var target: Target? = Target()
    weak let seen = target
    let other = Target()
    target?.onNone = { [unowned control] in
      control.removeTarget(nil, action: nil, for: .allEvents)
      control.addTarget(other, action: Selector("one:"), for: .valueChanged)
      target = nil
    }
    control.addTarget(target, action: Selector("none"), for: .valueChanged)
    control.sendActions(for: .valueChanged)
    #expect(seen == nil)
    #expect(other.said.isEmpty)
    control.sendActions(for: .valueChanged)
    control.sendActions(for: .touchUpInside)
    #expect(other.said == ["one UIControl"])
  }

  @Test(.rule("E-215"))
  func `a cached method is looked up again when its class gets new methods`() {
    let control = UIControl()
    let target = Extended()
    control.addTarget(target, action: Selector("none"), for: .valueChanged)
    control.sendActions(for: .valueChanged)
    control.sendActions(for: .valueChanged)
    Runtime.registerExtension(
      of: Extended.self, file: "Extension.swift",
      [.init(anyNone: "none", "none()", 3) { unsafeDowncast($0, to: Extended.self).said.append("added") }])
    control.sendActions(for: .valueChanged)
    target.perform(Selector("none"), with: target)
    #expect(target.said == ["own", "own", "added", "added"])
  }

  @Test(.rule("E-209")) func `the only pair is sent once for several of its events, and not for others`() {
    let control = UIControl()
    let target = Target()
    control.addTarget(target, action: Selector("one:"), for: [.valueChanged, .editingChanged])
    control.sendActions(for: .valueChanged)
    control.sendActions(for: .touchDown)
    control.sendActions(for: [.valueChanged, .editingChanged])
    #expect(target.said == ["one UIControl", "one UIControl"])
  }
}

private final class Extended: NSObject {
  var said: [String] = []
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [.init(anyNone: "none", "none()", 1) { unsafeDowncast($0, to: Extended.self).said.append("own") }]
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
private final class PassingSubclass: Passing {
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
