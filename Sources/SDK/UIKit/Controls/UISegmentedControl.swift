import CarobFoundation
import CoreGraphics
import QuartzCore

/// A row of segments, one of which can be selected.
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
  nonisolated public static let noSegment = -1

  @MainActor
  private final class Segment {
    var title: String?
    var image: UIImage?
    var action: UIAction?
    var isEnabled = true
    let label = UILabel()
    let picture = UIImageView()
    /// The custom background image, and the divider between this segment and the next.
    let ground = UIImageView()
    let divider = UIImageView()
    /// The width that the app set, in points; 0 for none.
    var width: CGFloat = 0
    /// The width of the content with its margins.
    var wantedWidth: CGFloat {
      (title != nil ? label.intrinsicContentSize.width : image?.size.width ?? 0) + 24
    }
  }

  private var segments: [Segment] = []
  private let thumb = UIView()
  private var pressed: Int?

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public init(items: [Any]?) {
    super.init(frame: .zero)
    prepare()
    for (index, item) in (items ?? []).enumerated() {
      if let image = item as? UIImage {
        insertSegment(with: image, at: index, animated: false)
      } else {
        insertSegment(withTitle: item as? String ?? "\(item)", at: index, animated: false)
      }
    }
    sizeToFit()
  }
  public convenience init(frame: CGRect, actions: [UIAction]) {
    self.init(frame: frame)
    for (index, action) in actions.enumerated() { insertSegment(action: action, at: index, animated: false) }
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    guard thumb.superview == nil else { return }
    thumb.isUserInteractionEnabled = false
    thumb.layer.cornerRadius = 7
    thumb.layer.shadowColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    thumb.layer.shadowOpacity = 0.12
    thumb.layer.shadowRadius = 4
    thumb.layer.shadowOffset = CGSize(width: 0, height: 3)
    insertSubview(thumb, at: 0)
    backgroundColor = .tertiarySystemFill
    layer.cornerRadius = 9
    layer.cornerCurve = .continuous
    update()
  }

  open var numberOfSegments: Int { segments.count }
  private var selection = UISegmentedControl.noSegment
  /// Setting it sends nothing (E-210).
  open var selectedSegmentIndex: Int {
    get { selection }
    set {
      _kvoWill("selectedSegmentIndex", selectedSegmentIndex)
      defer { _kvoDid("selectedSegmentIndex", selectedSegmentIndex) }
      selection = segments.indices.contains(newValue) ? newValue : Self.noSegment
      update()
      setNeedsLayout()
    }
  }
  open var isMomentary = false { didSet { update() } }
  /// The segment drawn as selected: none in a momentary control, whose index is that of the last pressed
  /// segment.
  private var shownSelection: Int { isMomentary ? Self.noSegment : selection }
  /// Whether wider contents get wider segments; otherwise all without a width of their own are equal (E-989).
  open var apportionsSegmentWidthsByContent = false { didSet { changed() } }
  open var selectedSegmentTintColor: UIColor? { didSet { update() } }

  open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
    let segment = Segment()
    segment.title = title
    insert(segment, index)
  }
  open func insertSegment(with image: UIImage?, at index: Int, animated: Bool) {
    let segment = Segment()
    segment.image = image
    insert(segment, index)
  }
  open func insertSegment(action: UIAction, at index: Int, animated: Bool) {
    let segment = Segment()
    segment.title = action.title
    segment.image = action.image
    segment.action = action
    insert(segment, index)
  }
  private func insert(_ segment: Segment, _ index: Int) {
    prepare()
    segments.insert(segment, at: min(max(index, 0), segments.count))
    segment.label.textAlignment = .center
    segment.label.font = .systemFont(ofSize: 13)
    for view in [segment.ground, segment.label, segment.picture, segment.divider] { addSubview(view) }
    changed()
  }
  open func removeSegment(at index: Int, animated: Bool) {
    guard segments.indices.contains(index) else { return }
    let segment = segments.remove(at: index)
    for view in [segment.ground, segment.label, segment.picture, segment.divider] {
      view.removeFromSuperview()
    }
    if selection >= segments.count { selection = Self.noSegment }
    changed()
  }
  open func removeAllSegments() {
    while !segments.isEmpty { removeSegment(at: 0, animated: false) }
  }
  open func setTitle(_ title: String?, forSegmentAt index: Int) {
    segments[index].title = title
    segments[index].image = nil
    changed()
  }
  open func titleForSegment(at index: Int) -> String? { segments[index].title }
  open func setImage(_ image: UIImage?, forSegmentAt index: Int) {
    segments[index].image = image
    segments[index].title = nil
    changed()
  }
  open func imageForSegment(at index: Int) -> UIImage? { segments[index].image }
  open func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {
    segments[index].isEnabled = enabled
    update()
  }
  open func isEnabledForSegment(at index: Int) -> Bool { segments[index].isEnabled }
  /// Sets the width in points; 0 lets the control choose it (E-989).
  open func setWidth(_ width: CGFloat, forSegmentAt index: Int) {
    segments[index].width = max(0, width)
    changed()
  }
  open func widthForSegment(at index: Int) -> CGFloat { segments[index].width }
  var titleAttributes: [UInt: [NSAttributedString.Key: Any]] = [:] { didSet { update() } }
  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    titleAttributes[state.rawValue] = attributes
  }
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    titleAttributes[state.rawValue]
  }

  // MARK: Custom images in place of thumb and background

  private struct DividerKey: Hashable {
    let left: UInt
    let right: UInt
    let metrics: UIBarMetrics
  }
  private var backgroundImages: [UInt: [UIBarMetrics: UIImage]] = [:] { didSet { picturesChanged() } }
  private var dividerImages: [DividerKey: UIImage] = [:] { didSet { picturesChanged() } }
  private func picturesChanged() {
    backgroundColor = backgroundImages.values.allSatisfy(\.isEmpty) ? .tertiarySystemFill : .clear
    update()
    setNeedsLayout()
  }
  /// Sets the background of segments in a state. States without an image use that of the normal state.
  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) { backgroundImages[state.rawValue, default: [:]][barMetrics] = backgroundImage }
  open func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
    backgroundImages[state.rawValue]?[barMetrics]
  }
  /// Sets the divider between two segments in these states. Others use the divider for two normal segments.
  open func setDividerImage(
    _ dividerImage: UIImage?, forLeftSegmentState leftState: UIControl.State,
    rightSegmentState rightState: UIControl.State, barMetrics: UIBarMetrics
  ) {
    dividerImages[DividerKey(left: leftState.rawValue, right: rightState.rawValue, metrics: barMetrics)] =
      dividerImage
  }
  open func dividerImage(
    forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State,
    barMetrics: UIBarMetrics
  ) -> UIImage? {
    dividerImages[DividerKey(left: leftState.rawValue, right: rightState.rawValue, metrics: barMetrics)]
  }
  private func state(ofSegment index: Int) -> UIControl.State {
    if !isEnabled || !segments[index].isEnabled { return .disabled }
    if index == shownSelection { return .selected }
    return index == pressed ? .highlighted : .normal
  }
  private func showPictures() {
    for (index, segment) in segments.enumerated() {
      let state = state(ofSegment: index)
      segment.ground.image =
        backgroundImages.isEmpty
        ? nil
        : backgroundImage(for: state, barMetrics: .default)
          ?? backgroundImage(for: .normal, barMetrics: .default)
      guard index + 1 < segments.count, !dividerImages.isEmpty else {
        segment.divider.image = nil
        continue
      }
      segment.divider.image =
        dividerImage(
          forLeftSegmentState: state, rightSegmentState: self.state(ofSegment: index + 1),
          barMetrics: .default)
        ?? dividerImage(forLeftSegmentState: .normal, rightSegmentState: .normal, barMetrics: .default)
    }
  }

  private func changed() {
    invalidateIntrinsicContentSize()
    update()
    setNeedsLayout()
  }

  private func update() {
    thumb.backgroundColor =
      selectedSegmentTintColor
      ?? UIColor { traits in
        traits.userInterfaceStyle == .dark ? UIColor(red: 0.388, green: 0.388, blue: 0.4, alpha: 1) : .white
      }
    let hasGround = !backgroundImages.values.allSatisfy(\.isEmpty)
    thumb.isHidden = shownSelection == Self.noSegment || hasGround
    showPictures()
    for (index, segment) in segments.enumerated() {
      let isChosen = index == shownSelection
      segment.label.text = segment.title
      segment.label.font = .systemFont(ofSize: 13, weight: isChosen ? .semibold : .regular)
      segment.label.textColor = isEnabled && segment.isEnabled ? .label : .tertiaryLabel
      let attributes = titleAttributes[isChosen ? UIControl.State.selected.rawValue : 0] ?? titleAttributes[0]
      if let color = attributes?[.foregroundColor] as? UIColor { segment.label.textColor = color }
      if let font = attributes?[.font] as? UIFont { segment.label.font = font }
      segment.label.alpha = pressed == index && !isChosen ? 0.4 : 1
      segment.picture.image = segment.image
    }
  }

  override func stateChanged() { update() }
  override func colorsMayHaveChanged() { update() }

  open override var intrinsicContentSize: CGSize {
    let widest = segments.map(\.wantedWidth).max() ?? 0
    let width = segments.reduce(0) { sum, segment in
      sum
        + (segment.width > 0
          ? segment.width : apportionsSegmentWidthsByContent ? segment.wantedWidth : widest)
    }
    return CGSize(width: width, height: 32)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  private func frame(ofSegment index: Int) -> CGRect {
    let widths = widths
    return CGRect(
      x: widths[..<index].reduce(0, +), y: 0, width: widths[index], height: bounds.height)
  }

  // E-989
  /// The widths of all segments: those that the app set, and the rest of the control for the others, equally
  /// or in proportion to their contents.
  private var widths: [CGFloat] {
    let rest = max(0, bounds.width - segments.reduce(0) { $0 + $1.width })
    let free = segments.filter { $0.width == 0 }
    let wanted = free.reduce(0) { $0 + $1.wantedWidth }
    return segments.map { segment in
      if segment.width > 0 { return segment.width }
      return apportionsSegmentWidthsByContent && wanted > 0
        ? rest * segment.wantedWidth / wanted : rest / CGFloat(free.count)
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    for (index, segment) in segments.enumerated() {
      let frame = frame(ofSegment: index)
      segment.label.frame = frame.insetBy(dx: 4, dy: 0)
      let size = segment.image?.size ?? .zero
      segment.picture.frame = CGRect(
        x: frame.midX - size.width / 2, y: frame.midY - size.height / 2, width: size.width,
        height: size.height)
      segment.ground.frame = frame
      let width = segment.divider.image?.size.width ?? 0
      segment.divider.frame = CGRect(x: frame.maxX - width / 2, y: 0, width: width, height: bounds.height)
    }
    if shownSelection != Self.noSegment {
      thumb.frame = frame(ofSegment: shownSelection).insetBy(dx: 2, dy: 2)
    }
  }

  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { Self.isSingleTap(recognizer) }

  // MARK: Tracking: the selection changes when the touch ends over another segment (E-216)

  func segment(at point: CGPoint) -> Int? {
    guard !segments.isEmpty, bounds.contains(point) else { return nil }
    let index = segments.indices.first { frame(ofSegment: $0).maxX > point.x }
    return index.flatMap { segments[$0].isEnabled ? $0 : nil }
  }

  open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    pressed = segment(at: touch.location(in: self))
    update()
    return true
  }
  open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
    pressed = segment(at: touch.location(in: self))
    update()
    return true
  }
  open override func cancelTracking(with event: UIEvent?) {
    pressed = nil
    update()
  }
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    let chosen = pressed
    pressed = nil
    if inside, let chosen, chosen != selection || isMomentary {
      UIView.animate(withDuration: 0.25, delay: 0, options: [.internalTransition]) {
        self.selectedSegmentIndex = chosen
        self.layoutIfNeeded()
      }
      send(.valueChanged, event)
      if let action = segments.indices.contains(chosen) ? segments[chosen].action : nil {
        Journal.deliverRegistered(
          .action, "{}", from: self, category: .user, site: action.site.text,
          detail: [("action", action.title)]
        ) { action.perform(sender: self) }
      }
    }
    // E-216: no touchUpInside.
    update()
    if !inside { super.touchEnded(inside: false, event) }
  }

  override var defaultIsAccessibilityElement: Bool { false }
  override var syntheticElements: [SyntheticElement] {
    segments.enumerated().map { index, segment in
      SyntheticElement(
        label: segment.title ?? segment.image?.accessibilityNameForScripts, identifier: nil, value: nil,
        frame: layer.convert(frame(ofSegment: index), to: nil), isEnabled: isEnabled && segment.isEnabled,
        isSelected: index == shownSelection, className: "UISegment")
    }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UISegmentedControl.self,
      {
        [
          "selectedSegmentIndex": \.selectedSegmentIndex, "momentary": \.isMomentary,
          "apportionsSegmentWidthsByContent": \.apportionsSegmentWidthsByContent,
          "selectedSegmentTintColor": \.selectedSegmentTintColor,
        ]
      },
      readOnly: {
        [
          "numberOfSegments": \.numberOfSegments
        ]
      },
      reporting: ["selectedSegmentIndex"]
    )
  }
}
