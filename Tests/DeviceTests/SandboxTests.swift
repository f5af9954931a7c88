import Foundation
import Testing

@testable import Device

/// What a confined app can do and cannot do. Decisions/0067.
@Suite(.enabled(if: (try? AppSandbox(readable: []).checkSystem()) != nil, "this kernel has no Landlock 6"))
struct SandboxTests {
  let fake: FakeBundle
  init() throws { fake = try FakeBundle() }

  /// Runs `body` with a folder of the user that contains a secret and a service.
  private func withOutside<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carob-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("secret".utf8).write(to: URL(fileURLWithPath: folder + "/secret"))
    let service = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(service) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/service").utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(service, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0 && listen(service, 1) == 0)
    return try body(folder)
  }

  private func report(outside: String, sandbox: AppSandbox?) throws -> [String] {
    let device = try fake.device(mode: "confined") { configuration in
      configuration.extraEnvironment.append(("FAKE_OUTSIDE", outside))
      configuration.sandbox = sandbox
    }
    defer { device.shutDown() }
    try device.launch()
    return device.printed.flatMap { $0.split(separator: "\n").map(String.init) }.filter { $0.contains(": ") }
  }

  /// The build folder with the app's executable.
  private var buildFolder: String {
    get throws {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: own).deletingLastPathComponent().path
    }
  }

  private static let toolchain = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { URL(fileURLWithPath: "\($0)/swift").resolvingSymlinksInPath() }
    .first { FileManager.default.fileExists(atPath: $0.path) }?
    .deletingLastPathComponent().deletingLastPathComponent().path

  private func sandbox() throws -> AppSandbox {
    AppSandbox(readable: [try buildFolder, try #require(Self.toolchain) + "/lib/swift"])
  }

  @Test func `a confined app can use its container and the loopback only`() throws {
    let sandbox = try sandbox()
    let report = try withOutside { outside in try self.report(outside: outside, sandbox: sandbox) }
    #expect(
      report == [
        "read a file outside: Permission denied",
        "list a folder outside: Permission denied",
        "write outside: Read-only file system",
        "change a mode outside: Read-only file system",
        "read its parent's environment: Permission denied",
        "read its parent's arguments: Permission denied",
        "signal its parent: Operation not permitted",
        "connect to a socket outside: Operation not permitted",
        "start a program: Permission denied",
        "send outside: Network is unreachable",
        "write to its container: yes",
        "change a mode in its container: yes",
        "write temporary files: yes",
        "read its own arguments: yes",
        "serve on loopback: yes",
        "be the same user: yes",
      ])
  }

  @Test func `an app that is not confined may do what the user may do`() throws {
    let report = try withOutside { outside in try self.report(outside: outside, sandbox: nil) }
    #expect(report.filter { !$0.hasSuffix(": yes") && !$0.hasPrefix("send outside") } == [])
  }

  @Test func `a confined app's container is kept, and its crash is reported`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carob-\(UUID().uuidString)")
      .path
    defer {
      try? FileManager.default.removeItem(atPath: folder)
      try? FileManager.default.removeItem(atPath: folder + ".lock")
    }
    try withOutside { (outside: String) throws -> Void in
      let device = try fake.device(mode: "confined") { configuration in
        configuration.extraEnvironment.append(("FAKE_OUTSIDE", outside))
        configuration.keptContainer = folder
        configuration.sandbox = try? sandbox()
      }
      try device.launch()
      #expect(throws: DeviceError.self) { try device.tap("Crash") }
      guard case .crashed(let report) = device.lastEnd else {
        Issue.record("\(String(describing: device.lastEnd))")
        return
      }
      #expect(report.line == 33)
      device.shutDown()
    }
    #expect(FileManager.default.fileExists(atPath: folder + "/Documents/file"))
  }

  @Test func `an app that cannot be confined does not start, and the error names what is missing`() throws {
    let device = try fake.device { configuration in
      configuration.sandbox = AppSandbox(readable: [])
      // A file cannot be mounted as the container.
      configuration.sandbox?.container = "/dev/null/container"
    }
    defer { device.shutDown() }
    var problem = ""
    do { try device.launch() } catch DeviceError.environment(let text) { problem = text }
    #expect(
      problem
        == "the app cannot be confined on this machine: cannot make the file systems of a mount namespace read-only "
        + "(Not a directory); without --sandbox it may do whatever you may do")
    #expect(!device.isAppRunning)
  }
}
