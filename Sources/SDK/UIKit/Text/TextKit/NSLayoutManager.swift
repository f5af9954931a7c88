@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
internal import Raster

/// Lays out the text of a storage in lines in a text container. Points are in the container's coordinates, y
/// down.
///
/// NB: glyph indices are character indices (UTF-16 units) here. DEVIATION: only the first container is
/// filled.
open class NSLayoutManager: NSObject {
  public override init() { super.init() }

  open internal(set) weak var textStorage: NSTextStorage? {
    get { textStorageReference }
    set { textStorageReference = newValue }
  }
  @Zeroing private var textStorageReference: NSTextStorage?
  open private(set) var textContainers: [NSTextContainer] = []
  open weak var delegate: AnyObject? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @Zeroing private var delegateReference: AnyObject?
  open var allowsNonContiguousLayout = false
  /// DEVIATION: lines never have the font's leading, as with false; the system's fonts have none.
  open var usesFontLeading = true
  /// The look of links in place of their own attributes; nil for the standard look (E-985).
  var linkAttributes: [NSAttributedString.Key: Any]?
  /// Called when the layout becomes invalid; set by the text view that shows the text.
  var onInvalidate: (() -> Void)?
  private var cached: (StyledText, TextLayout)?
  /// The underlined and struck-through parts of the text, if a subclass draws their lines.
  private(set) var ownLines: [TextLines] = []

  open func addTextContainer(_ container: NSTextContainer) {
    textContainers.append(container)
    container.layoutManager = self
    container.announceShape()
    if textContainers.count > 1 { unimplemented("NSLayoutManager with several text containers") }
    invalidate()
  }
  open func insertTextContainer(_ container: NSTextContainer, at index: Int) {
    textContainers.insert(container, at: index)
    container.layoutManager = self
    invalidate()
  }
  open func removeTextContainer(at index: Int) {
    textContainers.remove(at: index).layoutManager = nil
    invalidate()
  }

  func invalidate() {
    cached = nil
    onInvalidate?()
  }
  /// Discards the layout when the appearance changes, because it contains resolved colours.
  func forgetColors() { cached = nil }

  /// The lines of the whole text.
  func layout() -> (styled: StyledText, lines: TextLayout) {
    if let cached { return cached }
    let container = textContainers.first
    var styled = StyledText(textStorage ?? NSTextStorage(), links: linkAttributes)
    // E-987: `drawBackground(forGlyphRange:at:)` draws the backgrounds.
    styled.changeRuns { $0.attributes.background = nil }
    // E-1095: an override draws the lines.
    ownLines = drawsOwnLines ? takeLines(of: &styled) : []
    var limit = container?.maximumNumberOfLines ?? 0
    // E-986: only the lines that fit are laid out.
    if let height = container?.lineHeightLimit {
      let lines = styled.layout(width: container?.lineWidth, lineLimit: limit).lines
      let fitting = lines.prefix { $0.top + $0.height <= Double(height) + 0.5 }.count
      if fitting < lines.count { limit = max(fitting, 1) }
    }
    if let mode = container?.lineBreakMode, mode != .byWordWrapping {
      styled.endLastLine(mode)
      // A truncating mode without a limit would give each paragraph one line.
      if limit == 0 { limit = 100_000 }
    }
    let made = (styled, styled.layout(width: container?.lineWidth, lineLimit: limit))
    cached = made
    return made
  }

  private var padding: CGFloat { textContainers.first?.lineFragmentPadding ?? 0 }
  private var emptyLineHeight: CGFloat { textStorage?.lineHeightAtEnd ?? 0 }

  /// The height of all lines, including an empty one after a trailing line break.
  var usedHeight: CGFloat {
    let lines = layout().lines
    let text = textStorage?.string ?? ""
    if text.isEmpty { return emptyLineHeight }
    let last = lines.lines.last
    let shows = last.map { $0.location >= (text as NSString).length } ?? false
    return CGFloat(lines.height) + (text.last?.isNewline == true && !shows ? emptyLineHeight : 0)
  }

  /// The rectangle of the insertion point before a character.
  func caret(at offset: Int) -> CGRect {
    let text = (textStorage?.string ?? "") as NSString
    let lines = layout().lines
    let isBehindLineBreak =
      offset >= text.length && (text.length == 0 || text.character(at: text.length - 1) == 10)
    if isBehindLineBreak, (lines.lines.last.map { $0.location < text.length } ?? true) {
      return CGRect(x: padding, y: usedHeight - emptyLineHeight, width: 0, height: emptyLineHeight)
    }
    let place = lines.caret(at: offset)
    return CGRect(x: CGFloat(place.x) + padding, y: CGFloat(place.y), width: 0, height: CGFloat(place.height))
  }

