import Device
import DeviceProtocol
import Testing

@testable import PlayScript

@Suite struct ScriptParserTests {
  private func parse(_ text: String) throws -> [Step] { try ScriptParser().parse(text, file: "s.yml").steps }

  private func action(_ text: String) throws -> Step.Action {
    try #require(try parse("- " + text).first).action
  }

  private func error(_ text: String) -> ScriptError? {
    do throws(ScriptError) {
      _ = try ScriptParser().parse(text, file: "s.yml")
      return nil
    } catch { return error }
  }

  private func query(_ change: (inout Target.Query) -> Void) -> Target {
    var query = Target.Query()
    change(&query)
    return .matching(query)
  }

  @Test func `every touch step of the contract is read`() throws {
    #expect(try action("tap: Open") == .tap(.named("Open"), count: 1, fingers: 1))
    #expect(try action("doubleTap: Open") == .tap(.named("Open"), count: 2, fingers: 1))
    #expect(try action("tap: {on: Open, count: 3, fingers: 2}") == .tap(.named("Open"), count: 3, fingers: 2))
    #expect(try action("tap: {x: 1, y: 2.5}") == .tap(.point(x: 1, y: 2.5), count: 1, fingers: 1))
    #expect(try action("longPress: {on: A, for: 2}") == .longPress(.named("A"), seconds: 2))
    #expect(
      try action("drag: {from: A, to: {x: 1, y: 2}, over: 0.5, hold: 1, pause: 0.2}")
        == .drag(from: .named("A"), to: .point(x: 1, y: 2), over: 0.5, hold: 1, pause: 0.2))
    #expect(try action("swipe: {on: A, direction: left}") == .swipe(.named("A"), .left))
    #expect(try action("scroll: {on: A, by: {y: 300}}") == .scroll(.named("A"), x: 0, y: 300))
    #expect(try action("pinch: {on: A, scale: 0.5}") == .pinch(.named("A"), scale: 0.5))
    #expect(try action("rotateFingers: {on: A, degrees: -90}") == .rotateFingers(.named("A"), degrees: -90))
    #expect(
      try action(
        "touches: [{finger: 2, phase: moved, at: {x: 1, y: 2}, force: 0.5}, {phase: ended, at: {x: 3, y: 4}}]"
      )
        == .touches([
          .init(id: 2, phase: .moved, x: 1, y: 2, force: 0.5), .init(id: 1, phase: .ended, x: 3, y: 4),
        ]))
    #expect(try action("slide: {on: A, to: 0.75}") == .slide(.named("A"), to: 0.75))
    #expect(try action("pick: {on: A, component: 1, row: 3}") == .pick(.named("A"), component: 1, row: 3))
  }

  @Test func `targets may be narrowed, nested and abbreviated`() throws {
    #expect(try action("tap: {text: X}") == .tap(query { $0.text = "X" }, count: 1, fingers: 1))
    #expect(
      try action("tap: {on: {text: X}, count: 2}") == .tap(query { $0.text = "X" }, count: 2, fingers: 1))
    #expect(try action("tap: {text: X, count: 2}") == .tap(query { $0.text = "X" }, count: 2, fingers: 1))
    #expect(
      try action("tap: {type: UIButton, contains: a, index: 2, within: {id: list}}")
        == .tap(
          query {
            $0.type = "UIButton"
            $0.contains = "a"
            $0.index = 2
            $0.within = query { $0.id = "list" }
          }, count: 1, fingers: 1))
  }

  @Test func `words that are booleans in YAML 1.1 are names`() throws {
    #expect(try action("tap: on") == .tap(.named("on"), count: 1, fingers: 1))
    #expect(try action("tap: No") == .tap(.named("No"), count: 1, fingers: 1))
    #expect(
      try action("drag: {from: {x: 1, y: 2}, to: y}")
        == .drag(from: .point(x: 1, y: 2), to: .named("y"), over: 0.3, hold: 0, pause: 0))
    #expect(
      try action("wheel: {on: list, by: {y: 120}}") == .wheel(.named("list"), x: 0, y: 120))
    #expect(try action("type: 12") == .type("12"))
  }

  @Test func `text, time and device steps are read`() throws {
    #expect(try action("type: \"hello\"") == .type("hello"))
    #expect(try action("key: return") == .key("return", modifiers: []))
    #expect(
      try action("key: {key: leftArrow, modifiers: [shift, option]}")
        == .key("leftArrow", modifiers: ["shift", "alternate"]))
    #expect(try action("key: a") == .key("a", modifiers: []))
    #expect(try action("key: {key: é, for: 0.5}") == .key("é", modifiers: [], held: 0.5))
    #expect(try action("compose: ni") == .compose("ni"))
    #expect(try action("paste: \" a\"") == .paste(" a"))
    #expect(
      try action("keyCommand: {input: n, modifiers: [command, option]}")
        == .key("n", modifiers: ["command", "alternate"]))
    #expect(try action("wait: 2.5") == .wait(2.5))
    #expect(try action("press: power") == .springboard(.powerButton))
    #expect(try action("press: volumeUp") == .buttonWithoutEvent("volumeUp"))
    #expect(try action("rotate: upsideDown") == .change(.orientation("portraitUpsideDown")))
    #expect(try action("shake: true") == .change(.shake))
    #expect(try action("memoryWarning: true") == .change(.memoryWarning))
    #expect(try action("appearance: dark") == .change(.appearance("dark")))
    #expect(try action("music: next") == .change(.music("next")))
    #expect(try action("media: {readyAfter: 3}") == .change(.mediaDelay(3)))
    #expect(
      try action("motion: {attitude: {pitch: 90}, acceleration: {x: 0.5}}")
        == .motion(.state(pitch: 90, x: 0.5)))
    #expect(try action("motion: {altitude: 12}") == .motion(.state(altitude: 12)))
    #expect(try action("activity: walking") == .motion(.activity(.walking)))
    #expect(try action("steps: 100") == .motion(.steps(100)))
    #expect(try action("contentSize: accessibilityLarge") == .change(.contentSize("accessibilityLarge")))
    #expect(try action("launch: true") == .launch(reason: .tap))
    #expect(
      try action("launch: {reason: url, url: \"a://b\"}") == .springboard(.openURL("a://b")))
    #expect(try action("terminate: true") == .springboard(.terminate))
    #expect(try action("kill: memory") == .springboard(.kill(.memory)))
    #expect(try action("switchTo: self") == .springboard(.switchToApp))
    #expect(try action("interrupt: controlCenter") == .springboard(.interrupt(.controlCenter)))
    #expect(try action("endInterruption: accept") == .springboard(.acceptInterruption))
    #expect(try action("powerSlider: cancel") == .springboard(.cancelPowerSlider))
    #expect(try action("openURL: \"a://b\"") == .springboard(.openURL("a://b")))
    #expect(try action("snapshot: a.png") == .snapshot("a.png"))
    #expect(try action("device: ipad (10th)") == .device("iPad (10th generation)"))
    #expect(try action("container: keep") == .keepContainer)
  }

  @Test func `checks are read`() throws {
    var expectation = Step.Expectation()
    expectation.text = "t"
    expectation.value = "1"
    expectation.isEnabled = true
    expectation.isSelected = false
    #expect(
      try action("expect: {on: A, text: t, value: 1, enabled: true, selected: false}")
        == .expect(.named("A"), expectation))
    #expect(try action("expect: {text: A}") == .expect(query { $0.text = "A" }, .init()))
    expectation = .init()
    expectation.value = "1"
    #expect(try action("expect: {id: a, value: 1}") == .expect(query { $0.id = "a" }, expectation))
    #expect(try action("expectNot: A") == .expectNot(.named("A")))
    #expect(try action("expectPrinted: a b") == .expectPrinted("a b"))
    var pattern = EventPattern()
    pattern.name = "viewDidLoad()"
    #expect(try action("expectEvent: viewDidLoad()") == .expectEvent(pattern, count: nil))
    pattern.receiver = "VC#2"
    pattern.mechanism = "appearance"
    pattern.outcome = "handled"
    #expect(
      try action(
        "expectEvent: {name: viewDidLoad(), receiver: VC#2, mechanism: appearance, outcome: handled, count: 0}"
      )
        == .expectEvent(pattern, count: 0))
    var printed = EventPattern()
    printed.printed = "x"
    var named = EventPattern()
    named.name = "a"
    #expect(try action("expectOrder: [a, {printed: x}]") == .expectOrder([named, printed]))
    let step = try #require(try parse("- waitFor: {on: A, gone: true, timeout: 10}").first)
    #expect(step.action == .waitFor(.named("A"), gone: true))
    #expect(step.timeout == 10)
  }

  @Test func `now and timeout are written beside the step`() throws {
    let steps = try parse("- tap: A\n  now: true\n  timeout: 2\n- {expect: B}\n")
    #expect(steps[0].isImmediate)
    #expect(steps[0].timeout == 2)
    #expect(steps[1].line == 4)
    #expect(steps[1].timeout == 5)
  }

  @Test func `an empty script has no steps`() throws {
    #expect(try parse("") == [])
    #expect(try parse("# nothing\n") == [])
    #expect(try parse("[]") == [])
  }

  @Test(arguments: [
    ("- tap: A\n- tip: B", 2, "there is no step 'tip': did you mean 'tap'?"),
    ("- tap: A\n  drag: B", 2, "a step has one step key, not both 'tap' and 'drag': begin a new list item"),
    (
      "- tap: {on: A, cuont: 2}", 1,
      "tap has no key 'cuont' (did you mean 'count'?): it has on, count, fingers"
    ),
    ("- tap:", 1, "the target of tap must not be empty"),
    ("- tap: [A]", 1, "the target of tap must be a mapping"),
    ("- tap: {x: 1}", 1, "a point is `{x:, y:}` and nothing else"),
    (
      "- tap: {count: 2}", 1,
      "tap needs a target: a name, a point, or id, label, text, contains, type, index, within"
    ),
    ("- Open", 1, "a step is a mapping with one step key, like `tap: Open`"),
    ("tap: A", 1, "a script must be a list"),
    ("- now: true", 1, "this step has no step key"),
    (
      "-\n  press: hime", 2,
      "press cannot be 'hime' (did you mean 'home'?): it is one of home, lock, unlock, switcher, volumeUp, power"
    ),
    ("- shake: false", 1, "shake takes the value true"),
    ("- shake: yes", 1, "shake must be true or false"),
    ("- wait: -1", 1, "wait must be a number of seconds, 0 or more"),
    ("- wait: nan", 1, "wait must be a number"),
    ("- expectOrder: []", 1, "expectOrder needs at least one event"),
    (
      "- expectEvent: {}", 1,
      "expectEvent needs at least one of name, receiver, mechanism, outcome, printed, count"
    ),
    ("- expect: {x: 1, y: 2}", 1, "expect needs an element, not a point"),
    (
      "- expectNoLeaks: true", 1,
      "the step 'expectNoLeaks' is not available yet in this version of Carob"
    ),
    ("- motion: {}", 1, "motion needs `attitude:`, `acceleration:` or `altitude:`"),
    (
      "- motion: {attitude: {pitch: 200}}", 1, "attitude.pitch must be a number from -180 to 180 degrees"
    ),
    ("- location: {latitude: 91, longitude: 2}", 1, "latitude must be a number from -90 to 90 degrees"),
    ("- location: somewhere", 1, "location cannot be 'somewhere': it is one of unknown"),
    ("- gpx: {speed: 3}", 1, "gpx needs `file:`"),
    (
      "- gpx: {file: a.gpx, loop: true, back: true}", 1,
      "a route repeats (loop) or returns (back), not both"
    ),
    ("- way: stop", 1, "way cannot be 'stop': it is one of pause, resume"),
    ("- way: {rate: 0}", 1, "rate must be a number from 0.1 to 1000"),
    ("- way: {}", 1, "way needs `at:` or `rate:`"),
    (
      "- beacon: {uuid: mine}", 1, "uuid must be a UUID like 7C0B1E2A-3D4F-4A5B-8C6D-9E0F1A2B3C4D"
    ),
    (
      "- answer: {prompt: contacts, with: whenInUse}", 1,
      "the contacts prompt cannot be answered with 'whenInUse': it is one of allow, deny"
    ),
    (
      "- permission: {for: location, to: allowed}", 1,
      "location cannot be 'allowed': it is one of denied, notDetermined, restricted, always, whenInUse"
    ),
    ("- tap: A\n- device: iPad Pro 11", 2, "'device' must come before every other step"),
    (
      "- device: iFone 15", 1,
      "there is no device 'iFone 15': did you mean 'iPhone 15'? (`carob devices` lists them)"
    ),
    ("- touches: [{phase: began, at: {x: 1}}]", 1, "at needs x and y"),
    (
      "- tap: A\n- rotateFingers: {on: A, degrees: 1e20}", 2,
      "degrees must be a number from -36000 to 36000 degrees"
    ),
    (
      "- scroll: {on: A, by: {y: 1e300}}", 1, "by.y must be a number from -100000 to 100000 points"
    ),
    ("- scroll: {on: A, by: {y: inf}}", 1, "by.y must be a number"),
    ("- scroll: A", 1, "scroll needs `by:`"),
    ("- tap: {x: nan, y: 1}", 1, "x must be a number"),
    ("- tap: {x: 1, y: -1e9}", 1, "y must be a number from -100000 to 100000 points"),
    ("- tap: {on: A, count: 1e3}", 1, "count must be a whole number from 1 to 10"),
    ("- tap: {on: A, count: 99999999999999999999}", 1, "count must be a whole number from 1 to 10"),
    ("- longPress: {on: A, for: -1}", 1, "for must be a number of seconds, 0 or more"),
    ("- longPress: {on: A, for: 1e8}", 1, "for must be at most 3600 seconds"),
    ("- drag: {from: A, to: B, over: 1e9}", 1, "over must be at most 3600 seconds"),
    ("- wait: 1e10", 1, "wait must be at most 1000000000 seconds"),
    ("- tap: A\n  timeout: .inf", 2, "timeout must be a number"),
    ("- tap: A\n  timeout: -3", 2, "timeout must be a number of seconds, 0 or more"),
    ("- pinch: {on: A, scale: 0}", 1, "scale must be a number from 0.01 to 100"),
    ("- pinch: A", 1, "pinch needs `scale:`"),
    ("- slide: {on: A, to: 75}", 1, "to must be a number from 0 to 1"),
    ("- pick: {on: A, row: -1}", 1, "row must be a whole number from 0 to 1000000"),
    ("- touches: [{phase: began, at: {x: 1, y: 2}, force: 1e9}]", 1, "force must be a number from 0 to 20"),
    ("- media: {readyAfter: -1}", 1, "readyAfter must be a number of seconds, 0 or more"),
    (
      "- launch: {reason: url}", 1,
      "a launch for a URL needs `url:`: launch: {reason: url, url: \"scheme://…\"}"
    ),
    ("- launch: {reason: tap, url: \"a://b\"}", 1, "`url:` applies to the reason url only"),
    ("- steps: 0", 1, "steps must be a whole number from 1 to 1000000"),
    (
      "- qqqqqqqqqqq: a", 1,
      "there is no step 'qqqqqqqqqqq' (Documentation/Reference/PlayScript.md lists them)"
    ),
  ])
  func `a mistake is reported with its line`(text: String, line: Int, message: String) {
    #expect(error(text) == ScriptError(line: line, message: message))
  }

  @Test func `broken YAML is an error with a line`() {
    #expect(error("- tap: A\n- tap: [")?.line ?? 0 >= 2)
    #expect(error("- tap: \"A\n") != nil)
    #expect(error("\u{0}\u{1}") != nil)
    #expect(error("- tap: A\n- {tap: B, tap: B}")?.line == 2)
    #expect(error("- tap: A\n- tap: e\u{301}\u{7}")?.line == 2)
  }

  @Test func `too deep nesting is refused`() {
    #expect(error(String(repeating: "[", count: 100_000))?.message == "the script is nested too deeply")
    #expect(error(String(repeating: "- ", count: 100_000))?.message == "the script is nested too deeply")
    #expect(
      error("- tap: " + String(repeating: "{within: ", count: 100_000))?.message
        == "the script is nested too deeply")
  }

  @Test func `arbitrary text never traps`() {
    var state: UInt64 = 7
    let pieces = [
      "- ", "tap", ": ", "{", "}", "[", "]", "on", "\n", "  ", "expect", "\"", "'", "&a", "*a", "|", ">", "1",
      ",", "x", "y",
      "?", "!", "#", "%", "---", "touches", "phase", "within", "é", "\t",
    ]
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      _ = error(text)
    }
  }
}
