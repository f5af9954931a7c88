import Device
import DeviceProtocol
import LocationSimulation

/// Runs a script on a device in virtual time.
public final class ScriptRunner {
  let device: SimulatedDevice
  let script: Script
  /// Writes the picture of the screen to a path.
  let takeSnapshot: (String) throws(DeviceError) -> Void

  /// The length of the trace at the beginning of the last step that was not a check.
  var mark = 0
  private var markedStep: Step?
  /// The same for the step before that: the report of an action that fails shows the events of the preceding action.
  private var earlierMark: (count: Int, step: Step?) = (0, nil)
  /// Where the next `expectPrinted` begins to search the trace.
  var printedFrom = 0
  /// Fingers that raw touches have put down.
  var fingers: Set<UInt32> = []
  /// The routes of `gpx` steps, by line.
  var routes: [Int: LocationRoute] = [:]
  /// The current step, for reports.
  var current: Step?

  public init(
    script: Script, device: SimulatedDevice, takeSnapshot: @escaping (String) throws(DeviceError) -> Void
  ) {
    self.script = script
    self.device = device
    self.takeSnapshot = takeSnapshot
  }

  /// Launches the app, performs the steps, and waits until the app is idle.
  public func run() -> PlayResult {
    var done = 0
    func result(_ outcome: PlayResult.Outcome) -> PlayResult {
      PlayResult(outcome: outcome, line: current?.line, stepsDone: done)
    }
    do throws(Interruption) {
      try readRoutes()
      let steps = script.steps.drop { $0.action == .keepContainer || $0.isDevice }
      if !(steps.first?.isLaunch ?? false) {
        try attempt { () throws(DeviceError) in try self.device.launch() }
      }
      for step in steps {
        current = step
        try follow(step)
        done += 1
      }
      current = nil
      try attempt { () throws(DeviceError) in
        if self.device.isAppRunning { try self.device.waitUntilIdle() }
      }
      noteUnansweredPrompt()
      // The device guarantees this; if it ever did not, the run must not pass.
      guard device.hasHandledLaunch else { return result(.ranOut("the app has not handled its launch")) }
      return result(.passed)
    } catch {
      switch error {
      case .failure(let failure): return result(.failed(failure))
      case .device(.appEnded(let end)), .device(.appIsNotRunning(let end?)): return result(.appEnded(end))
      case .device(.limitReached), .device(.timedOut), .device(.blocked):
        return result(.ranOut(error.text))
      case .device(.interrupted(let signal)): return result(.interrupted(signal: signal))
      case .device: return result(.environment(error.text))
      }
    }
  }

  /// Why a run ends.
  enum Interruption: Error {
    case failure(StepFailure)
    case device(DeviceError)

    var text: String {
      switch self {
      case .failure(let failure): failure.problem
      case .device(let error): error.description
      }
    }
  }

  private func follow(_ step: Step) throws(Interruption) {
    if !step.isImmediate {
      try attempt { () throws(DeviceError) in
        if self.device.isAppRunning { try self.device.waitUntilIdle() }
      }
    }
    if !step.isCheck {
      earlierMark = (mark, markedStep)
      mark = device.trace.count
      markedStep = step
    }
    do throws(Interruption) {
      try act(step)
    } catch .device(.appEnded(.exited(code: 0))) {
      // An app may exit; a later step that needs it fails.
    } catch .device(.refused(let why)) {
      throw failure("\(step.name): \(why)", expected: "a receiver for the input", found: "none")
    } catch .device(.appIsNotRunning(let end)) {
      throw failure(
        "\(step.name): the app is not running", expected: "a running app",
        found: end.map(\.description) ?? "no app was launched")
    } catch .device(.appIsSuspended) {
      throw failure(
        "\(step.name): the app is in the background", expected: "an app in front",
        found: "it is suspended, as \(describeState())")
    }
  }

  private func describeState() -> String {
    device.springboard.isLocked ? "the device is locked" : "another screen is in front"
  }

  /// Converts the device's errors to interruptions, except for an app that exits with status 0.
  func attempt(_ body: () throws(DeviceError) -> Void) throws(Interruption) {
    do throws(DeviceError) {
      try body()
    } catch .appEnded(.exited(code: 0)) {
    } catch {
      throw .device(error)
    }
  }

  func ask<Value>(_ body: () throws(DeviceError) -> Value) throws(Interruption) -> Value {
    do throws(DeviceError) { return try body() } catch { throw .device(error) }
  }

  /// Lets time pass until the condition returns a value, at most `timeout` seconds.
  func wait<Value>(
    upTo timeout: Double, until condition: () throws(Interruption) -> Value?
  ) throws(Interruption) -> Value? {
    let deadline = device.now.advanced(bySeconds: timeout)
    while true {
      if let value = try condition() { return value }
      if device.now >= deadline { return nil }
      try attempt { () throws(DeviceError) in try self.device.step(upTo: deadline) }
    }
  }

  func failure(_ problem: String, expected: String, found: String) -> Interruption {
    .failure(fill(StepFailure(problem, expected: expected, found: found)))
  }

  /// Adds the events since the last step that was not a check.
  func fill(_ failure: StepFailure) -> StepFailure {
    var failure = failure
    let since = current?.isCheck == false ? earlierMark : (mark, markedStep)
    let lines = device.trace.timelineLines(from: since.0)
    let shown = 80
    failure.events =
      (lines.count > shown ? ["… \(lines.count - shown) more before"] : []) + lines.suffix(shown)
    if let step = since.1 { failure.eventsSince = "line \(step.line) (\(step.name))" }
    return failure
  }
}

extension Step {
  fileprivate var isDevice: Bool { if case .device = action { true } else { false } }

  fileprivate var isLaunch: Bool {
    switch action {
    case .launch, .springboard(.openURL): true
    default: false
    }
  }
}
