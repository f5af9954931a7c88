import Device
import DeviceProtocol
import Testing

@testable import PlayScript

@Suite struct ScriptRunnerTests {
  let fake: FakeBundle
  let reduced: FakeBundle
  init() throws {
    fake = try FakeBundle()
    reduced = try FakeBundle(info: ["NSLocationDefaultAccuracyReduced": true])
  }

  /// Runs a script on the fake app.
  private func play(
    _ text: String, app: FakeBundle? = nil, mode: String = "normal",
    configure: (inout DeviceConfiguration) -> Void = { _ in }
  ) throws -> (result: PlayResult, device: SimulatedDevice, report: String) {
    let script = try ScriptParser().parse(text, file: "s.yml")
    let device = try (app ?? fake).device(mode: mode, configure: configure)
    let runner = ScriptRunner(script: script, device: device) { path throws(DeviceError) in
      device.note("snapshot \(path)")
    }
    let result = runner.run()
    return (result, device, result.report(script: script))
  }

  private func failure(_ text: String) throws -> StepFailure {
    let (result, _, _) = try play(text)
    guard case .failed(let failure) = result.outcome else {
      Issue.record("\(result)")
      throw ScriptError(line: 0, message: "no failure")
    }
    #expect(result.exitStatus == 1)
    return failure
  }

  @Test func `a script whose checks hold passes`() throws {
    let (result, device, report) = try play(
      """
      - expect: counter
      - tap: Add
      - tap: {on: Add, count: 2}
      - expect: {on: counter, text: "Count: 3"}
      - tap: Say
      - expectPrinted: said 3
      - expectEvent: {name: "sayTapped:", receiver: ViewController, mechanism: action, count: 1}
      - expectOrder: ["application(_:didFinishLaunchingWithOptions:)", "addTapped:", {printed: said}]
      """)
    #expect(report == "")
    #expect(result == PlayResult(outcome: .passed, line: nil, stepsDone: 8))
    #expect(result.exitStatus == 0)
    #expect(device.now.seconds > 0.15 && device.now.seconds < 0.3)
  }

  @Test func `without a script the app is launched and runs until it is idle`() throws {
    let device = try fake.device()
    let runner = ScriptRunner(script: .empty, device: device) { _ in }
    #expect(runner.run().outcome == .passed)
    #expect(device.isAppRunning)
  }

  @Test func `a tap is two events fifty milliseconds apart at the same place`() throws {
    let (_, device, _) = try play("- tap: Add")
    let touches = device.trace.records.filter { $0.event.mechanism == "touch" }.map(\.event)
    #expect(touches.map(\.name) == ["touch began", "touch ended"])
    #expect(touches.map(\.receiver) == ["Add", "Add"])
    #expect(touches.map(\.time) == [0, 0.05])
  }

  @Test func `taps of separate steps are not a double tap`() throws {
    let (_, device, _) = try play("- tap: Add\n- doubleTap: Add\n- tap: Add\n")
    let began = device.trace.records.filter { $0.event.name == "touch began" }
    #expect(began.map { !$0.event.detail.isEmpty } == [true, true, false, true])
  }

  @Test func `a swipe moves sixty times a second and a drag holds and pauses`() throws {
    let (_, device, _) = try play("- swipe: {on: list, direction: up}")
    #expect(device.trace.records.filter { $0.event.name == "touch moved" }.count == 6)
    #expect(DeviceTime(seconds: device.now.seconds) == DeviceTime(seconds: 0.1))
    let (_, dragged, _) = try play("- drag: {from: Add, to: Say, over: 0.5, hold: 1, pause: 0.25}")
    #expect(dragged.trace.records.filter { $0.event.name == "touch moved" }.count == 30)
    #expect(dragged.now.seconds == 1.75)
  }

