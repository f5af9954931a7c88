@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The context menus of the elements of a list, configured by the list's delegate (E-373, C-324).
///
/// A subclass for each kind of list calls the app's delegate.
@MainActor
class ListMenus: _MainActorNSObject, UIContextMenuInteractionDelegate {
  @Zeroing private(set) var list: UIScrollView?
  private var path: IndexPath?

  init(_ list: UIScrollView) {
    self.list = list
    super.init()
    list.addInteraction(UIContextMenuInteraction(delegate: self))
  }

  // MARK: Overridden for each kind of list

  func path(at point: CGPoint) -> IndexPath? { nil }
  func view(at path: IndexPath) -> UIView? { nil }
  func configuration(at path: IndexPath, _ point: CGPoint) -> UIContextMenuConfiguration? { nil }
  func highlightPreview(_ configuration: UIContextMenuConfiguration, at path: IndexPath) -> UITargetedPreview?
  { nil }
  /// Ends the touch on the element, which is not selected when the finger is lifted.
  func cancelTouch(at path: IndexPath) {}
  func willPerform(
    _ configuration: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating
  ) {}
  func willDisplay(
    _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  func willEnd(
    _ configuration: UIContextMenuConfiguration, _ animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  // MARK: UIContextMenuInteractionDelegate

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "contextMenuInteraction:willPerformPreviewActionForMenuWithConfiguration:animator:",
        "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)", 0),
      .init(
        has: "contextMenuInteraction:previewForHighlightingMenuWithConfiguration:",
        "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)", 0),
      .init(
        has: "contextMenuInteraction:willDisplayMenuForConfiguration:animator:",
        "contextMenuInteraction(_:willDisplayMenuFor:animator:)", 0),
      .init(
        has: "contextMenuInteraction:willEndForConfiguration:animator:",
        "contextMenuInteraction(_:willEndFor:animator:)", 0),
    ]
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let path = path(at: location) else { return nil }
    self.path = path
    let configuration = configuration(at: path, location)
    if configuration != nil { cancelTouch(at: path) }
    return configuration
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? {
    guard let path else { return nil }
    return highlightPreview(configuration, at: path) ?? view(at: path).map { UITargetedPreview(view: $0) }
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) { willPerform(configuration, animator) }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { willDisplay(configuration, animator) }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { willEnd(configuration, animator) }
}