  // E-1026
  /// The same, at the end of the previous line with `backward` if the character begins a wrapped line.
  func caret(at offset: Int, _ affinity: UITextStorageDirection) -> CGRect {
    let usual = caret(at: offset)
    guard affinity == .backward, offset > 0,
      let last = rectangles(of: NSRange(location: offset - 1, length: 1)).last,
      last.minY < usual.minY - 0.5,
      (textStorage?.string ?? "").utf16.dropFirst(offset - 1).first.map({ $0 != 10 && $0 != 13 }) == true
    else { return usual }
    return CGRect(x: last.maxX, y: last.minY, width: 0, height: last.height)
  }

  /// The offset of the insertion point nearest to a point.
  func insertionPoint(at point: CGPoint) -> Int {
    let length = textStorage?.length ?? 0
    let lines = layout().lines
    if point.y > CGFloat(lines.height) { return length }
    return min(lines.offset(atX: Double(point.x - padding), y: Double(point.y)), length)
  }

  func rectangles(of range: NSRange) -> [CGRect] {
    guard range.length > 0 else { return [] }
    return layout().lines.rectangles(of: range.location..<range.location + range.length).map {
      CGRect(
        x: CGFloat($0.x) + padding, y: CGFloat($0.y), width: CGFloat($0.width), height: CGFloat($0.height))
    }
  }

  // MARK: Layout

  open var numberOfGlyphs: Int { textStorage?.length ?? 0 }
  open func ensureLayout(for container: NSTextContainer) { _ = layout() }
  open func ensureLayout(forCharacterRange range: NSRange) { _ = layout() }
  open func invalidateLayout(
    forCharacterRange range: NSRange, actualCharacterRange: UnsafeMutablePointer<NSRange>?
  ) { invalidate() }
  open func invalidateDisplay(forCharacterRange range: NSRange) { onInvalidate?() }

  /// The rectangle that the lines occupy.
  open func usedRect(for container: NSTextContainer) -> CGRect {
    CGRect(x: 0, y: 0, width: CGFloat(layout().lines.width) + 2 * padding, height: usedHeight)
  }
  open func glyphRange(for container: NSTextContainer) -> NSRange {
    NSRange(location: 0, length: numberOfGlyphs)
  }
  open func glyphRange(
    forCharacterRange range: NSRange, actualCharacterRange: UnsafeMutablePointer<NSRange>?
  ) -> NSRange {
    actualCharacterRange?.pointee = range
    return range
  }
  open func characterRange(
    forGlyphRange range: NSRange, actualGlyphRange: UnsafeMutablePointer<NSRange>?
  ) -> NSRange {
    actualGlyphRange?.pointee = range
    return range
  }
  open func boundingRect(forGlyphRange range: NSRange, in container: NSTextContainer) -> CGRect {
    rectangles(of: range).reduce(CGRect.null) { $0.union($1) }
  }
  open func characterIndex(
    for point: CGPoint, in container: NSTextContainer,
    fractionOfDistanceBetweenInsertionPoints fraction: UnsafeMutablePointer<CGFloat>?
  ) -> Int {
    let index = layout().lines.character(atX: Double(point.x - padding), y: Double(point.y))
    if let fraction {
      let box = rectangles(of: NSRange(location: index, length: 1)).first
      fraction.pointee = box.map { $0.width > 0 ? min(max((point.x - $0.minX) / $0.width, 0), 1) : 0 } ?? 0
    }
    return min(index, max(0, numberOfGlyphs - 1))
  }
  open func glyphIndex(for point: CGPoint, in container: NSTextContainer) -> Int {
    characterIndex(for: point, in: container, fractionOfDistanceBetweenInsertionPoints: nil)
  }
  open func characterIndexForGlyph(at index: Int) -> Int { index }
  open func glyphIndexForCharacter(at index: Int) -> Int { index }

