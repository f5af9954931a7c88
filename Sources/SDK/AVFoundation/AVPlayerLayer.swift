import CarobFoundation
@_spi(Hazards) import CarobRuntime
import QuartzCore

/// How a video is scaled to its frame.
public struct AVLayerVideoGravity: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")

  /// The rectangle of a picture in a box; the box if the picture's size is unknown.
  // E-1030
  package func rect(of size: CGSize, in box: CGRect) -> CGRect {
    guard size.width > 0, size.height > 0, self != .resize else { return box }
    let factors = (box.width / size.width, box.height / size.height)
    let factor = self == .resizeAspectFill ? max(factors.0, factors.1) : min(factors.0, factors.1)
    let (width, height) = (size.width * factor, size.height * factor)
    return CGRect(x: box.midX - width / 2, y: box.midY - height / 2, width: width, height: height)
  }
}

/// The layer for a player's video. It stays empty, and is ready for display when the player's item is.
open class AVPlayerLayer: CALayer {
  @MainActor public convenience init(player: AVPlayer?) {
    self.init()
    self.player = player
    // NB: an assignment in an initializer does not call the observers.
    playerChanged()
  }

  /// How the picture would be scaled: determines `videoRect`.
  open var videoGravity = AVLayerVideoGravity.resizeAspect

  @MainActor open var player: AVPlayer? { didSet { playerChanged() } }

  @MainActor private func playerChanged() {
    guard let player else {
      (isReadyForDisplay, pictureSize) = (false, .zero)
      return
    }
    player.whenItemChanges { [weakSelf = ZeroingElement(self), weakPlayer = ZeroingElement(player)] in
      guard let self = weakSelf.object, let player = weakPlayer.object, self.player === player else { return }
      self.pictureSize = player.currentItem?.presentationSize ?? .zero
      self.isReadyForDisplay = player.hasPicture
    }
  }

  /// Whether the first video frame is ready; observable as `readyForDisplay`.
  open private(set) var isReadyForDisplay = false {
    willSet { if newValue != isReadyForDisplay { willChangeValue(forKey: "readyForDisplay") } }
    didSet { if oldValue != isReadyForDisplay { didChangeValue(forKey: "readyForDisplay") } }
  }

  private var pictureSize = CGSize.zero
  /// The picture's rectangle in the layer's coordinates; the layer's bounds if its size is unknown (E-1030).
  open var videoRect: CGRect { videoGravity.rect(of: pictureSize, in: bounds) }

  open override class var _carobKVC: [_CarobProperty] {
    super._carobKVC + [
      .init(readOnly: "readyForDisplay", \AVPlayerLayer.isReadyForDisplay),
      .init(readOnly: "isReadyForDisplay", \AVPlayerLayer.isReadyForDisplay),
      .init(readOnly: "videoRect", \AVPlayerLayer.videoRect),
    ]
  }
  // NB: a key path to the Swift property has the Swift name here.
  open override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "isReadyForDisplay" ? ["readyForDisplay"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}
