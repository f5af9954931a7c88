import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol
import QuartzCore

/// A rectangular area that draws, lays out its subviews and handles events.
///
/// Coordinates are in points, with y down; `frame` and `center` are in the superview's space, `bounds` in the
/// view's own.
@preconcurrency @MainActor
open class UIView: UIResponder, UIAppearanceContainer, UICoordinateSpace, UIAccessibilityIdentification,
  UIDynamicItem, UILargeContentViewerItem
{
  // MARK: Creating

  public init(frame: CGRect) {
    ownLayer = CALayer.make(Self.layerClass)
    super.init()
    setUp()
    self.frame = frame
  }

  public convenience override init() { self.init(frame: .zero) }

  public required init?(coder: NSCoder) {
    ownLayer = CALayer.make(Self.layerClass)
    super.init()
    setUp()
    (coder as? NibCoder)?.decodeView(self)
  }

  /// Creates a view of a registered class (collection cells, supplementary views); generated for classes with
  /// `init(frame:)`.
  nonisolated open class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? { nil }

  // F-155
  nonisolated open override class var _carobNewOfFramework: (@MainActor () -> AnyObject)? {
    FrameworkConstruction.plain(self)
  }

  private func setUp() {
    if !HitTestingOverrides.exist(in: type(of: self)) { hitTestFastPathLayer = .passUnretained(ownLayer) }
    ownLayer.owner = self
    ownLayer.contentsScale = UIScreen.main.scale
    ownLayer.allowsGroupOpacity = true
  }

  // F-181
  nonisolated open override var description: String { Describing.onMainActor(self) { $0.descriptionText } }
  /// The text that the description contains.
  var describedText: String? { nil }
  /// The end of a subclass's description, starting with "; ".
  var describedEnd: String { "" }

  open class var layerClass: AnyClass { CALayer.self }
  final let ownLayer: CALayer
  // OPTIMIZATION: the SDK itself reads the stored property.
  open var layer: CALayer { ownLayer }

  /// The controller whose root view this is.
  @Zeroing var viewController: UIViewController?

  // MARK: Geometry

  open var frame: CGRect {
    get { ownLayer.frame }
    set {
      _kvoWill("frame", frame)
      defer { _kvoDid("frame", frame) }
      let oldSize = ownLayer.bounds.size
      ownLayer.frame = newValue
      boundsMayHaveChanged(from: oldSize)
      geometryChanged()
    }
  }

  open var bounds: CGRect {
    get { ownLayer.bounds }
    set {
      _kvoWill("bounds", bounds)
      defer { _kvoDid("bounds", bounds) }
      let oldSize = ownLayer.bounds.size
      ownLayer.bounds = newValue
      boundsMayHaveChanged(from: oldSize)
      geometryChanged()
    }
  }

  open var center: CGPoint {
    get { ownLayer.position }
    set {
      _kvoWill("center", center)
      defer { _kvoDid("center", center) }
      ownLayer.position = newValue
      geometryChanged()
    }
  }

  open var transform: CGAffineTransform {
    get { ownLayer.affineTransform() }
    set {
      _kvoWill("transform", transform)
      defer { _kvoDid("transform", transform) }
      ownLayer.setAffineTransform(newValue)
    }
  }

  open var transform3D: CATransform3D {
    get { ownLayer.transform }
    set { ownLayer.transform = newValue }
  }

  open var anchorPoint: CGPoint {
    get { ownLayer.anchorPoint }
    set { ownLayer.anchorPoint = newValue }
  }

  open var contentScaleFactor: CGFloat {
    get { ownLayer.contentsScale }
    set { ownLayer.contentsScale = newValue }
  }

  private func boundsMayHaveChanged(from old: CGSize) {
    let new = ownLayer.bounds.size
    guard old != new else { return }
    if autoresizesSubviews { resizeSubviews(from: old) }
    setNeedsLayout()
    if contentMode == .redraw { setNeedsDisplay() }
  }

  // MARK: Appearance

  open var backgroundColor: UIColor? {
    willSet { _kvoWill("backgroundColor", backgroundColor) }
    didSet {
      updateBackgroundColor()
      _kvoDid("backgroundColor", backgroundColor)
    }
  }
  func updateBackgroundColor() {
    ownLayer.backgroundColor = backgroundColor?.resolvedColor(with: traitCollection).cgColor
  }
  open var alpha: CGFloat {
    get { CGFloat(ownLayer.opacity) }
    set {
      _kvoWill("alpha", alpha)
      defer { _kvoDid("alpha", alpha) }
      ownLayer.opacity = Float(min(max(newValue, 0), 1))
    }
  }
  open var isHidden: Bool {
    get { ownLayer.isHidden }
    set {
      _kvoWill("hidden", isHidden)
      defer { _kvoDid("hidden", isHidden) }
      guard newValue != ownLayer.isHidden else { return }
      ownLayer.isHidden = newValue
      superview?.arrangedVisibilityChanged(of: self)
    }
  }
  /// Whether `draw(_:)` covers the whole box: what it leaves out is black if the view has no background
  /// (E-937). True for plain views and controls.
  open var isOpaque: Bool {
    get { ownLayer.isOpaque }
    set { ownLayer.isOpaque = newValue }
  }
  open var clipsToBounds: Bool {
    get { ownLayer.masksToBounds }
    set { ownLayer.masksToBounds = newValue }
  }
  open var contentMode = ContentMode.scaleToFill { didSet { contentModeChanged() } }
  func contentModeChanged() { setNeedsDisplay() }
  open var clearsContextBeforeDrawing = true
  open var mask: UIView? { didSet { ownLayer.mask = mask?.layer } }
  /// The tint that was set on the view itself; set by `ownTintColor`.
  var tintStorage: UIColor?
  /// The view's own tint, or that of the nearest superview that has one; without colour while the view is
  /// dimmed (E-941).
  open var tintColor: UIColor! {
    get {
      guard UIView.someViewIsDimmed else {
        return ownTintColor ?? superview?.tintColor ?? UIColor.systemBlue
      }
      return tintAdjustmentMode == .dimmed ? fullTintColor.dimmedTint : fullTintColor
    }
    set { ownTintColor = newValue }
  }
  /// Whether the tint is dimmed: the mode of the nearest view, from this one upward, that has one other than
  /// `automatic`; `normal` if none has (E-941).
  open var tintAdjustmentMode: TintAdjustmentMode {
    get { shownTintMode }
    set { setTintMode(newValue) }
  }
  /// The mode that was set on the view itself.
  var ownTintMode = TintAdjustmentMode.automatic
  /// How many presentations cover the view.
  var presentationsOver = 0
  open func tintColorDidChange() {}

  /// Called when the traits changed: views with colors of their own resolve them again.
  func colorsMayHaveChanged() {}
  /// Called when the text size changed or may have: on entering a window, too (E-970).
  func textSizeMayHaveChanged() {}

  // MARK: Events

  open var isUserInteractionEnabled: Bool {
    get { acceptsTouches }
    set { acceptsTouches = newValue }
  }
  /// The value that was set, independent of an overridden getter.
  final var acceptsTouches = true
  open var isMultipleTouchEnabled = false
  open var isExclusiveTouch = false
  package final private(set) var gestureRecognizerList: [UIGestureRecognizer] = []
  open var gestureRecognizers: [UIGestureRecognizer]? {
    get { gestureRecognizerList.isEmpty ? nil : gestureRecognizerList }
    set {
      for recognizer in gestureRecognizerList { removeGestureRecognizer(recognizer) }
      for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
    }
  }

  open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.viewStorage = self
    gestureRecognizerList.append(recognizer)
  }

  open func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.leaveTouches("it was removed from its view")
    gestureRecognizerList.removeAll { $0 === recognizer }
    recognizer.viewStorage = nil
  }

  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: The layer's delegate

  /// Lays out the view's subviews; has no effect for other layers whose delegate is the view.
  open func layoutSublayers(of layer: CALayer) { if layer === ownLayer { performLayout() } }
  open func draw(_ layer: CALayer, in context: CGContext) {
    if layer === ownLayer { drawView(in: context) }
  }
  open func display(_ layer: CALayer) {}
  open func layerWillDraw(_ layer: CALayer) {}
  /// The animation of the current animation block, or `NSNull` outside a block.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    guard layer === ownLayer else { return nil }
    if LayerAnimations.animates(event), case .animation(let animation) = animationAction(forKey: event) {
      return animation
    }
    return NSNull()
  }

  /// The view that would get the focus; no simulated device has one.
  open weak var preferredFocusedView: UIView? { nil }

  /// The shape used for collisions (`UICollisionBehavior`).
  open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
  /// Stored without effect, since the device is not tilted (E-604).
  open var motionEffects: [UIMotionEffect] = []
  open func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }
  open func removeMotionEffect(_ effect: UIMotionEffect) { motionEffects.removeAll { $0 === effect } }
  open var interactions: [any UIInteraction] = []
  open func addInteraction(_ interaction: any UIInteraction) {
    interactions.append(interaction)
    interaction.willMove(to: self)
    interaction.didMove(to: self)
  }
  open func removeInteraction(_ interaction: any UIInteraction) {
    interaction.willMove(to: nil)
    interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }

  /// The number of running animations that disable touches (E-165).
  var animationsWithoutTouches = 0
  /// The number of running animators during which hit tests find the view where it is on the screen (E-943).
  var animatorsWithHitTests = 0 {
    didSet { UIView.viewsTestedOnScreen += animatorsWithHitTests - oldValue }
  }
  /// The sum over all views. OPTIMIZATION: while it is 0, hit tests skip views by their model geometry.
  static var viewsTestedOnScreen = 0

  /// The layer if the class overrides neither of the two methods below; otherwise nil.
  // nonisolated(unsafe) because it is set when the view is created and only read afterwards; the layer lives
  // as long as the view.
  nonisolated(unsafe) private(set) var hitTestFastPathLayer: Unmanaged<CALayer>?

  /// The frontmost descendant at the point: views with interaction disabled, hidden or nearly transparent are skipped with
  /// their subviews (E-161), as are subviews at points outside of their superview (E-162).
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    if !isUserInteractionEnabled || isHidden || alpha < 0.01 || animationsWithoutTouches > 0 { return nil }
    let inside = Journal.query(.touch, "point(inside:with:)", to: self) {
      self.point(inside: point, with: event)
    }
    if !inside { return nil }
    return hitTestSubviews(point, event) ?? self
  }

  /// Whether the point is in the bounds; the right and lower edges are excluded (E-163).
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    reaches(point)
  }

  /// Whether the point is inside the view, without calling the app's overrides: searching for script targets
  /// must not run the app's code.
  func reaches(_ point: CGPoint) -> Bool {
    let b = ownLayer.bounds
    return point.x >= b.minX && point.x < b.maxX && point.y >= b.minY && point.y < b.maxY
  }

  /// The next responder: the controller for its root view, otherwise the superview (E-232, E-233).
  open override var next: UIResponder? { viewController ?? superview }
  /// The same without counting a reference, for a class that overrides neither `next` nor `superview`.
  ///
  /// Use it only until code runs that may release the responder.
  final var unretainedNext: Unmanaged<UIResponder>? {
    if let controller = _viewController.unretained { return .fromOpaque(controller.toOpaque()) }
    return _parentView.unretained.map { .fromOpaque($0.toOpaque()) }
  }
  nonisolated open override class var _searchesPassOver: Bool { !SearchOverrides.exist(in: self) }

  // MARK: Hierarchy (UIView+Hierarchy.swift)

  var subviewList: [UIView] = []
  @Zeroing var parentView: UIView?
  open var subviews: [UIView] { subviewList }
  open var superview: UIView? { parentView }
  open var window: UIWindow? { windowStorage }
  @Zeroing var windowStorage: UIWindow?

  open func addSubview(_ view: UIView) { insert(view, at: subviewList.count) }
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
  open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
    insert(view, at: subviewList.firstIndex { $0 === sibling } ?? subviewList.count)
  }
  open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
    insert(view, at: subviewList.firstIndex { $0 === sibling }.map { $0 + 1 } ?? subviewList.count)
  }
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    guard subviewList.indices.contains(index1), subviewList.indices.contains(index2) else { return }
    subviewList.swapAt(index1, index2)
    syncSublayers()
  }
  open func bringSubviewToFront(_ view: UIView) { reorder(view, to: subviewList.count - 1) }
  open func sendSubviewToBack(_ view: UIView) { reorder(view, to: 0) }
  open func removeFromSuperview() { leaveSuperview() }

  open func didAddSubview(_ subview: UIView) {}
  open func willRemoveSubview(_ subview: UIView) {}
  open func willMove(toSuperview newSuperview: UIView?) {}
  open func didMoveToSuperview() {}
  open func willMove(toWindow newWindow: UIWindow?) {}
  open func didMoveToWindow() {}

  open func isDescendant(of view: UIView) -> Bool {
    var current: UIView? = self
    while let here = current {
      if here === view { return true }
      current = here.superview
    }
    return false
  }

  open var tag = 0
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for view in subviewList {
      if let found = view.viewWithTag(tag) { return found }
    }
    return nil
  }

  // MARK: Layout

  open var autoresizesSubviews = true
  open var autoresizingMask: AutoresizingMask = []
  open func layoutSubviews() { layoutConstrainedSubviews() }
  open func setNeedsLayout() { ownLayer.setNeedsLayout() }
  open func layoutIfNeeded() {
    layoutConstraintsIfNeeded()
    ownLayer.layoutIfNeeded()
  }
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
  open func sizeToFit() { resize(to: sizeThatFits(bounds.size)) }
  /// E-612: the view's top left corner keeps its position.
  func resize(to size: CGSize) {
    let corner = untransformedFrame.origin
    let anchor = anchorPoint
    bounds.size = size
    center = CGPoint(x: corner.x + size.width * anchor.x, y: corner.y + size.height * anchor.y)
  }
  /// The view's Auto Layout state (UIKit/Layout).
  var layoutState = ViewLayoutState()
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { if oldValue != translatesAutoresizingMaskIntoConstraints { autoresizingTranslationChanged() } }
  }
  open class var requiresConstraintBasedLayout: Bool { false }
  open var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
  }
  nonisolated public static let noIntrinsicMetric: CGFloat = -1
  open func invalidateIntrinsicContentSize() { intrinsicContentSizeChanged() }
  open func updateConstraints() {
    // E-832
    layoutState.needsUpdateConstraints = false
  }
  open var alignmentRectInsets: UIEdgeInsets { .zero }
  open func alignmentRect(forFrame frame: CGRect) -> CGRect { frame.inset(by: alignmentRectInsets) }
  open func frame(forAlignmentRect rect: CGRect) -> CGRect {
    let i = alignmentRectInsets
    return rect.inset(by: UIEdgeInsets(top: -i.top, left: -i.left, bottom: -i.bottom, right: -i.right))
  }
  open var forFirstBaselineLayout: UIView { self }
  open var forLastBaselineLayout: UIView { self }
  /// The distance of a baseline from the top if the view has this size, for views with text (E-606).
  func baselineOffset(_ baseline: TextBaseline, in size: CGSize) -> CGFloat? { nil }
  /// Whether the intrinsic height depends on the width, which is `layoutState.wrapWidth`.
  var wrapsText: Bool { false }
  /// Whether the content can be truncated to fit less room (E-566).
  var canShortenText: Bool { false }
  /// The scroll offset, for views whose subviews are constrained to a content rectangle; nil for all others.
  var layoutContentOffset: CGPoint? { nil }
  /// Called with the content size that constraints determine for a scroll view.
  func layoutContentSizeChanged(_ size: CGSize) {}

  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel, verticalFittingPriority: .fittingSizeLevel
    )
  }
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
    verticalFittingPriority vertical: UILayoutPriority
  ) -> CGSize { fittingSize(targetSize, horizontal, vertical) }

  // MARK: Overridden by the framework's own views

  /// Called when the intrinsic size of a subview changed.
  func subviewIntrinsicSizeChanged() {}
  /// Creates the view's own constraints, before `updateConstraints` of the view or its controller.
  func updateOwnConstraints() {}
  /// The zoom scale at which a subview is shown relative to its constraints.
  func zoomScale(of subview: UIView) -> CGFloat { 1 }
  /// The default layout margins of a subview; nil for the standard margins.
  func defaultLayoutMargins(of subview: UIView) -> UIEdgeInsets? { nil }

  // MARK: Constraints (Layout/)

  open var constraints: [NSLayoutConstraint] { layoutState.extras?.constraints ?? [] }
  open func addConstraint(_ constraint: NSLayoutConstraint) { takeConstraint(constraint) }
  open func removeConstraint(_ constraint: NSLayoutConstraint) { dropConstraint(constraint) }
  open var safeAreaLayoutGuide: UILayoutGuide { systemGuide(.safeArea, "UIViewSafeAreaLayoutGuide") }
  open var layoutMarginsGuide: UILayoutGuide { systemGuide(.layoutMargins, "UIViewLayoutMarginsGuide") }
  open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    hugging(for: axis)
  }
  open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    setHugging(priority, for: axis)
  }
  open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    compressionResistance(for: axis)
  }
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) { setCompressionResistance(priority, for: axis) }
  /// Requests `updateConstraints` in the next constraint pass (E-140).
  open func setNeedsUpdateConstraints() { needUpdateOfConstraints() }
  open func needsUpdateConstraints() -> Bool { layoutState.needsUpdateConstraints }
  /// Calls `updateConstraints` where requested, in the view and its subviews, leaves first.
  open func updateConstraintsIfNeeded() { updateConstraintsBelow() }

  /// A rectangle of a part of the view, from a method that the app may override; the call is recorded in the
  /// trace (E-698).
  final func askedRect(_ name: String, _ rect: () -> CGRect) -> CGRect {
    Journal.query(.layout, name, to: self, rect)
  }

  /// The text that the view shows, for targets in scripts.
  var elementText: String? { defaultAccessibilityLabel }

  // MARK: Margins and safe area

  open var layoutMargins: UIEdgeInsets {
    get { effectiveLayoutMargins }
    set {
      ownLayoutMargins = newValue
      layoutMarginsMayHaveChanged()
    }
  }
  open var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get { layoutMargins.directional(effectiveUserInterfaceLayoutDirection) }
    set { layoutMargins = newValue.absolute(effectiveUserInterfaceLayoutDirection) }
  }
  var ownLayoutMargins: UIEdgeInsets?
  open var preservesSuperviewLayoutMargins = false { didSet { layoutMarginsMayHaveChanged() } }
  open var insetsLayoutMarginsFromSafeArea = true { didSet { layoutMarginsMayHaveChanged() } }
  open func layoutMarginsDidChange() {}

  /// How far the device's unsafe areas and the controllers' bars reach into the view, in points.
  open var safeAreaInsets: UIEdgeInsets { computedSafeAreaInsets }
  /// The part of the view's safe area insets that applies to its subviews.
  var safeAreaInsetsForSubviews: UIEdgeInsets { computedSafeAreaInsets }
  open func safeAreaInsetsDidChange() {}

  // MARK: Traits

  open var traitCollection: UITraitCollection {
    // The controller's traits already include those of its environment.
    if let viewController { return viewOverrides(viewController.traitCollection) }
    return viewOverrides(
      superview?.traitCollection ?? window?.windowTraitCollection ?? UITraitCollection.current)
  }
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { styleOverride }
    set { changingTraits { styleOverride = newValue } }
  }
  private var styleOverride = UIUserInterfaceStyle.unspecified
  var traitOverridesStorage: UITraitOverrides?
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified {
    didSet { if oldValue != semanticContentAttribute { readingDirectionChanged() } }
  }
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    Self.userInterfaceLayoutDirection(for: semanticContentAttribute)
  }
  nonisolated open class func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection { LanguageDirection.direction(for: attribute) }
  var traitRegistrations: [TraitRegistration] = []
  /// E-571: the trait variations of the nib whose root view this is.
  var nibVariations: NibVariations?

  // MARK: Drawing

  open func draw(_ rect: CGRect) {}
  open func setNeedsDisplay() { ownLayer.setNeedsDisplay() }
  open func setNeedsDisplay(_ rect: CGRect) { ownLayer.setNeedsDisplay() }
  /// Draws the content of the SDK's own views (text, images); `draw(_:)` is for the app.
  func drawContents(in rect: CGRect) {}
  /// Whether drawing has no side effects and runs none of the app's code.
  var drawsByItself: Bool { false }
  /// Whether `drawContents` has something to draw.
  var hasOwnContents: Bool { false }

  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    snapshot(of: bounds, afterUpdates, .zero)
  }
  open func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? { snapshot(of: rect, afterUpdates, capInsets) }
  @discardableResult
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext() else { return false }
    return draw(bounds, into: rect, afterUpdates, context)
  }

  // MARK: Identity

  open var accessibilityIdentifier: String? {
    get { ownAccessibility.identifier }
    set { ownAccessibility.identifier = newValue }
  }
  open var restorationIdentifier: String?
  open var isFocused: Bool { false }
  open var canBecomeFocused: Bool { false }
  /// The text that assistive technology reads; the SDK's views return their text by default.
  open var accessibilityLabel: String? {
    get { ownAccessibility.label ?? accessibilityLabelOfDelegate ?? defaultAccessibilityLabel }
    set { ownAccessibility.label = newValue }
  }
  open var accessibilityValue: String? {
    get { ownAccessibility.value ?? defaultAccessibilityValue }
    set { ownAccessibility.value = newValue }
  }
  open var accessibilityHint: String? {
    get { ownAccessibility.hint ?? accessibilityHintOfDelegate }
    set { ownAccessibility.hint = newValue }
  }
  open var isAccessibilityElement: Bool {
    get { ownAccessibility.isElement ?? defaultIsAccessibilityElement }
    set { ownAccessibility.isElement = newValue }
  }
  open var accessibilityTraits: UIAccessibilityTraits {
    get { ownAccessibility.traits ?? defaultAccessibilityTraits }
    set { ownAccessibility.traits = newValue }
  }
  open var accessibilityElementsHidden: Bool {
    get { ownAccessibility.hidesElements }
    set { ownAccessibility.hidesElements = newValue }
  }
  open var accessibilityViewIsModal: Bool {
    get { ownAccessibility.isModal }
    set { ownAccessibility.isModal = newValue }
  }
  /// The elements of the view in their order, for views that do not give them by their subviews (E-964).
  open var accessibilityElements: [Any]? {
    get { ownAccessibility.elements }
    set { ownAccessibility.elements = newValue }
  }
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get { ownAccessibility.customActions }
    set { ownAccessibility.customActions = newValue }
  }
  /// Where a tap activates the element, screen points; by default its middle.
  open var accessibilityActivationPoint: CGPoint {
    get {
      let frame = accessibilityFrame
      return ownAccessibility.activationPoint ?? CGPoint(x: frame.midX, y: frame.midY)
    }
    set { ownAccessibility.activationPoint = newValue }
  }
  /// Where the element is, in screen points; by default where the view is. Setting it fixes it (E-1091).
  open var accessibilityFrame: CGRect {
    get { ownAccessibility.frame ?? ownLayer.convert(ownLayer.bounds, to: nil) }
    set { ownAccessibility.frame = newValue }
  }
  // E-1101
  open var showsLargeContentViewer: Bool {
    get { largeContent?.isShown ?? false }
    set { ownLargeContent.isShown = newValue }
  }
  /// The text that a large content viewer shows; by default the accessibility label.
  open var largeContentTitle: String? {
    get { largeContent?.title ?? accessibilityLabel }
    set { ownLargeContent.title = newValue }
  }
  open var largeContentImage: UIImage? {
    get { largeContent?.image ?? defaultLargeContentImage }
    set { ownLargeContent.image = newValue }
  }
  open var scalesLargeContentImage: Bool {
    get { largeContent?.scalesImage ?? false }
    set { ownLargeContent.scalesImage = newValue }
  }
  open var largeContentImageInsets: UIEdgeInsets {
    get { largeContent?.imageInsets ?? .zero }
    set { ownLargeContent.imageInsets = newValue }
  }
  private var largeContent: LargeContent?
  private var ownLargeContent: LargeContent {
    if let largeContent { return largeContent }
    let made = LargeContent()
    largeContent = made
    return made
  }
  /// The image that the view itself shows.
  var defaultLargeContentImage: UIImage? { nil }

  open var accessibilityContainerType = UIAccessibilityContainerType.none
  open var shouldGroupAccessibilityChildren = false
  open var accessibilityIgnoresInvertColors = false
  final var ownAccessibility = OwnAccessibility()
  /// The label that a delegate of the app provides; read only where the app's getters may run.
  var accessibilityLabelOfDelegate: String? { nil }
  var accessibilityHintOfDelegate: String? { nil }
  var defaultAccessibilityLabel: String? { nil }
  var defaultAccessibilityValue: String? { nil }
  var defaultIsAccessibilityElement: Bool { false }
  /// Whether the view is an element and the controls in it are, too (table rows).
  var isElementWithControls: Bool { false }
  var defaultAccessibilityTraits: UIAccessibilityTraits { [] }
  /// Elements that are not views (segments, picker rows), in screen points.
  var syntheticElements: [SyntheticElement] { [] }

  @discardableResult
  open func endEditing(_ force: Bool) -> Bool {
    guard let current = FirstResponder.current as? UIView, current.isDescendant(of: self) else {
      return false
    }
    return force ? FirstResponder.force(current) : current.resignFirstResponder()
  }

  // MARK: Anchors

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
  open var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
  open var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }

  // MARK: Coordinate space

  open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    ownLayer.convert(point, to: (view ?? window)?.layer)
  }
  open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    ownLayer.convert(point, from: (view ?? window)?.layer)
  }
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    ownLayer.convert(rect, to: (view ?? window)?.layer)
  }
  open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    ownLayer.convert(rect, from: (view ?? window)?.layer)
  }
  /// Called on a stack view when an arranged view was shown or hidden.
  func arrangedVisibilityChanged(of view: UIView) {}

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIView.self,
      {
        [
          "frame": \.frame, "bounds": \.bounds, "center": \.center, "transform": \.transform,
          "transform3D": \.transform3D, "anchorPoint": \.anchorPoint,
          "contentScaleFactor": \.contentScaleFactor, "backgroundColor": \.backgroundColor,
          "alpha": \.alpha, "hidden": \.isHidden, "opaque": \.isOpaque, "clipsToBounds": \.clipsToBounds,
          "contentMode": \.contentMode, "clearsContextBeforeDrawing": \.clearsContextBeforeDrawing,
          "mask": \.mask, "tintColor": \.tintColor, "tintAdjustmentMode": \.tintAdjustmentMode,
          "userInteractionEnabled": \.isUserInteractionEnabled,
          "multipleTouchEnabled": \.isMultipleTouchEnabled, "exclusiveTouch": \.isExclusiveTouch,
          "motionEffects": \.motionEffects, "gestureRecognizers": \.gestureRecognizers,
          "interactions": \.interactions, "tag": \.tag,
          "autoresizesSubviews": \.autoresizesSubviews, "autoresizingMask": \.autoresizingMask,
          "translatesAutoresizingMaskIntoConstraints": \.translatesAutoresizingMaskIntoConstraints,
          "layoutMargins": \.layoutMargins, "directionalLayoutMargins": \.directionalLayoutMargins,
          "preservesSuperviewLayoutMargins": \.preservesSuperviewLayoutMargins,
          "insetsLayoutMarginsFromSafeArea": \.insetsLayoutMarginsFromSafeArea,
          "overrideUserInterfaceStyle": \.overrideUserInterfaceStyle,
          "semanticContentAttribute": \.semanticContentAttribute,
          "accessibilityIdentifier": \.accessibilityIdentifier,
          "restorationIdentifier": \.restorationIdentifier, "accessibilityLabel": \.accessibilityLabel,
          "accessibilityValue": \.accessibilityValue, "accessibilityHint": \.accessibilityHint,
          "accessibilityElement": \.isAccessibilityElement, "accessibilityTraits": \.accessibilityTraits,
          "accessibilityElementsHidden": \.accessibilityElementsHidden,
          "accessibilityViewIsModal": \.accessibilityViewIsModal,
          "accessibilityElements": \.accessibilityElements, "accessibilityFrame": \.accessibilityFrame,
          "shouldGroupAccessibilityChildren": \.shouldGroupAccessibilityChildren,
          "accessibilityIgnoresInvertColors": \.accessibilityIgnoresInvertColors,
        ]
      },
      readOnly: {
        [
          "constraints": \.constraints, "layoutGuides": \.layoutGuides,
          "safeAreaLayoutGuide": \.safeAreaLayoutGuide, "layoutMarginsGuide": \.layoutMarginsGuide,
          "readableContentGuide": \.readableContentGuide, "keyboardLayoutGuide": \.keyboardLayoutGuide,
          "hasAmbiguousLayout": \.hasAmbiguousLayout, "layer": \.layer,
          "preferredFocusedView": \.preferredFocusedView,
          "collisionBoundsType": \.collisionBoundsType, "subviews": \.subviews, "superview": \.superview,
          "window": \.window, "intrinsicContentSize": \.intrinsicContentSize,
          "alignmentRectInsets": \.alignmentRectInsets, "forFirstBaselineLayout": \.forFirstBaselineLayout,
          "forLastBaselineLayout": \.forLastBaselineLayout, "safeAreaInsets": \.safeAreaInsets,
          "traitCollection": \.traitCollection,
          "effectiveUserInterfaceLayoutDirection": \.effectiveUserInterfaceLayoutDirection,
          "focused": \.isFocused, "canBecomeFocused": \.canBecomeFocused,
        ]
      },
      reporting: ["frame", "bounds", "center", "transform", "backgroundColor", "alpha", "hidden"]
    )
  }
}
