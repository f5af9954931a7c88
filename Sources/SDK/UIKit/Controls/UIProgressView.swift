@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics
import QuartzCore

/// A bar that shows the progress of a task. It fills from the leading side and is 4 points high.
@preconcurrency @MainActor
open class UIProgressView: UIView {
  public enum Style: Int, Sendable { case `default`, bar }

  private let track = UIView()
  private let fill = UIView()

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: 0, height: 4))
    progressViewStyle = style
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    guard track.superview == nil else { return }
    for view in [track, fill] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    update()
  }

  // MARK: The value

  private var storage: Float = 0
  /// From 0 to 1; other values are clamped.
  open var progress: Float {
    get { storage }
    set {
      _kvoWill("progress", progress)
      defer { _kvoDid("progress", progress) }
      setProgress(newValue, animated: false)
    }
  }
  open func setProgress(_ progress: Float, animated: Bool) {
    storage = progress.isNaN ? 0 : min(max(progress, 0), 1)
    setNeedsLayout()
    guard animated else { return }
    UIView.animate(
      withDuration: 0.25, delay: 0, options: [.internalTransition], animations: { self.layoutIfNeeded() })
  }
  /// A progress object that the bar follows. The bar is updated on the main thread.
  open var observedProgress: Progress? { didSet { follow() } }
  private var observation: NSKeyValueObservation?
  /// @unchecked because the view is only read on the main thread.
  private final class Follower: @unchecked Sendable {
    @Zeroing private(set) var view: UIProgressView?
    init(_ view: UIProgressView) { self.view = view }
  }
  private func follow() {
    let follower = Follower(self)
    observation = observedProgress?.observe(_kp(\.fractionCompleted, "fractionCompleted")) { progress, _ in
      let fraction = Float(progress.fractionCompleted)
      if Thread.isMainThread {
        MainActor.assumeIsolated { follower.view?.setProgress(fraction, animated: true) }
      } else {
        DispatchQueue.main.async { follower.view?.setProgress(fraction, animated: true) }
      }
    }
    if let observedProgress { progress = Float(observedProgress.fractionCompleted) }
  }

  // MARK: Appearance

  open var progressViewStyle = Style.default { didSet { update() } }
  open var progressTintColor: UIColor? { didSet { update() } }
  open var trackTintColor: UIColor? { didSet { update() } }
  open var progressImage: UIImage? { didSet { unimplemented("UIProgressView.progressImage") } }
  open var trackImage: UIImage? { didSet { unimplemented("UIProgressView.trackImage") } }

  private func update() {
    track.backgroundColor = trackTintColor ?? (progressViewStyle == .bar ? .clear : .systemFill)
    fill.backgroundColor = progressTintColor ?? tintColor
    setNeedsLayout()
  }
  override func colorsMayHaveChanged() { update() }
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    track.frame = bounds
    let width = bounds.width * CGFloat(storage)
    let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
    fill.frame = CGRect(x: isMirrored ? bounds.width - width : 0, y: 0, width: width, height: bounds.height)
    let radius = progressViewStyle == .bar ? 0 : bounds.height / 2
    track.layer.cornerRadius = radius
    fill.layer.cornerRadius = radius
  }

  open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 4) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 4) }

  override var defaultIsAccessibilityElement: Bool { true }
  override var defaultAccessibilityValue: String? { "\(Int((storage * 100).rounded()))%" }
  override var defaultAccessibilityTraits: UIAccessibilityTraits { .updatesFrequently }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIProgressView.self,
      {
        [
          "progress": \.progress, "observedProgress": \.observedProgress,
          "progressViewStyle": \.progressViewStyle, "progressTintColor": \.progressTintColor,
          "trackTintColor": \.trackTintColor, "progressImage": \.progressImage, "trackImage": \.trackImage,
        ]
      },
      reporting: ["progress"]
    )
  }
}
