import ArgumentParser

struct WhyCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Says why something in a trace was called or was not (not available yet).")
  static let remedy = "an event of `carob play --trace` has its reason in the field `why`"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}

struct ReportCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Makes one page of a trace (not available yet).")
  static let remedy = "`carob play --perfetto F.json` writes what the Perfetto viewer shows"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}

struct DiffCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Finds where two traces part (not available yet).")
  static let remedy = "traces are lines of text, so `diff` and `cmp` compare them"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}
