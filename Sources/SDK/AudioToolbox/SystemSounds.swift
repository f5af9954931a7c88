import CarobFoundation
import CarobRuntime
import Synchronization

/// A system sound, or a registered sound file of the app.
public typealias SystemSoundID = UInt32
public typealias AudioServicesSystemSoundCompletionProc =
  @convention(c) (
    SystemSoundID, UnsafeMutableRawPointer?
  ) -> Void

/// Vibrates the device without a sound.
public var kSystemSoundID_Vibrate: SystemSoundID { 0xFFF }
public var kAudioServicesNoError: OSStatus { 0 }
public var kAudioServicesSystemSoundUnspecifiedError: OSStatus { -1500 }

/// Registers a sound file. Returns -1500 and does not set the identifier if the file cannot be read.
@discardableResult
public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
  guard let data = try? Data(contentsOf: inFileURL as URL) else {
    return kAudioServicesSystemSoundUnspecifiedError
  }
  outSystemSoundID.pointee = SystemSounds.register(
    lasting: SimulatedPlayback.duration(of: data) ?? SimulatedPlayback.duration)
  return kAudioServicesNoError
}

@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  SystemSounds.dispose(inSystemSoundID) ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}

public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  SystemSounds.play(inSystemSoundID, "AudioServicesPlaySystemSound(_:)", completion: nil)
}

public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  SystemSounds.play(inSystemSoundID, "AudioServicesPlayAlertSound(_:)", completion: nil)
}

/// Plays a sound and calls the completion on the main thread when the sound has ended.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  SystemSounds.play(
    inSystemSoundID, "AudioServicesPlaySystemSoundWithCompletion(_:_:)", completion: inCompletionBlock)
}

public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  SystemSounds.play(
    inSystemSoundID, "AudioServicesPlayAlertSoundWithCompletion(_:_:)", completion: inCompletionBlock)
}

/// Adds a routine that is called each time the sound has ended, until it is removed.
///
/// DEVIATION: it is always called on the main run loop in the common modes.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
  _ inSystemSoundID: SystemSoundID, _ inRunLoop: RunLoop?, _ inRunLoopMode: CFString?,
  _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  // The app guarantees that its data may be used on the main thread.
  nonisolated(unsafe) let data = inClientData
  SystemSounds.setRoutine(of: inSystemSoundID) { inCompletionRoutine(inSystemSoundID, data) }
  return kAudioServicesNoError
}

public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
  SystemSounds.setRoutine(of: inSystemSoundID, to: nil)
}

/// The registered sounds. The device is silent and does not vibrate; only the end of a sound is simulated.
enum SystemSounds {
  private struct State {
    var durations: [SystemSoundID: Double] = [:]
    var routines: [SystemSoundID: @Sendable () -> Void] = [:]
    /// The next identifier; greater than those of all system sounds.
    var next: SystemSoundID = 0x1000
  }
  private static let state = Mutex(State())

  /// E-839: the duration in seconds of a system sound, and of a vibration.
  private static let systemDuration = 1.0
  private static let vibration = 0.4

  static func register(lasting seconds: Double) -> SystemSoundID {
    state.withLock {
      $0.next += 1
      $0.durations[$0.next] = seconds
      return $0.next
    }
  }

  static func dispose(_ sound: SystemSoundID) -> Bool {
    state.withLock {
      $0.routines[sound] = nil
      return $0.durations.removeValue(forKey: sound) != nil
    }
  }

  static func setRoutine(of sound: SystemSoundID, to routine: (@Sendable () -> Void)?) {
    state.withLock { $0.routines[sound] = routine }
  }

  // E-1106
  /// Records the sound under the name of the function that plays it. Its end is caused by that event.
  static func play(_ sound: SystemSoundID, _ function: StaticString, completion: (@Sendable () -> Void)?) {
    let isVibration = sound == kSystemSoundID_Vibrate
    let event = Journal.note(
      .lifecycle, "\(function)", outcome: "dropped",
      why: isVibration ? "the device does not vibrate (E-1106)" : "the device is silent (E-1106)",
      detail: [("sound", "\(sound)")])
    let seconds: Double? =
      isVibration
      ? vibration : sound < 0x1000 ? systemDuration : state.withLock { $0.durations[sound] }
    guard let seconds else {
      return Journal.warn("the system sound \(sound) is not played: no sound file is registered with this ID")
    }
    let ended: @Sendable () -> Void = {
      Journal.with(cause: event) {
        for (name, block) in [("completion", completion), ("routine", state.withLock { $0.routines[sound] })]
        {
          guard let block else { continue }
          Journal.deliverRegistered(
            .lifecycle, "{}", detail: [("block", name), ("sound", "\(sound)")], block)
        }
      }
    }
    DispatchQueue.main.async { _ = SimulatedPlayback.after(seconds) { ended() } }
  }
}
