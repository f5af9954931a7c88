@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The side of an edit menu on which its target is.
public enum UIEditMenuArrowDirection: Int, Sendable { case automatic, up, down, left, right }

/// The position and purpose of an edit menu.
@preconcurrency @MainActor
open class UIEditMenuConfiguration: _MainActorNSObject {
  /// - Parameter sourcePoint: in the coordinates of the interaction's view. The responder there provides the
  /// commands.
  public init(identifier: AnyHashable?, sourcePoint: CGPoint) {
    self.identifier = identifier ?? AnyHashable(UUID())
    self.sourcePoint = sourcePoint
    super.init()
  }
  public let identifier: AnyHashable
  public let sourcePoint: CGPoint
  open var preferredArrowDirection = UIEditMenuArrowDirection.automatic
}

/// Runs animations alongside the appearance or dismissal of an edit menu.
@preconcurrency @MainActor
public protocol UIEditMenuInteractionAnimating: NSObjectProtocol {
  func addAnimations(_ animations: @escaping () -> Void)
  func addCompletion(_ completion: @escaping () -> Void)
}
extension ContextMenuAnimator: UIEditMenuInteractionAnimating {}

/// Provides the contents and position of an edit menu. All methods are optional.
@preconcurrency @MainActor
public protocol UIEditMenuInteractionDelegate: NSObjectProtocol, _CarobOptional {
  /// The menu to show: nil for the suggested actions, an empty menu to show nothing.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu?
  /// The rectangle that the menu points at, in the coordinates of the interaction's view.
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
  ) -> CGRect
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  )
  func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  )
}
extension UIEditMenuInteractionDelegate {
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
    suggestedActions: [UIMenuElement]
  ) -> UIMenu? { nil }
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
  ) -> CGRect { .null }
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willPresentMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {}
  public func editMenuInteraction(
    _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
    animator: any UIEditMenuInteractionAnimating
  ) {}
}

/// Shows an edit menu for a view when the app requests it (E-470, E-471).
///
/// DEVIATION: the menu looks the same for touches and pointers and appears without animation. Animations
/// added by the delegate run.
@preconcurrency @MainActor
open class UIEditMenuInteraction: _MainActorNSObject, UIInteraction {
  public init(delegate: (any UIEditMenuInteractionDelegate)?) {
    self.delegateReference = delegate
    super.init()
  }
  open private(set) weak var delegate: (any UIEditMenuInteractionDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIEditMenuInteractionDelegate)?
  open private(set) weak var view: UIView? {
    get { viewReference }
    set { viewReference = newValue }
  }
  @Zeroing private var viewReference: UIView?
  private var configuration: UIEditMenuConfiguration?

  open func willMove(to view: UIView?) { dismissMenu() }
  open func didMove(to view: UIView?) { self.view = view }

  /// The menu's source point; zero before the first menu.
  open func location(in view: UIView?) -> CGPoint {
    guard let place = configuration?.sourcePoint else { return .zero }
    return self.view?.convert(place, to: view) ?? place
  }

  // MARK: The menu

  /// E-470: dismisses the active menu, asks the delegate for the menu, calls `willPresent`, then asks for the
  /// target rectangle.
  open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
    EditMenu.current?.dismiss()
    guard view?.window != nil else { return }
    self.configuration = configuration
    let elements = elements(configuration)
    guard !elements.isEmpty else { return }
    let animator = ContextMenuAnimator(nil)
    delegate?.tell(
      from: self, "editMenuInteraction(_:willPresentMenuFor:animator:)",
      "editMenuInteraction:willPresentMenuForConfiguration:animator:"
    ) { $0.editMenuInteraction(self, willPresentMenuFor: configuration, animator: animator) }
    askForTarget(configuration)
    EditMenu.show(elements, of: self)
    animator.run()
  }

  open func dismissMenu() { if let menu = shown { menu.dismiss() } }

  /// Asks the delegate for the menu again; an empty one dismisses it.
  open func reloadVisibleMenu() {
    guard let menu = shown, let configuration else { return }
    let elements = elements(configuration)
    guard !elements.isEmpty else { return menu.dismiss() }
    askForTarget(configuration)
    menu.reload(elements)
  }

  /// Asks the delegate for the target rectangle again.
  open func updateVisibleMenuPosition(animated: Bool) {
    guard let menu = shown, let configuration else { return }
    askForTarget(configuration)
    guard animated else { return menu.place() }
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition], animations: { menu.place() })
  }

  private var shown: EditMenu? { EditMenu.current.flatMap { $0.isOf(self) ? $0 : nil } }

  private func elements(_ configuration: UIEditMenuConfiguration) -> [UIMenuElement] {
    let suggested = EditMenu.suggested(from: menuStart)
    let menu =
      delegate?.ask(
        from: self, "editMenuInteraction(_:menuFor:suggestedActions:)",
        "editMenuInteraction:menuForConfiguration:suggestedActions:"
      ) { $0.editMenuInteraction(self, menuFor: configuration, suggestedActions: suggested) } ?? nil
    return EditMenu.shown(menu?.children ?? suggested, from: menuStart, known: suggested)
  }

  private func askForTarget(_ configuration: UIEditMenuConfiguration) {
    let answer = delegate?.ask(
      from: self, "editMenuInteraction(_:targetRectFor:)",
      "editMenuInteraction:targetRectForConfiguration:"
    ) { $0.editMenuInteraction(self, targetRectFor: configuration) }
    menuTarget =
      answer.flatMap { $0.isNull ? nil : $0 } ?? CGRect(origin: configuration.sourcePoint, size: .zero)
  }
  var menuTarget = CGRect.zero
}

extension UIEditMenuInteraction: EditMenuOwner {
  var menuView: UIView? { view }
  var menuArrow: UIEditMenuArrowDirection { configuration?.preferredArrowDirection ?? .automatic }

  /// E-471: the first responder inside the view, else the view at the source point.
  var menuStart: UIResponder? {
    guard let view, let configuration else { return nil }
    var here = FirstResponder.current
    while let responder = here {
      if responder === view { return FirstResponder.current }
      here = responder.next
    }
    return view.hitTest(configuration.sourcePoint, with: nil) ?? view
  }

  func menuChose(_ leaf: any UIMenuLeaf) { leaf.choose(from: menuStart, for: self) }

  func willDismissMenu() {
    guard let configuration else { return }
    let animator = ContextMenuAnimator(nil)
    delegate?.tell(
      from: self, "editMenuInteraction(_:willDismissMenuFor:animator:)",
      "editMenuInteraction:willDismissMenuForConfiguration:animator:"
    ) { $0.editMenuInteraction(self, willDismissMenuFor: configuration, animator: animator) }
    animator.run()
  }
  func didDismissMenu() {}
}
