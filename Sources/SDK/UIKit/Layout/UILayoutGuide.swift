import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// A rectangle for Auto Layout that is not a view.
@preconcurrency @MainActor
open class UILayoutGuide: _MainActorNSObject {
  /// The source of a guide's rectangle; the app's own guides use constraints only.
  enum Source {
    case constraints
    case safeArea
    case layoutMargins
    case readableContent
    case keyboard
    /// The visible rectangle of a scroll view.
    case scrollFrame
    /// The content rectangle of a scroll view.
    case scrollContent
    /// Above (or below) the safe area, for `topLayoutGuide` and `bottomLayoutGuide`.
    case topBar
    case bottomBar
  }

  let source: Source
  var item: LayoutItem?

  public override init() {
    source = .constraints
    super.init()
  }

  init(_ source: Source, of view: UIView, identifier: String) {
    self.source = source
    super.init()
    owningView = view
    self.identifier = identifier
  }

  public init?(coder: NSCoder) {
    source = .constraints
    super.init()
  }

  open weak var owningView: UIView? {
    get { owner }
    set {
      let former = owner
      owner = newValue
      if former !== newValue, let former { former.dropConstraints(mentioning: self) }
    }
  }
  @Zeroing private var owner: UIView?
  open var identifier = ""

  /// The guide's rectangle in the owner's coordinates after the last layout pass.
  open var layoutFrame: CGRect {
    guard let owner = owningView else { return .zero }
    return owner.layoutEngine(creating: source != .constraints || item != nil)?.rect(of: self, in: owner)
      ?? .zero
  }

  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }

  open func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
    owningView?.layoutEngine(creating: false)?.constraints(mentioning: self, axis) ?? []
  }

  open var hasAmbiguousLayout: Bool {
    owningView?.layoutEngine(creating: false)?.isAmbiguous(item) ?? false
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UILayoutGuide.self,
      {
        [
          "owningView": \.owningView, "identifier": \.identifier,
        ]
      },
      readOnly: {
        [
          "layoutFrame": \.layoutFrame, "hasAmbiguousLayout": \.hasAmbiguousLayout,
        ]
      }
    )
  }
}

extension UILayoutGuide: LayoutConstrainable {
  var layoutOwner: UIView? { owningView }
  var asView: UIView? { nil }
  var asGuide: UILayoutGuide? { self }
  var layoutItem: LayoutItem? { item }
  var layoutName: String {
    let name = identifier.isEmpty ? Journal.className(type(of: self)) : identifier
    return "\(owningView?.layoutName ?? "nil").\(name)"
  }
}

/// Follows the keyboard's top edge, or the bottom of the safe area while no keyboard is shown.
@preconcurrency @MainActor
open class UIKeyboardLayoutGuide: UILayoutGuide {
  open var followsUndockedKeyboard = false
  open var usesBottomSafeArea = true { didSet { owningView?.layoutGuidesChanged() } }
  /// How far above the keyboard a drag begins to move it down where a scroll view dismisses the keyboard
  /// interactively, in points; for an app's bar on top of the keyboard (E-1015).
  open var keyboardDismissPadding: CGFloat = 0

  /// The keyboard's frame in window coordinates, set by the text system; nil while it is hidden.
  static var keyboardFrame: CGRect?

  private static var guides: [ZeroingElement<UIKeyboardLayoutGuide>] = []
  /// The views with a keyboard layout guide.
  static var owners: [UIView] { guides.compactMap { $0.object?.owningView } }
  func followKeyboard() {
    Self.guides.removeAll { $0.object == nil }
    Self.guides.append(ZeroingElement(self))
  }
}

/// The type of `topLayoutGuide` and `bottomLayoutGuide`.
@preconcurrency @MainActor
public protocol UILayoutSupport: NSObjectProtocol {
  /// The height of the bars and unsafe area that the guide represents.
  var length: CGFloat { get }
  var topAnchor: NSLayoutYAxisAnchor { get }
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  var heightAnchor: NSLayoutDimension { get }
}

/// A controller's top or bottom layout guide, which predate safe areas.
@preconcurrency @MainActor
final class BarLayoutGuide: UILayoutGuide, UILayoutSupport {
  var length: CGFloat {
    guard let insets = owningView?.safeAreaInsets else { return 0 }
    return source == .topBar ? insets.top : insets.bottom
  }
}
