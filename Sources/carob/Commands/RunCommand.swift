import AppBuilder
import ArgumentParser
import Device
import DeviceWeb
import Foundation

struct RunCommand: AsyncParsableCommand, ReportsJSON {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Builds an app and serves it in a browser page on this machine.",
    discussion: "Prints `ready: http://127.0.0.1:PORT/TOKEN/` when the first frame is out. Interrupt to end.")

  @OptionGroup var arguments: ProjectArguments

  @OptionGroup var device: DeviceArguments

  @OptionGroup var later: LaterArguments

  @Option(help: "The port; 0 takes any free one (default: 8080 or the next free one).")
  var port: UInt16?

  @Flag(help: "Rebuild and restart the app when a source changes, and replay the input so far.")
  var watch = false

  @Flag(name: .customLong("no-open"), help: "Do not open the page in a browser.")
  var staysClosed = false

  @Flag(help: "Print JSON objects, one per line: the address once it is ready, or the reason for a failure.")
  var json = false

  func run() async throws {
    let model = try device.model()
    let source = try AppSource(arguments)
    var configuration = DeviceConfiguration(model: model ?? .standard, clock: .real)
    if watch {
      // Every build of the session gets the same seed, so that a replay produces the same random numbers.
      configuration.clock = .paced(seed: UInt64.random(in: 1...1 << 62))
      configuration.timeLibrary = try TimeLayer.library()
      configuration.virtualLimit = .infinity
    }
    let recorder = watch ? InputRecorder() : nil
    configuration.profile = arguments.profile?.rawValue
    configuration.showsBacktraces = device.verbose
    configuration.sandbox = try device.appSandbox()
    configuration.composesScreen = false
    configuration.traceLimit = 20_000
    let screen = DeviceScreen(app: source.name, model: configuration.model, recorder: recorder)
    let server: PageServer
    let address: String
    do throws(PageServerError) {
      let tokens = SDKLocation.userCache.appending(path: "pages")
      let token = source.root.flatMap { PageToken.ofProject($0, in: tokens) }
      server = try PageServer(source: screen, token: token)
      address = try await server.start(port: port)
    } catch {
      printError("error: \(error)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
    let session = RunSession(
      source: source, configuration: configuration, choosesModel: model == nil, screen: screen,
      recorder: recorder,
      onReady: {
        // NB: if nobody reads the output any more, the page is still usable.
        try? json ? Output.write(json: ["ready": address]) : Output.writeLine("ready: \(address)")
        if !staysClosed { Browser.open(address) }
      })
    let status = await session.run()
    await server.stop()
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
