import Device
import DeviceProtocol

/// Reads the value of one step.
struct StepReader {
  let name: String
  /// From inside the value: `waitFor: {on: X, timeout: 10}`.
  private(set) var timeout: Double?

  static let names = [
    "tap", "doubleTap", "longPress", "drag", "swipe", "scroll", "wheel", "pinch", "rotateFingers", "touches",
    "slide",
    "pick",
    "type", "compose", "paste", "key", "keyCommand", "wait", "waitFor", "press", "rotate", "shake",
    "memoryWarning", "appearance",
    "contentSize", "launch", "terminate", "kill", "switchTo", "interrupt", "endInterruption", "powerSlider",
    "music", "media",
    "openURL",
    "answer", "location", "gpx", "tapNotification", "dismissNotification", "expect", "expectNot",
    "expectPrinted",
    "expectNotPrinted", "expectEvent", "expectOrder", "snapshot", "device", "container",
  ]

  init(name: String) {
    self.name = name
  }

  mutating func action(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch name {
    case "tap":
      let (target, options) = try aimed(value, options: ["count", "fingers"])
      return .tap(
        target, count: try options["count"]?.count("count", atLeast: 1, atMost: 10) ?? 1,
        fingers: try options["fingers"]?.count("fingers", atLeast: 1, atMost: 5) ?? 1)
    case "doubleTap": return .tap(try aimed(value).target, count: 2, fingers: 1)
    case "longPress":
      let (target, options) = try aimed(value, options: ["for"])
      return .longPress(target, seconds: try options["for"]?.duration("for") ?? 1)
    case "drag": return try drag(value)
    case "swipe":
      let (target, options) = try aimed(value, options: ["direction"])
      guard let direction = options["direction"] else { throw value.error("swipe needs a direction") }
      let word = try direction.word("direction", of: Step.Direction.allCases.map(\.rawValue))
      return .swipe(target, Step.Direction(rawValue: word) ?? .left)
    case "scroll":
      let (target, x, y) = try moved(value)
      return .scroll(target, x: x, y: y)
    case "wheel":
      let (target, x, y) = try moved(value)
      return .wheel(target, x: x, y: y)
    case "pinch":
      let (target, options) = try aimed(value, options: ["scale"])
      let scale = try options["scale"]?.number("scale") ?? 0
      guard scale > 0, scale <= 100 else { throw value.error("pinch needs a scale above 0") }
      return .pinch(target, scale: scale)
    case "rotateFingers":
      let (target, options) = try aimed(value, options: ["degrees"])
      guard let degrees = options["degrees"] else { throw value.error("rotateFingers needs degrees") }
      return .rotateFingers(target, degrees: try degrees.number("degrees"))
    case "touches":
      return .touches(try value.sequence("touches").map { node throws(ScriptError) in try finger(node) })
    case "slide":
      let (target, options) = try aimed(value, options: ["to"])
      guard let to = try options["to"]?.number("to"), (0...1).contains(to) else {
        throw value.error("slide needs `to:`, from 0 to 1")
      }
      return .slide(target, to: to)
    case "pick":
      let (target, options) = try aimed(value, options: ["component", "row"])
      guard let row = options["row"] else { throw value.error("pick needs a row") }
      return .pick(
        target, component: try options["component"]?.count("component", atLeast: 0) ?? 0,
        row: try row.count("row", atLeast: 0))
    case "type": return .type(try value.nonEmptyString("type"))
    case "compose": return .compose(try value.nonEmptyString("compose"))
    case "paste": return .paste(try value.nonEmptyString("paste"))
    case "key": return try key(value)
    case "keyCommand": return try keyCommand(value)
    case "wait": return .wait(try value.duration("wait"))
    case "waitFor":
      let (target, options) = try aimed(value, options: ["gone", "timeout"])
      timeout = try options["timeout"]?.duration("timeout")
      return .waitFor(target, gone: try options["gone"]?.bool("gone") ?? false)
    case "expect", "expectNot", "expectPrinted", "expectNotPrinted", "expectEvent", "expectOrder":
      return try check(value)
    case "snapshot": return .snapshot(try value.nonEmptyString("snapshot"))
    case "answer", "location", "gpx", "tapNotification", "dismissNotification":
      throw value.error("the step '\(name)' is not available yet in this version of Carob")
    default: return try deviceAction(value)
    }
  }

  private static let keys = [
    "return", "delete", "tab", "escape", "upArrow", "downArrow", "leftArrow", "rightArrow", "forwardDelete",
    "home",
    "end", "pageUp", "pageDown",
  ]

  // MARK: Targets

  private static let targetKeys = ["id", "label", "text", "contains", "type", "index", "within", "x", "y"]

