import Device
import DeviceProtocol
import Foundation
import Synchronization

/// Records the user's inputs, so that they can be replayed in the app's next build.
///
/// `DeviceScreen` passes every input on the device's thread. A recording begins with a launch: the first one of the session, and
/// each one that the user starts (Relaunch, or the icon after a crash). A new recording keeps only the app's files of the
/// previous one.
public final class InputRecorder: Sendable {
  private struct State {
    var recording = InputRecording()
    /// The device time of the launch.
    var start = DeviceTime.zero
    var fingers: Set<UInt32> = []
    /// How long the previous build ran since the launch; nil before the first.
    var duration: DeviceTime?
  }
  private let state = Mutex(State())
  /// The folder for copies of containers, which is removed with the recorder.
  private let folder: URL

  public init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "carob-recording-\(UUID().uuidString)")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  public var recording: InputRecording { state.withLock { $0.recording } }

  /// Ends the recording of the current build, which is about to be replaced. Call it on the device's thread.
  public func close(on device: SimulatedDevice) {
    let now = device.now
    state.withLock { $0.duration = DeviceTime(nanoseconds: now.nanoseconds - $0.start.nanoseconds) }
  }

  /// The replay for the next build; nil if nothing was recorded.
  public var replay: InputReplay? {
    state.withLock { state in
      state.duration.map { InputReplay(of: state.recording, duration: $0) }
    }
  }

  /// Continues a recording on another device, whose launch was at device time 0.
  func adopt(_ recording: InputRecording) {
    state.withLock { $0 = State(recording: recording, duration: $0.duration) }
  }

  /// Begins a new recording just before a launch. Call it when no app runs.
  func begin(on device: SimulatedDevice) {
    var recording = InputRecording()
    recording.environment = device.environment
    let copy = folder.appending(path: UUID().uuidString)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do throws(DeviceError) {
      try device.copyContainer(to: copy.path)
      recording.container = copy.path
    } catch {
      // The next build then starts without files; nothing else is lost.
      device.report("the app's files could not be kept for the next build: \(error)")
    }
    let old = state.withLock { state in
      defer { state = State(recording: recording, start: device.now) }
      return state.recording.container
    }
    if let old { try? FileManager.default.removeItem(atPath: old) }
  }

  /// Records an input that the device is about to get.
  func note(_ input: ScreenInput, on device: SimulatedDevice) {
    guard !input.isHovering else { return }
    let (now, isIdle) = (device.now, device.isIdle)
    state.withLock { state in
      let time = DeviceTime(nanoseconds: now.nanoseconds - state.start.nanoseconds)
      let cameAtRest = isIdle && state.fingers.isEmpty
      state.fingers.follow(input)
      state.recording.entries.append(.init(time: time, input: input, cameAtRest: cameAtRest))
    }
  }
}

extension Set<UInt32> {
  /// Updates the fingers that are down.
  mutating func follow(_ input: ScreenInput) {
    guard case .touches(let fingers) = input else { return }
    for finger in fingers {
      switch finger.phase {
      case .began: insert(finger.id)
      case .ended, .cancelled: remove(finger.id)
      case .moved, .stationary, .hovering: break
      }
    }
  }
}
