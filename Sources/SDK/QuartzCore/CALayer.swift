import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics
import DeviceProtocol
import Synchronization

/// A rectangle on the screen with its geometry, decoration and contents. The page and snapshots show only
/// layers.
///
/// Changes belong to the current transaction and reach the device at the end of the turn (E-141). Lengths
/// are points in the superlayer's space, y down.
open class CALayer: NSObject, NSSecureCoding, CAMediaTiming {
  // MARK: Creating

  public override init() {
    id = CALayer.nextID()
    super.init()
    LayerTree.shared.created(self)
  }

  /// A copy for `presentation()`, and for each frame of an animation that is drawn; subclasses override it to
  /// copy their own properties (E-933). Properties that are `@NSManaged` are copied already.
  public init(layer: Any) {
    id = CALayer.nextID()
    super.init()
    LayerTree.shared.created(self)
    guard let other = layer as? CALayer else { return }
    if CALayer.isMakingCopy { original = other }
    copyModel(of: other)
  }

  /// Makes a copy of this class with `init(layer:)`; the translator writes it for an app's classes that have
  /// the initializer.
  nonisolated open class var _carobNewCopy: (@MainActor @Sendable (Any) -> CALayer)? { nil }

  /// The layer that this one is a copy of with presented values; nil for a layer of its own.
  final var original: CALayer?
  /// A copy is not sent to the device, and its changes are not animated.
  final var isCopy: Bool { original != nil }
  // NB: copies are made on the main thread, like everything of a layer that has animations.
  nonisolated(unsafe) private static var isMakingCopy = false

  /// A copy of the layer's class with the layer's values (E-933).
  func makeCopy() -> CALayer? {
    let outer = CALayer.isMakingCopy
    CALayer.isMakingCopy = true
    defer { CALayer.isMakingCopy = outer }
    let copy: CALayer
    if let new = type(of: self)._carobNewCopy {
      copy = unsafeBitCast(new, to: ((Any) -> CALayer).self)(self)
      if !copy.isCopy { (copy.original, copy.parent) = (self, superlayer) }
    } else {
      copy = CALayer.make(type(of: self))
      copy.original = self
      copy.copyModel(of: self)
    }
    return copy
  }

  /// Copies another layer's values without animating them or sending them to the device.
  func copyModel(of other: CALayer) {
    ownValues = other.ownValues
    (name, isOpaque, contentsScale) = (other.name, other.isOpaque, other.contentsScale)
    (shadowColor, _shadowOpacity, shadowOffset) = (
      other.shadowColor, other._shadowOpacity, other.shadowOffset
    )
    (shadowRadius, shadowPath) = (other.shadowRadius, other.shadowPath)
    (maskedCorners, cornerCurve, anchorPointZ) = (other.maskedCorners, other.cornerCurve, other.anchorPointZ)
    (_bounds, _position, _anchorPoint, _zPosition) = (
      other._bounds, other._position, other._anchorPoint, other._zPosition
    )
    (_transform, _sublayerTransform) = (other._transform, other._sublayerTransform)
    (_opacity, _isHidden, _masksToBounds) = (other._opacity, other._isHidden, other._masksToBounds)
    (_backgroundColor, _cornerRadius) = (other._backgroundColor, other._cornerRadius)
    (_borderColor, _borderWidth) = (other._borderColor, other._borderWidth)
    parent = other.superlayer
  }

  public required init?(coder: NSCoder) {
    id = CALayer.nextID()
    super.init()
    LayerTree.shared.created(self)
  }

