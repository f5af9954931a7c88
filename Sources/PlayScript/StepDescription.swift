/// One kind of step: its name and arguments for `StepReader`, its text and example for the reference.
public struct StepDescription: Sendable {
  public enum Group: String, Sendable, CaseIterable {
    case touch = "Touches"
    case control = "Controls"
    case text = "Text and keys"
    case time = "Time"
    case device = "The device"
    case lifecycle = "The life cycle"
    case service = "Permissions and location"
    case notification = "Notifications"
    case check = "Checks"
    case setup = "Before the launch"
  }

  public var name: String
  public var group: Group
  public var purpose: String
  /// The value directly after the step's name, `tap: Open`; nil if the step takes only a mapping.
  public var value: StepArgument?
  /// The keys of the mapping.
  public var arguments: [StepArgument]
  /// Example steps as in a script; a test parses them.
  public var example: String

  init(
    _ name: String, _ group: Group, _ purpose: String, value: StepArgument? = nil,
    _ arguments: [StepArgument] = [], example: String
  ) {
    self.name = name
    self.group = group
    self.purpose = purpose
    self.value = value
    self.arguments = arguments
    self.example = example
  }

  func argument(_ name: String) -> StepArgument? { arguments.first { $0.name == name } }

  /// The keys of the mapping, without the target's own.
  var options: [String] { arguments.map(\.name).filter { $0 != "on" } }
}
