import AppBuilder
import ArgumentParser
import Device
import DeviceProtocol

enum BehaviourProfile: String, CaseIterable, ExpressibleByArgument {
  case `default`, classic
}

/// The options of every command that starts a device.
struct DeviceArguments: ParsableArguments {
  @Option(
    name: .customLong("device"),
    help: ArgumentHelp("The device model (carob devices lists them).", valueName: "name"))
  var deviceName: String?

  @Flag(
    help: ArgumentHelp(
      "Confine the app to its container and the loopback network.",
      discussion: "If the system does not support that, the command fails with status 6."))
  var sandbox = false

  @Flag(help: "Show the whole backtrace of a crash, not only the app's own frames.")
  var verbose = false

  /// The app's sandbox, if requested: of our own files it can read only the SDK and the toolchain's runtime.
  func appSandbox() throws -> AppSandbox? {
    guard sandbox else { return nil }
    do {
      return AppSandbox(readable: try SDKLocation.standard().runtimeFiles)
    } catch let error as BuildError {
      printError(error.description)
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }

  /// The requested device model, from the option or a script; nil if none was requested.
  func model(script: String? = nil) throws -> DeviceModel? {
    guard let name = deviceName ?? script else { return nil }
    if let model = DeviceModel.named(name) { return model }
    printError("error: there is no device “\(name)”; run carob devices for a list")
    throw ExitCode(ExitStatus.usage.rawValue)
  }
}
