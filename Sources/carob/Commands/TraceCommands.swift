import ArgumentParser

struct WhyCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explains why something in a trace was called or not (not available yet).")
  static let remedy = "an event of `carob play --trace` has its reason in the field `why`"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}

struct ReportCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes a trace as one HTML page (not available yet).")
  static let remedy = "`carob play --perfetto F.json` writes a file for the Perfetto viewer"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}

struct DiffCommand: CommandForLater {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Finds where two traces differ (not available yet).")
  static let remedy = "traces are lines of text, so `diff` and `cmp` compare them"

  @Argument(parsing: .captureForPassthrough, help: .hidden)
  var arguments: [String] = []
}
