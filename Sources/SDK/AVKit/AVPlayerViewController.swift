import AVFoundation
import CarobRuntime
import UIKit

/// Receives messages about full screen and picture in picture, which Carob does not support. All methods
/// are optional.
@preconcurrency @MainActor
public protocol AVPlayerViewControllerDelegate: NSObjectProtocol, _CarobOptional {
  func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator)
}
extension AVPlayerViewControllerDelegate {
  public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator
  ) {}
}

/// Shows a player as a black view without controls. It is ready for display when the player's item is.
@preconcurrency @MainActor
open class AVPlayerViewController: UIViewController {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? {
    { AVPlayerViewController() }
  }
  nonisolated open override class var _carobNewCoder: (@MainActor (NSCoder) -> AnyObject?)? {
    { AVPlayerViewController(coder: $0) }
  }

  open var player: AVPlayer? {
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

  open weak var delegate: (any AVPlayerViewControllerDelegate)?
  open var showsPlaybackControls = true
  open var videoGravity = AVLayerVideoGravity.resizeAspect
  open var allowsPictureInPicturePlayback = true
  open var canStartPictureInPictureAutomaticallyFromInline = false
  open var entersFullScreenWhenPlaybackBegins = false
  open var exitsFullScreenWhenPlaybackEnds = false
  open var updatesNowPlayingInfoCenter = true
  open var videoBounds: CGRect { viewIfLoaded?.bounds ?? .zero }

  /// A view above the video and below the controls.
  open var contentOverlayView: UIView? {
    loadViewIfNeeded()
    return overlay
  }
  private var overlay: UIView?

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let overlay = UIView(frame: view.bounds)
    overlay.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(overlay)
    self.overlay = overlay
    if showsPlaybackControls {
      unimplemented("AVPlayerViewController's picture and controls (it stays black)")
    }
  }

  nonisolated open override class var _carobKVC: [_CarobProperty] {
    super._carobKVC + [
      .init(readOnly: "readyForDisplay", \AVPlayerViewController.isReadyForDisplay),
      .init(readOnly: "isReadyForDisplay", \AVPlayerViewController.isReadyForDisplay),
      .init("player", \AVPlayerViewController.player),
    ]
  }
  // NB: a key path to the Swift property has the Swift name here.
  nonisolated open override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "isReadyForDisplay" ? ["readyForDisplay"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}
