import CarobFoundation
import CoreGraphics
package import Raster

public enum NSTextAlignment: Int, Sendable {
  case left = 0
  case center, right, justified, natural
}
extension NSTextAlignment {
  package var textAlignment: TextAlignment {
    switch self {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified: .justified
    case .natural: .natural
    }
  }
}

public enum NSLineBreakMode: Int, Sendable {
  case byWordWrapping = 0
  case byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle
}
public enum NSWritingDirection: Int, Sendable {
  case natural = -1
  case leftToRight, rightToLeft
}

open class NSTextTab: NSObject, @unchecked Sendable {
  // @unchecked because nothing changes after init.
  public let alignment: NSTextAlignment
  public let location: CGFloat
  public init(
    textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [NSTextTab.OptionKey: Any] = [:]
  ) {
    self.alignment = alignment
    location = loc
    super.init()
  }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSTextTab else { return false }
    return alignment == other.alignment && location == other.location
  }
  open override var hash: Int { location.hashValue }
  public struct OptionKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// The layout of a paragraph's lines; lengths in points.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // @unchecked because only the mutable subclass changes, and only by the code that owns it, as on the
  // platform.
  fileprivate var style = TextParagraph()
  fileprivate var mode = NSLineBreakMode.byWordWrapping
  fileprivate var side = NSTextAlignment.natural
  fileprivate var direction = NSWritingDirection.natural
  fileprivate var tabs: [NSTextTab] = []
  fileprivate var hyphenation: Float = 0
  fileprivate var tightening = false

  public override init() { super.init() }
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  open var lineSpacing: CGFloat { CGFloat(style.lineSpacing) }
  open var paragraphSpacing: CGFloat { CGFloat(style.spacingAfter) }
  open var paragraphSpacingBefore: CGFloat { CGFloat(style.spacingBefore) }
  open var alignment: NSTextAlignment { side }
  open var headIndent: CGFloat { CGFloat(style.indent) }
  open var tailIndent: CGFloat { CGFloat(style.tailIndent) }
  open var firstLineHeadIndent: CGFloat { CGFloat(style.firstLineIndent) }
  open var minimumLineHeight: CGFloat { CGFloat(style.minimumLineHeight) }
  open var maximumLineHeight: CGFloat { CGFloat(style.maximumLineHeight) }
  open var lineHeightMultiple: CGFloat { CGFloat(style.lineHeightMultiple) }
  open var lineBreakMode: NSLineBreakMode { mode }
  open var baseWritingDirection: NSWritingDirection { direction }
  open var hyphenationFactor: Float { hyphenation }
  open var allowsDefaultTighteningForTruncation: Bool { tightening }
  open var tabStops: [NSTextTab]! { tabs }
  open var defaultTabInterval: CGFloat { CGFloat(style.tabInterval) }

  open class func defaultWritingDirection(forLanguage languageName: String?) -> NSWritingDirection {
    ["ar", "fa", "he", "ur"].contains { languageName?.hasPrefix($0) == true } ? .rightToLeft : .leftToRight
  }

  /// The style in the text engine's terms.
  var textParagraph: TextParagraph {
    var result = style
    result.alignment = side.textAlignment
    result.lineBreak =
      switch mode {
      case .byWordWrapping: .wordWrapping
      case .byCharWrapping: .charWrapping
      case .byClipping: .clipping
      case .byTruncatingHead: .truncatingHead
      case .byTruncatingTail: .truncatingTail
      case .byTruncatingMiddle: .truncatingMiddle
      }
    result.direction =
      direction == .leftToRight ? .leftToRight : direction == .rightToLeft ? .rightToLeft : .natural
    return result
  }

  fileprivate func take(_ other: NSParagraphStyle) {
    (style, mode, side, direction) = (other.style, other.mode, other.side, other.direction)
    (tabs, hyphenation, tightening) = (other.tabs, other.hyphenation, other.tightening)
  }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSParagraphStyle()
    copy.take(self)
    return copy
  }
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.take(self)
    return copy
  }
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSParagraphStyle else { return false }
    return style == other.style && mode == other.mode && side == other.side && direction == other.direction
      && tabs == other.tabs && hyphenation == other.hyphenation && tightening == other.tightening
  }
  open override var hash: Int { style.hashValue }
}

open class NSMutableParagraphStyle: NSParagraphStyle, @unchecked Sendable {
  open override var lineSpacing: CGFloat {
    get { super.lineSpacing }
    set { style.lineSpacing = Double(newValue) }
  }
  open override var paragraphSpacing: CGFloat {
    get { super.paragraphSpacing }
    set { style.spacingAfter = Double(newValue) }
  }
  open override var paragraphSpacingBefore: CGFloat {
    get { super.paragraphSpacingBefore }
    set { style.spacingBefore = Double(newValue) }
  }
  open override var alignment: NSTextAlignment {
    get { side }
    set { side = newValue }
  }
  open override var headIndent: CGFloat {
    get { super.headIndent }
    set { style.indent = Double(newValue) }
  }
  open override var tailIndent: CGFloat {
    get { super.tailIndent }
    set { style.tailIndent = Double(newValue) }
  }
  open override var firstLineHeadIndent: CGFloat {
    get { super.firstLineHeadIndent }
    set { style.firstLineIndent = Double(newValue) }
  }
  open override var minimumLineHeight: CGFloat {
    get { super.minimumLineHeight }
    set { style.minimumLineHeight = Double(newValue) }
  }
  open override var maximumLineHeight: CGFloat {
    get { super.maximumLineHeight }
    set { style.maximumLineHeight = Double(newValue) }
  }
  open override var lineHeightMultiple: CGFloat {
    get { super.lineHeightMultiple }
    set { style.lineHeightMultiple = Double(newValue) }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { mode }
    set { mode = newValue }
  }
  open override var baseWritingDirection: NSWritingDirection {
    get { direction }
    set { direction = newValue }
  }
  open override var hyphenationFactor: Float {
    get { hyphenation }
    set {
      hyphenation = newValue
      if newValue > 0 { unimplemented("NSMutableParagraphStyle.hyphenationFactor") }
    }
  }
  open override var allowsDefaultTighteningForTruncation: Bool {
    get { tightening }
    set { tightening = newValue }
  }
  open override var tabStops: [NSTextTab]! {
    get { tabs }
    set {
      tabs = (newValue ?? []).sorted { $0.location < $1.location }
      style.tabs = tabs.map { TextTab(location: Double($0.location), alignment: $0.alignment.textAlignment) }
    }
  }
  open override var defaultTabInterval: CGFloat {
    get { super.defaultTabInterval }
    set { style.tabInterval = newValue > 0 ? Double(newValue) : 28 }
  }
  open func setParagraphStyle(_ obj: NSParagraphStyle) { take(obj) }
  open func addTabStop(_ anObject: NSTextTab) { tabStops = tabs + [anObject] }
  open func removeTabStop(_ anObject: NSTextTab) { tabStops = tabs.filter { $0 !== anObject } }
}
