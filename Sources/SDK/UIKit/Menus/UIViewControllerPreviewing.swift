@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Provides the controllers that a press on a view previews.
@preconcurrency @MainActor
public protocol UIViewControllerPreviewingDelegate: NSObjectProtocol {
  /// The controller to preview for a press at a point in the source view; nil for none.
  func previewingContext(
    _ previewingContext: any UIViewControllerPreviewing, viewControllerForLocation location: CGPoint
  ) -> UIViewController?
  /// The user tapped the preview: shows the controller.
  func previewingContext(
    _ previewingContext: any UIViewControllerPreviewing, commit viewControllerToCommit: UIViewController)
}

/// A view that is registered for previews, with its delegate.
@preconcurrency @MainActor
public protocol UIViewControllerPreviewing: NSObjectProtocol {
  /// Other recognizers can require that this one fails.
  var previewingGestureRecognizerForFailureRelationship: UIGestureRecognizer { get }
  var delegate: any UIViewControllerPreviewingDelegate { get }
  var sourceView: UIView { get }
  /// The rectangle in the source view beside which the preview is shown.
  var sourceRect: CGRect { get set }
}

extension UIViewController {
  /// Previews the controllers that a delegate provides when the user presses a view (E-1060).
  ///
  /// The preview is a context menu, as on devices whose screen does not sense force.
  @discardableResult
  public func registerForPreviewing(
    with delegate: any UIViewControllerPreviewingDelegate, sourceView: UIView
  ) -> any UIViewControllerPreviewing {
    let context = PreviewingContext(delegate, sourceView)
    sourceView.addInteraction(context.interaction)
    previewingContexts.append(context)
    return context
  }

  /// Ends the previews of a view. Its context must come from `registerForPreviewing` of the same controller.
  public func unregisterForPreviewing(withContext previewing: any UIViewControllerPreviewing) {
    guard let index = previewingContexts.firstIndex(where: { $0 === previewing }) else { return }
    let context = previewingContexts.remove(at: index)
    context.interaction.view?.removeInteraction(context.interaction)
  }
}

/// Shows the previews of one source view in context menus.
@preconcurrency @MainActor
final class PreviewingContext: _MainActorNSObject, UIViewControllerPreviewing {
  @ZeroingExistential private var delegateReference: (any UIViewControllerPreviewingDelegate)?
  @Zeroing private var viewReference: UIView?
  private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)
  var sourceRect = CGRect.null

  init(_ delegate: any UIViewControllerPreviewingDelegate, _ view: UIView) {
    super.init()
    delegateReference = delegate
    viewReference = view
  }

  var delegate: any UIViewControllerPreviewingDelegate {
    guard let delegateReference else {
      preconditionFailure("E-1060: the delegate of the previewing context \(self) was deallocated")
    }
    return delegateReference
  }
  var sourceView: UIView {
    guard let viewReference else {
      preconditionFailure("E-1060: the source view of the previewing context \(self) was deallocated")
    }
    return viewReference
  }
  var previewingGestureRecognizerForFailureRelationship: UIGestureRecognizer { interaction.press }

  override class var _carobMethods: [_CarobMethod] {
    [
      "contextMenuInteraction:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ].map { (name: StaticString) in _CarobMethod(has: name, name, 0) }
  }
}

extension PreviewingContext: UIContextMenuInteractionDelegate {
  // E-1060.1
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let delegate = delegateReference, let view = viewReference else { return nil }
    sourceRect = view.bounds
    let controller = Journal.query(
      .delegate, "previewingContext(_:viewControllerForLocation:)", to: delegate, from: self
    ) { delegate.previewingContext(self, viewControllerForLocation: location) }
    guard let controller else { return nil }
    // E-1060.2
    return UIContextMenuConfiguration(previewProvider: { controller }) { _ in
      UIMenu(children: controller.previewActionItems.compactMap { .forPreviewItem($0, of: controller) })
    }
  }

  // E-1060.3
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {
    guard let delegate = delegateReference, let controller = animator.previewViewController else { return }
    Journal.deliver(
      .delegate, "previewingContext(_:commit:)", to: delegate, from: self, category: .user
    ) { delegate.previewingContext(self, commit: controller) }
  }
}
