import ArgumentParser

/// A command whose name is reserved and that is not available yet: it reports this, whatever its arguments.
protocol CommandForLater: ParsableCommand, ReportsJSON {
  /// The alternative to use until then.
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

/// Options whose names are reserved and that are not available yet.
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
