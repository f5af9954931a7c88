import CarobFoundation
import CoreGraphics
import QuartzCore

/// A control that selects a value from a range by dragging a thumb.
@preconcurrency @MainActor
open class UISlider: UIControl {
  private let leftTrack = UIView()
  private let rightTrack = UIView()
  private let thumb = UIView()
  private var grabOffset: CGFloat = 0

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    guard thumb.superview == nil else { return }
    for view in [rightTrack, leftTrack, thumb] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    thumb.layer.shadowColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    thumb.layer.shadowOpacity = 0.15
    thumb.layer.shadowRadius = 6
    thumb.layer.shadowOffset = CGSize(width: 0, height: 3)
    update()
  }

  private var storage: Float = 0
  open var value: Float {
    get { storage }
    set {
      _kvoWill("value", value)
      defer { _kvoDid("value", value) }
      setValue(newValue, animated: false)
    }
  }
  open var minimumValue: Float = 0 { didSet { setValue(storage, animated: false) } }
  open var maximumValue: Float = 1 { didSet { setValue(storage, animated: false) } }
  open var isContinuous = true
  open var minimumTrackTintColor: UIColor? { didSet { update() } }
  open var maximumTrackTintColor: UIColor? { didSet { update() } }
  open var thumbTintColor: UIColor? { didSet { update() } }
  /// Images beside the ends of the track. They shorten the track.
  open var minimumValueImage: UIImage? { didSet { imagesChanged() } }
  open var maximumValueImage: UIImage? { didSet { imagesChanged() } }
  private let leftImage = UIImageView()
  private let rightImage = UIImageView()

  private func imagesChanged() {
    for (view, image) in [(leftImage, minimumValueImage), (rightImage, maximumValueImage)] {
      view.image = image
      if image == nil { view.removeFromSuperview() } else if view.superview == nil { addSubview(view) }
    }
    setNeedsLayout()
  }
  // MARK: Images for states

  private var thumbImages: [UInt: UIImage] = [:]
  private var minimumTrackImages: [UInt: UIImage] = [:]
  private var maximumTrackImages: [UInt: UIImage] = [:]
  private let thumbPicture = UIImageView()
  private let leftPicture = UIImageView()
  private let rightPicture = UIImageView()

  open func setThumbImage(_ image: UIImage?, for state: UIControl.State) {
    thumbImages[state.rawValue] = image
    update()
  }
  open func setMinimumTrackImage(_ image: UIImage?, for state: UIControl.State) {
    minimumTrackImages[state.rawValue] = image
    update()
  }
  open func setMaximumTrackImage(_ image: UIImage?, for state: UIControl.State) {
    maximumTrackImages[state.rawValue] = image
    update()
  }
  open func thumbImage(for state: UIControl.State) -> UIImage? { thumbImages[state.rawValue] }
  open func minimumTrackImage(for state: UIControl.State) -> UIImage? { minimumTrackImages[state.rawValue] }
  open func maximumTrackImage(for state: UIControl.State) -> UIImage? { maximumTrackImages[state.rawValue] }
  /// The images for the current state, else those for the normal state.
  open var currentThumbImage: UIImage? { image(thumbImages) }
  open var currentMinimumTrackImage: UIImage? { image(minimumTrackImages) }
  open var currentMaximumTrackImage: UIImage? { image(maximumTrackImages) }
  private func image(_ images: [UInt: UIImage]) -> UIImage? {
    images.isEmpty ? nil : images[state.rawValue] ?? images[UIControl.State.normal.rawValue]
  }

  /// Shows an image in place of a part's default appearance.
  private func show(_ image: UIImage?, _ picture: UIImageView, in part: UIView) {
    picture.image = image
    if image == nil {
      picture.removeFromSuperview()
    } else if picture.superview == nil {
      part.addSubview(picture)
    }
    if image != nil { part.backgroundColor = .clear }
  }
  private func showImages() {
    guard
      !thumbImages.isEmpty || !minimumTrackImages.isEmpty || !maximumTrackImages.isEmpty
        || thumbPicture.superview != nil || leftPicture.superview != nil || rightPicture.superview != nil
    else { return }
    show(currentThumbImage, thumbPicture, in: thumb)
    show(currentMinimumTrackImage, leftPicture, in: leftTrack)
    show(currentMaximumTrackImage, rightPicture, in: rightTrack)
    thumb.layer.shadowOpacity = currentThumbImage == nil ? 0.15 : 0
    leftTrack.clipsToBounds = currentMinimumTrackImage != nil
  }

  /// Sends nothing (E-210).
  open func setValue(_ value: Float, animated: Bool) {
    storage = min(max(value, minimumValue), max(minimumValue, maximumValue))
    setNeedsLayout()
    if animated {
      UIView.animate(
        withDuration: 0.25, delay: 0, options: [.internalTransition], animations: { self.layoutIfNeeded() })
    }
  }

  private func update() {
    leftTrack.backgroundColor = minimumTrackTintColor ?? tintColor
    rightTrack.backgroundColor = maximumTrackTintColor ?? .tertiarySystemFill
    thumb.backgroundColor = thumbTintColor ?? .white
    showImages()
    alpha = isEnabled ? 1 : 0.5
    setNeedsLayout()
  }
  override func stateChanged() { update() }
  override func colorsMayHaveChanged() { update() }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  private static let plainThumb = CGSize(width: 28, height: 28)
  private var thumbSize: CGSize { currentThumbImage?.size ?? Self.plainThumb }
  private var fraction: CGFloat {
    maximumValue > minimumValue ? CGFloat((storage - minimumValue) / (maximumValue - minimumValue)) : 0
  }
  open func minimumValueImageRect(forBounds bounds: CGRect) -> CGRect {
    guard let size = minimumValueImage?.size else { return .zero }
    return CGRect(origin: CGPoint(x: bounds.minX, y: bounds.midY - size.height / 2), size: size)
  }
  open func maximumValueImageRect(forBounds bounds: CGRect) -> CGRect {
    guard let size = maximumValueImage?.size else { return .zero }
    return CGRect(origin: CGPoint(x: bounds.maxX - size.width, y: bounds.midY - size.height / 2), size: size)
  }
  /// The area in which the thumb can move: between the images.
  private func room(_ bounds: CGRect) -> CGRect {
    let left = minimumValueImage.map { $0.size.width + Self.imageGap } ?? 0
    let right = maximumValueImage.map { $0.size.width + Self.imageGap } ?? 0
    return CGRect(
      x: bounds.minX + left, y: bounds.minY, width: max(0, bounds.width - left - right), height: bounds.height
    )
  }
  private static let imageGap: CGFloat = 7
  open func trackRect(forBounds bounds: CGRect) -> CGRect {
    let room = room(bounds)
    let height = max(currentMinimumTrackImage?.size.height ?? 0, currentMaximumTrackImage?.size.height ?? 0)
    let thickness = height > 0 ? height : 4
    return CGRect(
      x: room.minX + 2, y: room.midY - thickness / 2, width: max(0, room.width - 4), height: thickness)
  }
  open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
    let fraction =
      maximumValue > minimumValue ? CGFloat((value - minimumValue) / (maximumValue - minimumValue)) : 0
    // The track ends two points before the thumb's outermost edges.
    let size = thumbSize
    let x = rect.minX - 2 + fraction * (rect.width + 4 - size.width)
    return CGRect(x: x, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
  }

  private var askedTrack: CGRect { askedRect("trackRect(forBounds:)") { trackRect(forBounds: bounds) } }
  private func askedThumb(_ track: CGRect) -> CGRect {
    askedRect("thumbRect(forBounds:trackRect:value:)") {
      thumbRect(forBounds: bounds, trackRect: track, value: storage)
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let track = askedTrack
    let place = askedThumb(track)
    rightTrack.frame = track
    rightTrack.layer.cornerRadius = currentMaximumTrackImage == nil ? 2 : 0
    leftTrack.frame = CGRect(
      x: track.minX, y: track.minY, width: max(0, place.midX - track.minX), height: track.height)
    leftTrack.layer.cornerRadius = currentMinimumTrackImage == nil ? 2 : 0
    leftImage.frame = askedRect("minimumValueImageRect(forBounds:)") {
      minimumValueImageRect(forBounds: bounds)
    }
    rightImage.frame = askedRect("maximumValueImageRect(forBounds:)") {
      maximumValueImageRect(forBounds: bounds)
    }
    thumb.frame = place
    thumb.layer.cornerRadius = currentThumbImage == nil ? Self.plainThumb.width / 2 : 0
    thumbPicture.frame = thumb.bounds
    rightPicture.frame = rightTrack.bounds
    leftPicture.frame = leftTrack.bounds
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 34) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 34) }

  // MARK: Tracking (E-217: the value is already updated when valueChanged is sent)

  override func owns(_ recognizer: UIGestureRecognizer) -> Bool {
    // The slider handles pans along the track; a list may scroll across it.
    if let swipe = recognizer as? UISwipeGestureRecognizer {
      return !swipe.direction.isDisjoint(with: [.left, .right])
    }
    guard let pan = recognizer as? UIPanGestureRecognizer else { return false }
    let move = pan.translation(in: self)
    return abs(move.x) > abs(move.y)
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let place = askedThumb(askedTrack)
    let x = touch.location(in: self).x
    guard place.insetBy(dx: -10, dy: -20).contains(touch.location(in: self)) else { return false }
    grabOffset = x - place.midX
    return true
  }

  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    let track = askedTrack
    let x = touch.location(in: self).x - grabOffset - thumbSize.width / 2 - (track.minX - 2)
    let range = max(1, track.width + 4 - thumbSize.width)
    let new = minimumValue + Float(min(max(x / range, 0), 1)) * (maximumValue - minimumValue)
    guard new != storage else { return true }
    storage = new
    setNeedsLayout()
    if isContinuous { send(.valueChanged, event) }
    return true
  }

  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    if !isContinuous { send(.valueChanged, event) }
    super.touchEnded(inside: inside, event)
  }

  // E-834: a tenth of the range.
  open override func accessibilityIncrement() { adjust(by: 0.1) }
  open override func accessibilityDecrement() { adjust(by: -0.1) }
  private func adjust(by part: Float) {
    let old = storage
    setValue(storage + part * (maximumValue - minimumValue), animated: false)
    if storage != old { send(.valueChanged, nil) }
  }

  override var defaultAccessibilityValue: String? { "\(Int((fraction * 100).rounded()))%" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.adjustable)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISlider.self,
      {
        [
          "value": \.value, "minimumValue": \.minimumValue, "maximumValue": \.maximumValue,
          "continuous": \.isContinuous, "minimumTrackTintColor": \.minimumTrackTintColor,
          "maximumTrackTintColor": \.maximumTrackTintColor, "thumbTintColor": \.thumbTintColor,
          "minimumValueImage": \.minimumValueImage, "maximumValueImage": \.maximumValueImage,
        ]
      },
      reporting: ["value"]
    )
  }
}
