import Device
import DeviceProtocol

/// Brings a new build of an app to the state of the previous one: launches it in virtual time, replays the recorded inputs at
/// their times, and then switches to real time.
///
/// Used once, on the device's thread. Idle periods take no real time, but everything that happens in them happens again.
public struct InputReplay: Sendable {
  /// Real seconds after which a replay is given up.
  public static let limit = 20.0
  /// How much of the time after the last input is replayed, device seconds.
  public static let longestEnd = 10.0

  public enum Outcome: Sendable, Equatable {
    case done
    /// The app ended at an input (counted from 1; 0 is the launch), which `during` describes.
    case ended(AppEnd, input: Int, during: String)
    /// The app did not come to rest after an input, and continues in real time from there.
    case gaveUp(String, input: Int)
    /// The device was stopped.
    case stopped

    /// The message for a replay that was given up, in the page and in the terminal; nil for others.
    public func notice(inputs: Int) -> String? {
      guard case .gaveUp(let problem, let input) = self else { return nil }
      return inputs == 0 || input == 0
        ? "the app did not come to rest after its launch: \(problem)"
        : "the replay was given up at input \(input) of \(inputs): \(problem)"
    }
  }

  private let recording: InputRecording
  /// The device time at which the replay ends.
  private let end: DeviceTime

  /// - Parameter duration: how long the previous build ran since its launch.
  public init(of recording: InputRecording, duration: DeviceTime) {
    self.recording = recording
    let last = recording.entries.last?.time ?? .zero
    end = max(last, min(duration, last.advanced(bySeconds: Self.longestEnd)))
  }

  public var count: Int { recording.entries.count }

  /// Configures a device for the replay.
  ///
  /// - Parameter wallClock: the machine's clock, seconds since 1970, which the app's clock shows at the end of the replay.
  public func configure(_ configuration: inout DeviceConfiguration, wallClock: Double) {
    recording.configure(&configuration)
    configuration.wallClockAtStart = wallClockAtStart(now: wallClock)
  }

  /// The app's wall clock at device time 0, when the machine's shows `now`; seconds since 1970.
  public func wallClockAtStart(now: Double) -> Double { now - end.seconds }

  /// Whether a device that was configured for this recording suits the replay.
  public func begins(as recording: InputRecording) -> Bool {
    self.recording.environment == recording.environment && self.recording.container == recording.container
  }

  /// Launches the app and replays the inputs. Whatever the outcome, the device runs in real time afterwards.
  ///
  /// - Parameter willGive: called before each input, with its number from 1.
  /// - Returns: the recording with the times of this replay, for the next build.
  /// - Throws: errors of the environment only.
  func run(
    on device: SimulatedDevice, limit: Double = Self.limit, willGive: (Int, String) -> Void
  ) throws(DeviceError) -> (Outcome, InputRecording) {
    var given = recording
    var number = 0
    var during = "launching"
    device.startTimeout(seconds: limit)
    defer {
      device.endTimeout()
      device.switchToRealTime()
    }
    do throws(DeviceError) {
      try device.launch()
      var fingers: Set<UInt32> = []
      var delay: Int64 = 0
      for index in recording.entries.indices {
        let entry = recording.entries[index]
        try pass(to: DeviceTime(nanoseconds: entry.time.nanoseconds + delay), on: device)
        if entry.cameAtRest, device.isAppRunning {
          try ignoringExit { () throws(DeviceError) in try device.waitUntilIdle() }
        }
        delay = max(delay, device.now.nanoseconds - entry.time.nanoseconds)
        if device.isStopping { return (.stopped, given) }
        number = index + 1
        during =
          "input \(number) of \(count): \(entry.input.summary), \(Self.short(entry.time)) s after the launch"
        willGive(number, during)
        given.entries[index].time = device.now
        fingers.follow(entry.input)
        try ignoringExit { () throws(DeviceError) in try device.perform(entry.input) }
      }
      try pass(to: DeviceTime(nanoseconds: end.nanoseconds + delay), on: device)
      if !fingers.isEmpty {
        // The app was rebuilt while a finger was down.
        let lifted = ScreenInput.touches(
          fingers.sorted().map { .init(id: $0, phase: .cancelled, x: 0, y: 0) })
        given.entries.append(.init(time: device.now, input: lifted, cameAtRest: false))
        try ignoringExit { () throws(DeviceError) in try device.perform(lifted) }
      }
      return (device.isStopping ? .stopped : .done, given)
    } catch .appEnded(let end), .appIsNotRunning(let end?) {
      return (.ended(end, input: number, during: during), given)
    } catch .timedOut(_, let activity) {
      return (.gaveUp("\(activity), at \(during)", input: number), given)
    }
  }

  private func pass(to time: DeviceTime, on device: SimulatedDevice) throws(DeviceError) {
    while device.now < time, !device.isStopping {
      try ignoringExit { () throws(DeviceError) in try device.step(upTo: time) }
    }
  }

  /// An app that exited normally may be started again by the next input.
  private func ignoringExit(_ body: () throws(DeviceError) -> Void) throws(DeviceError) {
    do throws(DeviceError) {
      try body()
    } catch .appEnded(let end) where end.isOrderly {
    } catch .appIsNotRunning(let end?) where end.isOrderly {
    } catch .appIsSuspended {
    } catch .refused {}
  }

  private static func short(_ time: DeviceTime) -> String {
    let hundredths = (time.seconds * 100).rounded() / 100
    return String(hundredths)
  }
}
