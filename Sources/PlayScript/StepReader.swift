import Device
import DeviceProtocol

/// Reads the value of one step, as `StepCatalog` describes it.
struct StepReader {
  let step: StepDescription
  /// A time-out inside the value: `waitFor: {on: X, timeout: 10}`.
  private(set) var timeout: Double?

  init(_ step: StepDescription) {
    self.step = step
  }

  var name: String { step.name }

  mutating func action(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch step.group {
    case .touch, .control: try touchAction(value)
    case .text: try textAction(value)
    case .time: try timeAction(value)
    case .check: try check(value)
    case .device, .lifecycle, .setup: try deviceAction(value)
    case .service: try serviceAction(value)
    case .notification: try notificationAction(value)
    }
  }

  private func touchAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch name {
    case "tap":
      let (target, options) = try aimed(value)
      return .tap(target, count: try options.count("count"), fingers: try options.count("fingers"))
    case "doubleTap": return .tap(try aimed(value).target, count: 2, fingers: 1)
    case "longPress":
      let (target, options) = try aimed(value)
      return .longPress(target, seconds: try options.number("for"))
    case "drag":
      let options = try options(value)
      guard let from = options["from"], let to = options["to"] else {
        throw value.error("drag needs `from:` and `to:`")
      }
      return .drag(
        from: try target(from), to: try target(to), over: try options.number("over"),
        hold: try options.number("hold"), pause: try options.number("pause"))
    case "swipe":
      let (target, options) = try aimed(value)
      return .swipe(target, Step.Direction(rawValue: try options.word("direction")) ?? .left)
    case "scroll":
      let (target, options) = try aimed(value)
      let (x, y) = try options.offset("by")
      return .scroll(target, x: x, y: y)
    case "wheel":
      let (target, options) = try aimed(value)
      let (x, y) = try options.offset("by")
      return .wheel(target, x: x, y: y)
    case "pinch":
      let (target, options) = try aimed(value)
      return .pinch(target, scale: try options.number("scale"))
    case "rotateFingers":
      let (target, options) = try aimed(value)
      return .rotateFingers(target, degrees: try options.number("degrees"))
    case "slide":
      let (target, options) = try aimed(value)
      return .slide(target, to: try options.number("to"))
    case "pick":
      let (target, options) = try aimed(value)
      return .pick(target, component: try options.count("component"), row: try options.count("row"))
    default:
      return .touches(try value.sequence("touches").map { node throws(ScriptError) in try finger(node) })
    }
  }

  private func textAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch name {
    case "type": return .type(try value.nonEmptyString(name))
    case "compose": return .compose(try value.nonEmptyString(name))
    case "paste": return .paste(try value.nonEmptyString(name))
    case "key":
      // A name or character, or a mapping: `key: {key: leftArrow, modifiers: [shift], for: 1}`.
      guard value.isMapping else { return .key(try keyName(value), modifiers: []) }
      let options = try options(value)
      guard let key = options["key"] else { throw options.missing("key") }
      return .key(
        try keyName(key), modifiers: try modifiers(options["modifiers"]), held: try options.number("for"))
    default:
      let options = try options(value)
      return .key(try options.text("input"), modifiers: try modifiers(options["modifiers"]))
    }
  }

  private mutating func timeAction(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    if name == "wait" { return .wait(try own(value)) }
    let (target, options) = try aimed(value)
    if options["timeout"] != nil { timeout = try options.number("timeout") }
    return .waitFor(target, gone: try options.flag("gone"))
  }

  // MARK: Values

  /// The step's own value, a number.
  func own(_ value: ScriptNode) throws(ScriptError) -> Double {
    guard let kind = step.value?.kind else { preconditionFailure("\(name) has no value of its own") }
    return try value.number(name, kind)
  }

  /// The step's own value, one of its words.
  func ownWord(_ value: ScriptNode) throws(ScriptError) -> String {
    guard case .words(let words)? = step.value?.kind else { preconditionFailure("\(name) takes no word") }
    return try value.word(name, of: words)
  }

  func options(_ value: ScriptNode) throws(ScriptError) -> StepOptions {
    StepOptions(
      step: step, fields: try value.fields(name, known: step.arguments.map(\.name)), place: value)
  }

  private func keyName(_ value: ScriptNode) throws(ScriptError) -> String {
    let name = try value.nonEmptyString("key")
    return name.count == 1 ? name : try value.word("key", of: StepCatalog.keys)
  }

  private func modifiers(_ value: ScriptNode?) throws(ScriptError) -> [String] {
    try value?.sequence("modifiers").map { node throws(ScriptError) in
      let word = try node.word("a modifier", of: StepCatalog.modifiers)
      return word == "option" ? "alternate" : word
    } ?? []
  }

  private func finger(_ node: ScriptNode) throws(ScriptError) -> TouchEvent.Finger {
    let fields = try node.fields("a touch", known: ["finger", "phase", "at", "force"])
    guard let phase = fields["phase"], let at = fields["at"] else {
      throw node.error("a touch needs `phase:` and `at:`")
    }
    let phases = ["began", "moved", "stationary", "ended", "cancelled"]
    let word = try phase.word("phase", of: phases)
    let point = try at.fields("at", known: ["x", "y"])
    guard let x = point["x"], let y = point["y"] else { throw at.error("at needs x and y") }
    let screen = StepArgument.Kind.number(StepCatalog.screen, unit: "points")
    return TouchEvent.Finger(
      id: UInt32(try fields["finger"]?.count("finger", atLeast: 1, atMost: 100) ?? 1),
      phase: TouchEvent.Phase(rawValue: UInt8(phases.firstIndex(of: word) ?? 0)) ?? .began,
      x: try x.number("x", screen), y: try y.number("y", screen),
      force: try fields["force"]?.number("force", .number(0...20, unit: "")) ?? 1)
  }
}
