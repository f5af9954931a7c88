import Device
import DeviceProtocol
import Yams

/// Reads a play script: YAML in, validated steps out; every error has its line.
public struct ScriptParser {
  public init() {}

  public func parse(_ text: String, file: String) throws(ScriptError) -> Script {
    try checkNesting(text)
    var steps: [Step] = []
    if let root = try compose(text) {
      for node in try root.sequence("a script") { steps.append(try step(node)) }
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    try checkOrder(steps)
    return Script(file: file, steps: steps, lines: lines)
  }

  private func compose(_ text: String) throws(ScriptError) -> ScriptNode? {
    do {
      guard let node = try Yams.compose(yaml: text) else { return nil }
      // A file with only comments is one empty scalar.
      if node.scalar?.string == "" { return nil }
      return ScriptNode(node, line: 1)
    } catch let error as YamlError {
      switch error {
      case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
        .composer(let context, let problem, let mark, _):
        throw ScriptError(line: mark.line, message: (context.map { "\($0.text): " } ?? "") + problem)
      case .reader(let problem, _, let value, _):
        // NB: the library gives no offset for a character that is part of another one; it stopped at the first with this value.
        let before = text.unicodeScalars.prefix { Int64($0.value) != Int64(value) }
        throw ScriptError(line: 1 + before.count { $0 == "\n" }, message: problem)
      case .duplicatedKeysInMapping(let keys, let context):
        throw ScriptError(
          line: context.mark.line, message: "'\(keys.joined(separator: "', '"))' is there twice")
      default: throw ScriptError(line: 1, message: "\(error)")
      }
    } catch {
      throw ScriptError(line: 1, message: "\(error)")
    }
  }

  /// The YAML library recurses once per level: deep nesting is refused before it can overflow the stack.
  private func checkNesting(_ text: String) throws(ScriptError) {
    var flow = 0
    var line = 1
    var lead = 0
    var isLeading = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        lead = 0
        isLeading = true
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: "\t"), UInt8(ascii: ":"):
        if isLeading { lead += 1 }
      default:
        isLeading = false
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { flow += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { flow = max(flow - 1, 0) }
      }
      if lead > 400 || flow > 200 {
        throw ScriptError(line: line, message: "the script is nested too deeply")
      }
    }
  }

  /// `device` and `container` describe the device before anything runs on it.
  private func checkOrder(_ steps: [Step]) throws(ScriptError) {
    var isHead = true
    for step in steps {
      switch step.action {
      case .device, .keepContainer:
        if !isHead {
          throw ScriptError(line: step.line, message: "'\(step.name)' must come before every other step")
        }
      default: isHead = false
      }
    }
  }

  private func step(_ node: ScriptNode) throws(ScriptError) -> Step {
    guard let mapping = node.node.mapping else {
      throw node.error("a step is a mapping with one step key, like `tap: Open`")
    }
    var found: (step: StepDescription, value: ScriptNode, line: Int)?
    var isImmediate = false
    var timeout: Double?
    for (key, value) in mapping {
      let keyNode = ScriptNode(key, line: node.line)
      let name = try keyNode.string("a step's key")
      let value = ScriptNode(value, line: keyNode.line)
      switch name {
      case "now": isImmediate = try value.bool("now")
      case "timeout": timeout = try value.number("timeout", .seconds(atMost: StepCatalog.longest))
      default:
        guard let step = StepCatalog.named(name) else { throw unknown(name, keyNode) }
        if let found {
          throw keyNode.error(
            "a step has one step key, not both '\(found.step.name)' and '\(name)': begin a new list item")
        }
        found = (step, value, keyNode.line)
      }
    }
    guard let found else { throw node.error("this step has no step key") }
    var reader = StepReader(found.step)
    let action = try reader.action(found.value)
    var step = Step(line: found.line, name: found.step.name, action: action)
    step.isImmediate = isImmediate
    step.timeout = timeout ?? reader.timeout ?? 5
    return step
  }

  private func unknown(_ name: String, _ node: ScriptNode) -> ScriptError {
    if StepCatalog.unavailable.contains(name) {
      return node.error("the step '\(name)' is not available yet in this version of Carob")
    }
    let known = StepCatalog.names + StepCatalog.common.map(\.name)
    let nearest = NearestNames.of(name, among: known, limit: 1).first
    return node.error(
      "there is no step '\(name)'" + (nearest.map { ": did you mean '\($0)'?" } ?? "")
        + (nearest == nil ? " (Documentation/Reference/PlayScript.md lists them)" : ""))
  }
}
