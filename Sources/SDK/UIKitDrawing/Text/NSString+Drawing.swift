import CarobFoundation
import CoreGraphics
internal import Raster

extension StyledText {
  /// Lays out text as the platform's string drawing does: lines wrap only with `usesLineFragmentOrigin`.
  fileprivate func layout(_ size: CGSize, _ options: NSStringDrawingOptions) -> TextLayout {
    guard options.contains(.usesLineFragmentOrigin) else { return layout(width: nil) }
    let width = size.width > 0 ? size.width : nil
    let whole = layout(width: width)
    guard options.contains(.truncatesLastVisibleLine), size.height > 0,
      whole.height > Double(size.height) + 0.5
    else {
      return whole
    }
    let fitting = max(whole.lines.prefix { $0.top + $0.height <= Double(size.height) + 0.5 }.count, 1)
    var truncated = self
    truncated.truncateTail()
    return truncated.layout(width: width, lineLimit: fitting)
  }

  fileprivate func bounds(_ size: CGSize, _ options: NSStringDrawingOptions) -> CGRect {
    let layout = layout(size, options)
    let measured = CGSize(width: CGFloat(layout.width), height: CGFloat(layout.height))
    guard options.contains(.usesLineFragmentOrigin) else {
      // The origin is on the baseline, so the part below it has a negative y.
      let descent = layout.lines.first.map { $0.height - $0.baseline } ?? 0
      return CGRect(origin: CGPoint(x: 0, y: -CGFloat(descent)), size: measured)
    }
    return CGRect(origin: .zero, size: measured)
  }

  fileprivate func draw(in rect: CGRect, _ options: NSStringDrawingOptions) {
    let layout = layout(rect.size, options)
    guard options.contains(.usesLineFragmentOrigin) else {
      return draw(
        layout, at: CGPoint(x: rect.minX, y: rect.minY - CGFloat(layout.lines.first?.baseline ?? 0)))
    }
    // Lines that do not fit into the rectangle are not drawn.
    let visible = layout.lines.prefix { $0.top + $0.height <= Double(rect.height) + 0.5 }.count
    if rect.height > 0, visible < layout.lines.count {
      draw(self.layout(width: rect.width, lineLimit: max(visible, 1)), at: rect.origin)
    } else {
      draw(layout, at: rect.origin)
    }
  }
}

extension StyledText {
  /// E-947: the text, scaled down as far as the context allows until it fits.
  fileprivate func fitted(
    _ size: CGSize, _ options: NSStringDrawingOptions, _ context: NSStringDrawingContext?
  ) -> StyledText {
    guard let context else { return self }
    context.actualScaleFactor = 1
    let least = context.minimumScaleFactor
    guard least > 0, least < 1, size.width > 0 else { return self }
    let wraps = options.contains(.usesLineFragmentOrigin) && size.height > 0
    func fits(_ text: StyledText) -> Bool {
      let layout = text.layout(width: wraps ? size.width : nil)
      return wraps ? layout.height <= Double(size.height) + 0.5 : layout.width <= Double(size.width) + 0.01
    }
    var factor: CGFloat = 1
    var text = self
    while !fits(text), factor > least {
      factor = max(factor - 0.02, least)
      text = self
      text.changeRuns { $0.attributes.font.size *= Double(factor) }
    }
    context.actualScaleFactor = factor
    return text
  }

  package mutating func truncateTail() { changeRuns { $0.paragraph.lineBreak = .truncatingTail } }
}

extension NSAttributedString {
  /// The size in points that the text needs with one line per paragraph.
  public func size() -> CGSize { StyledText(self).bounds(.zero, .usesLineFragmentOrigin).size }
  public func draw(at point: CGPoint) {
    let text = StyledText(self)
    text.draw(text.layout(width: nil), at: point)
  }
  public func draw(in rect: CGRect) { StyledText(self).draw(in: rect, .usesLineFragmentOrigin) }
  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?)
  {
    StyledText(self).fitted(rect.size, options, context).draw(in: rect, options)
  }
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    let bounds = StyledText(self).fitted(size, options, context).bounds(size, options)
    context?.totalBounds = bounds
    return bounds
  }
}

extension NSString {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    StyledText(stringValue, attrs).bounds(.zero, .usesLineFragmentOrigin).size
  }
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    let text = StyledText(stringValue, attrs)
    text.draw(text.layout(width: nil), at: point)
  }
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    StyledText(stringValue, attrs).draw(in: rect, .usesLineFragmentOrigin)
  }
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    StyledText(stringValue, attributes).fitted(rect.size, options, context).draw(in: rect, options)
  }
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    let bounds = StyledText(stringValue, attributes).fitted(size, options, context).bounds(size, options)
    context?.totalBounds = bounds
    return bounds
  }
  private var stringValue: String { String(describing: self) }
}

// On the platform a String has NSString's methods.
extension String {
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    StyledText(self, attrs).bounds(.zero, .usesLineFragmentOrigin).size
  }
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    let text = StyledText(self, attrs)
    text.draw(text.layout(width: nil), at: point)
  }
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    StyledText(self, attrs).draw(in: rect, .usesLineFragmentOrigin)
  }
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    StyledText(self, attributes).fitted(rect.size, options, context).draw(in: rect, options)
  }
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    let bounds = StyledText(self, attributes).fitted(size, options, context).bounds(size, options)
    context?.totalBounds = bounds
    return bounds
  }
}
