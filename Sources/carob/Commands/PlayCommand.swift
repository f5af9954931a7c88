import AppBuilder
import ArgumentParser
import Device
import Foundation
import PlayScript

struct PlayCommand: ParsableCommand, ReportsJSON {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Runs an app on a fresh headless device in virtual time and follows a script.",
    discussion: """
      Without a script: launch, until idle. A built NAME.app is taken in place of a project, too. \
      The steps of a script: Documentation/Reference/PlayScript.md; the fields of a trace: Documentation/Reference/Trace.md.
      """)

  @OptionGroup var arguments: ProjectArguments

  @Argument(help: ArgumentHelp("The play script.", valueName: "script.yml"))
  var script: String?

  @OptionGroup var device: DeviceArguments

  @OptionGroup var later: LaterArguments

  @Option(help: ArgumentHelp("Write the trace as JSON lines.", valueName: "f.jsonl"))
  var trace: String?

  @Option(help: ArgumentHelp("Write the trace for the Perfetto viewer.", valueName: "f.json"))
  var perfetto: String?

  @Option(help: ArgumentHelp("Write a picture of the screen at the end.", valueName: "f.png"))
  var snapshot: String?

  @Flag(help: "Print the trace as aligned text.")
  var timeline = false

  @Flag(help: "Also record events inside the framework.")
  var all = false

  @Flag(help: "Record real durations; traces then differ from run to run.")
  var timings = false

  @Option(help: ArgumentHelp("The seed of every random source.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("The limit of virtual time.", valueName: "seconds"))
  var limit: Double = 600

  @Option(
    help: ArgumentHelp(
      "The limit of real time after the build; requested files are still written.", valueName: "seconds"))
  var timeout: Double = 120

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  func validate() throws {
    guard limit > 0, limit < 9e9 else { throw ValidationError("--limit must be a number of seconds above 0") }
    guard timeout > 0, timeout < 9e9 else {
      throw ValidationError("--timeout must be a number of seconds above 0")
    }
  }

  func run() throws {
    let script = try readScript()
    let model = try device.model(script: script.deviceName)
    let app = try AppToRun(arguments)
    var configuration = DeviceConfiguration(
      model: model ?? app.bundle.preferredModel, clock: .virtual(seed: seed))
    configuration.profile = arguments.profile?.rawValue
    configuration.showsBacktraces = device.verbose
    configuration.sandbox = try device.appSandbox()
    configuration.recordsInternalEvents = all
    configuration.measuresHandlers = timings
    configuration.virtualLimit = limit
    configuration.timeLibrary = try TimeLayer.library()
    configuration.composesScreen = snapshot != nil || script.takesSnapshots
    configuration.needsScreen = configuration.composesScreen
    configuration.keptContainer = script.keepsContainer ? app.keptContainer : nil
    let played = try play(script, on: app, configuration)
    try PlayOutput(command: self).write(played)
    if played.result.exitStatus != 0 { throw ExitCode(played.result.exitStatus) }
  }

  private func readScript() throws -> Script {
    guard let path = script else { return .empty }
    guard let data = FileManager.default.contents(atPath: path) else {
      printError("\(path): error: there is no such script")
      throw ExitCode(ExitStatus.usage.rawValue)
    }
    do {
      return try ScriptParser().parse(String(decoding: data, as: UTF8.self), file: path)
    } catch {
      printError(error.text(file: path))
      throw ExitCode(ExitStatus.usage.rawValue)
    }
  }

  private func play(
    _ script: Script, on app: AppToRun, _ configuration: DeviceConfiguration
  ) throws -> PlayOutput.Played {
    do throws(DeviceError) {
      // Before the device creates a folder that it has to remove.
      _ = try SignalWatch()
      let device = try SimulatedDevice(app: app.bundle, configuration: configuration)
      defer {
        device.shutDown()
        // From here on, only a slow reader can block, and a signal may end that.
        SignalWatch.end()
      }
      try device.watchSignals()
      device.startTimeout(seconds: timeout)
      device.onOutput = { output in
        if case .diagnostic(let text) = output { printError("warning: \(text)") }
      }
      let runner = ScriptRunner(script: script, device: device) { path throws(DeviceError) in
        try PlayOutput.writeSnapshot(of: device, to: path)
      }
      let result = runner.run()
      if let snapshot { try PlayOutput.writeSnapshot(of: device, to: snapshot) }
      return PlayOutput.Played(
        script: script, result: result, trace: device.trace, seconds: device.now.seconds)
    } catch {
      printError("error: \(error)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }
}
