import CarobFoundation
import CarobRuntime

public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  case success = 0
  case noSuchContent = 100
  case noActionableNowPlayingItem = 110
  case deviceNotFound = 120
  case commandFailed = 200
}

open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  public let command: MPRemoteCommand
  public let timestamp: TimeInterval
  init(_ command: MPRemoteCommand) {
    self.command = command
    timestamp = Clock.now
    super.init()
  }
}

/// A button of a headset or the lock screen. The device has none, so handlers are stored but never called,
/// with a warning once.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  // @unchecked because apps use it on the main thread.
  open var isEnabled = true
  private var handlers: [(token: AnyObject, target: AnyObject?)] = []

  private func add(_ target: AnyObject?) -> AnyObject {
    unimplemented("MPRemoteCommandCenter (the device has no remote control)")
    let token = NSObject()
    handlers.append((token, target))
    return token
  }
  @discardableResult
  open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
    add(nil)
  }
  open func addTarget(_ target: Any, action: Selector) { _ = add(target as AnyObject) }
  open func removeTarget(_ target: Any?) {
    guard let target = target.map({ $0 as AnyObject }) else { return handlers.removeAll() }
    handlers.removeAll { $0.token === target || $0.target === target }
  }
  open func removeTarget(_ target: Any, action: Selector?) { removeTarget(target) }
}

/// The commands that a remote control can send.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable.
  private static let center = MPRemoteCommandCenter()
  open class func shared() -> MPRemoteCommandCenter { center }
  public let playCommand = MPRemoteCommand()
  public let pauseCommand = MPRemoteCommand()
  public let stopCommand = MPRemoteCommand()
  public let togglePlayPauseCommand = MPRemoteCommand()
  public let nextTrackCommand = MPRemoteCommand()
  public let previousTrackCommand = MPRemoteCommand()
  public let skipForwardCommand = MPRemoteCommand()
  public let skipBackwardCommand = MPRemoteCommand()
  public let changePlaybackPositionCommand = MPRemoteCommand()
  public let likeCommand = MPRemoteCommand()
}
