import Device
import DeviceProtocol
import Foundation
import Synchronization

/// Keeps what people do to the app that runs, for its next build.
///
/// `DeviceScreen` tells it of every input on the device's thread. A recording begins with a launch: the session's
/// first, and each one that a person asks for (Relaunch, or the icon after a crash), which leaves behind what was
/// before it except the app's files.
public final class InputRecorder: Sendable {
  private struct State {
    var recording = InputRecording()
    /// The device's time at the launch.
    var start = DeviceTime.zero
    var fingers: Set<UInt32> = []
    /// From the launch to the end of the app before; nil before the first.
    var duration: DeviceTime?
  }
  private let state = Mutex(State())
  /// Where copies of containers go; they are removed with the recorder.
  private let folder: URL

  public init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "carob-recording-\(UUID().uuidString)")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  public var recording: InputRecording { state.withLock { $0.recording } }

  /// The app makes way for its next build. Call it on the device's thread.
  public func close(on device: SimulatedDevice) {
    let now = device.now
    state.withLock { $0.duration = DeviceTime(nanoseconds: now.nanoseconds - $0.start.nanoseconds) }
  }

  /// What brings the next build to where the one before was; nil when there was none.
  public var replay: InputReplay? {
    state.withLock { state in
      state.duration.map { InputReplay(of: state.recording, duration: $0) }
    }
  }

  /// Another device goes on with this recording, from its launch at its time 0.
  func adopt(_ recording: InputRecording) {
    state.withLock { $0 = State(recording: recording, duration: $0.duration) }
  }

  /// A new launch is about to happen on the device. Call it when no app runs.
  func begin(on device: SimulatedDevice) {
    var recording = InputRecording()
    recording.environment = device.environment
    let copy = folder.appending(path: UUID().uuidString)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do throws(DeviceError) {
      try device.copyContainer(to: copy.path)
      recording.container = copy.path
    } catch {
      // The next build then begins with no files; that is all that is lost.
      device.report("the app's files could not be kept for the next build: \(error)")
    }
    let old = state.withLock { state in
      defer { state = State(recording: recording, start: device.now) }
      return state.recording.container
    }
    if let old { try? FileManager.default.removeItem(atPath: old) }
  }

  /// An input that the device is about to get.
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
  /// Keeps the fingers that are down.
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