  /// Makes a layer of this class, for views (`layerClass`) and for presentation copies; subclasses override
  /// it.
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CALayer() } }

  /// A new layer of a class; a plain one if the class has no factory.
  package static func make(_ cls: AnyClass) -> CALayer {
    guard let type = cls as? CALayer.Type, let new = type._carobNew else { return CALayer() }
    // NB: a subclass that does not override `_carobNew` gets an instance of its superclass.
    return unsafeBitCast(new, to: (() -> AnyObject).self)() as? CALayer ?? CALayer()
  }

  public static var supportsSecureCoding: Bool { true }
  open func encode(with coder: NSCoder) { unimplemented("CALayer.encode(with:)") }

  deinit {
    customFrame?.cancel()
    LayerTree.shared.remove(id)
  }

  /// Identifies the layer in messages to the device.
  package let id: UInt64
  // NB: layers may be created on any thread, as on the platform.
  private static let lastID = Atomic<UInt64>(0)
  /// A new identifier for an additional layer that the device gets for this one, such as the picture of a
  /// shape.
  func reserveID() -> UInt64 { CALayer.nextID() }
  static func nextID() -> UInt64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The view that the layer belongs to; nil for a layer that the app created.
  package var owner: (any LayerOwner)? {
    get {
      guard let living = ownerReference?.object else { return nil }
      return withExtendedLifetime(living) { ownerStorage }
    }
    set {
      ownerStorage = newValue
      ownerReference = newValue.map { ZeroingReference($0) }
    }
  }
  private unowned(unsafe) var ownerStorage: (any LayerOwner)?
  private var ownerReference: ZeroingReference?

  /// The delegate; for a view's layer the view, unless another one was set (E-395).
  open var delegate: (any CALayerDelegate)? {
    get { ownDelegate ?? owner as? any CALayerDelegate }
    set { ownDelegate = newValue as AnyObject? === owner as AnyObject? ? nil : newValue }
  }
  @ZeroingExistential private var ownDelegate: (any CALayerDelegate)?
  open var name: String?

  // MARK: Geometry

  var _bounds = CGRect.zero { didSet { hitTestBounds = currentHitTestBounds } }
  open var bounds: CGRect {
    get { _bounds }
    set {
      _kvoWill("bounds", bounds)
      defer { _kvoDid("bounds", bounds) }
      guard newValue != _bounds else { return }
      // E-696
      guard newValue.origin.x.isFinite, newValue.origin.y.isFinite, newValue.size.width.isFinite,
        newValue.size.height.isFinite
      else {
        invalidGeometry(
          "bounds", [newValue.origin.x, newValue.origin.y, newValue.size.width, newValue.size.height])
      }
      let old = _bounds
      animateChange("bounds") { _bounds = newValue }
      if old.size != newValue.size {
        setNeedsLayout()
        if needsDisplayOnBoundsChange || hasBackingStore || hadNoRoom { setNeedsDisplay() }
      }
    }
  }

  var _position = CGPoint.zero { didSet { hitTestBounds = currentHitTestBounds } }
  open var position: CGPoint {
    get { _position }
    set {
      _kvoWill("position", position)
      defer { _kvoDid("position", position) }
      guard newValue != _position else { return }
      // E-696
      guard newValue.x.isFinite, newValue.y.isFinite else {
        invalidGeometry("position", [newValue.x, newValue.y])
      }
      animateChange("position") { _position = newValue }
    }
  }

  var _anchorPoint = CGPoint(x: 0.5, y: 0.5) { didSet { hitTestBounds = currentHitTestBounds } }
  open var anchorPoint: CGPoint {
    get { _anchorPoint }
    set { animateChange("anchorPoint") { _anchorPoint = newValue } }
  }

  var _zPosition: CGFloat = 0
  open var zPosition: CGFloat {
    get { _zPosition }
    set {
      animateChange("zPosition") { _zPosition = newValue }
      superlayer?.markChanged()
    }
  }

  /// The depth of the anchor point, in points: the layer's plane is as far behind its position.
  open var anchorPointZ: CGFloat = 0 { didSet { markChanged() } }

  var _transform = CATransform3DIdentity {
    didSet {
      hasTransform = !CATransform3DIsIdentity(_transform)
      hitTestBounds = currentHitTestBounds
    }
  }
  package final private(set) var hasTransform = false
  open var transform: CATransform3D {
    get { _transform }
    set {
      guard newValue != _transform else { return }
      animateChange("transform") { _transform = newValue }
    }
  }

  var _sublayerTransform = CATransform3DIdentity
  open var sublayerTransform: CATransform3D {
    get { _sublayerTransform }
    set { animateChange("sublayerTransform") { _sublayerTransform = newValue } }
  }

  open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(_transform) }
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// The smallest rectangle around the layer in its superlayer's space; computed from bounds, position and
  /// transform.
  open var frame: CGRect {
    get {
      if !hasTransform {
        return CGRect(
          x: _position.x - _anchorPoint.x * _bounds.width, y: _position.y - _anchorPoint.y * _bounds.height,
          width: _bounds.width, height: _bounds.height)
      }
      let local = CGRect(
        x: -_anchorPoint.x * _bounds.width, y: -_anchorPoint.y * _bounds.height, width: _bounds.width,
        height: _bounds.height)
      let box = local.applying(affineTransform())
      return box.offsetBy(dx: _position.x, dy: _position.y)
    }
    set {
      var size = newValue.standardized.size
      if hasTransform {
        // Undefined on the platform with a transform; here the size is converted back through it.
        let inverse = affineTransform().inverted()
        size = CGRect(origin: .zero, size: size).applying(inverse).size
      }
      bounds = CGRect(origin: _bounds.origin, size: size)
      let origin = newValue.standardized.origin
      if !hasTransform {
        position = CGPoint(
          x: origin.x + _anchorPoint.x * size.width, y: origin.y + _anchorPoint.y * size.height)
      } else {
        let current = frame
        position = CGPoint(x: _position.x + origin.x - current.minX, y: _position.y + origin.y - current.minY)
      }
    }
  }

  // MARK: Appearance

  var _isHidden = false
  open var isHidden: Bool {
    get { _isHidden }
    set { if newValue != _isHidden { animateChange("hidden") { _isHidden = newValue } } }
  }

  var _opacity: Float = 1
  open var opacity: Float {
    get { _opacity }
    set { if newValue != _opacity { animateChange("opacity") { _opacity = newValue } } }
  }

  var _masksToBounds = false
  open var masksToBounds: Bool {
    get { _masksToBounds }
    set {
      _masksToBounds = newValue
      markChanged()
    }
  }

  var _backgroundColor: CGColor?
  open var backgroundColor: CGColor? {
    get { _backgroundColor }
    set { animateChange("backgroundColor") { _backgroundColor = newValue } }
  }

  var _cornerRadius: CGFloat = 0
  open var cornerRadius: CGFloat {
    get { _cornerRadius }
    set { animateChange("cornerRadius") { _cornerRadius = newValue } }
  }

  open var maskedCorners: CACornerMask = .all { didSet { markChanged() } }
  open var cornerCurve: CALayerCornerCurve = .circular { didSet { markChanged() } }

  var _borderWidth: CGFloat = 0
  open var borderWidth: CGFloat {
    get { _borderWidth }
    set { animateChange("borderWidth") { _borderWidth = newValue } }
  }

  var _borderColor: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  open var borderColor: CGColor? {
    get { _borderColor }
    set { animateChange("borderColor") { _borderColor = newValue } }
  }

  open var shadowColor: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 1) { didSet { markChanged() } }
  var _shadowOpacity: Float = 0
  open var shadowOpacity: Float {
    get { _shadowOpacity }
    set { animateChange("shadowOpacity") { _shadowOpacity = newValue } }
  }
  open var shadowOffset = CGSize(width: 0, height: -3) { didSet { markChanged() } }
  open var shadowRadius: CGFloat = 3 { didSet { markChanged() } }
  /// The outline whose shadow is shown instead of that of what the layer draws, in the layer's space
  /// (E-934).
  open var shadowPath: CGPath? { didSet { markChanged() } }

  /// The blur radius for the content behind the layer, in points (visual effect views).
  package var backdropBlur: CGFloat = 0 { didSet { markChanged() } }

  /// A layer whose alpha decides what is visible of this layer and its sublayers (E-534).
  open var mask: CALayer? {
    get { maskState?.layer }
    set {
      guard newValue !== mask else { return }
      mask?.parent = nil
      if newValue?.superlayer != nil { newValue?.removeFromSuperlayer() }
      maskState = newValue.map { LayerMask($0) }
      if let newValue {
        newValue.parent = self
        LayerTree.shared.hasMasks = true
        LayerTree.shared.enteredWindow(newValue)
      }
      markChanged()
    }
  }
  private(set) var maskState: LayerMask?

  /// Whether `draw(in:)` covers the whole box; what it leaves out is black (E-937).
  open var isOpaque: Bool {
    get { opacityAsSet ?? owner?.layerIsOpaqueByDefault ?? false }
    set {
      guard newValue != isOpaque else { return }
      opacityAsSet = newValue
      if hasBackingStore { setNeedsDisplay() }
    }
  }
  /// Whether the layer was declared opaque or not; nil until then.
  private var opacityAsSet: Bool?
  open var isDoubleSided = true { didSet { markChanged() } }
  open var isGeometryFlipped = false {
    didSet { if isGeometryFlipped, !oldValue { unimplemented("CALayer.isGeometryFlipped") } }
  }
  open var allowsEdgeAntialiasing = false
  open var allowsGroupOpacity = true {
    didSet {
      if !allowsGroupOpacity {
        unimplemented(
          "CALayer.allowsGroupOpacity = false (opacity always applies to a layer with its sublayers)")
      }
    }
  }
  open var drawsAsynchronously = false
  open var shouldRasterize = false
  open var rasterizationScale: CGFloat = 1
  open var edgeAntialiasingMask: UInt32 = 15
  /// How contents are shown smaller or larger than they are: `nearest` keeps hard pixels, the others
  /// interpolate (E-935).
  open var minificationFilter = CALayerContentsFilter.linear { didSet { markChanged() } }
  open var magnificationFilter = CALayerContentsFilter.linear { didSet { markChanged() } }
  open var actions: [String: any CAAction]?
  open var style: [AnyHashable: Any]?

  // MARK: Contents

  /// A `CGImage`, or nil. Setting it replaces the drawn contents.
  open var contents: Any? {
    willSet { LayerAnimations.ask(self, "contents") }
    didSet {
      contentsImage = nil
      hasBackingStore = false
      markChanged()
    }
  }

  open var contentsScale: CGFloat = 1 { didSet { markChanged() } }
  open var contentsGravity: CALayerContentsGravity = .resize { didSet { markChanged() } }
  open var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1) { didSet { markChanged() } }
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1) { didSet { markChanged() } }
  open var needsDisplayOnBoundsChange = false

  /// The identifier of the contents' image in messages to the device.
  var contentsImage: UInt64?
  /// Whether the contents were drawn by `draw(in:)`.
  package internal(set) var hasBackingStore = false

  // MARK: Hierarchy

  open var superlayer: CALayer? { parent }
  @Zeroing var parent: CALayer?
  var _sublayers: [CALayer] = []
  open var sublayers: [CALayer]? {
    get { _sublayers.isEmpty ? nil : _sublayers }
    set {
      for layer in _sublayers { layer.removeFromSuperlayer() }
      for layer in newValue ?? [] { addSublayer(layer) }
    }
  }

  open func addSublayer(_ layer: CALayer) { insert(layer, at: _sublayers.count) }
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { insert(layer, at: Int(index)) }

  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer, at: _sublayers.firstIndex { $0 === sibling } ?? 0)
  }

  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer, at: _sublayers.firstIndex { $0 === sibling }.map { $0 + 1 } ?? _sublayers.count)
  }

  open func replaceSublayer(_ old: CALayer, with new: CALayer) {
    guard let index = _sublayers.firstIndex(where: { $0 === old }) else { return }
    old.removeFromSuperlayer()
    insert(new, at: index)
  }

  private func invalidGeometry(_ property: String, _ values: [CGFloat]) -> Never {
    NSException.raise(
      NSExceptionName("CALayerInvalidGeometry"),
      "CALayer \(property) contains a number that is not finite: \(values.map { "\($0)" }.joined(separator: " "))"
    )
  }

  open func removeFromSuperlayer() { leaveSuperlayer() }

  // MARK: Layout and display

  var needsLayoutFlag = false
  var needsDisplayFlag = false
  /// Whether the layer was to be displayed while its bounds were empty (E-561).
  var hadNoRoom = false

  open func needsLayout() -> Bool { needsLayoutFlag }
  open func needsDisplay() -> Bool { needsDisplayFlag }

  /// Marks the layer for layout; `layoutSublayers` runs once per commit, however often it is marked (E-143).
  open func setNeedsLayout() {
    guard !needsLayoutFlag, !isCopy else { return }
    needsLayoutFlag = true
    LayerTree.shared.needsLayout(self)
    owner?.layerNeedsLayout(self)
  }

  open func setNeedsDisplay() {
    guard !needsDisplayFlag, !isCopy else { return }
    needsDisplayFlag = true
    LayerTree.shared.needsDisplay(self)
  }

  open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

  /// Lays out the subtree at once, from the highest ancestor that needs it (E-144).
  open func layoutIfNeeded() {
    var top = self
    while let parent = top.superlayer, parent.needsLayoutFlag { top = parent }
    top.layoutSubtree()
  }

  /// Lays out from the root to the leaves (E-140).
  package func layoutSubtree() {
    if needsLayoutFlag {
      needsLayoutFlag = false
      layoutSublayers()
    }
    for layer in _sublayers { layer.layoutSubtree() }
    maskState?.layer.layoutSubtree()
  }

  open func layoutSublayers() {
    if let owner {
      owner.layerLayoutSublayers(self)
    } else {
      delegate?.layoutSublayers(of: self)
    }
  }

  open func displayIfNeeded() {
    guard needsDisplayFlag else { return }
    needsDisplayFlag = false
    display()
    awaitCustomFrame()
  }

  /// Makes the contents: the delegate's `display(_:)`, else a backing store that `draw(in:)` fills (E-150).
  open func display() { makeContents() }

  open func draw(in context: CGContext) {
    let model = original ?? self
    if let owner = model.owner {
      owner.layerDraw(model, in: context)
    } else {
      model.delegate?.draw(self, in: context)
    }
  }

  /// Draws the layer and its sublayers with their model values, in the layer's space (E-536).
  open func render(in context: CGContext) {
    LayerRenderer(context: context, isPresented: false).drawInside(self)
  }
  /// Draws what is on the screen now, with animations applied.
  package func renderPresented(in context: CGContext) {
    LayerRenderer(context: context, isPresented: true).drawInside(self)
  }

  // MARK: Converting

  open func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
    let screen = layer?.toRoot(p) ?? p
    return fromRoot(screen)
  }

  open func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint {
    let screen = toRoot(p)
    return layer?.fromRoot(screen) ?? screen
  }

  open func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
    convertRect(r) { convert($0, from: layer) }
  }
  open func convert(_ r: CGRect, to layer: CALayer?) -> CGRect { convertRect(r) { convert($0, to: layer) } }

  /// A box in the superlayer's space that contains the layer; updated when the geometry changes.
  package final private(set) var hitTestBounds = HitTestBounds.everywhere
  private var currentHitTestBounds: HitTestBounds {
    guard !hasTransform, type(of: self) == CALayer.self else { return .everywhere }
    return HitTestBounds(
      CGRect(
        x: _position.x - _anchorPoint.x * _bounds.width, y: _position.y - _anchorPoint.y * _bounds.height,
        width: _bounds.width, height: _bounds.height))
  }

  open func contains(_ p: CGPoint) -> Bool { _bounds.contains(p) }

  open func hitTest(_ p: CGPoint) -> CALayer? {
    let local = fromSuperlayer(p)
    guard !_isHidden, contains(local) else { return nil }
    for layer in _sublayers.reversed() {
      if let found = layer.hitTest(local) { return found }
    }
    return self
  }

  // MARK: Animations

  /// Its timing relative to the superlayer; nil if both are the same (E-830).
  final var timing: LayerTiming?

  // MARK: Timing (E-830). Declared here, because members of extensions cannot be overridden (E-1090).

  /// The time of the superlayer at which the layer's time is `timeOffset`, in seconds.
  open var beginTime: CFTimeInterval {
    get { timing?.begin ?? 0 }
    set { retime { $0.begin = newValue } }
  }
  open var timeOffset: CFTimeInterval {
    get { timing?.offset ?? 0 }
    set { retime { $0.offset = newValue } }
  }
  open var speed: Float {
    get { timing?.speed ?? 1 }
    set { retime { $0.speed = newValue } }
  }

  // A layer itself has no end; only its animations have a duration and repeat.
  open var duration: CFTimeInterval {
    get { .infinity }
    set { unimplemented("CALayer.duration") }
  }
  open var repeatCount: Float {
    get { 0 }
    set { unimplemented("CALayer.repeatCount") }
  }
  open var repeatDuration: CFTimeInterval {
    get { 0 }
    set { unimplemented("CALayer.repeatDuration") }
  }
  open var autoreverses: Bool {
    get { false }
    set { unimplemented("CALayer.autoreverses") }
  }
  open var fillMode: CAMediaTimingFillMode {
    get { .removed }
    set { unimplemented("CALayer.fillMode") }
  }

  /// Running animations in the order in which they were added.
  var animations: [(key: String, animation: CAAnimation)] = []

  open func animationKeys() -> [String]? { animations.isEmpty ? nil : animations.map(\.key) }
  open func animation(forKey key: String) -> CAAnimation? { animations.first { $0.key == key }?.animation }

  open func add(_ animation: CAAnimation, forKey key: String?) {
    LayerAnimations.add(animation, to: self, key: key)
  }

  open func removeAnimation(forKey key: String) { LayerAnimations.remove(from: self, key: key) }
  open func removeAllAnimations() {
    for (key, _) in animations { LayerAnimations.remove(from: self, key: key) }
  }

  /// A copy of the layer with the values that are on screen now; nil before the first commit that shows it
  /// (E-691).
  open func presentation() -> Self? { LayerAnimations.presentation(of: self) }
  /// The layer itself; for one that `presentation()` returned, the layer that it was asked of.
  open func model() -> Self { original as? Self ?? self }

  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
  /// Whether the layer is drawn again when the property changes, and in each frame of its animations (E-932).
  open class func needsDisplay(forKey key: String) -> Bool { false }
  open class func defaultValue(forKey key: String) -> Any? { nil }

  /// Looks for the action of a change: asks the delegate, then `actions`, then the class (E-692).
  open func action(forKey event: String) -> (any CAAction)? {
    if let delegate, let action = delegate.action(for: self, forKey: event) { return action }
    if let action = actions?[event] { return action }
    return Self.defaultAction(forKey: event)
  }

  /// Changes a property and starts the animation for it, if there is one.
  func animateChange(_ key: String, _ change: () -> Void) {
    LayerAnimations.change(self, key, change)
  }

  // MARK: Drawn properties

  /// The value of an animatable property that is only drawn, and therefore not sent to the device (E-500).
  func drawnValue(_ key: String) -> Any? { nil }
  func setDrawnValue(_ value: Any?, forKey key: String) {}
  /// Called when an animation was added, has ended or has new times.
  func animationsChanged(_ animation: CAAnimation) {
    if isDrawn(animation) { setNeedsDisplay() }
    if LayerTree.shared.hasMasks, masked != nil { markChanged() }
  }

  /// Includes the layer in the next commit.
  package final func markChanged() { if !isCopy { LayerTree.shared.changed(self) } }
  var isMarkedChanged = false
  /// Whether a commit has shown the layer on the screen (E-691).
  var wasCommitted = false

  /// E-620: values for keys that no property has.
  final var ownValues: [String: Any] = [:]
  /// The alarm for the next frame of an animation that is drawn (E-932).
  final var customFrame: LayerAlarm?

  /// E-620: a layer stores a value for any key.
  open override func value(forUndefinedKey key: String) -> Any? {
    ownValues[key] ?? type(of: self).defaultValue(forKey: key)
  }
  open override func setValue(_ value: Any?, forUndefinedKey key: String) {
    LayerAnimations.changeCustom(self, key) { ownValues[key] = value }
  }

  /// E-620: supports the fields of structures, such as `transform.rotation.z` and `bounds.size.width`.
  open override func value(forKeyPath keyPath: String) -> Any? {
    let path = keyPath.split(separator: ".").map(String.init)
    if path.count > 1, let field = StructureFields.value(value(forKey: path[0]), path.dropFirst()) {
      return field
    }
    return super.value(forKeyPath: keyPath)
  }

  /// E-620.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = keyPath.split(separator: ".").map(String.init)
    if path.count > 1,
      let whole = StructureFields.setting(self.value(forKey: path[0]), path.dropFirst(), to: value)
    {
      setValue(whole, forKey: path[0])
    } else {
      super.setValue(value, forKeyPath: keyPath)
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CALayer.self,
      {
        [
          "delegate": \.delegate, "name": \.name, "bounds": \.bounds, "position": \.position,
          "anchorPoint": \.anchorPoint, "zPosition": \.zPosition, "anchorPointZ": \.anchorPointZ,
          "transform": \.transform, "sublayerTransform": \.sublayerTransform, "frame": \.frame,
          "hidden": \.isHidden, "opacity": \.opacity, "masksToBounds": \.masksToBounds,
          "backgroundColor": \.backgroundColor, "cornerRadius": \.cornerRadius,
          "maskedCorners": \.maskedCorners, "cornerCurve": \.cornerCurve, "borderWidth": \.borderWidth,
          "borderColor": \.borderColor, "shadowColor": \.shadowColor, "shadowOpacity": \.shadowOpacity,
          "shadowOffset": \.shadowOffset, "shadowRadius": \.shadowRadius, "shadowPath": \.shadowPath,
          "mask": \.mask, "opaque": \.isOpaque, "doubleSided": \.isDoubleSided,
          "geometryFlipped": \.isGeometryFlipped, "allowsEdgeAntialiasing": \.allowsEdgeAntialiasing,
          "allowsGroupOpacity": \.allowsGroupOpacity, "drawsAsynchronously": \.drawsAsynchronously,
          "shouldRasterize": \.shouldRasterize, "rasterizationScale": \.rasterizationScale,
          "edgeAntialiasingMask": \.edgeAntialiasingMask, "minificationFilter": \.minificationFilter,
          "magnificationFilter": \.magnificationFilter, "actions": \.actions, "style": \.style,
          "contents": \.contents, "contentsScale": \.contentsScale, "contentsGravity": \.contentsGravity,
          "contentsCenter": \.contentsCenter, "contentsRect": \.contentsRect,
          "needsDisplayOnBoundsChange": \.needsDisplayOnBoundsChange, "sublayers": \.sublayers,
          "beginTime": \.beginTime, "timeOffset": \.timeOffset, "speed": \.speed,
        ]
      },
      readOnly: {
        [
          "superlayer": \.superlayer
        ]
      },
      reporting: ["bounds", "position"]
    )
  }
}
