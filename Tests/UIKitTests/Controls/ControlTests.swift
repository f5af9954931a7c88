import CarobFoundation
import TestSupport
import Testing

@_spi(Testing) @testable import UIKit

/// The events of a control, their order and receivers.
@MainActor @Suite struct ControlTests {
  /// A visible control of 100 by 100 points at (100, 100) that logs its events and tracking calls.
  private func controlling(_ body: (TestDevice, LoggingControl) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let control = LoggingControl(frame: CGRect(x: 100, y: 100, width: 100, height: 100))
      control.log = device.log
      for (event, name) in LoggingControl.names {
        control.addAction(
          UIAction(identifier: UIAction.Identifier(name)) { [unowned control] _ in
            control.log?(name + (control.isHighlighted ? " (highlighted)" : ""))
          }, for: event)
      }
      root.addSubview(control)
      device.turn()
      body(device, control)
    }
  }

  @Test(.rule("E-200")) func `events have fixed raw values`() {
    let bits: [(UIControl.Event, UInt)] = [
      (.touchDown, 0), (.touchDownRepeat, 1), (.touchDragInside, 2), (.touchDragOutside, 3),
      (.touchDragEnter, 4), (.touchDragExit, 5), (.touchUpInside, 6), (.touchUpOutside, 7), (.touchCancel, 8),
      (.valueChanged, 12), (.primaryActionTriggered, 13), (.menuActionTriggered, 14), (.editingDidBegin, 16),
      (.editingChanged, 17), (.editingDidEnd, 18), (.editingDidEndOnExit, 19),
    ]
    for (event, bit) in bits { #expect(event.rawValue == 1 << bit) }
    #expect(UIControl.Event.allTouchEvents.rawValue == 0xFFF)
    #expect(UIControl.Event.allEditingEvents.rawValue == 0xF0000)
    #expect(UIControl.Event.applicationReserved.rawValue == 0x0F00_0000)
    #expect(UIControl.Event.systemReserved.rawValue == 0xF000_0000)
    #expect(UIControl.Event.allEvents.rawValue == 0xFFFF_FFFF)
  }

  @Test(.rule("E-201", "E-202"))
  func `a tap calls each tracking method before its events and highlights only in between`() {
    controlling { device, control in
      device.down(150, 150)
      #expect(device.log.take() == ["beginTracking", "touchDown (highlighted)"])
      device.up(150, 150)
      #expect(device.log.take() == ["endTracking", "touchUpInside"])
      #expect(!control.isTracking && !control.isTouchInside)
    }
  }

  @Test(.rule("E-201"))
  func `false from beginTracking sends nothing; false from continueTracking ends tracking silently`() {
    controlling { device, control in
      control.begins = false
      device.tap(150, 150)
      #expect(device.log.take() == ["beginTracking"])
      control.begins = true
      control.continues = false
      device.down(150, 150)
      device.move(152, 150)
      device.up(152, 150)
      #expect(device.log.take() == ["beginTracking", "touchDown (highlighted)", "continueTracking"])
      #expect(!control.isHighlighted)
    }
  }

  @Test(.rule("E-203")) func `a quick second tap adds touchDownRepeat`() {
    controlling { device, control in
      device.quickTap(150, 150)
      _ = device.log.take()
      device.quickTap(150, 150)
      #expect(
        device.log.take() == [
          "beginTracking", "touchDown (highlighted)", "touchDownRepeat (highlighted)", "endTracking",
          "touchUpInside",
        ])
    }
  }

  @Test(.rule("E-204", "E-205", "E-206"))
  func `dragging inside, out, outside, in again and out sends the drag events`() {
    controlling { device, control in
      device.down(150, 150)
      _ = device.log.take()
      @MainActor func moved(_ x: CGFloat) -> [String] {
        device.move(x, 150)
        return device.log.take().filter { $0 != "continueTracking" }
      }
      #expect(moved(160) == ["touchDragInside (highlighted)"])
      #expect(moved(250) == ["touchDragOutside", "touchDragExit"])
      #expect(moved(260) == ["touchDragOutside"])
      #expect(moved(160) == ["touchDragInside (highlighted)", "touchDragEnter (highlighted)"])
      #expect(moved(250) == ["touchDragOutside", "touchDragExit"])
      device.up(250, 150)
      #expect(device.log.take() == ["endTracking", "touchUpOutside"])
    }
  }

  @Test(.rule("E-207")) func `a cancelled touch sends touchCancel and never an up`() {
    controlling { device, control in
      device.down(150, 150)
      _ = device.log.take()
      device.touch(.cancelled, [1: CGPoint(x: 150, y: 150)])
      #expect(device.log.take() == ["cancelTracking", "touchCancel"])
    }
  }

  @Test(.rule("E-208")) func `point(inside:with:) determines what is inside, plus the margin if set`() {
    controlling { device, control in
      device.down(150, 150)
      device.up(230, 150)
      #expect(device.log.take().last == "touchUpOutside")
      control.trackingMargin = 70
      device.advance(1)
      device.down(150, 150)
      device.up(269, 150)
      #expect(device.log.take().last == "touchUpInside")
    }
  }

  @Test(.rule("E-209", "E-211"))
  func `actions are sent once each in order of registration, through both overridable methods`() {
    controlling { device, control in
      let (first, second) = (Listener(device.log), Listener(device.log, "other"))
      control.addTarget(first, action: "first", for: .touchDragExit)
      control.addTarget(second, action: "second", for: [.touchDragOutside, .touchDragExit])
      control.logsSending = true
      device.down(150, 150)
      _ = device.log.take()
      device.move(250, 150)
      #expect(
        device.log.take() == [
          "continueTracking", "touchDragOutside", "touchDragExit", "send first", "first", "send second",
          "other.second",
        ])
      device.up(250, 150)
    }
  }

  @Test(.rule("E-210"))
  func `sendActions sends without an event; setting a value in code sends nothing`() {
    withDevice { device in
      device.showEmpty()
      let listener = Listener(device.log)
      let control = UIControl()
      control.addTarget(listener, action: "sent:event:", for: .valueChanged)
      control.sendActions(for: .valueChanged)
      #expect(device.log.take() == ["sent with no event"])
      let (toggle, slider, segments) = (UISwitch(), UISlider(), UISegmentedControl(items: ["a", "b"]))
      for control in [toggle, slider, segments] {
        control.addTarget(listener, action: "plain", for: .allEvents)
      }
      toggle.isOn = true
      toggle.setOn(false, animated: false)
      slider.value = 0.5
      segments.selectedSegmentIndex = 1
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-212")) func `targets are not retained; a nil target counts as NSNull`() {
    let log = Log()
    let control = UIControl()
    weak var gone: Listener?
    do {
      let listener = Listener(log)
      gone = listener
      control.addTarget(listener, action: "plain", for: .touchDown)
      control.addTarget(listener, action: "sent:", for: [.touchDown, .touchUpInside])
      #expect(control.allTargets == [listener])
      #expect(control.actions(forTarget: listener, forControlEvent: .touchDown) == ["plain", "sent:"])
      #expect(control.actions(forTarget: listener, forControlEvent: .touchUpInside) == ["sent:"])
      #expect(control.actions(forTarget: listener, forControlEvent: .valueChanged) == nil)
    }
    #expect(gone == nil)
    control.sendActions(for: .touchDown)
    #expect(log.take() == [])
    let other = UIControl()
    other.addTarget(nil, action: "plain", for: .touchDown)
    #expect(other.allTargets.count == 1 && other.allTargets.first?.base is NSNull)
    #expect(other.allControlEvents == .touchDown)
  }

  @Test(.rule("E-213")) func `removing by target, by action, and with nil for either`() {
    let log = Log()
    let (a, b) = (Listener(log, "a"), Listener(log, "b"))
    let control = UIControl()
    func connect() {
      control.removeTarget(nil, action: nil, for: .allEvents)
      for listener in [a, b] {
        control.addTarget(listener, action: "first", for: [.touchDown, .touchUpInside])
        control.addTarget(listener, action: "second", for: .touchDown)
      }
    }
    func fired(_ event: UIControl.Event) -> [String] {
      control.sendActions(for: event)
      return log.take()
    }
    connect()
    control.removeTarget(a, action: "first", for: .touchDown)
    #expect(fired(.touchDown) == ["a.second", "b.first", "b.second"])
    #expect(fired(.touchUpInside) == ["a.first", "b.first"])
    connect()
    control.removeTarget(a, action: nil, for: .touchDown)
    #expect(fired(.touchDown) == ["b.first", "b.second"])
    connect()
    control.removeTarget(nil, action: "second", for: .touchDown)
    #expect(fired(.touchDown) == ["a.first", "b.first"])
    control.removeTarget(nil, action: nil, for: .allEvents)
    #expect(fired(.allEvents) == [])
  }

  @Test(.rule("E-214", "M-39"))
  func `adding the same pair again merges its events, or runs twice with the older behaviour`() {
    let log = Log()
    let listener = Listener(log)
    let control = UIControl()
    control.addTarget(listener, action: "plain", for: .touchDown)
    control.addTarget(listener, action: "plain", for: [.touchDown, .touchUpInside])
    control.sendActions(for: .touchDown)
    control.sendActions(for: .touchUpInside)
    #expect(log.take() == ["plain", "plain"])
    UIControl.allowsDuplicateTargetActions = true
    defer { UIControl.allowsDuplicateTargetActions = false }
    control.addTarget(listener, action: "plain", for: .touchDown)
    control.sendActions(for: .touchDown)
    #expect(log.take() == ["plain", "plain"])
  }

  @Test(.rule("E-215")) func `actions take nothing, the sender, or sender and event`() {
    withDevice { device in
      let root = device.showEmpty()
      let listener = Listener(device.log)
      let button = UIButton(frame: CGRect(x: 10, y: 100, width: 50, height: 50))
      button.addTarget(listener, action: "plain", for: .touchDown)
      button.addTarget(listener, action: "sent:", for: .touchDown)
      button.addTarget(listener, action: "sent:event:", for: .touchDown)
      root.addSubview(button)
      device.turn()
      device.tap(button)
      #expect(device.log.take() == ["plain", "sent from UIButton", "sent with event"])
    }
  }

  @Test(.rule("E-219")) func `a control disabled during a touch sends nothing more for that touch`() {
    controlling { device, control in
      device.down(150, 150)
      _ = device.log.take()
      control.isEnabled = false
      #expect(device.log.take() == ["cancelTracking"])
      #expect(!control.isTracking && !control.isHighlighted)
      control.isEnabled = true
      device.move(160, 150)
      device.up(160, 150)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-219")) func `a disabled control ignores touches and sends nothing`() {
    controlling { device, control in
      let behind = LoggingView("behind", device.log, control.superview?.bounds ?? .zero)
      control.superview?.insertSubview(behind, belowSubview: control)
      control.isEnabled = false
      device.tap(150, 150)
      #expect(device.log.take() == [])
      #expect(control.state == .disabled)
    }
  }

  @Test(.rule("E-220", "E-216"))
  func `a tap on a button sends touchUpInside and the primary action once each`() {
    withDevice { device in
      let root = device.showEmpty()
      let listener = Listener(device.log)
      let button = UIButton(frame: CGRect(x: 10, y: 100, width: 50, height: 50))
      button.addTarget(listener, action: "first", for: .touchUpInside)
      button.addTarget(listener, action: "second", for: .primaryActionTriggered)
      root.addSubview(button)
      device.turn()
      device.tap(button)
      #expect(Set(device.log.events) == ["first", "second"] && device.log.take().count == 2)
      device.down(20, 110)
      device.up(200, 400)
      #expect(device.log.take() == [])
    }
  }

  @Test(.rule("E-218", "E-216"))
  func `a switch sends touchDown, valueChanged with the new value, touchUpInside`() {
    withDevice { device in
      let root = device.showEmpty()
      let toggle = UISwitch()
      toggle.frame.origin = CGPoint(x: 10, y: 100)
      for (event, name) in [
        (UIControl.Event.touchDown, "down"), (.valueChanged, "value"), (.touchUpInside, "up"),
      ] {
        toggle.addAction(
          UIAction(identifier: UIAction.Identifier(name)) { [unowned toggle] _ in
            device.log("\(name) \(toggle.isOn)")
          }, for: event)
      }
      root.addSubview(toggle)
      device.turn()
      device.tap(toggle)
      #expect(device.log.take() == ["down false", "value true", "up true"])
    }
  }

  @Test(.rule("E-217", "E-216"))
  func `a slider sends new values while dragged, or one at the end if not continuous`() {
    withDevice { device in
      let root = device.showEmpty()
      let slider = UISlider(frame: CGRect(x: 50, y: 100, width: 200, height: 30))
      for (event, name) in [
        (UIControl.Event.touchDown, "down"), (.valueChanged, "value"), (.touchUpInside, "up"),
      ] {
        slider.addAction(
          UIAction(identifier: UIAction.Identifier(name)) { [unowned slider] _ in
            device.log(name == "value" ? "value \(slider.value > 0.3 ? "new" : "old")" : name)
          }, for: event)
      }
      root.addSubview(slider)
      device.turn()
      // The thumb is at the left end.
      device.down(60, 115)
      device.move(160, 115)
      device.move(170, 115)
      device.up(170, 115)
      #expect(device.log.take() == ["down", "value new", "value new", "up"])
      slider.value = 0
      slider.isContinuous = false
      device.advance(1)
      device.down(60, 115)
      device.move(160, 115)
      device.move(170, 115)
      #expect(device.log.take() == ["down"])
      device.up(170, 115)
      #expect(device.log.take().filter { $0.hasPrefix("value") } == ["value new"])
    }
  }

  @Test(.rule("E-216"))
  func `a segmented control changes its value for another segment, or any if momentary`() {
    withDevice { device in
      let root = device.showEmpty()
      let segments = UISegmentedControl(items: ["a", "b"])
      segments.frame = CGRect(x: 100, y: 100, width: 200, height: 32)
      segments.selectedSegmentIndex = 0
      segments.addAction(
        UIAction { [unowned segments] _ in device.log("value \(segments.selectedSegmentIndex)") },
        for: .valueChanged)
      root.addSubview(segments)
      device.turn()
      device.tap(250, 116)
      device.tap(250, 116)
      device.tap(150, 116)
      #expect(device.log.take() == ["value 1", "value 0"])
      segments.isMomentary = true
      device.tap(150, 116)
      device.tap(150, 116)
      #expect(device.log.take() == ["value 0", "value 0"])
    }
  }
}

private final class LoggingControl: UIControl {
  static let names: [(UIControl.Event, String)] = [
    (.touchDown, "touchDown"), (.touchDownRepeat, "touchDownRepeat"), (.touchDragInside, "touchDragInside"),
    (.touchDragOutside, "touchDragOutside"), (.touchDragEnter, "touchDragEnter"),
    (.touchDragExit, "touchDragExit"), (.touchUpInside, "touchUpInside"), (.touchUpOutside, "touchUpOutside"),
    (.touchCancel, "touchCancel"),
  ]
  var log: Log?
  var begins = true
  var continues = true
  var logsSending = false
  override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    log?("beginTracking")
    return begins
  }
  override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    log?("continueTracking")
    return continues
  }
  override func endTracking(_ touch: UITouch?, with event: UIEvent?) { log?("endTracking") }
  override func cancelTracking(with event: UIEvent?) { log?("cancelTracking") }
  override func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    if logsSending { log?("send \(action.name)") }
    super.sendAction(action, to: target, for: event)
  }
}
