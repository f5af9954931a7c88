import DeviceProtocol
import Foundation
import TestSupport
import Testing

@testable import Device

@Suite struct MisbehaviourTests {
  let fake: FakeBundle
  init() throws { fake = try FakeBundle() }

  private func end(launching mode: String, _ configure: (inout DeviceConfiguration) -> Void = { _ in }) throws
    -> AppEnd
  {
    let device = try fake.device(mode: mode, configure: configure)
    var thrown: AppEnd?
    do {
      try device.launch()
      try device.advance(to: DeviceTime(seconds: 5))
    } catch DeviceError.appEnded(let end) {
      thrown = end
    }
    let end = try #require(thrown)
    #expect(device.lastEnd == end)
    #expect(!device.isAppRunning)
    return end
  }

  @Test func `a crash is reported with reason, file and line`() throws {
    guard case .crashed(let report) = try end(launching: "crash") else {
      Issue.record()
      return
    }
    #expect(report.reason == "Fatal error: Index out of range")
    #expect(report.file == "Sub/ViewController.swift")
    #expect(report.line == 12)
    #expect(report.signal == SIGTRAP)
  }

  @Test func `a crash inside the standard library has its reason and no place`() throws {
    guard case .crashed(let report) = try end(launching: "stdlib-crash") else {
      Issue.record()
      return
    }
    #expect(report.reason == "Fatal error: Index out of range")
    #expect(report.file == nil)
  }

  @Test func `a signal is reported by name`() {
    let names = [SIGUSR1, SIGXCPU, 64].map {
      CrashReport(signal: $0, standardError: [], appFolder: "/Hello.app").reason
    }
    #expect(names == ["signal SIGUSR1", "signal SIGXCPU", "signal 64"])
  }

  @Test func `the first frame of the app's own code is the place of a crash`() {
    let report = CrashReport(
      signal: SIGILL,
      standardError: [
        "Fatal error: an old one", "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
        "",
        "*** Program crashed: Illegal instruction at 0x00007ffff72f9361 ***",
        "0               0x00007ffff72f9361 _assertionFailure(_:_:file:line:flags:) + 225 in libswiftCore.so",
        "1 [ra]          0x1 static X.main() + 1 in libCarobSDK.so at /sdk/UIKit/X.swift:104:5",
        "2 [ra] [system] 0x2 static A.$main() + 45 in libHelloApp.so at //<compiler-generated>",
        "3 [ra]          0x3 closure #1 in VC.tap(_:) + 9 in libHelloApp.so at /pro ject/a:b/VC.swift:47:80",
        "4 [ra]          0x4 VC.other() + 9 in libHelloApp.so at /project/Other.swift:1:1",
      ])
    #expect(report.reason == "Fatal error: Index out of range")
    #expect(report.file == "/pro ject/a:b/VC.swift")
    #expect(report.line == 47)
  }

