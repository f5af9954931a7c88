import CarobFoundation
import Glibc
import TestSupport
import Testing

@testable import UIKit

/// Diagnostics for mistakes with controls and actions. Each test runs in a process of its own, whose standard
/// error is checked.
@MainActor @Suite struct ActionMistakeTests {
  @Test(.rule("M-38", "E-251")) func `observing valueChanged of a text field warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let field = UITextField()
        let listener = Listener(Log())
        field.addTarget(listener, action: "plain", for: .valueChanged)
        // One of these events is sent, so there is no warning.
        field.addTarget(listener, action: "first", for: [.valueChanged, .editingChanged])
      }
    }
    #expect(warnings(of: result) == ["UITextField never sends valueChanged; use editingChanged"])
  }

  @Test(.rule("M-39", "E-214")) func `adding an existing target-action pair warns with its origin`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let control = UIControl()
        let listener = Listener(Log())
        control.addTarget(listener, "plain", .touchUpInside, origin: "Main.storyboard")
        control.addTarget(listener, action: "plain", for: [.touchDown, .touchUpInside])
      }
    }
    let said = warnings(of: result)
    #expect(said.count == 1)
    #expect(
      said.first?.hasSuffix("Listener.plain is already connected for touchUpInside (Main.storyboard); merged")
        == true)
  }

  @Test(.rule("M-40")) func `one handler for touchUpInside and touchUpOutside warns in strict mode`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("CAROB_STRICT", "1", 1)
      await MainActor.run {
        let control = UIControl()
        let listener = Listener(Log())
        control.addTarget(listener, action: "plain", for: .touchUpInside)
        control.addTarget(listener, action: "plain", for: .touchUpOutside)
      }
    }
    #expect(warnings(of: result) == ["plain cannot know whether touchUpInside or touchUpOutside called it"])
    let silent = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      unsetenv("CAROB_STRICT")
      await MainActor.run {
        UIControl().addTarget(Listener(Log()), action: "plain", for: [.touchUpInside, .touchUpOutside])
      }
    }
    #expect(warnings(of: silent) == [])
  }

  @Test(.rule("M-41", "F-153")) func `a target without the action warns, and sending to it raises`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let control = UIControl()
        let listener = Listener(Log())
        control.addTarget(listener, action: "plane", for: .touchUpInside)
        control.sendActions(for: .touchUpInside)
      }
    }
    #expect(
      warnings(of: result).first?.hasSuffix("Listener does not implement plane; touchUpInside will crash")
        == true)
    #expect(errors(of: result).contains("plane]: unrecognized selector sent to instance"))
  }

  @Test(.rule("M-42", "E-215")) func `an action with three arguments cannot be sent`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = UIApplication.shared.sendAction("a:b:c:", to: nil, from: nil, for: nil)
      }
    }
    #expect(errors(of: result).contains("Action a:b:c: must take 0, 1 or 2 arguments (M-42)"))
  }

  @Test(.rule("M-43", "E-216")) func `registering for an event that a control never sends warns`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let listener = Listener(Log())
        UIButton().addTarget(listener, action: "plain", for: .valueChanged)
        UISwitch().addTarget(listener, action: "plain", for: .editingChanged)
        UISlider().addTarget(listener, action: "plain", for: .editingDidEnd)
        // A subclass may send any event, and of all events one is sent.
        LoggingButton().addTarget(listener, action: "plain", for: .valueChanged)
        UIButton().addTarget(listener, action: "plain", for: .allEvents)
        UISwitch().addTarget(listener, action: "plain", for: .valueChanged)
      }
    }
    #expect(
      warnings(of: result) == [
        "UIButton never sends valueChanged", "UISwitch never sends editingChanged",
        "UISlider never sends editingDidEnd",
      ])
  }
}

private final class LoggingButton: UIButton {}