  /// A step's target and its options: a string, `{on: TARGET, option: …}`, or the short `{text: X, option: …}`.
  mutating func aimed(
    _ value: ScriptNode, options known: [String] = [], required: Bool = true
  ) throws(ScriptError) -> (target: Target, options: [String: ScriptNode]) {
    guard value.isMapping else { return (try target(value), [:]) }
    let on = value.node.mapping?.contains { $0.key.scalar?.string == "on" } ?? false
    if on {
      var fields = try value.fields(name, known: ["on"] + known)
      guard let on = fields.removeValue(forKey: "on") else { throw value.error("\(name) needs a target") }
      return (try target(on), fields)
    }
    let fields = try value.fields(name, known: Self.targetKeys + known + ["on"])
    var aim: [String: ScriptNode] = [:]
    var options: [String: ScriptNode] = [:]
    for (key, node) in fields {
      if Self.targetKeys.contains(key) { aim[key] = node } else { options[key] = node }
    }
    return (try target(fields: aim, value), options)
  }

  func target(_ node: ScriptNode) throws(ScriptError) -> Target {
    if node.isScalar { return .named(try node.nonEmptyString("the target of \(name)")) }
    return try target(fields: try node.fields("the target of \(name)", known: Self.targetKeys), node)
  }

  private func target(fields: [String: ScriptNode], _ node: ScriptNode) throws(ScriptError) -> Target {
    if fields["x"] != nil || fields["y"] != nil {
      guard fields.count == 2, let x = fields["x"], let y = fields["y"] else {
        throw node.error("a point is `{x:, y:}` and nothing else")
      }
      return .point(x: try x.number("x"), y: try y.number("y"))
    }
    guard !fields.isEmpty else {
      throw node.error(
        "\(name) needs a target: a name, a point, or \(Self.targetKeys.dropLast(2).joined(separator: ", "))")
    }
    var query = Target.Query()
    query.id = try fields["id"]?.string("id")
    query.label = try fields["label"]?.string("label")
    query.text = try fields["text"]?.string("text")
    query.contains = try fields["contains"]?.nonEmptyString("contains")
    query.type = try fields["type"]?.nonEmptyString("type")
    query.index = try fields["index"]?.count("index", atLeast: 0)
    if let within = fields["within"] {
      let container = try target(within)
      if case .point = container { throw within.error("within needs an element, not a point") }
      query.within = container
    }
    return .matching(query)
  }

  private func drag(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    let fields = try value.fields(name, known: ["from", "to", "over", "hold", "pause"])
    guard let from = fields["from"], let to = fields["to"] else {
      throw value.error("drag needs `from:` and `to:`")
    }
    return .drag(
      from: try target(from), to: try target(to), over: try fields["over"]?.duration("over") ?? 0.3,
      hold: try fields["hold"]?.duration("hold") ?? 0, pause: try fields["pause"]?.duration("pause") ?? 0)
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
    return TouchEvent.Finger(
      id: UInt32(try fields["finger"]?.count("finger", atLeast: 1, atMost: 100) ?? 1),
      phase: TouchEvent.Phase(rawValue: UInt8(phases.firstIndex(of: word) ?? 0)) ?? .began,
      x: try x.number("x"),
      y: try y.number("y"), force: try fields["force"]?.number("force") ?? 1)
  }

  private func keyCommand(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    let fields = try value.fields(name, known: ["input", "modifiers"])
    guard let input = fields["input"] else { throw value.error("keyCommand needs an input") }
    return .key(try input.nonEmptyString("input"), modifiers: try modifiers(fields["modifiers"]))
  }

  /// A key by its name or its character, or with keys that are held: `key: {key: leftArrow, modifiers: [shift], for: 1}`.
  private func key(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    guard value.isMapping else { return .key(try keyName(value), modifiers: []) }
    let fields = try value.fields(name, known: ["key", "modifiers", "for"])
    guard let key = fields["key"] else { throw value.error("key needs a key") }
    return .key(
      try keyName(key), modifiers: try modifiers(fields["modifiers"]),
      held: try fields["for"]?.duration("for") ?? 0)
  }

  /// A target and by how much something is moved over it.
  private mutating func moved(_ value: ScriptNode) throws(ScriptError) -> (Target, x: Double, y: Double) {
    let (target, options) = try aimed(value, options: ["by"])
    guard let by = options["by"] else { throw value.error("\(name) needs `by: {x:, y:}`") }
    let fields = try by.fields("by", known: ["x", "y"])
    return (target, try fields["x"]?.number("x") ?? 0, try fields["y"]?.number("y") ?? 0)
  }

  private func keyName(_ value: ScriptNode) throws(ScriptError) -> String {
    let name = try value.nonEmptyString("key")
    return name.count == 1 ? name : try value.word("key", of: Self.keys)
  }

  private func modifiers(_ value: ScriptNode?) throws(ScriptError) -> [String] {
    let words = ["command", "shift", "alternate", "option", "control"]
    return try value?.sequence("modifiers").map { node throws(ScriptError) in
      let word = try node.word("a modifier", of: words)
      return word == "option" ? "alternate" : word
    } ?? []
  }
}
