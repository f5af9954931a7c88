@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A control with a title and an image that the user taps.
@preconcurrency @MainActor
open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable {
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, plain, close
    public static let roundedRect = ButtonType.system
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    setType(type)
  }
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(frame: .zero)
    setType(type, primaryAction)
  }
  func setType(_ type: ButtonType, _ primaryAction: UIAction?) {
    setType(type)
    if let primaryAction {
      setTitle(primaryAction.title, for: .normal)
      setImage(primaryAction.image, for: .normal)
      addAction(primaryAction, for: .primaryActionTriggered)
    }
  }
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero)
    setUp(configuration, primaryAction)
  }
  func setUp(_ configuration: Configuration, _ primaryAction: UIAction?) {
    setType(.system)
    self.configuration = configuration
    if let primaryAction {
      if self.configuration?.title == nil { self.configuration?.title = primaryAction.title }
      if self.configuration?.image == nil { self.configuration?.image = primaryAction.image }
      addAction(primaryAction, for: .primaryActionTriggered)
    }
    configurationChanged()
  }
  /// Creates a system button with an image that sends `action` when tapped.
  public class func systemButton(with image: UIImage, target: Any?, action: Selector?) -> Self {
    let button = Self(frame: .zero)
    button.setType(.system)
    button.setImage(image, for: .normal)
    if let action { button.addTarget(target, action: action, for: .touchUpInside) }
    return button
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.finishButton(self)
  }

  private func prepare() {
    label.isUserInteractionEnabled = false
    picture.isUserInteractionEnabled = false
    background.isUserInteractionEnabled = false
    addSubview(background)
    addSubview(picture)
    addSubview(label)
    subLabel.isUserInteractionEnabled = false
    subLabel.isHidden = true
    addSubview(subLabel)
    label.shadowOffset = .zero
    label.textAlignment = .center
    label.lineBreakMode = .byTruncatingMiddle
    update()
  }

  open private(set) var buttonType = ButtonType.custom
  func setType(_ type: ButtonType) {
    buttonType = type
    switch type {
    case .detailDisclosure, .infoLight, .infoDark: setImage(UIImage(systemName: "info.circle"), for: .normal)
    case .contactAdd: setImage(UIImage(systemName: "plus.circle"), for: .normal)
    case .close: setImage(UIImage(systemName: "xmark.circle.fill"), for: .normal)
    default: break
    }
    if type != .custom { label.font = .systemFont(ofSize: 15) }
    update()
  }

  private let label = UILabel()
  private let picture = UIImageView()
  private let background = UIImageView()
  private let subLabel = UILabel()
  private var glow: UIView?
  open var titleLabel: UILabel? { label }
  open var imageView: UIImageView? { picture }
  /// The label below the title, for a configuration's subtitle.
  open var subtitleLabel: UILabel? { subLabel }

  // MARK: Content by state

  private var titles: [UInt: String] = [:]
  private var attributedTitles: [UInt: NSAttributedString] = [:]
  private var titleColors: [UInt: UIColor] = [:]
  private var titleShadowColors: [UInt: UIColor] = [:]
  private var images: [UInt: UIImage] = [:]
  private var backgroundImages: [UInt: UIImage] = [:]

  open func setTitle(_ title: String?, for state: State) {
    titles[state.rawValue] = title
    contentChanged()
  }
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state.rawValue] = title
    contentChanged()
  }
  open func setTitleColor(_ color: UIColor?, for state: State) {
    titleColors[state.rawValue] = color
    update()
  }
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    titleShadowColors[state.rawValue] = color
    update()
  }
  open func setImage(_ image: UIImage?, for state: State) {
    images[state.rawValue] = image
    contentChanged()
  }
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    backgroundImages[state.rawValue] = image
    contentChanged()
  }
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
  ) {
    picture.preferredSymbolConfiguration = configuration
  }
  open func title(for state: State) -> String? { value(titles, state) }
  open func attributedTitle(for state: State) -> NSAttributedString? { value(attributedTitles, state) }
  open func titleColor(for state: State) -> UIColor? { value(titleColors, state) }
  open func titleShadowColor(for state: State) -> UIColor? { value(titleShadowColors, state) }
  open func image(for state: State) -> UIImage? { value(images, state) }
  open func backgroundImage(for state: State) -> UIImage? { value(backgroundImages, state) }
  private func value<T>(_ table: [UInt: T], _ state: State) -> T? { table[state.rawValue] ?? table[0] }

  open var currentTitle: String? { configuration?.title ?? title(for: state) }
  open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  open var currentTitleColor: UIColor { titleColor(for: state) ?? defaultTitleColor }
  open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
  open var currentImage: UIImage? { configuration?.image ?? image(for: state) }
  open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
  /// What the button means in its screen. A destructive one with a configuration is red (E-979).
  open var role = Role.normal { didSet { if oldValue != role { colorsMayHaveChanged() } } }
  public enum Role: Int, Sendable { case normal, primary, cancel, destructive }

  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { contentChanged() } }
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var adjustsImageWhenHighlighted = true
  open var adjustsImageWhenDisabled = true
  /// Whether a button without a configuration glows while it is pressed (E-980).
  open var showsTouchWhenHighlighted = false { didSet { update() } }
  /// Whether the title's shadow changes sides while a button without a configuration is pressed (E-980).
  open var reversesTitleShadowWhenHighlighted = false {
    didSet { if oldValue != reversesTitleShadowWhenHighlighted { update() } }
  }
  private var isShadowReversed = false
  open var menu: UIMenu? { didSet { menuChanged() } }
  /// E-648: the long press that opens the menu of a button that also has a primary action.
  private lazy var menuPress = MenuPress(self) { [weakSelf = ZeroingElement(self)] in
    weakSelf.object?.openMenu(nil)
  }
  override func menuChanged() {
    if menu != nil, !showsMenuAsPrimaryAction {
      menuPress.isEnabled = true
    } else if hasMenuPress {
      menuPress.isEnabled = false
    }
  }
  private var hasMenuPress: Bool { gestureRecognizers?.contains { $0 is ContextPress } ?? false }
  /// The sender of the menu's actions.
  var menuSender: AnyObject { self }
  open var changesSelectionAsPrimaryAction = false
  /// Whether the configuration's look follows the state; without it, only the app's handler changes it
  /// (E-981).
  open var automaticallyUpdatesConfiguration = true {
    didSet { if oldValue != automaticallyUpdatesConfiguration { configurationChanged() } }
  }
  /// The parts of the state that the configuration's look follows.
  private var followsState: Bool { configuration == nil || automaticallyUpdatesConfiguration }
  var looksEnabled: Bool { isEnabled || !followsState }
  var looksHighlighted: Bool { isHighlighted && followsState }
  open var configurationUpdateHandler: ((UIButton) -> Void)?
  override var defaultLargeContentImage: UIImage? { currentImage }
  open func setNeedsUpdateConfiguration() { updateConfiguration() }
  open func updateConfiguration() {
    isUpdatingConfiguration = true
    configurationUpdateHandler?(self)
    isUpdatingConfiguration = false
    configurationChanged()
  }
  /// Changes that the handler makes are applied after it returns.
  private var isUpdatingConfiguration = false
  open var isPointerInteractionEnabled = false

  open var configuration: Configuration? {
    didSet { if !isUpdatingConfiguration { configurationChanged() } }
  }

  private var defaultTitleColor: UIColor {
    if let color = configuration?.effectiveForeground(tint: shownTint, role: role) { return color }
    switch buttonType {
    case .custom: return .white
    default: return isEnabled ? tintColor : .tertiaryLabel
    }
  }

  // MARK: Appearance

  private func contentChanged() {
    invalidateIntrinsicContentSize()
    update()
    setNeedsLayout()
  }

  private func configurationChanged() {
    if let configuration {
      label.font = configuration.titleFont(traitCollection)
      label.numberOfLines = 0
      label.textAlignment = configuration.textAlignment
      configuration.background.apply(to: background, of: self)
    } else {
      UIBackgroundConfiguration.clear(background)
      label.textAlignment = .center
    }
    contentChanged()
  }

  override func stateChanged() {
    if configuration != nil || configurationUpdateHandler != nil { updateConfiguration() } else { update() }
  }

  private func update() {
    let color = looksEnabled ? currentTitleColor : .tertiaryLabel
    if let styled = configuration?.styledTitle(currentTitle, color: color, traits: traitCollection) {
      label.attributedText = styled
    } else if let attributed = currentAttributedTitle {
      label.attributedText = attributed
    } else {
      label.text = currentTitle
      label.textColor =
        looksEnabled || titleColors[State.disabled.rawValue] != nil ? currentTitleColor : .tertiaryLabel
    }
    updateSubtitle(color)
    updateShadow()
    picture.image = shownImage
    updateIndicator()
    if let color = configuration?.effectiveForeground(tint: shownTint, role: role) {
      picture.tintColor = looksEnabled ? color : .tertiaryLabel
    }
    background.image = configuration?.background.image ?? currentBackgroundImage
    // A system button dims its content while it is pressed.
    let dimmed = looksHighlighted && (buttonType != .custom || configuration != nil)
    label.alpha = dimmed && titleColors[State.highlighted.rawValue] == nil ? 0.3 : 1
    subLabel.alpha = label.alpha
    picture.alpha =
      looksHighlighted && adjustsImageWhenHighlighted
      ? 0.5 : (looksEnabled || !adjustsImageWhenDisabled ? 1 : 0.5)
    updateGlow()
  }

  /// The tint colour of the configuration's parts.
  var shownTint: UIColor { configuration != nil && role == .destructive ? .systemRed : tintColor }

  // E-982
  private func updateSubtitle(_ color: UIColor) {
    let text = configuration?.subtitle ?? ""
    subLabel.isHidden = text.isEmpty
    guard let configuration, !text.isEmpty else {
      subLabel.text = nil
      return
    }
    subLabel.text = text
    subLabel.font = .preferredFont(forTextStyle: .footnote, compatibleWith: traitCollection)
    subLabel.textColor = color
    subLabel.numberOfLines = 0
    subLabel.textAlignment = configuration.textAlignment
  }

  // E-980
  private func updateShadow() {
    if !titleShadowColors.isEmpty { label.shadowColor = currentTitleShadowColor }
    let reverses = reversesTitleShadowWhenHighlighted && isHighlighted && configuration == nil
    guard reverses != isShadowReversed else { return }
    isShadowReversed = reverses
    label.shadowOffset = CGSize(width: -label.shadowOffset.width, height: -label.shadowOffset.height)
  }

  private func updateGlow() {
    guard showsTouchWhenHighlighted, isHighlighted, configuration == nil else {
      glow?.isHidden = true
      return
    }
    let light = glow ?? UIView(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
    if glow == nil {
      glow = light
      light.isUserInteractionEnabled = false
      light.backgroundColor = UIColor(white: 1, alpha: 0.6)
      light.layer.cornerRadius = 22
      light.layer.shadowColor = UIColor.white.cgColor
      (light.layer.shadowOpacity, light.layer.shadowRadius) = (1, 22)
      light.layer.shadowOffset = .zero
      insertSubview(light, aboveSubview: background)
    }
    light.isHidden = false
    light.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  /// E-602: an activity indicator replaces the image.
  private var shownImage: UIImage? {
    guard configuration?.showsActivityIndicator != true, let image = currentImage else { return nil }
    // E-1011
    guard let preferred = configuration?.preferredSymbolConfigurationForImage else { return image }
    return image.applyingSymbolConfiguration(preferred.applying(image.symbolConfiguration)) ?? image
  }
  private var indicator: UIActivityIndicatorView?
  private var pictureSize: CGSize { indicator?.intrinsicContentSize ?? shownImage?.size ?? .zero }

  private func updateIndicator() {
    guard let configuration, configuration.showsActivityIndicator else {
      indicator?.removeFromSuperview()
      indicator = nil
      return
    }
    let wheel = indicator ?? UIActivityIndicatorView(style: .medium)
    if indicator == nil {
      indicator = wheel
      wheel.isUserInteractionEnabled = false
      addSubview(wheel)
      wheel.startAnimating()
    }
    let color = configuration.effectiveForeground(tint: shownTint, role: role) ?? tintColor ?? .label
    wheel.color =
      looksEnabled
      ? configuration.activityIndicatorColorTransformer?.transform(color) ?? color : .tertiaryLabel
  }

  override func colorsMayHaveChanged() {
    if configuration != nil { configurationChanged() } else { update() }
  }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    colorsMayHaveChanged()
  }

  // E-970.4
  override func textSizeMayHaveChanged() {
    if let configuration, label.font != configuration.titleFont(traitCollection) {
      configurationChanged()
    } else if label.adjustsFontForContentSizeCategory {
      label.textSizeMayHaveChanged()
      contentChanged()
    }
  }

  // MARK: Layout

  private var insets: UIEdgeInsets {
    if let configuration {
      let c = configuration.contentInsets
      return UIEdgeInsets(top: c.top, left: c.leading, bottom: c.bottom, right: c.trailing)
    }
    return contentEdgeInsets
  }
  private var imagePadding: CGFloat { configuration?.imagePadding ?? 0 }

  open override var intrinsicContentSize: CGSize {
    let text = textSize(
      label.text?.isEmpty == false ? label.intrinsicContentSize : .zero, subLabel.intrinsicContentSize)
    let image = pictureSize
    let gap = text.width > 0 && image.width > 0 ? imagePadding : 0
    var size: CGSize
    if configuration?.imagePlacement == .top || configuration?.imagePlacement == .bottom {
      size = CGSize(width: max(text.width, image.width), height: text.height + gap + image.height)
    } else {
      size = CGSize(width: text.width + gap + image.width, height: max(text.height, image.height))
    }
    let i = insets
    size.width += i.left + i.right
    size.height += i.top + i.bottom
    // A system button without insets has the platform's padding above and below its title.
    if configuration == nil, i == .zero, text.width > 0 {
      size.height += 12
      size.width = max(size.width, 30)
    }
    if let image = currentBackgroundImage, text == .zero { size = image.size }
    return size
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: insets) }
  open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect {
    moved(split(arrange(contentRect).title).title, titleEdgeInsets, room: contentRect.size)
  }
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect {
    moved(arrange(contentRect).image, imageEdgeInsets, room: contentRect.size)
  }

  /// Applies edge insets to a part. They move it, by half their difference if it is centred, and shrink it
  /// only if there is not enough room.
  private func moved(_ rect: CGRect, _ insets: UIEdgeInsets, room: CGSize) -> CGRect {
    guard insets != .zero else { return rect }
    var rect = rect
    switch contentHorizontalAlignment {
    case .left, .leading: rect.origin.x += insets.left
    case .right, .trailing: rect.origin.x -= insets.right
    default: rect.origin.x += (insets.left - insets.right) / 2
    }
    switch contentVerticalAlignment {
    case .top: rect.origin.y += insets.top
    case .bottom: rect.origin.y -= insets.bottom
    default: rect.origin.y += (insets.top - insets.bottom) / 2
    }
    let width = max(0, room.width - insets.left - insets.right)
    let height = max(0, room.height - insets.top - insets.bottom)
    if rect.width > width { rect = rect.insetBy(dx: (rect.width - width) / 2, dy: 0) }
    if rect.height > height { rect = rect.insetBy(dx: 0, dy: (rect.height - height) / 2) }
    return rect
  }

  // E-982: the subtitle is below the title, as far away as the padding says.
  private func textSize(_ title: CGSize, _ subtitle: CGSize) -> CGSize {
    guard let configuration, !subLabel.isHidden else { return title }
    let gap = title.height > 0 ? configuration.titlePadding : 0
    return CGSize(
      width: max(title.width, subtitle.width), height: title.height + gap + subtitle.height)
  }
  /// The frames of title and subtitle within the frame of both.
  private func split(_ text: CGRect) -> (title: CGRect, subtitle: CGRect) {
    guard let configuration, !subLabel.isHidden else { return (text, .zero) }
    let title = label.text?.isEmpty == false ? label.sizeThatFits(text.size) : .zero
    let subtitle = subLabel.sizeThatFits(text.size)
    func part(_ size: CGSize, _ y: CGFloat) -> CGRect {
      let width = min(size.width, text.width)
      let slack = text.width - width
      let x =
        switch configuration.textAlignment {
        case .left: text.minX
        case .right: text.minX + slack
        default: text.minX + slack / 2
        }
      return CGRect(x: x, y: y, width: width, height: size.height)
    }
    return (part(title, text.minY), part(subtitle, text.maxY - subtitle.height))
  }

  private func arrange(_ content: CGRect) -> (title: CGRect, image: CGRect) {
    var text = textSize(
      label.text?.isEmpty == false ? label.sizeThatFits(content.size) : .zero,
      subLabel.sizeThatFits(content.size))
    let image = pictureSize
    let gap = text.width > 0 && image.width > 0 ? imagePadding : 0
    text.width = min(text.width, max(0, content.width - image.width - gap))
    text.height = min(text.height, content.height)
    let placement = configuration?.imagePlacement ?? .leading
    if placement == .top || placement == .bottom {
      let height = text.height + gap + image.height
      var y = content.minY + (content.height - height) / 2
      let imageFirst = placement == .top
      let first = imageFirst ? image : text
      let second = imageFirst ? text : image
      let a = CGRect(x: content.midX - first.width / 2, y: y, width: first.width, height: first.height)
      y += first.height + gap
      let b = CGRect(x: content.midX - second.width / 2, y: y, width: second.width, height: second.height)
      return imageFirst ? (b, a) : (a, b)
    }
    let width = text.width + gap + image.width
    var x: CGFloat
    switch contentHorizontalAlignment {
    case .left, .leading, .fill: x = content.minX
    case .right, .trailing: x = content.maxX - width
    case .center: x = content.minX + (content.width - width) / 2
    }
    func top(_ height: CGFloat) -> CGFloat {
      switch contentVerticalAlignment {
      case .top: return content.minY
      case .bottom: return content.maxY - height
      case .center, .fill: return content.minY + (content.height - height) / 2
      }
    }
    let imageFirst = placement != .trailing
    let imageX = imageFirst ? x : x + text.width + gap
    if imageFirst { x += image.width + gap }
    return (
      CGRect(x: x, y: top(text.height), width: text.width, height: text.height),
      CGRect(x: imageX, y: top(image.height), width: image.width, height: image.height)
    )
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let content = askedRect("contentRect(forBounds:)") { contentRect(forBounds: bounds) }
    if let configuration {
      configuration.background.place(background, configuration.cornerStyle, of: self)
    } else {
      background.frame = askedRect("backgroundRect(forBounds:)") { backgroundRect(forBounds: bounds) }
    }
    label.frame = askedRect("titleRect(forContentRect:)") { titleRect(forContentRect: content) }
    if !subLabel.isHidden { subLabel.frame = split(arrange(content).title).subtitle }
    glow?.center = CGPoint(x: bounds.midX, y: bounds.midY)
    picture.frame = askedRect("imageRect(forContentRect:)") { imageRect(forContentRect: content) }
    indicator?.frame = picture.frame
  }

  override func owns(_ recognizer: UIGestureRecognizer) -> Bool { Self.isSingleTap(recognizer) }

  /// E-220: touchUpInside, then primaryActionTriggered, each exactly once.
  override func touchEnded(inside: Bool, _ event: UIEvent?) {
    guard inside else { return super.touchEnded(inside: false, event) }
    // The menu replaces the action (E-374).
    if showsMenuAsPrimaryAction, openMenu(event) { return }
    act(event)
  }

  /// Performs the primary action.
  func act(_ event: UIEvent?) {
    if changesSelectionAsPrimaryAction { isSelected.toggle() }
    send([.touchUpInside, .primaryActionTriggered], event)
  }

  /// E-648: sends the event first, because its handlers may set the menu. Returns false if there is still no
  /// menu.
  @discardableResult
  private func openMenu(_ event: UIEvent?) -> Bool {
    send(.menuActionTriggered, event)
    guard let menu, let window else { return false }
    MenuPresenter.show(menu, for: menuSender, beside: convert(bounds, to: nil), in: window)
    return true
  }

  // Computed from the title's future frame, because the label may not have been laid out yet.
  override func baselineOffset(_ baseline: TextBaseline, in size: CGSize) -> CGFloat? {
    let content = askedRect("contentRect(forBounds:)") {
      contentRect(forBounds: CGRect(origin: .zero, size: size))
    }
    let title = askedRect("titleRect(forContentRect:)") { titleRect(forContentRect: content) }
    return label.baselineOffset(baseline, in: title.size).map { title.minY + $0 }
  }
  override var defaultAccessibilityLabel: String? {
    if let text = label.shownText, !text.isEmpty { return text }
    return currentImage?.accessibilityNameForScripts
  }
  override var defaultAccessibilityTraits: UIAccessibilityTraits {
    super.defaultAccessibilityTraits.union(.button)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIButton.self,
      {
        [
          "role": \.role, "contentEdgeInsets": \.contentEdgeInsets, "titleEdgeInsets": \.titleEdgeInsets,
          "imageEdgeInsets": \.imageEdgeInsets,
          "adjustsImageWhenHighlighted": \.adjustsImageWhenHighlighted,
          "adjustsImageWhenDisabled": \.adjustsImageWhenDisabled,
          "showsTouchWhenHighlighted": \.showsTouchWhenHighlighted,
          "reversesTitleShadowWhenHighlighted": \.reversesTitleShadowWhenHighlighted, "menu": \.menu,
          "changesSelectionAsPrimaryAction": \.changesSelectionAsPrimaryAction,
          "automaticallyUpdatesConfiguration": \.automaticallyUpdatesConfiguration,
          "pointerInteractionEnabled": \.isPointerInteractionEnabled, "configuration": \.configuration,
        ]
      },
      readOnly: {
        [
          "buttonType": \.buttonType, "titleLabel": \.titleLabel, "imageView": \.imageView,
          "subtitleLabel": \.subtitleLabel, "currentTitle": \.currentTitle,
          "currentAttributedTitle": \.currentAttributedTitle, "currentTitleColor": \.currentTitleColor,
          "currentImage": \.currentImage, "currentBackgroundImage": \.currentBackgroundImage,
        ]
      }
    )
  }
}
