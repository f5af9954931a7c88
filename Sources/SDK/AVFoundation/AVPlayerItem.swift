import AudioToolbox
import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

extension NSNotification.Name {
  public static let AVPlayerItemDidPlayToEndTime = NSNotification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification")
  public static let AVPlayerItemFailedToPlayToEndTime = NSNotification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification")
  public static let AVPlayerItemPlaybackStalled = NSNotification.Name(
    "AVPlayerItemPlaybackStalledNotification")
}

/// The playback state of an asset in a player: its status and current time.
@preconcurrency @MainActor
open class AVPlayerItem: _MainActorNSObject {
  public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

  public let asset: AVAsset
  /// The loading status; observable.
  open private(set) var status = Status.unknown {
    willSet { willChangeValue(forKey: "status") }
    didSet { didChangeValue(forKey: "status") }
  }
  open private(set) var error: (any Error)?
  /// The duration; indefinite until the item is ready.
  open var duration: CMTime { status == .readyToPlay ? asset.duration : .indefinite }
  /// The size of the picture in points; zero until the item is ready, and if the size is unknown (E-1030).
  open var presentationSize: CGSize { status == .readyToPlay ? asset.pictureSize ?? .zero : .zero }
  open var forwardPlaybackEndTime = CMTime.invalid
  open var preferredForwardBufferDuration: TimeInterval = 0
  open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
  open var isPlaybackBufferEmpty: Bool { status != .readyToPlay }

  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]? = nil) {
    self.asset = asset
    super.init()
  }
  public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil) }
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  open func currentTime() -> CMTime { CMTime(seconds: clock.time, preferredTimescale: 600) }
  open func seek(to time: CMTime, completionHandler: ((Bool) -> Void)?) {
    clock.time = max(0, time.seconds)
    onSeek?()
    completionHandler?(true)
  }
  open func seek(to time: CMTime) { seek(to: time, completionHandler: nil) }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    [
      .init(readOnly: "status", \AVPlayerItem.status), .init(readOnly: "duration", \AVPlayerItem.duration),
      .init(readOnly: "presentationSize", \AVPlayerItem.presentationSize),
      .init(readOnly: "playbackLikelyToKeepUp", \AVPlayerItem.isPlaybackLikelyToKeepUp),
      .init(readOnly: "playbackBufferEmpty", \AVPlayerItem.isPlaybackBufferEmpty),
    ]
  }
  nonisolated open override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    switch key {
    case "duration", "presentationSize", "playbackLikelyToKeepUp", "playbackBufferEmpty": ["status"]
    default: super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  // MARK: - Inside

  let clock = PlaybackClock()
  var onSeek: (() -> Void)?
  private var loading: Timer?
  private var whenReady: [@MainActor () -> Void] = []

  /// The time in seconds at which playback ends.
  var end: Double {
    forwardPlaybackEndTime.isNumeric ? forwardPlaybackEndTime.seconds : asset.duration.seconds
  }

  /// Starts loading, as a player does with its current item. Calls `body` when loading has succeeded or
  /// failed.
  func load(_ body: @escaping @MainActor () -> Void) {
    guard status == .unknown else { return }
    whenReady.append(body)
    guard loading == nil else { return }
    unimplemented(
      "AVPlayer (no sound or picture; items become ready after \(SimulatedPlayback.delay) s, and last "
        + "\(Int(SimulatedPlayback.duration)) s if their length is unknown)")
    loading = SimulatedPlayback.after(SimulatedPlayback.delay) { [weakSelf = ZeroingElement(self)] in
      weakSelf.object?.finishLoading()
    }
  }

  private func finishLoading() {
    loading = nil
    if !asset.isReachable {
      error = NSError(domain: "AVFoundationErrorDomain", code: -11_800)
      status = .failed
    } else {
      status = .readyToPlay
    }
    let waiting = whenReady
    whenReady = []
    waiting.forEach { $0() }
  }
}

/// A clock that advances at an adjustable rate.
@MainActor
final class PlaybackClock {
  private var start = 0.0
  private var base = 0.0
  private(set) var rate = 0.0

  var time: Double {
    get { base + (Clock.now - start) * rate }
    set { (base, start) = (newValue, Clock.now) }
  }
  func run(at rate: Double) {
    time = time
    self.rate = rate
  }
}
