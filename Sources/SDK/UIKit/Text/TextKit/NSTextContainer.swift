import CarobFoundation
import CoreGraphics

/// The room that a layout manager fills with lines.
open class NSTextContainer: NSObject, @unchecked Sendable {
  // @unchecked because it belongs to its layout manager, as on the platform.
  public init(size: CGSize) {
    self.size = size
    super.init()
  }
  public convenience override init() {
    self.init(size: CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude))
  }
  public required init(coder: NSCoder) {
    size = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
    super.init()
  }

  /// A width of 0 is no limit.
  open var size: CGSize { didSet { if size != oldValue { layoutManager?.invalidate() } } }
  /// Empty room at either end of each line.
  open var lineFragmentPadding: CGFloat = 5 {
    didSet { if lineFragmentPadding != oldValue { layoutManager?.invalidate() } }
  }
  /// 0 is as many as it takes.
  open var maximumNumberOfLines = 0 { didSet { layoutManager?.invalidate() } }
  open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { layoutManager?.invalidate() } }
  open var widthTracksTextView = false
  open var heightTracksTextView = false
  open var exclusionPaths: [UIBezierPath] = [] {
    didSet { if !exclusionPaths.isEmpty { unimplemented("NSTextContainer.exclusionPaths") } }
  }
  open internal(set) weak var layoutManager: NSLayoutManager?

  /// The width of lines, nil without a limit.
  var lineWidth: CGFloat? {
    guard size.width > 0, size.width < 1_000_000 else { return nil }
    return max(0, size.width - 2 * lineFragmentPadding)
  }
}