  /// Calls the block with each line's rectangle, the used part of it, the container and the range.
  open func enumerateLineFragments(
    forGlyphRange range: NSRange,
    using block: (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    guard let container = textContainers.first else { return }
    var stop = ObjCBool(false)
    for line in layout().lines.lines {
      let glyphs = NSRange(location: line.location, length: line.length)
      guard NSIntersectionRange(glyphs, range).length > 0 else { continue }
      let used = CGRect(
        x: CGFloat(line.x), y: CGFloat(line.top), width: CGFloat(line.width) + 2 * padding,
        height: CGFloat(line.height))
      let whole = CGRect(
        x: 0, y: used.minY, width: container.lineWidth.map { $0 + 2 * padding } ?? used.width,
        height: used.height)
      block(whole, used, container, glyphs, &stop)
      if stop.boolValue { return }
    }
  }

  // MARK: Drawing

  /// Draws the whole text with the container's top left corner at `origin`.
  open func drawGlyphs(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
    if glyphsToShow.length < numberOfGlyphs {
      unimplemented("NSLayoutManager.drawGlyphs(forGlyphRange:at:) for a part of the text")
    }
    let (styled, lines) = layout()
    styled.draw(lines, at: CGPoint(x: origin.x + padding, y: origin.y))
    drawLines(in: glyphsToShow, at: origin)
  }

  // MARK: Underlines (E-1095). An override of one of these methods draws the lines of the text.

  /// Underlines a part of one line of text: calls `drawUnderline` with the distance, in points, from the bottom
  /// of the line to its baseline.
  open func underlineGlyphRange(
    _ glyphRange: NSRange, underlineType underlineVal: NSUnderlineStyle, lineFragmentRect lineRect: CGRect,
    lineFragmentGlyphRange lineGlyphRange: NSRange, containerOrigin: CGPoint
  ) {
    drawUnderline(
      forGlyphRange: glyphRange, underlineType: underlineVal, baselineOffset: baselineOffset(in: glyphRange),
      lineFragmentRect: lineRect, lineFragmentGlyphRange: lineGlyphRange, containerOrigin: containerOrigin)
  }
  open func drawUnderline(
    forGlyphRange glyphRange: NSRange, underlineType underlineVal: NSUnderlineStyle, baselineOffset: CGFloat,
    lineFragmentRect lineRect: CGRect, lineFragmentGlyphRange lineGlyphRange: NSRange,
    containerOrigin: CGPoint
  ) {
    drawLine(
      .underlineColor, underlineVal, under: glyphRange, lineRect.maxY - baselineOffset, containerOrigin)
  }
  open func strikethroughGlyphRange(
    _ glyphRange: NSRange, strikethroughType strikethroughVal: NSUnderlineStyle,
    lineFragmentRect lineRect: CGRect, lineFragmentGlyphRange lineGlyphRange: NSRange,
    containerOrigin: CGPoint
  ) {
    drawStrikethrough(
      forGlyphRange: glyphRange, strikethroughType: strikethroughVal,
      baselineOffset: baselineOffset(in: glyphRange), lineFragmentRect: lineRect,
      lineFragmentGlyphRange: lineGlyphRange, containerOrigin: containerOrigin)
  }
  open func drawStrikethrough(
    forGlyphRange glyphRange: NSRange, strikethroughType strikethroughVal: NSUnderlineStyle,
    baselineOffset: CGFloat, lineFragmentRect lineRect: CGRect,
    lineFragmentGlyphRange lineGlyphRange: NSRange,
    containerOrigin: CGPoint
  ) {
    drawLine(
      .strikethroughColor, strikethroughVal, under: glyphRange, lineRect.maxY - baselineOffset,
      containerOrigin)
  }

  // E-987
  /// Draws the background colours of a part of the text, with the container's top left corner at `origin`.
  /// A text view calls it before `drawGlyphs(forGlyphRange:at:)`, once for the whole text.
  open func drawBackground(forGlyphRange glyphsToShow: NSRange, at origin: CGPoint) {
    guard let textStorage, glyphsToShow.length > 0 else { return }
    textStorage.enumerateAttribute(.backgroundColor, in: glyphsToShow, options: []) { value, range, _ in
      guard let color = value as? UIColor else { return }
      let boxes = rectangles(of: range).map { $0.offsetBy(dx: origin.x, dy: origin.y) }
      boxes.withUnsafeBufferPointer { boxes in
        guard let first = boxes.baseAddress else { return }
        color.setFill()
        fillBackgroundRectArray(first, count: boxes.count, forCharacterRange: range, color: color)
      }
    }
  }
  /// Fills the rectangles behind a range with the current fill colour, which is `color`. An override can draw
  /// another shape.
  open func fillBackgroundRectArray(
    _ rectArray: UnsafePointer<CGRect>, count rectCount: Int, forCharacterRange charRange: NSRange,
    color: UIColor
  ) {
    for index in 0..<rectCount { UIRectFill(rectArray[index]) }
  }
}
