import CarobFoundation
import CoreGraphics
internal import Raster

/// Shows text that cannot be edited.
@preconcurrency @MainActor
open class UILabel: UIView, UIContentSizeCategoryAdjusting {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }
  private func prepare() {
    // E-164.
    if !isDecodedInteractionEnabled { isUserInteractionEnabled = false }
    isOpaque = false
    contentMode = .left
  }
  /// Set by the nib decoder if the archive enables user interaction.
  var isDecodedInteractionEnabled = false

  /// The text that was set, independent of an overridden getter.
  final var shownText: String? { attributed?.string ?? plain }
  open var text: String? {
    get { shownText }
    set {
      _kvoWill("text", text)
      defer { _kvoDid("text", text) }
      guard plain != newValue || attributed != nil else { return }
      LateText.change(self, plain, newValue)
      plain = newValue
      attributed = nil
      contentChanged()
    }
  }
  override var describedText: String? { shownText }
  private var plain: String?
  private var attributed: NSAttributedString?
  open var attributedText: NSAttributedString? {
    get { attributed ?? plain.map { NSAttributedString(string: $0, attributes: textAttributes) } }
    set {
      attributed = newValue
      plain = nil
      contentChanged()
    }
  }
  open var font: UIFont! = .systemFont(ofSize: 17) { didSet { contentChanged() } }
  open var textColor: UIColor! = .label { didSet { setNeedsDisplay() } }
  open var highlightedTextColor: UIColor? { didSet { setNeedsDisplay() } }
  open var isHighlighted = false { didSet { setNeedsDisplay() } }
  open var isEnabled = true { didSet { setNeedsDisplay() } }
  open var textAlignment = NSTextAlignment.natural { didSet { setNeedsDisplay() } }
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { contentChanged() } }
  open var numberOfLines = 1 { didSet { contentChanged() } }
  open var adjustsFontSizeToFitWidth = false { didSet { setNeedsDisplay() } }
  open var minimumScaleFactor: CGFloat = 0
  /// Whether a single line is tightened by up to 5 percent before it is truncated (E-988).
  open var allowsDefaultTighteningForTruncation = false { didSet { setNeedsDisplay() } }
  /// The vertical position of text that was scaled down to fit.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines { didSet { setNeedsDisplay() } }
  open var adjustsFontForContentSizeCategory = false { didSet { textSizeMayHaveChanged() } }
  open var preferredMaxLayoutWidth: CGFloat = 0 {
    didSet { if oldValue != preferredMaxLayoutWidth { invalidateIntrinsicContentSize() } }
  }
  open var shadowColor: UIColor? { didSet { setNeedsDisplay() } }
  open var shadowOffset = CGSize(width: 0, height: -1) { didSet { setNeedsDisplay() } }

  private func contentChanged() {
    sizes.removeAll(keepingCapacity: true)
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  private var textAttributes: [NSAttributedString.Key: Any] {
    let style = NSMutableParagraphStyle()
    style.alignment = textAlignment
    style.lineBreakMode = lineBreakMode
    return [.font: font as Any, .foregroundColor: effectiveTextColor, .paragraphStyle: style]
  }

  private var effectiveTextColor: UIColor {
    if !isEnabled { return .tertiaryLabel }
    return (isHighlighted ? highlightedTextColor : nil) ?? textColor ?? .label
  }

  /// The text that is drawn: the attributed text, completed with the label's own attributes.
  private var drawnText: StyledText? {
    guard let attributed else {
      guard let plain, !plain.isEmpty else { return nil }
      return StyledText(plain, textAttributes)
    }
    return attributed.length > 0 ? StyledText(attributed, defaults: textAttributes) : nil
  }

  override var canShortenText: Bool { true }
  open override var intrinsicContentSize: CGSize {
    let limit = numberOfLines == 1 ? CGFloat.greatestFiniteMagnitude : wrapWidth
    return textSize(fitting: CGSize(width: limit, height: .greatestFiniteMagnitude))
  }

  private var wrapWidth: CGFloat {
    if preferredMaxLayoutWidth > 0 { return preferredMaxLayoutWidth }
    return layoutState.wrapWidth ?? .greatestFiniteMagnitude
  }

  override var wrapsText: Bool { numberOfLines != 1 }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    textSize(
      fitting: CGSize(
        width: size.width > 0 && numberOfLines != 1 ? size.width : .greatestFiniteMagnitude,
        height: .greatestFiniteMagnitude))
  }

  open override func sizeToFit() {
    resize(to: sizeThatFits(numberOfLines == 1 ? .zero : CGSize(width: bounds.width, height: 0)))
  }

  /// Measured sizes of the plain text by width; cleared when it changes.
  // OPTIMIZATION: layout requests the size several times per turn, and the same size again when a button is
  // pressed.
  private var sizes: [(width: CGFloat, size: CGSize)] = []

  /// The unrounded size of the text in a width; nil without text.
  private func measured(_ width: CGFloat) -> CGSize? {
    guard hasText else { return nil }
    if attributed == nil, let known = sizes.first(where: { $0.width == width }) { return known.size }
    guard let drawnText else { return nil }
    let size = LabelText.size(drawnText, width: width, lines: numberOfLines)
    if attributed == nil {
      if sizes.count >= 4 { sizes.removeFirst() }
      sizes.append((width, size))
    }
    return size
  }

  private var hasText: Bool { attributed.map { $0.length > 0 } ?? !(plain ?? "").isEmpty }

  private func textSize(fitting limit: CGSize) -> CGSize {
    guard let size = measured(limit.width) else { return .zero }
    let scale = UIScreen.main.scale
    return CGSize(
      width: (size.width * scale).rounded(.up) / scale, height: (size.height * scale).rounded(.up) / scale)
  }

  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
    guard let drawnText else { return CGRect(origin: bounds.origin, size: .zero) }
    let size = LabelText.size(drawnText, width: bounds.width, lines: lines)
    return CGRect(
      x: bounds.minX, y: bounds.minY + max(0, (bounds.height - size.height) / 2),
      width: min(size.width, bounds.width),
      height: min(size.height, bounds.height))
  }

  override var hasOwnContents: Bool { hasText }
  override var drawsByItself: Bool {
    !["draw(_:)", "draw(_:in:)", "drawText(in:)"].contains {
      Runtime.implementation(type(of: self), $0) != nil
    }
  }
  override func drawContents(in rect: CGRect) {
    Journal.deliver(.display, "drawText(in:)", to: self) { drawText(in: bounds) }
  }

  open func drawText(in rect: CGRect) {
    guard let drawnText else { return }
    var text = drawnText
    var size = measured(rect.width) ?? .zero
    var top = rect.minY + topOfText(size.height, rect.height)
    if adjustsFontSizeToFitWidth, numberOfLines == 1, attributed == nil, let font {
      let width = measured(.greatestFiniteMagnitude)?.width ?? 0
      if width > rect.width, width > 0 {
        let factor = max(rect.width / width, minimumScaleFactor > 0 ? minimumScaleFactor : 0.1)
        var attributes = textAttributes
        let small = font.withSize(font.pointSize * factor)
        attributes[.font] = small
        text = StyledText(plain ?? "", attributes)
        size = LabelText.size(text, width: rect.width, lines: numberOfLines)
        switch baselineAdjustment {
        case .alignBaselines: top += font.ascender - small.ascender
        case .alignCenters: top = rect.minY + topOfText(size.height, rect.height)
        case .none: break
        }
      }
    }
    if let tightened = tightened(text, to: rect.width) { text = tightened }
    let context = shadowColor == nil ? nil : UIGraphicsGetCurrentContext()
    if let context, let shadowColor {
      context.saveGState()
      context.setShadow(
        offset: shadowOffset, blur: 0, color: shadowColor.resolvedColor(with: traitCollection).cgColor)
    }
    defer { context?.restoreGState() }
    LabelText.draw(
      text,
      in: CGRect(
        x: rect.minX, y: top, width: rect.width, height: max(size.height, rect.height - (top - rect.minY))),
      lines: numberOfLines)
  }

  // E-988
  /// The text with its letters closer together, if that makes its single line fit; else nil.
  private func tightened(_ text: StyledText, to width: CGFloat) -> StyledText? {
    guard allowsDefaultTighteningForTruncation, numberOfLines == 1 else { return nil }
    let natural = LabelText.size(text, width: .greatestFiniteMagnitude, lines: 1).width
    let count = text.runs.reduce(0) { $0 + $1.text.count }
    guard natural > width, natural <= width * 1.05, count > 1 else { return nil }
    var result = text
    // NB: a little more than needed, because glyph positions are rounded.
    let change = Double((natural - width) / CGFloat(count)) + 0.02
    result.changeRuns { $0.attributes.kerning -= change }
    return result
  }

  /// Text is centered vertically; a single line that is too tall is clipped equally above and below.
  private func topOfText(_ text: CGFloat, _ height: CGFloat) -> CGFloat {
    numberOfLines == 1 ? (height - text) / 2 : max(0, (height - text) / 2)
  }

  override func baselineOffset(_ baseline: TextBaseline, in size: CGSize) -> CGFloat? {
    let text = LabelText.size(
      drawnText ?? StyledText(" ", textAttributes), width: size.width, lines: numberOfLines)
    let top = max(0, topOfText(text.height, size.height))
    return baseline == .first ? top + font.ascender : top + text.height + font.descender
  }

  override func colorsMayHaveChanged() { setNeedsDisplay() }

  // E-970.2
  override func textSizeMayHaveChanged() {
    guard adjustsFontForContentSizeCategory else { return }
    let traits = traitCollection
    if let new = font?.following(traits), new != font { font = new }
    if let new = attributed?.following(traits) {
      attributed = new
      contentChanged()
    }
  }
  override var defaultAccessibilityLabel: String? { shownText }
  override var defaultIsAccessibilityElement: Bool { !(shownText ?? "").isEmpty }
  override var defaultAccessibilityTraits: UIAccessibilityTraits { .staticText }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UILabel.self,
      {
        [
          "text": \.text, "attributedText": \.attributedText, "font": \.font, "textColor": \.textColor,
          "highlightedTextColor": \.highlightedTextColor, "highlighted": \.isHighlighted,
          "enabled": \.isEnabled, "textAlignment": \.textAlignment, "lineBreakMode": \.lineBreakMode,
          "numberOfLines": \.numberOfLines, "adjustsFontSizeToFitWidth": \.adjustsFontSizeToFitWidth,
          "minimumScaleFactor": \.minimumScaleFactor,
          "allowsDefaultTighteningForTruncation": \.allowsDefaultTighteningForTruncation,
          "baselineAdjustment": \.baselineAdjustment,
          "adjustsFontForContentSizeCategory": \.adjustsFontForContentSizeCategory,
          "preferredMaxLayoutWidth": \.preferredMaxLayoutWidth, "shadowColor": \.shadowColor,
          "shadowOffset": \.shadowOffset,
        ]
      },
      reporting: ["text"]
    )
  }
}

public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }
