import CarobFoundation

public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"

public enum MPNowPlayingPlaybackState: UInt, Sendable { case unknown, playing, paused, stopped, interrupted }

/// Information about what the app plays, for the players of the lock screen and of Control Center. The
/// simulated lock screen has no player; the value is only stored, with a warning once.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  // @unchecked because apps use it on the main thread.
  private static let shared = MPNowPlayingInfoCenter()
  open class func `default`() -> MPNowPlayingInfoCenter { shared }
  open var nowPlayingInfo: [String: Any]? {
    didSet { unimplemented("MPNowPlayingInfoCenter (the lock screen has no player that would show it)") }
  }
  open var playbackState = MPNowPlayingPlaybackState.unknown {
    didSet { unimplemented("MPNowPlayingInfoCenter (the lock screen has no player that would show it)") }
  }
}
