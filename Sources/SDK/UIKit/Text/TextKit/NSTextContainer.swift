@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The area in which a layout manager lays out text.
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

  /// The size of the area, in points. A width of 0 means no limit.
  open var size: CGSize { didSet { if size != oldValue { layoutManager?.invalidate() } } }
  /// The padding at both ends of each line, in points.
  open var lineFragmentPadding: CGFloat = 5 {
    didSet { if lineFragmentPadding != oldValue { layoutManager?.invalidate() } }
  }
  /// 0 means no limit.
  open var maximumNumberOfLines = 0 { didSet { layoutManager?.invalidate() } }
  open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { layoutManager?.invalidate() } }
  open var widthTracksTextView = false
  open var heightTracksTextView = false
  open var exclusionPaths: [UIBezierPath] = [] {
    didSet { if !exclusionPaths.isEmpty { unimplemented("NSTextContainer.exclusionPaths") } }
  }
  open internal(set) weak var layoutManager: NSLayoutManager? {
    get { layoutManagerReference }
    set { layoutManagerReference = newValue }
  }
  @Zeroing private var layoutManagerReference: NSLayoutManager?

  /// The width available to lines, in points; nil if there is no limit.
  var lineWidth: CGFloat? {
    guard size.width > 0, size.width < 1_000_000 else { return nil }
    return max(0, size.width - 2 * lineFragmentPadding)
  }
}
