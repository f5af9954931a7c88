import Yams

/// A YAML node that reads values and reports errors with its line.
struct ScriptNode {
  let node: Node
  let line: Int

  init(_ node: Node, line: Int) {
    self.node = node
    self.line = node.mark?.line ?? line
  }

  func error(_ message: String) -> ScriptError { ScriptError(line: line, message: message) }

  var isMapping: Bool { node.mapping != nil }
  var isScalar: Bool { node.scalar != nil }

  func string(_ what: String) throws(ScriptError) -> String {
    guard let scalar = node.scalar else { throw error("\(what) must be a string") }
    return scalar.string
  }

  func nonEmptyString(_ what: String) throws(ScriptError) -> String {
    let text = try string(what)
    if text.isEmpty { throw error("\(what) must not be empty") }
    return text
  }

  func number(_ what: String) throws(ScriptError) -> Double {
    guard let scalar = node.scalar, let number = Double(scalar.string), number.isFinite else {
      throw error("\(what) must be a number")
    }
    return number
  }

  func count(_ what: String, atLeast minimum: Int, atMost maximum: Int = 1_000_000) throws(ScriptError) -> Int
  {
    guard let scalar = node.scalar, let number = Int(scalar.string), number >= minimum, number <= maximum
    else {
      throw error("\(what) must be a whole number from \(minimum) to \(maximum)")
    }
    return number
  }

  func bool(_ what: String) throws(ScriptError) -> Bool {
    switch node.scalar?.string {
    case "true": return true
    case "false": return false
    default: throw error("\(what) must be true or false")
    }
  }

  func yes(_ what: String) throws(ScriptError) {
    if try !bool(what) { throw error("\(what) takes the value true") }
  }

  /// One of a few words.
  func word(_ what: String, of words: [String]) throws(ScriptError) -> String {
    let text = try string(what)
    if words.contains(text) { return text }
    let nearest = NearestNames.of(text, among: words, limit: 1).first.map { " (did you mean '\($0)'?)" } ?? ""
    throw error("\(what) cannot be '\(text)'\(nearest): it is one of \(words.joined(separator: ", "))")
  }

  func sequence(_ what: String) throws(ScriptError) -> [ScriptNode] {
    guard let sequence = node.sequence else { throw error("\(what) must be a list") }
    return sequence.map { ScriptNode($0, line: line) }
  }

  /// The entries of a mapping. The error for an unknown key suggests the nearest known one.
  func fields(_ what: String, known: [String]) throws(ScriptError) -> [String: ScriptNode] {
    guard let mapping = node.mapping else { throw error("\(what) must be a mapping") }
    var result: [String: ScriptNode] = [:]
    for (key, value) in mapping {
      let keyNode = ScriptNode(key, line: line)
      let name = try keyNode.string("a key of \(what)")
      guard known.contains(name) else {
        let nearest =
          NearestNames.of(name, among: known, limit: 1).first.map { " (did you mean '\($0)'?)" } ?? ""
        throw keyNode.error("\(what) has no key '\(name)'\(nearest): it has \(known.joined(separator: ", "))")
      }
      result[name] = ScriptNode(value, line: keyNode.line)
    }
    return result
  }
}
