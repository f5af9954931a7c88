/// The values of a step's mapping, read by the step's description.
struct StepOptions {
  let step: StepDescription
  let fields: [String: ScriptNode]
  /// The place of errors about missing values.
  let place: ScriptNode

  subscript(key: String) -> ScriptNode? { fields[key] }

  func number(_ key: String) throws(ScriptError) -> Double {
    let argument = argument(key)
    guard let node = fields[key] else { return try standard(argument) }
    return try node.number(key, argument.kind)
  }

  func count(_ key: String) throws(ScriptError) -> Int {
    let argument = argument(key)
    guard let node = fields[key] else { return Int(try standard(argument)) }
    guard case .count(let range) = argument.kind else { preconditionFailure("\(key) is no count") }
    return try node.count(key, atLeast: range.lowerBound, atMost: range.upperBound)
  }

  func word(_ key: String) throws(ScriptError) -> String {
    let argument = argument(key)
    guard case .words(let words) = argument.kind else { preconditionFailure("\(key) is no word") }
    if let node = fields[key] { return try node.word(key, of: words) }
    if case .standard(let word) = argument.presence { return word }
    throw missing(key)
  }

  func text(_ key: String) throws(ScriptError) -> String {
    guard let node = fields[key] else { throw missing(key) }
    return try node.nonEmptyString(key)
  }

  func flag(_ key: String) throws(ScriptError) -> Bool { try fields[key]?.bool(key) ?? false }

  /// `{x:, y:}`; a missing value is 0.
  func offset(_ key: String) throws(ScriptError) -> (x: Double, y: Double) {
    guard let node = fields[key] else { throw missing(key) }
    let parts = try node.fields(key, known: ["x", "y"])
    let kind = argument(key).kind
    return (try parts["x"]?.number("\(key).x", kind) ?? 0, try parts["y"]?.number("\(key).y", kind) ?? 0)
  }

  /// The numbers that are present, by key.
  func components(_ key: String) throws(ScriptError) -> [String: Double] {
    let kind = argument(key).kind
    guard case .components(let names, _, _) = kind else { preconditionFailure("\(key) has no components") }
    var numbers: [String: Double] = [:]
    for (name, node) in try fields[key]?.fields(key, known: names) ?? [:] {
      numbers[name] = try node.number("\(key).\(name)", kind)
    }
    return numbers
  }

  func missing(_ key: String) -> ScriptError { place.error("\(step.name) needs `\(key):`") }

  private func argument(_ key: String) -> StepArgument {
    guard let argument = step.argument(key) else { preconditionFailure("\(step.name) has no \(key)") }
    return argument
  }

  private func standard(_ argument: StepArgument) throws(ScriptError) -> Double {
    if let number = argument.standardNumber { return number }
    throw missing(argument.name)
  }
}

extension ScriptNode {
  /// A number within the argument's range.
  func number(_ what: String, _ kind: StepArgument.Kind) throws(ScriptError) -> Double {
    let number = try number(what)
    switch kind {
    case .seconds(let most):
      guard number >= 0 else { throw error("\(what) must be a number of seconds, 0 or more") }
      guard number <= most else { throw error("\(what) must be at most \(plain(most)) seconds") }
    case .number(let range, let unit), .offset(let range, let unit), .components(_, let range, let unit):
      guard range.contains(number) else {
        throw error(
          "\(what) must be a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
            + (unit.isEmpty ? "" : " \(unit)"))
      }
    default: break
    }
    return number
  }
}
