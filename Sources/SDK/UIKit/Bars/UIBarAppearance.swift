import CarobFoundation
import QuartzCore

/// How a bar looks: what the appearances of all three kinds of bars have.
///
/// A bar keeps a copy of what it is given; what it hands out may be changed in place, and the bar shows it (E-497).
///
/// DEVIATION: the bar's effect is not drawn, and neither is a shadow image that is not empty.
open class UIBarAppearance: NSObject, NSCopying {
  /// The background of bars that say nothing.
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
  /// Instead of the line; an empty one hides it.
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

  /// The bar's that has it.
  var onChange: (() -> Void)?
  func changed() { onChange?() }
  /// The looks of the bar's items, whose changes are the bar's.
  var items: [_ItemAppearance] { [] }
  func watchItems() {
    for item in items { item.onChange = { [weak self] in self?.changed() } }
    changed()
  }

  var showsShadow: Bool { !isTransparent && shadowColor != nil && shadowImage?.size != .zero }
}

extension UIView {
  /// E-530: a bar that is seen fades from one look to the other.
  func fadingLook(_ isScrolled: Bool, _ change: @escaping () -> Void) {
    guard isScrolled, LayerTree.shared.hasSent(layer), UIView.areAnimationsEnabled else { return change() }
    UIView.animate(
      withDuration: 0.2, delay: 0,
      options: [.allowUserInteraction, .beginFromCurrentState, .internalTransition], animations: change)
  }
}
