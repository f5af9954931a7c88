import Device
import DeviceProtocol

/// The checks.
extension StepReader {
  func check(_ value: ScriptNode) throws(ScriptError) -> Step.Action {
    switch name {
    case "expect":
      let (target, options) = try aimed(value, options: expectOptions(value))
      var expectation = Step.Expectation()
      expectation.text = try options["text"]?.string("text")
      expectation.value = try options["value"]?.string("value")
      expectation.isEnabled = try options["enabled"]?.bool("enabled")
      expectation.isSelected = try options["selected"]?.bool("selected")
      if case .point = target { throw value.error("expect needs an element, not a point") }
      return .expect(target, expectation)
    case "expectNot":
      let target = try aimed(value).target
      if case .point = target { throw value.error("expectNot needs an element, not a point") }
      return .expectNot(target)
    case "expectPrinted": return .expectPrinted(try value.nonEmptyString(name))
    case "expectNotPrinted": return .expectNotPrinted(try value.nonEmptyString(name))
    case "expectEvent":
      if value.isScalar { return .expectEvent(try event(value), count: nil) }
      let options = try options(value)
      if options.fields.isEmpty {
        throw value.error("expectEvent needs at least one of \(step.options.joined(separator: ", "))")
      }
      let count = options["count"] == nil ? nil : try options.count("count")
      return .expectEvent(try pattern(options.fields), count: count)
    default:
      let patterns = try value.sequence(name).map { node throws(ScriptError) in try event(node) }
      guard !patterns.isEmpty else { throw value.error("expectOrder needs at least one event") }
      return .expectOrder(patterns)
    }
  }

  /// With `on:`, `text` is the expected text; without it, `text` selects the element.
  private func expectOptions(_ value: ScriptNode) -> [String] {
    let hasOn = value.node.mapping?.contains { $0.key.scalar?.string == "on" } ?? false
    return step.options.filter { hasOn || $0 != "text" }
  }

  private func event(_ node: ScriptNode) throws(ScriptError) -> EventPattern {
    guard node.isScalar else {
      return try pattern(try node.fields("an event", known: StepCatalog.eventArguments.map(\.name)))
    }
    var pattern = EventPattern()
    pattern.name = try node.nonEmptyString("an event")
    return pattern
  }

  private func pattern(_ fields: [String: ScriptNode]) throws(ScriptError) -> EventPattern {
    var pattern = EventPattern()
    pattern.name = try fields["name"]?.string("name")
    pattern.receiver = try fields["receiver"]?.nonEmptyString("receiver")
    pattern.mechanism = try fields["mechanism"]?.word("mechanism", of: StepCatalog.mechanisms)
    pattern.outcome = try fields["outcome"]?.word("outcome", of: StepCatalog.outcomes)
    pattern.printed = try fields["printed"]?.string("printed")
    return pattern
  }
}
