import CarobFoundation

/// The appearance of a navigation bar, including its title and buttons.
open class UINavigationBarAppearance: UIBarAppearance {
  public override init() { super.init() }
  public required init(barAppearance: UIBarAppearance) {
    if let other = barAppearance as? UINavigationBarAppearance {
      titleTextAttributes = other.titleTextAttributes
      titlePositionAdjustment = other.titlePositionAdjustment
      largeTitleTextAttributes = other.largeTitleTextAttributes
      (backIndicatorImage, backIndicatorTransitionMaskImage) = (
        other.backIndicatorImage, other.backIndicatorTransitionMaskImage
      )
      buttonAppearance = other.buttonAppearance.duplicate()
      doneButtonAppearance = other.doneButtonAppearance.duplicate()
      backButtonAppearance = other.backButtonAppearance.duplicate()
    }
    super.init(barAppearance: barAppearance)
  }

  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { changed() } }
  open var titlePositionAdjustment = UIOffset.zero { didSet { changed() } }
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { changed() } }

  /// Of items of the plain style.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain) { didSet { watchItems() } }
  /// Of items of the done style.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done) { didSet { watchItems() } }
  open var backButtonAppearance = UIBarButtonItemAppearance(style: .plain) { didSet { watchItems() } }

  /// The image shown beside the back button's title in place of the arrow.
  open private(set) var backIndicatorImage: UIImage?
  open private(set) var backIndicatorTransitionMaskImage: UIImage?
  open func setBackIndicatorImage(
    _ backIndicatorImage: UIImage?, transitionMaskImage backIndicatorTransitionMaskImage: UIImage?
  ) {
    self.backIndicatorImage = backIndicatorImage
    self.backIndicatorTransitionMaskImage = backIndicatorTransitionMaskImage
    changed()
  }

  override var items: [_ItemAppearance] { [buttonAppearance, doneButtonAppearance, backButtonAppearance] }

  func appearance(of style: UIBarButtonItem.Style) -> UIBarButtonItemAppearance {
    style == .done || style == .prominent ? doneButtonAppearance : buttonAppearance
  }
}

/// The appearance of a toolbar, including its buttons.
open class UIToolbarAppearance: UIBarAppearance {
  public override init() { super.init() }
  public required init(barAppearance: UIBarAppearance) {
    if let other = barAppearance as? UIToolbarAppearance {
      buttonAppearance = other.buttonAppearance.duplicate()
      doneButtonAppearance = other.doneButtonAppearance.duplicate()
    }
    super.init(barAppearance: barAppearance)
  }

  /// Of items of the plain style.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain) { didSet { watchItems() } }
  /// Of items of the done style.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done) { didSet { watchItems() } }

  override var items: [_ItemAppearance] { [buttonAppearance, doneButtonAppearance] }

  func appearance(of style: UIBarButtonItem.Style) -> UIBarButtonItemAppearance {
    style == .done || style == .prominent ? doneButtonAppearance : buttonAppearance
  }
}
