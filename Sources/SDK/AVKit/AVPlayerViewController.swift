import AVFoundation
@_spi(Hazards) import CarobRuntime
import UIKit

/// Receives messages about full screen (E-1031), and about picture in picture, which no simulated device has.
/// All methods are optional.
@preconcurrency @MainActor
public protocol AVPlayerViewControllerDelegate: NSObjectProtocol, _CarobOptional {
  func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
      any UIViewControllerTransitionCoordinator)
  func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator:
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
  public func playerViewController(
    _ playerViewController: AVPlayerViewController,
    willEndFullScreenPresentationWithAnimationCoordinator coordinator:
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
      guard let player else {
        (isReadyForDisplay, wasPlaying) = (false, false)
        return
      }
      let (weakSelf, weakPlayer) = (ZeroingElement(self), ZeroingElement(player))
      player.whenItemChanges {
        guard let self = weakSelf.object, let player = weakPlayer.object, self.player === player else {
          return
        }
        self.isReadyForDisplay = player.hasPicture
        self.playbackChanged(player)
      }
      player.whenItemEnds {
        guard let self = weakSelf.object, let player = weakPlayer.object, self.player === player else {
          return
        }
        if self.exitsFullScreenWhenPlaybackEnds { self.exitFullScreen() }
      }
    }
  }

  /// Whether the first video frame is ready; observable as `readyForDisplay`.
  open private(set) var isReadyForDisplay = false {
    willSet { if newValue != isReadyForDisplay { willChangeValue(forKey: "readyForDisplay") } }
    didSet { if oldValue != isReadyForDisplay { didChangeValue(forKey: "readyForDisplay") } }
  }

  open weak var delegate: (any AVPlayerViewControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any AVPlayerViewControllerDelegate)?
  open var showsPlaybackControls = true
  /// How the picture would be scaled: determines `videoBounds`.
  open var videoGravity = AVLayerVideoGravity.resizeAspect
  open var allowsPictureInPicturePlayback = true
  open var canStartPictureInPictureAutomaticallyFromInline = false
  /// Whether a player that is shown inside another screen fills the screen when it begins to play (E-1031).
  open var entersFullScreenWhenPlaybackBegins = false
  /// Whether full screen ends with the item (E-1031).
  open var exitsFullScreenWhenPlaybackEnds = false
  open var updatesNowPlayingInfoCenter = true
  /// The picture's rectangle in the view's coordinates; the view's bounds if its size is unknown (E-1030).
  open var videoBounds: CGRect {
    guard let box = viewIfLoaded?.bounds else { return .zero }
    return videoGravity.rect(of: player?.currentItem?.presentationSize ?? .zero, in: box)
  }

  /// A view above the video and below the controls.
  open var contentOverlayView: UIView? {
    loadViewIfNeeded()
    return overlay
  }
  private var overlay: UIView?

  // MARK: Full screen (E-1031)

  private var wasPlaying = false
  /// The screen of a player that is otherwise shown inside another one.
  private var fullScreen: FullScreenVideo?

  // E-1031
  private func playbackChanged(_ player: AVPlayer) {
    let isPlaying = player.timeControlStatus == .playing
    defer { wasPlaying = isPlaying }
    guard isPlaying, !wasPlaying, entersFullScreenWhenPlaybackBegins, fullScreen == nil, parent != nil,
      viewIfLoaded?.window != nil
    else { return }
    let screen = FullScreenVideo { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object else { return }
      self.player?.pause()
      self.exitFullScreen()
    }
    fullScreen = screen
    present(screen, animated: UIView.areAnimationsEnabled)
    if let overlay { screen.show(overlay) }
    tellDelegate(
      "playerViewController(_:willBeginFullScreenPresentationWithAnimationCoordinator:)",
      "playerViewController:willBeginFullScreenPresentationWithAnimationCoordinator:", screen
    ) {
      $0.playerViewController(self, willBeginFullScreenPresentationWithAnimationCoordinator: $1)
    }
  }

  /// Dismisses the full screen, or the player itself if it was presented as one.
  // E-1031
  private func exitFullScreen() {
    let isPresented = parent == nil && presentingViewController != nil
    guard let screen = fullScreen ?? (isPresented ? self : nil), !screen.isBeingDismissed else { return }
    screen.dismiss(animated: UIView.areAnimationsEnabled) { [weakSelf = ZeroingElement(self)] in
      guard let self = weakSelf.object, self.fullScreen != nil else { return }
      self.fullScreen = nil
      if let overlay = self.overlay, let view = self.viewIfLoaded {
        overlay.frame = view.bounds
        view.addSubview(overlay)
      }
    }
    tellDelegate(
      "playerViewController(_:willEndFullScreenPresentationWithAnimationCoordinator:)",
      "playerViewController:willEndFullScreenPresentationWithAnimationCoordinator:", screen
    ) {
      $0.playerViewController(self, willEndFullScreenPresentationWithAnimationCoordinator: $1)
    }
  }

  private func tellDelegate(
    _ name: String, _ selector: Selector, _ screen: UIViewController,
    _ body: (any AVPlayerViewControllerDelegate, any UIViewControllerTransitionCoordinator) -> Void
  ) {
    guard let delegate, Runtime.answers(delegate, selector), let coordinator = screen.transitionCoordinator
    else { return }
    Journal.deliver(.delegate, name, to: delegate, from: self) { body(delegate, coordinator) }
  }

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
