@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Provides the contents of a context menu. All methods except the first are optional.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: NSObjectProtocol, _CarobOptional {
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview?
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  )
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  )
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  )
}
extension UIContextMenuInteractionDelegate {
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
  ) -> UITargetedPreview? { nil }
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}

/// Shows a menu on a long press on a view (E-373).
///
/// DEVIATION: the pressed view is not lifted, and the preview provider's preview is a button with its title.
@preconcurrency @MainActor
open class UIContextMenuInteraction: _MainActorNSObject, UIInteraction {
  public init(delegate: any UIContextMenuInteractionDelegate) {
    self.delegateReference = delegate
    super.init()
    press.addTarget(self, action: "carob_pressed")
  }
  open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIContextMenuInteractionDelegate)?
  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  let press = ContextPress(target: nil, action: nil)
  private var location = CGPoint.zero

  open func willMove(to view: UIView?) { self.view?.removeGestureRecognizer(press) }
  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(press)
  }
  open func location(in view: UIView?) -> CGPoint { self.view?.convert(location, to: view) ?? location }
  open func dismissMenu() { if isOpen { PopupPanel.current?.close() } }
  private var isOpen = false

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_pressed", "carob_pressed()", 0) {
        unsafeDowncast($0, to: UIContextMenuInteraction.self).pressed()
      }
    ]
  }

  private func pressed() {
    guard press.state == .began, let view, let window = view.window, let delegate else { return }
    location = press.location(in: view)
    let configuration = Journal.query(
      .delegate, "contextMenuInteraction(_:configurationForMenuAtLocation:)", to: delegate, from: self
    ) { delegate.contextMenuInteraction(self, configurationForMenuAtLocation: location) }
    guard let configuration else { return }
    let preview =
      delegate.ask(
        from: self, "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)",
        "contextMenuInteraction:previewForHighlightingMenuWithConfiguration:"
      ) { $0.contextMenuInteraction(self, previewForHighlightingMenuWithConfiguration: configuration) } ?? nil
    let shown = configuration.previewProvider.flatMap { $0() }
    var menu = configuration.actionProvider.flatMap { $0([]) } ?? UIMenu()
    if let shown { menu = withPreview(shown, configuration, menu) }
    let animator = ContextMenuAnimator(shown)
    delegate.tell(
      from: self, "contextMenuInteraction(_:willDisplayMenuFor:animator:)",
      "contextMenuInteraction:willDisplayMenuForConfiguration:animator:"
    ) { $0.contextMenuInteraction(self, willDisplayMenuFor: configuration, animator: animator) }
    animator.run()
    let anchor = preview?.view ?? view
    isOpen = true
    // E-1077
    let highlight = preview ?? (configuration.badgeCount > 0 ? UITargetedPreview(view: view) : nil)
    let lifted = highlight.map {
      PreviewHighlight(of: $0, badge: configuration.badgeCount)
    }
    let sourceRect = (delegate as? PreviewingContext)?.sourceRect
    MenuPresenter.show(
      menu, for: self, highlight: lifted,
      beside: sourceRect.map { view.convert($0, to: nil) }
        ?? (anchor === view && view is UIScrollView
          ? CGRect(origin: view.convert(location, to: nil), size: .zero)
          : anchor.convert(anchor.bounds, to: nil)),
      in: window
    ) { [weakSelf = ZeroingElement(self)] in weakSelf.object?.ended(configuration) }
  }

  /// Adds the preview above the menu's elements; tapping it commits to the previewed controller.
  private func withPreview(
    _ controller: UIViewController, _ configuration: UIContextMenuConfiguration, _ menu: UIMenu
  ) -> UIMenu {
    let open = UIAction(title: controller.title ?? "Open", image: UIImage(systemName: "eye")) {
      [weakSelf = ZeroingElement(self)] _ in weakSelf.object?.commit(configuration, controller)
    }
    let own = UIMenu(options: .displayInline, children: [open])
    return UIMenu(
      title: menu.title, children: [own, UIMenu(options: .displayInline, children: menu.children)])
  }
  private func commit(_ configuration: UIContextMenuConfiguration, _ controller: UIViewController) {
    let animator = ContextMenuAnimator(controller)
    delegate?.tell(
      from: self, "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)",
      "contextMenuInteraction:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ) {
      $0.contextMenuInteraction(
        self, willPerformPreviewActionForMenuWith: configuration, animator: animator)
    }
    animator.run()
  }

  private func ended(_ configuration: UIContextMenuConfiguration) {
    isOpen = false
    let animator = ContextMenuAnimator(nil)
    delegate?.tell(
      from: self, "contextMenuInteraction(_:willEndFor:animator:)",
      "contextMenuInteraction:willEndForConfiguration:animator:"
    ) { $0.contextMenuInteraction(self, willEndFor: configuration, animator: animator) }
    animator.run()
  }
}

/// The long press that opens a context menu. A class of its own, so that others can recognize it (E-478).
@MainActor
final class ContextPress: UILongPressGestureRecognizer {}