  @Test(.rule("M-95")) func `an outlet that is used too early is reported, with the line`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let user = folder.appendingPathComponent("Main.swift").path
    try "\nnext.loadView()\nnext.resultLabel.text = 1\nnext.resultLabel.text = model.name\n".write(
      toFile: user, atomically: true, encoding: .utf8)
    try "  @IBOutlet weak var resultLabel: UILabel!\n  var model: Model!\n".write(
      toFile: folder.appendingPathComponent("Next.swift").path, atomically: true, encoding: .utf8)
    func report(_ line: Int) -> CrashReport {
      CrashReport(
        signal: SIGILL,
        standardError: [
          "Hello/Main.swift:\(line): Fatal error: Unexpectedly found nil while implicitly unwrapping an Optional value",
          "2 [ra] [system] 0x2 Main.go() + 497 in libHelloApp.so at \(user)",
          "3 [ra]          0x3 static Main.main() + 35 in libHelloApp.so at \(user):9:5",
        ])
    }
    #expect(report(3).file == user && report(3).line == 3)
    #expect(
      report(3).reason.hasSuffix(": the outlet resultLabel is not connected, or its view is not loaded yet"))
    #expect(report(2).reason.hasSuffix("unwrapping an Optional value"))
    // Either may have been nil.
    #expect(report(4).reason.hasSuffix("unwrapping an Optional value"))
  }

  @Test func `the app's own frames are in the report, each once, without those of the SDK`() {
    let report = CrashReport(
      signal: SIGILL,
      standardError: [
        "Could not cast value of type 'A' to 'B'.",
        "*** Program crashed: Aborted at 0x1 ***",
        "0               0x1 swift_dynamicCast + 1 in libswiftCore.so",
        "1 [ra]          0x2 VC.deep(_:) + 84 in libHelloApp.so at /p/VC.swift:12:3",
        "2 [ra]          0x2 VC.deep(_:) + 84 in libHelloApp.so at /p/VC.swift:12:3",
        "3 [ra]          0x3 VC.tap(_:) + 9 in libHelloApp.so at /p/VC.swift:47:80",
        "4 [ra]          0x4 UIControl.send() + 9 in libCarobSDK.so at /sdk/UIControl.swift:1:1",
      ])
    #expect(report.reason == "Could not cast value of type 'A' to 'B'.")
    #expect(report.frames == ["VC.deep(_:) at /p/VC.swift:12", "VC.tap(_:) at /p/VC.swift:47"])
    #expect(report.line == 12)
  }

  @Test
  func `a crash inside the SDK is reported where the app registered the handler, not at its entry point`() {
    let report = CrashReport(
      signal: SIGABRT,
      standardError: [
        "*** Terminating app due to uncaught exception", "*** Program crashed: Aborted at 0x1 ***",
        "0               0x1 NSException.raise() + 1 in libCarobSDK.so at /sdk/NSException.swift:1:1",
        "1 [ra]          0x2 static App.main() + 84 in libHelloApp.so at /p/App.swift:4:3",
        "carob: frame\t@\t/p/VC.swift\t12",
      ])
    #expect(report.file == "/p/VC.swift" && report.line == 12)
    #expect(report.frames == [])
  }

  @Test func `a crash in the entry point itself has its place`() {
    let report = CrashReport(
      signal: SIGILL,
      standardError: [
        "Fatal error: no", "*** Program crashed: Illegal instruction at 0x1 ***",
        "0               0x1 static App.main() + 84 in libHelloApp.so at /p/App.swift:4:3",
      ])
    #expect(report.file == "/p/App.swift" && report.line == 4)
  }

  @Test func `frames that the app printed are not in the report's output`() {
    let report = CrashReport(
      signal: SIGSEGV,
      standardError: ["last words", "carob: frame\t/nowhere/libX.so\tff", "carob: frame\tnonsense"],
      appFolder: "/nowhere")
    #expect(report.tail == ["last words"])
    #expect(report.file == nil)
  }

  @Test func `a crash without a message is reported with its signal`() throws {
    guard case .crashed(let report) = try end(launching: "segfault") else {
      Issue.record()
      return
    }
    #expect(report.reason.contains("SIGSEGV"))
  }

  @Test func `an exit before hello is reported`() throws {
    #expect(try end(launching: "exit") == .brokenProtocol("it ended without having said hello"))
  }

  @Test func `garbage is reported and the process ended`() throws {
    #expect(
      try end(launching: "garbage")
        == .brokenProtocol("a frame of 4294967295 bytes is longer than the limit of 67108864"))
    #expect(try end(launching: "noise") == .brokenProtocol("there is no message with tag 99"))
    #expect(
      try end(launching: "no-hello")
        == .brokenProtocol("the field 'first message (hello is expected)' holds an impossible value"))
    #expect(try end(launching: "half") == .brokenProtocol("it ended without having said hello"))
  }

  @Test func `an app that cannot run here reports the reason`() throws {
    #expect(try end(launching: "refuse") == .refused("virtual time does not hold in this app: for a test"))
  }

  @Test func `another version is reported with both numbers`() throws {
    #expect(try end(launching: "version") == .versionMismatch(theirs: 99))
  }

  @Test func `an app that never says hello is ended at the launch limit`() throws {
    guard case .hung = try end(launching: "hang", { $0.launchLimit = 0.2 }) else {
      Issue.record()
      return
    }
  }

  @Test func `an app that closes its connection and keeps running is killed`() throws {
    #expect(try end(launching: "close") == .brokenProtocol("it closed its connection and went on running"))
  }

  @Test func `an exit is reported with its status, and grandchildren are not waited for`()
    throws
  {
    #expect(try end(launching: "ends") == .exited(code: 0))
    // NB: the grandchild runs longer than the device's time-out, which would be reported instead.
    #expect(try end(launching: "grandchild") == .exited(code: 7))
  }

  @Test func `a busy app reaches the time-out, and is killed afterwards`() throws {
    let device = try fake.device(mode: "busy")
    // NB: the time-out begins when the app is busy, however long the machine took until then.
    device.onOutput = { [unowned device] output in
      if case .event(let record) = output, record.printedLine != nil { device.startTimeout(seconds: 0.3) }
    }
    do {
      try device.launch()
      Issue.record("it should have timed out")
    } catch DeviceError.timedOut(let seconds, let activity) {
      #expect(seconds == 0.3)
      #expect(activity == "the app has been busy since 'launched tap on iPhone 15'")
    }
    let processID = try #require(device.process?.processID)
    device.shutDown()
    #expect(kill(processID, 0) == -1)
  }

  @Test func `invalid layers are refused and reported once, and the app keeps running`() throws {
    let device = try fake.device(mode: "nonsense")
    try device.launch()
    #expect(device.diagnostics.count == 1)
    #expect(device.diagnostics.first?.hasPrefix("the app sent invalid layers") == true)
    try device.tap("Add")
  }

  @Test func `a crash in a handler comes with the events before it`() throws {
    let device = try fake.device()
    try device.launch()
    #expect(throws: DeviceError.self) { try device.tap("Crash") }
    guard case .crashed(let report)? = device.lastEnd else {
      Issue.record()
      return
    }
    #expect(report.line == 33)
    #expect(device.names.last == "crashTapped:")
  }

  @Test(arguments: ["unsent-exit", "unsent-kill"])
  func `recorded events that were not sent arrive however the app ends`(mode: String) throws {
    let device = try fake.device(mode: mode)
    #expect(throws: DeviceError.self) { try device.launch() }
    #expect(
      device.names.suffix(2) == ["sent", "only recorded"])
    #expect(device.lastEnd == (mode == "unsent-exit" ? .exited(code: 0) : device.lastEnd))
  }

  @Test func `events that an app has recorded while it waits are read`() throws {
    let device = try fake.device(mode: "unsent-idle")
    try device.launch()
    #expect(device.names.suffix(2) == ["sent", "only recorded"])
    try device.tap("Add")
    #expect(device.names.suffix(2) == ["touch ended", "addTapped:"])
  }

  @Test func `an app whose main thread is in a handler is not idle`() throws {
    let device = try fake.device(mode: "busy-wait")
    try device.launch()
    try device.waitUntilIdle()
    #expect(device.printed.last == "handled after all")
    #expect(device.now == DeviceTime(seconds: 3))
  }

  @Test func `a main thread that waits forever in a handler is reported as blocked`() throws {
    let device = try fake.device(mode: "busy-forever")
    let summary =
      "a deadlock: the main thread waits for a lock, which thread 1 'other' holds; "
      + "thread 1 'other' waits for a lock, which the main thread holds"
    #expect(throws: DeviceError.blocked(summary)) {
      try device.launch()
      try device.waitUntilIdle()
    }
  }

  @Test func `a thread that spins is reported with its place, and not as a crash`() throws {
    let end = try end(launching: "spinning")
    #expect(end == .hung(seconds: 20, activity: "a thread spins and never waits or reads the clock"))
  }

  @Test func `a device that is deallocated kills its app`() throws {
    var processID: pid_t = 0
    do {
      let device = try fake.device()
      try device.launch()
      processID = try #require(device.process?.processID)
      #expect(kill(processID, 0) == 0)
    }
    #expect(kill(processID, 0) == -1)
  }

  @Test func `a folder that is not an app is refused by name`() throws {
    #expect(throws: DeviceError.notAnApp(path: "/nowhere/X.app", problem: "the folder does not exist")) {
      try AppBundle(path: "/nowhere/X.app")
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "carob-\(UUID().uuidString).app")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: DeviceError.self) { try AppBundle(path: folder.path) }
    try Data("nonsense".utf8).write(to: folder.appendingPathComponent("Info.plist"))
    #expect(throws: DeviceError.notAnApp(path: folder.path, problem: "its Info.plist is not a property list"))
    {
      try AppBundle(path: folder.path)
    }
  }
}
