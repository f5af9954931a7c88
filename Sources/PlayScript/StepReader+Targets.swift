/// Targets: a string, `{on: TARGET, option: …}`, or the short `{text: X, option: …}`.
extension StepReader {
  private static let targetKeys = StepCatalog.target.map(\.name)

  /// A step's target and its options.
  ///
  /// - Parameter known: the allowed options, if they are not all of the step's.
  func aimed(
    _ value: ScriptNode, options known: [String]? = nil
  ) throws(ScriptError) -> (target: Target, options: StepOptions) {
    let known = known ?? step.options
    func options(_ fields: [String: ScriptNode]) -> StepOptions {
      StepOptions(step: step, fields: fields, place: value)
    }
    guard value.isMapping else { return (try target(value), options([:])) }
    if value.node.mapping?.contains(where: { $0.key.scalar?.string == "on" }) ?? false {
      var fields = try value.fields(name, known: ["on"] + known)
      guard let on = fields.removeValue(forKey: "on") else { throw value.error("\(name) needs a target") }
      return (try target(on), options(fields))
    }
    let fields = try value.fields(name, known: Self.targetKeys + known + ["on"])
    let aim = fields.filter { Self.targetKeys.contains($0.key) }
    return (try target(fields: aim, value), options(fields.filter { aim[$0.key] == nil }))
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
      let screen = StepArgument.Kind.number(StepCatalog.screen, unit: "points")
      return .point(x: try x.number("x", screen), y: try y.number("y", screen))
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
}
