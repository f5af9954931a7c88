import ArgumentParser

/// A command that has its name already and cannot be used yet: it says so, whatever its arguments are.
protocol CommandForLater: ParsableCommand, ReportsJSON {
  /// What to use until then.
  static var remedy: String { get }
  var arguments: [String] { get }
}

extension CommandForLater {
  var json: Bool { arguments.contains("--json") }

  func run() throws {
    let name = Self.configuration.commandName ?? ""
    printError("error: `carob \(name)` is not available yet in this version; \(Self.remedy)")
    throw ExitCode(ExitStatus.usage.rawValue)
  }
}

/// Options that have their names already and cannot be used yet.
struct LaterArguments: ParsableArguments {
  @Option(help: .hidden)
  var network: String?

  @Option(help: .hidden)
  var monkey: String?

  @Option(help: .hidden)
  var runs: String?

  func validate() throws {
    for (name, value) in [("network", network), ("monkey", monkey), ("runs", runs)] where value != nil {
      throw ValidationError("--\(name) is not available yet in this version")
    }
  }
}
