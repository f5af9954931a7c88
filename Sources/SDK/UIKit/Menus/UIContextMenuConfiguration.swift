import CarobFoundation
import CoreGraphics

/// The contents of a context menu: a menu and the preview above it.
@preconcurrency @MainActor
open class UIContextMenuConfiguration: _MainActorNSObject {
  public typealias ActionProvider = ([UIMenuElement]) -> UIMenu?
  public typealias PreviewProvider = () -> UIViewController?

  public init(
    identifier: (any NSCopying)? = nil, previewProvider: PreviewProvider? = nil,
    actionProvider: ActionProvider? = nil
  ) {
    self.identifier = identifier ?? NSUUID()
    self.previewProvider = previewProvider
    self.actionProvider = actionProvider
    super.init()
  }
  public let identifier: any NSCopying
  let previewProvider: PreviewProvider?
  let actionProvider: ActionProvider?
  /// The number in the badge of the highlighted preview; none if it is zero (E-1077).
  open var badgeCount = 0
}

public enum UIContextMenuInteractionCommitStyle: Int, Sendable { case dismiss, pop }

/// Runs animations alongside the appearance or dismissal of a context menu.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionAnimating: NSObjectProtocol {
  var previewViewController: UIViewController? { get }
  func addAnimations(_ animations: @escaping () -> Void)
  func addCompletion(_ completion: @escaping () -> Void)
}

/// Runs animations alongside the transition after a tap on the preview.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
  var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
}

@preconcurrency @MainActor
final class ContextMenuAnimator: _MainActorNSObject, UIContextMenuInteractionCommitAnimating {
  let previewViewController: UIViewController?
  var preferredCommitStyle = UIContextMenuInteractionCommitStyle.dismiss
  private var animations: [() -> Void] = []
  private var completions: [() -> Void] = []
  init(_ preview: UIViewController?) {
    previewViewController = preview
    super.init()
  }
  func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
  func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }
  func run() {
    let completions = completions
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition],
      animations: { for block in self.animations { block() } },
      completion: { _ in for block in completions { block() } })
  }
}

/// The view that represents the menu's subject, with its appearance and position.
@preconcurrency @MainActor
open class UITargetedPreview: _MainActorNSObject {
  public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
    self.view = view
    self.parameters = parameters
    self.target = target
    super.init()
  }
  /// Uses the view's current position as the target.
  public convenience init(view: UIView, parameters: UIPreviewParameters) {
    let target = UIPreviewTarget(
      container: view.superview ?? view, center: view.center, transform: view.transform)
    self.init(view: view, parameters: parameters, target: target)
  }
  public convenience init(view: UIView) { self.init(view: view, parameters: UIPreviewParameters()) }
  public let view: UIView
  public let parameters: UIPreviewParameters
  public let target: UIPreviewTarget
  open var size: CGSize { view.bounds.size }
}

@preconcurrency @MainActor
open class UIPreviewParameters: _MainActorNSObject {
  public override init() { super.init() }
  /// Creates parameters that show only the given rectangles of the view.
  public init(textLineRects: [NSValue]) {
    super.init()
    let path = UIBezierPath()
    for rect in textLineRects.map(\.cgRectValue) { path.append(UIBezierPath(rect: rect)) }
    visiblePath = path
  }
  open var backgroundColor: UIColor!
  /// The part of the view that is shown, in its coordinates (E-1074).
  open var visiblePath: UIBezierPath?
  open var shadowPath: UIBezierPath?
}
