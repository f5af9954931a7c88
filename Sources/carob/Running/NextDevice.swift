import Device
import DeviceWeb
import Foundation
import Synchronization

/// The device for the app that is being built. It is made on its own thread during the build, so that its
/// process has loaded the SDK when the build is done.
final class NextDevice: Sendable {
  struct Launch: Sendable {
    var app: AppBundle
    var replay: InputReplay?
  }
  private enum Decision {
    case open
    case launch(Launch, started: DispatchSemaphore)
    case discarded
  }

  /// The app before the build; usually only its code changes.
  let app: AppBundle
  /// What was recorded before the build.
  let recording: InputRecording
  private let decision = Mutex(Decision.open)
  private let isDecided = DispatchSemaphore(value: 0)

  init(app: AppBundle, recording: InputRecording) {
    self.app = app
    self.recording = recording
  }

  /// Launches the app on the device's thread, which signals `started`.
  func decide(_ launch: Launch, started: DispatchSemaphore) { decide(.launch(launch, started: started)) }

  /// Ends the device's thread, unless the app was launched.
  func discard() { decide(.discarded) }

  private func decide(_ new: Decision) {
    let isFirst = decision.withLock { decision in
      guard case .open = decision else { return false }
      decision = new
      return true
    }
    if isFirst { isDecided.signal() }
  }

  /// Waits for the decision; nil if the device is not needed.
  func wait() -> (Launch, started: DispatchSemaphore)? {
    isDecided.wait()
    guard case .launch(let launch, let started) = decision.withLock({ $0 }) else { return nil }
    return (launch, started)
  }

  /// Whether a device that was made for what was known before the build can launch the app.
  func suits(_ launch: Launch) -> Bool {
    launch.app == app && launch.replay?.begins(as: recording) != false
  }
}
