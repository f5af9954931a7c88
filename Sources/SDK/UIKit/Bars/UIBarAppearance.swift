@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// The appearance of a bar, with the settings common to all three kinds of bars.
///
/// A bar stores a copy of the appearance it is given. The appearance that a bar returns can be modified in
/// place, and the bar updates (E-497).
///
/// DEVIATION: the background effect and non-empty shadow images are not drawn.
open class UIBarAppearance: NSObject, NSCopying {
  /// Creates an appearance with the default background.
  public override init() {
    super.init()
    watchItems()
  }
  public convenience init(idiom: UIUserInterfaceIdiom) { self.init() }
  public required init(barAppearance: UIBarAppearance) {
    backgroundColor = barAppearance.backgroundColor
    backgroundImage = barAppearance.backgroundImage
    backgroundImageContentMode = barAppearance.backgroundImageContentMode
    backgroundEffect = barAppearance.backgroundEffect
    (shadowColor, shadowImage) = (barAppearance.shadowColor, barAppearance.shadowImage)
    isTransparent = barAppearance.isTransparent
    super.init()
    watchItems()
  }
  open func copy(with zone: NSZone? = nil) -> Any { type(of: self).init(barAppearance: self) }

  open var backgroundColor: UIColor? { didSet { changed() } }
  open var backgroundImage: UIImage? { didSet { changed() } }
  open var backgroundImageContentMode = UIView.ContentMode.scaleToFill { didSet { changed() } }
  open var backgroundEffect: UIBlurEffect? {
    didSet { if backgroundEffect != nil { unimplemented("UIBarAppearance.backgroundEffect") } }
  }
  /// The colour of the line at the bar's edge; nil for none.
  open var shadowColor: UIColor? = .separator { didSet { changed() } }
  /// An image in place of the line; an empty image hides the line.
  open var shadowImage: UIImage? { didSet { changed() } }
  private(set) var isTransparent = false

  open func configureWithOpaqueBackground() {
    (isTransparent, backgroundColor, shadowColor) = (false, .systemBackground, .separator)
    changed()
  }
  open func configureWithTransparentBackground() {
    (isTransparent, backgroundColor, shadowColor) = (true, nil, nil)
    changed()
  }
  open func configureWithDefaultBackground() {
    (isTransparent, backgroundColor, shadowColor) = (false, nil, .separator)
    changed()
  }

  /// Called on changes; set by the bar that uses the appearance.
  var onChange: (() -> Void)?
  func changed() { onChange?() }
  /// The appearances of the bar's items. Changes to them count as changes to the bar.
  var items: [_ItemAppearance] { [] }
  func watchItems() {
    for item in items { item.onChange = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.changed() } }
    changed()
  }

  var showsShadow: Bool { !isTransparent && shadowColor != nil && shadowImage?.size != .zero }
}

extension UIView {
  /// E-530: a bar on the screen fades between two appearances.
  func fadingAppearance(_ isScrolled: Bool, _ change: @escaping () -> Void) {
    guard isScrolled, LayerTree.shared.hasSent(layer), UIView.areAnimationsEnabled else { return change() }
    UIView.animate(
      withDuration: 0.2, delay: 0,
      options: [.allowUserInteraction, .beginFromCurrentState, .internalTransition], animations: change)
  }
}
