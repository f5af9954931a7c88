@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The area in which a layout manager lays out text.
open class NSTextContainer: NSObject {
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
  /// How the last line ends that has room (E-986).
  open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { layoutManager?.invalidate() } }
  open var widthTracksTextView = false
  /// Whether the text view limits the height, so that only the lines that fit are laid out (E-986).
  open var heightTracksTextView = false { didSet { layoutManager?.invalidate() } }
  open var exclusionPaths: [UIBezierPath] = [] {
    didSet { if !exclusionPaths.isEmpty { unimplemented("NSTextContainer.exclusionPaths") } }
  }
  /// The part of a proposed rectangle in which a line can be placed; `remainingRect` gets the rest of the
  /// line. A rectangle of the container's whole width has no rest.
  ///
  /// DEVIATION: the layout does not call it; a subclass that overrides it is announced.
  open func lineFragmentRect(
    forProposedRect proposedRect: CGRect, at characterIndex: Int,
    writingDirection baseWritingDirection: NSWritingDirection,
    remaining remainingRect: UnsafeMutablePointer<CGRect>?
  ) -> CGRect {
    remainingRect?.pointee = .zero
    return proposedRect.intersection(CGRect(origin: .zero, size: size))
  }
  /// Whether all lines are as wide as the container: neither exclusion paths nor an override shape them.
  open var isSimpleRectangular: Bool { exclusionPaths.isEmpty && !isShapedBySubclass }
  private var isShapedBySubclass: Bool {
    Runtime.implementation(
      type(of: self), "lineFragmentRect(forProposedRect:at:writingDirection:remaining:)") != nil
  }
  func announceShape() {
    if isShapedBySubclass {
      unimplemented(
        "overriding NSTextContainer.lineFragmentRect(forProposedRect:at:writingDirection:remaining:)")
    }
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
  /// The height available to lines, in points; nil if there is no limit.
  var lineHeightLimit: CGFloat? { size.height > 0 && size.height < 1_000_000 ? size.height : nil }
}
