@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// An action that the user can choose in an alert, shown as a button.
@preconcurrency @MainActor
open class UIAlertAction: _MainActorNSObject {
  public enum Style: Int, Sendable { case `default`, cancel, destructive }
  public let title: String?
  public let style: Style
  open var isEnabled = true { didSet { button?.isEnabled = isEnabled } }
  let handler: ((UIAlertAction) -> Void)?
  /// The place in the app's source where the action was created.
  let site: SourceSite
  // NB: not public, as on the platform; apps access it with key-value coding.
  var titleTextColor: UIColor? { didSet { button?.setTitleColor(titleTextColor, for: .normal) } }
  /// Runs when the button is tapped, before the alert is dismissed.
  var beforeDismissal: (() -> Void)?
  @Zeroing var button: UIButton?

  public init(
    title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil, _ file: StaticString = #filePath,
    _ line: Int = #line
  ) {
    self.title = title
    self.style = style
    self.handler = handler
    site = SourceSite(file, line)
    super.init()
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIAlertAction.self,
      {
        [
          "enabled": \.isEnabled, "titleTextColor": \.titleTextColor,
        ]
      },
      readOnly: {
        [
          "title": \.title, "style": \.style,
        ]
      }
    )
  }
}

/// An alert or an action sheet (E-320…E-322).
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }

  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    setUp(title, message, preferredStyle)
  }
  func setUp(_ title: String?, _ message: String?, _ preferredStyle: Style) {
    self.title = title
    self.message = message
    style = preferredStyle
    modalTransitionStyle = .crossDissolve
  }

  /// Called when the alert has disappeared, for any reason.
  var onDisappear: (() -> Void)?
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    onDisappear?()
  }

  private var style = Style.alert
  open var preferredStyle: Style { style }
  open var message: String? { didSet { if oldValue != message { contentsChanged() } } }
  open override var title: String? { didSet { if oldValue != title { contentsChanged() } } }
  // NB: not public, as on the platform; apps access them with key-value coding.
  var attributedTitle: NSAttributedString? { didSet { contentsChanged() } }
  var attributedMessage: NSAttributedString? { didSet { contentsChanged() } }
  open private(set) var actions: [UIAlertAction] = []
  open var preferredAction: UIAlertAction?
  open private(set) var textFields: [UITextField]?

  open func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      // E-322.
      NSException.raise(
        .internalInconsistencyException,
        "UIAlertController can only have one action with a style of UIAlertActionStyleCancel")
    }
    actions.append(action)
  }

  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    if style == .actionSheet {
      NSException.raise(
        .internalInconsistencyException,
        "Text fields can only be added to an alert controller of style UIAlertControllerStyleAlert")
    }
    let field = UITextField()
    field.borderStyle = .roundedRect
    field.font = .systemFont(ofSize: 13)
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }

  // MARK: View

  private let card = UIView()
  private var targets: [ActionTarget] = []
  private var cancelCard: UIView?

  open override func loadView() {
    let root = UIView(frame: UIScreen.main.bounds)
    root.backgroundColor = UIColor(white: 0, alpha: 0.2)
    root.accessibilityViewIsModal = true
    view = root
    build(root)
  }

  /// Rebuilds an alert that is already shown after its text changed.
  private func contentsChanged() {
    guard let root = viewIfLoaded else { return }
    for view in card.subviews { view.removeFromSuperview() }
    cancelCard?.removeFromSuperview()
    (cancelCard, targets) = (nil, [])
    build(root)
  }

  /// In the platform's order: an alert with two actions puts cancel at the leading side; longer lists put it last.
  private var orderedActions: [UIAlertAction] {
    let cancel = actions.filter { $0.style == .cancel }
    let others = actions.filter { $0.style != .cancel }
    if style == .alert, actions.count == 2 { return cancel + others }
    return others + cancel
  }

  private func build(_ root: UIView) {
    card.backgroundColor = .secondarySystemBackground
    card.layer.cornerRadius = 14
    card.layer.cornerCurve = .continuous
    card.clipsToBounds = true
    root.addSubview(card)
    let width: CGFloat = style == .alert ? 270 : root.bounds.width - 16
    var y: CGFloat = 20
    for (text, attributed, font) in [
      (title, attributedTitle, UIFont.systemFont(ofSize: style == .alert ? 17 : 13, weight: .semibold)),
      (message, attributedMessage, UIFont.systemFont(ofSize: 13)),
    ] {
      guard attributed != nil || text?.isEmpty == false else { continue }
      let label = UILabel()
      label.text = text
      label.font = font
      label.textAlignment = .center
      label.numberOfLines = 0
      if style == .actionSheet { label.textColor = .secondaryLabel }
      if let attributed { label.attributedText = attributed }
      let size = label.sizeThatFits(CGSize(width: width - 32, height: 0))
      label.frame = CGRect(x: 16, y: y, width: width - 32, height: size.height)
      card.addSubview(label)
      y += size.height + 2
    }
    for field in textFields ?? [] {
      field.frame = CGRect(x: 16, y: y + 12, width: width - 32, height: 30)
      card.addSubview(field)
      y += 42
    }
    y += 18
    if y < 40 { y = 0 }
    var listed = orderedActions
    let height: CGFloat = style == .alert ? 44 : 57
    if style == .actionSheet, let cancel = listed.last, cancel.style == .cancel {
      listed.removeLast()
      let other = UIView()
      other.backgroundColor = .systemBackground
      other.layer.cornerRadius = 14
      other.clipsToBounds = true
      other.frame = CGRect(x: 0, y: 0, width: width, height: height)
      other.addSubview(button(cancel, CGRect(x: 0, y: 0, width: width, height: height)))
      root.addSubview(other)
      cancelCard = other
    }
    if style == .alert, listed.count == 2 {
      addLine(CGRect(x: 0, y: y, width: width, height: 1 / UIScreen.main.scale))
      card.addSubview(button(listed[0], CGRect(x: 0, y: y, width: width / 2, height: height)))
      card.addSubview(button(listed[1], CGRect(x: width / 2, y: y, width: width / 2, height: height)))
      addLine(CGRect(x: width / 2, y: y, width: 1 / UIScreen.main.scale, height: height))
      y += height
    } else {
      for action in listed {
        addLine(CGRect(x: 0, y: y, width: width, height: 1 / UIScreen.main.scale))
        card.addSubview(button(action, CGRect(x: 0, y: y, width: width, height: height)))
        y += height
      }
    }
    card.bounds = CGRect(x: 0, y: 0, width: width, height: y)
    place(root)
  }

  private func addLine(_ frame: CGRect) {
    let line = UIView(frame: frame)
    line.backgroundColor = .separator
    card.addSubview(line)
  }

  private func button(_ action: UIAlertAction, _ frame: CGRect) -> UIButton {
    let button = UIButton(type: .system)
    button.frame = frame
    button.setTitle(action.title, for: .normal)
    let isStrong = action === preferredAction || (preferredAction == nil && action.style == .cancel)
    button.titleLabel?.font = .systemFont(
      ofSize: style == .alert ? 17 : 20, weight: isStrong ? .semibold : .regular)
    if action.style == .destructive { button.setTitleColor(.systemRed, for: .normal) }
    if let color = action.titleTextColor { button.setTitleColor(color, for: .normal) }
    button.isEnabled = action.isEnabled
    let target = ActionTarget(self, action)
    targets.append(target)
    button.addTarget(target, action: "chosen", for: .touchUpInside)
    action.button = button
    return button
  }

  private func place(_ root: UIView) {
    let safe = UIScreen.main.safeAreaInsets
    if style == .alert {
      card.center = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
      return
    }
    var bottom = root.bounds.maxY - max(8, safe.bottom)
    if let cancelCard {
      cancelCard.center = CGPoint(x: root.bounds.midX, y: bottom - cancelCard.bounds.height / 2)
      bottom -= cancelCard.bounds.height + 8
    }
    card.center = CGPoint(x: root.bounds.midX, y: bottom - card.bounds.height / 2)
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    place(view)
  }

  /// E-393: the first text field becomes first responder.
  open override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    if let field = textFields?.first, textFields?.contains(where: \.isFirstResponder) == false {
      field.becomeFirstResponder()
    }
  }

  /// E-846: the escape gesture chooses the cancel action.
  open override func accessibilityPerformEscape() -> Bool {
    guard let cancel = actions.first(where: { $0.style == .cancel }) else { return false }
    chosen(cancel)
    return true
  }

  /// E-321: the alert is dismissed, then the handler runs.
  fileprivate func chosen(_ action: UIAlertAction) {
    action.beforeDismissal?()
    let finish = {
      guard let handler = action.handler else { return }
      Journal.deliverRegistered(
        .action, "{}", from: self, category: .user, site: action.site.text,
        detail: [("alertAction", action.title ?? "")]
      ) { handler(action) }
    }
    guard presentingViewController != nil else { return finish() }
    dismissSelf(finish)
  }

  private func dismissSelf(_ completion: @escaping () -> Void) {
    presentingViewController?.dismiss(animated: true, completion: completion)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIAlertController.self,
      {
        [
          "message": \.message, "attributedTitle": \.attributedTitle,
          "attributedMessage": \.attributedMessage, "preferredAction": \.preferredAction,
        ]
      },
      readOnly: {
        [
          "preferredStyle": \.preferredStyle, "actions": \.actions, "textFields": \.textFields,
        ]
      }
    )
  }
}

/// The target of an alert's button.
@preconcurrency @MainActor
private final class ActionTarget: _MainActorNSObject {
  @Zeroing private var alert: UIAlertController?
  private let action: UIAlertAction
  init(_ alert: UIAlertController, _ action: UIAlertAction) {
    self.alert = alert
    self.action = action
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "chosen", "chosen()", 0) {
        let target = unsafeDowncast($0, to: ActionTarget.self)
        target.alert?.chosen(target.action)
      }
    ]
  }
}
