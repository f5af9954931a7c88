import CarobFoundation
import CoreGraphics
import QuartzCore

public struct CATextLayerTruncationMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let none = Self(rawValue: "none")
  public static let start = Self(rawValue: "start")
  public static let end = Self(rawValue: "end")
  public static let middle = Self(rawValue: "middle")
}

public struct CATextLayerAlignmentMode: Hashable, RawRepresentable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let natural = Self(rawValue: "natural")
  public static let left = Self(rawValue: "left")
  public static let right = Self(rawValue: "right")
  public static let center = Self(rawValue: "center")
  public static let justified = Self(rawValue: "justified")
}

/// A layer that draws text, starting at its top edge.
///
/// NB: declared in UIKit's module, which has the text engine's attributes. It is not visible in a file that
/// imports only QuartzCore.
open class CATextLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CATextLayer() } }

  /// A `String` or an `NSAttributedString`. The attributes of the latter override `font`, `fontSize` and
  /// `foregroundColor`.
  open var string: Any? { didSet { setNeedsDisplay() } }
  /// A `UIFont`, or the name of one.
  open var font: Any? { didSet { setNeedsDisplay() } }
  open var fontSize: CGFloat = 36 { didSet { setNeedsDisplay() } }
  open var foregroundColor: CGColor? = CGColor(red: 1, green: 1, blue: 1, alpha: 1) {
    didSet { setNeedsDisplay() }
  }
  open var isWrapped = false { didSet { setNeedsDisplay() } }
  open var truncationMode = CATextLayerTruncationMode.none { didSet { setNeedsDisplay() } }
  open var alignmentMode = CATextLayerAlignmentMode.natural { didSet { setNeedsDisplay() } }
  open var allowsFontSubpixelQuantization = false

  private var styled: StyledText? {
    if let string = string as? NSAttributedString { return StyledText(string) }
    guard let text = string as? String, !text.isEmpty else { return nil }
    let style = NSMutableParagraphStyle()
    switch alignmentMode {
    case .left: style.alignment = .left
    case .right: style.alignment = .right
    case .center: style.alignment = .center
    case .justified: style.alignment = .justified
    default: style.alignment = .natural
    }
    switch truncationMode {
    case .start: style.lineBreakMode = .byTruncatingHead
    case .end: style.lineBreakMode = .byTruncatingTail
    case .middle: style.lineBreakMode = .byTruncatingMiddle
    default: style.lineBreakMode = isWrapped ? .byWordWrapping : .byClipping
    }
    let name = (font as? CGFont)?.postScriptName ?? font as? String
    let named =
      (font as? UIFont)?.withSize(fontSize) ?? name.flatMap { UIFont(name: $0, size: fontSize) }
    return StyledText(
      text,
      [
        .font: named ?? UIFont(name: "Helvetica", size: fontSize) ?? .systemFont(ofSize: fontSize),
        .foregroundColor: foregroundColor.map { UIColor(cgColor: $0) } ?? .clear, .paragraphStyle: style,
      ])
  }

  open override func draw(in context: CGContext) {
    guard let styled else { return }
    UIGraphicsPushContext(context)
    LabelText.draw(styled, in: bounds, lines: isWrapped ? 0 : 1)
    UIGraphicsPopContext()
  }
}
