/// One value of a step: how the reader checks it, and its text in the reference.
public struct StepArgument: Sendable {
  public enum Kind: Sendable {
    /// An element or a point of the screen.
    case target
    /// An element only.
    case element
    case text
    case words([String])
    /// A path relative to the folder in which the command runs.
    case path
    case flag
    /// Virtual seconds.
    case seconds(atMost: Double)
    case number(ClosedRange<Double>, unit: String)
    case count(ClosedRange<Int>)
    /// `{x:, y:}`, each a number.
    case offset(ClosedRange<Double>, unit: String)
    /// A mapping with these keys, each an optional number.
    case components([String], ClosedRange<Double>, unit: String)
    /// A key's name or a character.
    case key
    case modifiers
    case touches
    case events
    /// Only `true`.
    case yes
  }

  public enum Presence: Sendable, Equatable {
    case required
    case optional
    /// The default, as written in a script.
    case standard(String)
  }

  /// Empty for the value of the step itself.
  public var name: String
  public var kind: Kind
  public var presence: Presence
  public var meaning: String

  init(_ name: String, _ kind: Kind, _ presence: Presence, _ meaning: String) {
    self.name = name
    self.kind = kind
    self.presence = presence
    self.meaning = meaning
  }

  /// The default as a number.
  var standardNumber: Double? {
    if case .standard(let text) = presence { Double(text) } else { nil }
  }
}
