import CarobFoundation
import CarobRuntime
import QuartzCore

/// How a video is scaled to its frame.
public struct AVLayerVideoGravity: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}

/// The layer for a player's video. It stays empty, and is ready for display when the player's item is.
open class AVPlayerLayer: CALayer {
  @MainActor public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
  }

  open var videoGravity = AVLayerVideoGravity.resizeAspect

  @MainActor open var player: AVPlayer? {
    didSet {
      player?.whenItemChanges { [weak self, weak player] in
        guard let self, let player, self.player === player else { return }
        isReadyForDisplay = player.hasPicture
      }
      if player == nil { isReadyForDisplay = false }
    }
  }

  /// Whether the first video frame is ready; observable as `readyForDisplay`.
  open private(set) var isReadyForDisplay = false {
    willSet { if newValue != isReadyForDisplay { willChangeValue(forKey: "readyForDisplay") } }
    didSet { if oldValue != isReadyForDisplay { didChangeValue(forKey: "readyForDisplay") } }
  }

  open var videoRect: CGRect { bounds }

  open override class var _carobKVC: [_CarobProperty] {
    super._carobKVC + [
      .init(readOnly: "readyForDisplay", \AVPlayerLayer.isReadyForDisplay),
      .init(readOnly: "isReadyForDisplay", \AVPlayerLayer.isReadyForDisplay),
    ]
  }
  // NB: a key path to the Swift property has the Swift name here.
  open override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "isReadyForDisplay" ? ["readyForDisplay"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}
