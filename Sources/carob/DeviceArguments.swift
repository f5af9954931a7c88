import ArgumentParser
import Device
import DeviceProtocol

enum BehaviourProfile: String, CaseIterable, ExpressibleByArgument {
  case `default`, classic
}

/// What every command that starts a device takes.
struct DeviceArguments: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("The device model (carob devices lists them).", valueName: "name"))
  var deviceName: String?

  @Option(
    help: ArgumentHelp(
      "Whose behaviour: that of today, or that of iOS 12 and the app delegate's life cycle.",
      discussion: """
        Without it the life cycle follows the app's scene manifest, and what a release changed follows the newer of the deployment \
        target and of the Xcode that the project file names as its last.
        """))
  var profile: BehaviourProfile?

  @Flag(help: "Show the whole backtrace of a crash, not only the app's own frames.")
  var verbose = false

  /// The model that was asked for, by the option or by a script; nil when none was.
  func model(script: String? = nil) throws -> DeviceModel? {
    guard let name = deviceName ?? script else { return nil }
    if let model = DeviceModel.named(name) { return model }
    printError("error: there is no device “\(name)”; carob devices lists those that there are")
    throw ExitCode(ExitStatus.usage.rawValue)
  }
}
