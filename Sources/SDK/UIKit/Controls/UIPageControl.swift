import CarobFoundation
import CoreGraphics
import QuartzCore

/// A row of dots, one for each page. A tap on either half moves one page in that direction.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
  private var dots: [UIImageView] = []
  private let ground = UIView()
  private static let dot: CGFloat = 8
  private static let pitch: CGFloat = 18

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open var numberOfPages = 0 {
    didSet {
      if numberOfPages < 0 { numberOfPages = 0 }
      page = min(page, max(0, numberOfPages - 1))
      invalidateIntrinsicContentSize()
      update()
    }
  }
  private var page = 0
  open var currentPage: Int {
    get { page }
    set {
      _kvoWill("currentPage", currentPage)
      defer { _kvoDid("currentPage", currentPage) }
      page = min(max(newValue, 0), max(0, numberOfPages - 1))
      update()
    }
  }
  open var hidesForSinglePage = false { didSet { update() } }
  open var pageIndicatorTintColor: UIColor? { didSet { update() } }
  open var currentPageIndicatorTintColor: UIColor? { didSet { update() } }
  open var defersCurrentPageDisplay = false
  open func updateCurrentPageDisplay() { update() }
  public enum BackgroundStyle: Int, Sendable { case automatic, prominent, minimal }
  /// Whether the dots have a background: always, never, or while the user touches them (E-991).
  open var backgroundStyle = BackgroundStyle.automatic { didSet { update() } }
  public enum InteractionState: Int, Sendable { case none, discrete, continuous }
  /// How the user is changing the page; `continuous` while a finger moves along the dots.
  open private(set) var interactionState = InteractionState.none { didSet { update() } }
  /// Whether a finger that moves along the dots turns a page for each dot (E-991).
  open var allowsContinuousInteraction = true
  /// The image for dots without one of their own, drawn in the dots' colours (E-992).
  open var preferredIndicatorImage: UIImage? { didSet { update() } }
  private var indicatorImages: [Int: UIImage] = [:]
  open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {
    indicatorImages[page] = image
    update()
  }
  open func indicatorImage(forPage page: Int) -> UIImage? { indicatorImages[page] }

  open func size(forNumberOfPages pages: Int) -> CGSize {
    CGSize(width: CGFloat(max(0, pages)) * Self.pitch + 16, height: 26)
  }
  open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  private func update() {
    if ground.superview == nil {
      ground.isUserInteractionEnabled = false
      insertSubview(ground, at: 0)
    }
    let showsDots = numberOfPages > (hidesForSinglePage ? 1 : 0)
    ground.backgroundColor = .secondarySystemFill
    ground.isHidden =
      !showsDots
      || !(backgroundStyle == .prominent || backgroundStyle == .automatic && interactionState != .none)
    while dots.count > numberOfPages { dots.removeLast().removeFromSuperview() }
    while dots.count < numberOfPages {
      let dot = UIImageView()
      dot.isUserInteractionEnabled = false
      dot.layer.cornerRadius = Self.dot / 2
      addSubview(dot)
      dots.append(dot)
    }
    let other = pageIndicatorTintColor ?? UIColor.white.withAlphaComponent(0.3)
    for (index, dot) in dots.enumerated() {
      let color = index == page ? currentPageIndicatorTintColor ?? .white : other
      // E-992
      let image = indicatorImages[index] ?? preferredIndicatorImage
      dot.image = image?.withRenderingMode(.alwaysTemplate)
      dot.tintColor = color
      dot.backgroundColor = image == nil ? color : nil
      dot.isHidden = hidesForSinglePage && numberOfPages == 1
    }
    setNeedsLayout()
  }
  override func stateChanged() { update() }
  override func colorsMayHaveChanged() { update() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let start = bounds.midX - CGFloat(dots.count) * Self.pitch / 2
    for (index, dot) in dots.enumerated() {
      let size = dot.image?.size ?? CGSize(width: Self.dot, height: Self.dot)
      let middle = start + (CGFloat(index) + 0.5) * Self.pitch
      dot.frame = CGRect(
        x: middle - size.width / 2, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    }
    ground.frame = CGRect(
      x: start - 8, y: bounds.midY - 13, width: CGFloat(dots.count) * Self.pitch + 16, height: 26)
    ground.layer.cornerRadius = 13
  }

  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { Self.isSingleTap(recognizer) }

  /// Where the finger and the page were when the touch began.
  private var pressed = (x: CGFloat(0), page: 0)

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    pressed = (touch.location(in: self).x, page)
    interactionState = .discrete
    return super.beginTracking(touch, with: event)
  }
  // E-991
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let way = touch.location(in: self).x - pressed.x
    if allowsContinuousInteraction, interactionState == .continuous || abs(way) > 10 {
      if interactionState != .continuous { interactionState = .continuous }
      let steps = Int((way / Self.pitch).rounded(.towardZero))
      turn(
        pressed.page + (effectiveUserInterfaceLayoutDirection == .leftToRight ? steps : -steps) - page, event)
    }
    return super.continueTracking(touch, with: event)
  }
  open override func cancelTracking(with event: UIEvent?) {
    super.cancelTracking(with: event)
    interactionState = .none
  }
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    super.endTracking(touch, with: event)
    let wasContinuous = interactionState == .continuous
    defer { interactionState = .none }
    guard !wasContinuous, let touch, bounds.contains(touch.location(in: self)) else { return }
    let isForward =
      (touch.location(in: self).x > bounds.midX) == (effectiveUserInterfaceLayoutDirection == .leftToRight)
    turn(isForward ? 1 : -1, event)
  }
  private func turn(_ pages: Int, _ event: UIEvent?) {
    let old = page
    page = min(max(page + pages, 0), max(0, numberOfPages - 1))
    guard page != old else { return }
    if !defersCurrentPageDisplay { update() }
    send(.valueChanged, event)
  }
  // E-834
  open override func accessibilityIncrement() { turn(1, nil) }
  open override func accessibilityDecrement() { turn(-1, nil) }

  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityValue: String? { "page \(page + 1) of \(numberOfPages)" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.adjustable)
  }
  // E-783: the halves are labelled with what a tap on them does.
  override var syntheticElements: [SyntheticElement] {
    guard numberOfPages > 0, !(hidesForSinglePage && numberOfPages == 1) else { return [] }
    var left = layer.bounds
    left.size.width /= 2
    let right = left.offsetBy(dx: left.width, dy: 0)
    let isLeftToRight = effectiveUserInterfaceLayoutDirection == .leftToRight
    func half(_ name: String, _ part: CGRect, _ hasPage: Bool) -> SyntheticElement {
      SyntheticElement(
        label: name, identifier: nil, value: nil, frame: layer.convert(part, to: nil),
        isEnabled: hasEnabledState && hasPage, className: "UIPageControlHalf")
    }
    return [
      half("Previous page", isLeftToRight ? left : right, page > 0),
      half("Next page", isLeftToRight ? right : left, page < numberOfPages - 1),
    ]
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIPageControl.self,
      {
        [
          "numberOfPages": \.numberOfPages, "currentPage": \.currentPage,
          "hidesForSinglePage": \.hidesForSinglePage, "pageIndicatorTintColor": \.pageIndicatorTintColor,
          "currentPageIndicatorTintColor": \.currentPageIndicatorTintColor,
          "defersCurrentPageDisplay": \.defersCurrentPageDisplay, "backgroundStyle": \.backgroundStyle,
          "allowsContinuousInteraction": \.allowsContinuousInteraction,
          "preferredIndicatorImage": \.preferredIndicatorImage,
        ]
      },
      reporting: ["currentPage"]
    )
  }
}