  @Test func `a gesture beyond the edge is shifted into the screen`() throws {
    // Right of the centre: the path would begin 92 points outside.
    let (_, device, _) = try play("- swipe: {on: {x: 367, y: 400}, direction: left}")
    let touches = device.trace.records.map(\.event).filter { $0.mechanism == "touch" }
    #expect(touches.count == 8)
    let inner = try play("- pinch: {on: {x: 2, y: 2}, scale: 2}").device.trace.records
    #expect(inner.contains { $0.event.name == "touch began" })
    #expect(
      try failure("- touches: [{phase: began, at: {x: 500, y: 20}}]").problem
        == "touches: finger 1 would begin outside the screen")
    #expect(
      try failure("- swipe: {on: {x: 500, y: 20}, direction: left}").problem
        == "swipe: point (500, 20) is not on the screen")
  }

  @Test func `a step waits for its target, and for the animation before it`() throws {
    let (result, device, _) = try play(
      """
      - tap: Later
      - tap: Animate
      - tap: Add
      - expectPrinted: later
      - expectNotPrinted: later
      """)
    #expect(result.outcome == .passed)
    let names = device.trace.records.map(\.event.name)
    #expect(
      try #require(names.firstIndex(of: "animated")) < (try #require(names.firstIndex(of: "addTapped:"))))
    #expect(device.now.seconds > 2)
  }

  @Test func `now does not wait`() throws {
    let (_, device, _) = try play("- tap: Animate\n- tap: Add\n  now: true\n")
    let names = device.trace.records.map(\.event.name)
    #expect(
      try #require(names.firstIndex(of: "animated")) > (try #require(names.firstIndex(of: "addTapped:"))))
  }

  @Test func `targets are found by identifier, label, text, value, type, place and container`() throws {
    let (result, device, _) = try play(
      """
      - expect: counter
      - expect: "Count: 0"
      - expect: 50%
      - expect: {type: UISwitch, value: "0"}
      - tap: {type: UISwitch}
      - expect: {type: UIControl, label: Switch}
      - expect: {on: Switch, value: "1", enabled: true, selected: false}
      - expect: {on: {text: Row one}, selected: true}
      - expect: {on: {label: Row, within: list, index: 1}, text: Row two}
      - expectNot: {label: Row, within: list, index: 2}
      - expect: {on: {label: Row, index: 2}, text: Outside}
      - expect: {contains: "unt: "}
      - tap: Row
      - expect: {on: Dead, enabled: false}
      - tap: Dead
      - expectEvent: {name: "buttonPressed:", outcome: unhandled}
      """)
    #expect(result.outcome == .passed)
    let notes = device.trace.records.filter { $0.event.mechanism == "warning" }.map(\.event.name)
    #expect(notes == ["3 elements match 'Row': the first is used"])
  }

  @Test func `a missing target is reported with the elements, the nearest names and the events`() throws {
    let (result, device, report) = try play("- tap: Add\n- tap: Sya\n  timeout: 1\n")
    #expect(result.exitStatus == 1)
    #expect(result.line == 2)
    #expect(report.hasPrefix("s.yml:2: error: tap: 'Sya' is not on the screen\n"))
    #expect(report.contains("  step:     - tap: Sya\n  expected: 'Sya' within 1 s\n"))
    #expect(report.contains("  nearest:  'Say'"))
    #expect(report.contains("    UIButton 'Add' (10, 50, 100 × 36)\n"))
    #expect(report.contains("  events since line 1 (tap):\n"))
    #expect(report.contains("addTapped:"))
    #expect(DeviceTime(seconds: device.now.seconds) == DeviceTime(seconds: 1.05))
  }

  @Test func `a covered element names what covers it`() throws {
    let found = try failure("- tap: {on: Covered}\n  timeout: 0\n")
    #expect(found.problem == "tap: 'Covered' is covered by UIView#7 'Veil'")
    #expect(try play("- expectNot: Covered").result.outcome == .passed)
  }

  @Test func `failing checks say what was expected and what was found`() throws {
    var found = try failure("- tap: Add\n- expect: {on: counter, text: \"Count: 2\"}\n  timeout: 0\n")
    #expect(found.expected == "text 'Count: 2'")
    #expect(found.found == "text 'Count: 1'")
    #expect(found.eventsSince == "line 1 (tap)")
    #expect(found.events.count == 3)
    found = try failure("- expectNot: Add\n  timeout: 0\n")
    #expect(found.problem == "expectNot: 'Add' is on the screen")
    found = try failure("- expectPrinted: lunched\n  timeout: 0\n")
    #expect(found.found == "1 other line: 'launched tap on iPhone 15'")
    found = try failure("- expectNotPrinted: launched\n")
    #expect(found.found == "'launched tap on iPhone 15' at 0 s (event 2)")
    found = try failure("- tap: Dead\n- expectEvent: {name: \"buttonPressed:\", outcome: handled}\n")
    #expect(
      found.found
        == "0 among 4 events; 'buttonPressed:' was unhandled: no responder in the chain implements buttonPressed:"
    )
    found = try failure("- tap: Add\n- expectEvent: \"addTaped:\"\n")
    #expect(found.nearest.first == "addTapped:")
    found = try failure("- tap: Add\n- expectEvent: {name: \"addTapped:\", count: 2}\n")
    #expect(found.problem == "expectEvent: 'addTapped:' came 1 time")
    found = try failure("- tap: Add\n- tap: Say\n- expectOrder: [\"sayTapped:\", \"addTapped:\"]\n")
    #expect(found.found == "the first 1 of 2; 'addTapped:' came only before that")
  }

  @Test func `printed lines are consumed in order`() throws {
    #expect(
      try play("- tap: Say\n- tap: Say\n- expectPrinted: said\n- expectPrinted: said\n").result.outcome
        == .passed)
    #expect(
      try failure("- tap: Say\n- expectPrinted: said\n- expectPrinted: said\n  timeout: 0\n").found
        == "nothing was printed after the line found before")
  }

  @Test func `a slider is moved to its value`() throws {
    let (result, _, report) = try play(
      "- slide: {on: volume, to: 0.75}\n- expect: {on: volume, value: 75%}\n")
    #expect(report == "")
    #expect(result.outcome == .passed)
    #expect(
      try failure("- slide: {on: Add, to: 0.5}\n").problem == "slide: 'Add' has no percentage as its value")
  }

  @Test func `a key goes down and up, and may be held in between`() throws {
    let (result, device, report) = try play("- key: a\n- key: {key: b, modifiers: [shift], for: 0.5}\n")
    #expect(report == "" && result.outcome == .passed)
    let keys = device.trace.records.map(\.event).filter { $0.name.hasPrefix("key") }
    #expect(keys.map(\.name) == ["key a", "key a", "key b shift", "key b shift"])
    #expect(keys[1].time == keys[0].time && abs(keys[3].time - keys[2].time - 0.5) < 0.01)
  }

  @Test func `text, keys, rows and the device's own steps reach the app`() throws {
    let (result, device, report) = try play(
      """
      - tap: name
      - type: "hé\\n"
      - expect: {on: name, text: hé}
      - key: tab
      - keyCommand: {input: n, modifiers: [command]}
      - compose: ni
      - paste: carob
      - pick: {on: wheel, component: 1, row: 3}
      - wheel: {on: wheel, by: {y: 120}}
      - rotate: landscapeLeft
      - appearance: dark
      - expect: Held landscapeLeft dark
      - shake: true
      - memoryWarning: true
      - press: volumeUp
      - snapshot: a.png
      - press: home
      - wait: 5
      - launch: {reason: tap}
      - openURL: "x:y"
      - interrupt: call
      - endInterruption: dismiss
      - terminate: true
      - launch: tap
      - expect: Add
      """)
    #expect(report == "")
    #expect(result.outcome == .passed)
    let names = device.trace.records.filter { $0.event.sender != "Device" }.map(\.event.name)
    for name in [
      "key return", "key tab", "key n command", "compose ni", "paste carob", "pick 1 3", "scroll 0 -120",
      "shake",
      "memoryWarning", "openURL x:y",
      "willTerminate",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test func `a row is picked from a wheel or a segmented control, and nowhere else`() throws {
    let (result, device, report) = try play("- pick: {on: colors, row: 1}\n")
    #expect(report == "")
    #expect(result.outcome == .passed)
    #expect(device.trace.records.contains { $0.event.name == "magentaTapped:" })
    let label = try failure("- pick: {on: Add, row: 1}\n")
    #expect(label.problem == "pick: 'Add' is a UIButton, which has no rows to pick")
    let far = try failure("- pick: {on: colors, row: 2}\n")
    #expect(far.problem == "pick: 'colors' has no row 2 in component 0")
    #expect(far.found == "2 segments: Cyan, Magenta")
    // The app itself refuses.
    #expect(try failure("- pick: {on: wheel, row: 7}\n").problem == "pick: the wheel has 5 rows")
  }

  @Test(arguments: [
    ("- press: unlock", "press: it has no effect in this state", "the app is in front and active"),
    ("- press: home\n- press: home", "press: it has no effect in this state", "the app is in the background"),
    (
      "- endInterruption: dismiss", "endInterruption: it has no effect in this state",
      "the app is in front and active"
    ),
    (
      "- press: home\n- interrupt: call", "interrupt: it has no effect in this state",
      "the app is in the background"
    ),
    (
      "- launch: tap\n- launch: tap", "launch: it has no effect in this state",
      "the app is in front and active"
    ),
    (
      "- kill: user\n- terminate: true", "terminate: it has no effect in this state", "the app is not running"
    ),
    (
      "- touches: [{finger: 2, phase: ended, at: {x: 1, y: 1}}]", "touches: finger 2 is not on the screen",
      "ended"
    ),
    ("- tap: {x: 500, y: 20}", "tap: point (500, 20) is not on the screen", "a screen of 393 × 852 points"),
  ])
  func `a step that does nothing fails`(script: String, problem: String, found: String) throws {
    let failure = try failure(script + "\n")
    #expect(failure.problem == problem)
    #expect(failure.found == found)
  }

  @Test func `gestures with two fingers`() throws {
    let (result, device, _) = try play(
      """
      - pinch: {on: list, scale: 2}
      - rotateFingers: {on: list, degrees: 90}
      - tap: {on: list, fingers: 2}
      - touches: [{finger: 7, phase: began, at: {x: 20, y: 60}}]
      - touches: [{finger: 7, phase: ended, at: {x: 20, y: 60}}]
      - expectEvent: "addTapped:"
      - scroll: {on: list, by: {y: 300}}
      """)
    #expect(result.outcome == .passed)
    #expect(device.trace.records.filter { $0.event.name == "touch began" }.count == 9)
  }

  @Test func `a crash has status 4 and names file, line and step`() throws {
    let (result, _, report) = try play("- tap: Add\n- tap: Crash\n- tap: Add\n")
    #expect(result.exitStatus == 4)
    #expect(
      report == """
        Sub/ViewController.swift:33: error: Fatal error: Unexpectedly found nil while unwrapping an Optional value
        s.yml:2: error: the app crashed: Fatal error: Unexpectedly found nil while unwrapping an Optional value

        """)
  }

  @Test func `an app that cannot run here is a failure of the environment`() throws {
    let (result, _, report) = try play("", mode: "refuse")
    #expect(result.exitStatus == 6)
    #expect(report.hasSuffix("error: virtual time does not hold in this app: for a test\n"))
  }

  @Test func `an app that exits passes with status 0 and fails with another one`() throws {
    #expect(try play("- tap: Exit\n- expectPrinted: launched\n").result.outcome == .passed)
    #expect(try play("- tap: Exit 3\n").result.outcome == .appEnded(.exited(code: 3)))
    #expect(try failure("- tap: Exit\n- tap: Add\n").found == "the app ended itself with status 0")
    #expect(try play("", mode: "ends").result.exitStatus == 0)
    #expect(try play("- tap: Exit\n- launch: tap\n- tap: Add\n").result.outcome == .passed)
  }

  @Test func `a killed or suspended app fails the step that needs it`() throws {
    #expect(try failure("- kill: user\n- tap: Add\n").found == "the user removed the app")
    #expect(try failure("- press: home\n- type: x\n").problem == "type: the app is in the background")
  }

  @Test func `the limit has status 5`() throws {
    let (result, _, report) = try play("- wait: 700\n")
    #expect(result.exitStatus == 5)
    #expect(
      report == "s.yml:1: error: the limit of 600 virtual seconds was reached (raise it with --limit)\n")
  }

  @Test func `a busy app has status 5 when real time runs out`() throws {
    let script = try ScriptParser().parse("- tap: Spin\n", file: "s.yml")
    let device = try fake.device()
    // NB: the time-out begins when the app is busy, however long the machine took until then.
    device.onOutput = { [unowned device] output in
      if case .event(let record) = output, record.event.name == "spinTapped:" {
        device.startTimeout(seconds: 0.5)
      }
    }
    let result = ScriptRunner(script: script, device: device) { _ in }.run()
    #expect(result.exitStatus == 5)
    #expect(
      result.report(script: script).contains("the app has been busy since 'spinTapped:' of ViewController#1"))
  }

  @Test func `a broken launch has status 4 whatever is wrong`() throws {
    #expect(try play("- tap: Add", mode: "version").result.exitStatus == 4)
    #expect(try play("- tap: Add", mode: "crash").result.line == nil)
  }

  @Test func `two runs of a script give the same trace`() throws {
    let text =
      "- tap: Later\n- tap: Animate\n- swipe: {on: list, direction: left}\n- press: home\n- wait: 3\n- launch: tap\n- tap: Row\n"
    let first = try play(text).device.trace.jsonLines()
    #expect(try play(text).device.trace.jsonLines() == first)
  }

  @Test func `a prompt is answered by a step, or by a tap on its button with either apostrophe`() throws {
    let (result, device, report) = try play(
      """
      - tap: Ask
      - expect: Allow While Using App
      - answer: {prompt: location, with: whenInUse}
      - expectNot: Allow While Using App
      - tap: Ask always
      - tap: Change to Always Allow
      - tap: Ask notifications
      - tap: "Don't Allow"
      """)
    #expect(report == "")
    #expect(result.outcome == .passed)
    #expect(device.permission(for: .location).status == .always)
    #expect(device.permission(for: .notifications).status == .denied)
    #expect(device.diagnostics == [])
  }

  @Test(
    .rule("L-290"),
    arguments: [
      ("- answer: {prompt: location, with: whenInUse}", true, false),
      ("- answer: {prompt: location, with: whenInUse}", false, true),
      ("- answer: {prompt: location, with: whenInUse, precise: true}", true, true),
      ("- answer: {prompt: location, with: whenInUse, precise: false}", false, false),
      ("- tap: Allow While Using App", true, false),
      ("- tap: \"Precise: Off\"\n- answer: {prompt: location, with: whenInUse}", true, true),
      ("- tap: \"Precise: On\"\n- answer: {prompt: location, with: whenInUse}", false, false),
    ])
  func `an answer takes what the switch Precise shows, unless the step says otherwise`(
    steps: String, asksForReduced: Bool, isPrecise: Bool
  ) throws {
    let (result, device, report) = try play("- tap: Ask\n" + steps, app: asksForReduced ? reduced : fake)
    #expect(report == "" && result.outcome == .passed)
    #expect(
      device.permission(for: .location)
        == Permission(kind: .location, status: .whenInUse, isPrecise: isPrecise))
  }

  @Test func `a prompt without an answer is reported at the end, and by a step whose target it covers`()
    throws
  {
    let (result, device, _) = try play("- tap: Ask")
    #expect(result.outcome == .passed)
    #expect(
      device.diagnostics == [
        "the location prompt 'Allow “Fake App ü” to use your location?' was not answered, and the app stays inactive: "
          + "add the step `answer: {prompt: location, with: whenInUse}`, or `tap: Allow Once`"
      ])
    let covered = try failure("- tap: Ask\n- tap: {on: Say}\n  timeout: 1")
    #expect(
      covered.problem
        == "tap: 'Say' is covered by the location prompt 'Allow “Fake App ü” to use your location?'")
  }

  @Test func `an answer without its prompt, or with a choice of another prompt, fails with the reason`()
    throws
  {
    #expect(
      try failure("- answer: {prompt: location, with: deny}").found
        == "no prompt: the app has not asked for it")
    #expect(
      try failure("- permission: {for: location, to: denied}\n- answer: {prompt: location, with: deny}").found
        == "no prompt: the user has decided already (denied), and is not asked again")
    let other = try failure("- tap: Ask\n- answer: {prompt: location, with: always}")
    #expect(other.expected == "one of once, whenInUse, deny")
    let (result, device, _) = try play("- tap: Ask always\n- answer: {prompt: location, with: always}")
    #expect(result.outcome == .passed)
    #expect(device.permission(for: .location).status == .always)
  }
}
