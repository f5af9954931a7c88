import CarobFoundation
import CoreGraphics

/// Pull to refresh: an activity indicator above a scroll view's content that appears while the content is
/// pulled down.
///
/// A pull beyond `threshold` begins refreshing and sends `valueChanged`, at most once per drag (E-681). While
/// the control refreshes, the scroll view reserves space for it above the content (E-682). The app ends
/// refreshing with `endRefreshing()`.
@preconcurrency @MainActor
open class UIRefreshControl: UIControl {
  /// The control's height and the space reserved for it while it refreshes, in points.
  static let height: CGFloat = 60
  /// The distance that the content must be pulled beyond its top to begin refreshing, in points.
  static let threshold: CGFloat = 120

  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: CGSize(width: frame.width, height: Self.height)))
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeRefreshControl(self)
  }

  private let wheel = UIActivityIndicatorView(style: .medium)
  private let label = UILabel()

  private func prepare() {
    wheel.hidesWhenStopped = false
    label.textAlignment = .center
    label.numberOfLines = 0
    label.font = .systemFont(ofSize: 12)
    label.textColor = .secondaryLabel
    addSubview(wheel)
    addSubview(label)
    showPull(0)
  }

  open private(set) var isRefreshing = false {
    willSet { _kvoWill("refreshing", isRefreshing) }
    didSet { _kvoDid("refreshing", isRefreshing) }
  }
  /// The text below the indicator.
  open var attributedTitle: NSAttributedString? {
    didSet {
      label.attributedText = attributedTitle
      setNeedsLayout()
    }
  }

  /// Shows the control as refreshing without sending its action and without scrolling (E-683).
  open func beginRefreshing() {
    guard !isRefreshing else { return }
    begin()
    scrollView?.refreshRoomChanged()
  }

  /// Ends the refresh; the content scrolls back to its edge (E-684).
  open func endRefreshing() {
    guard isRefreshing else { return }
    isRefreshing = false
    wheel.stopAnimating()
    scrollView?.refreshRoomChanged()
    scrollView?.followRefreshControl()
  }

  private func begin() {
    isRefreshing = true
    wheel.shownPart = 1
    wheel.startAnimating()
    wheel.isHidden = false
    label.isHidden = false
  }

  // MARK: The scroll view

  private var scrollView: UIScrollView? { superview as? UIScrollView }

  /// E-680: the control works as the scroll view's `refreshControl` and as a plain subview of it.
  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    scrollView?.pulledControl = self
    scrollView?.refreshRoomChanged()
    scrollView?.followRefreshControl()
  }
  open override func willMove(toSuperview newSuperview: UIView?) {
    super.willMove(toSuperview: newSuperview)
    guard let scrollView, scrollView !== newSuperview, scrollView.pulledControl === self else { return }
    scrollView.pulledControl = nil
    scrollView.refreshRoomChanged()
  }

  /// Whether the current drag may begin refreshing; false after it has done so once (E-681).
  private var isArmed = true
  func dragBegan() { isArmed = true }

  /// Called when a finger has pulled the content beyond its top by `distance`, in points.
  func pulled(by distance: CGFloat) {
    // E-681
    guard isArmed, !isRefreshing, distance >= Self.threshold else { return }
    isArmed = false
    begin()
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  /// Places the control above the content and draws the progress of the pull.
  func follow(pull: CGFloat, width: CGFloat) {
    let frame = CGRect(x: 0, y: -max(pull, Self.height), width: width, height: Self.height)
    if self.frame != frame { self.frame = frame }
    showPull(pull)
  }

  private func showPull(_ pull: CGFloat) {
    guard !isRefreshing else { return }
    let isShown = pull > 0.5
    if wheel.isHidden == isShown {
      wheel.isHidden = !isShown
      label.isHidden = !isShown
    }
    // The spokes appear one by one during the pull. After refreshing, all of them stay until the control is
    // out of sight.
    if isArmed || !isShown { wheel.shownPart = min(pull / Self.threshold, 1) }
  }

  // MARK: Looks

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    wheel.color = ownTintColor ?? UIColor(white: 0.6, alpha: 1)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    wheel.frame.size = wheel.intrinsicContentSize
    guard attributedTitle != nil else {
      wheel.center = CGPoint(x: bounds.midX, y: bounds.midY)
      return
    }
    let height = min(label.sizeThatFits(CGSize(width: bounds.width - 16, height: 28)).height, 28)
    wheel.center = CGPoint(x: bounds.midX, y: 18)
    label.frame = CGRect(x: 8, y: 32, width: bounds.width - 16, height: height)
  }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: Self.height)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: Self.height)
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIRefreshControl.self,
      {
        [
          "attributedTitle": \.attributedTitle
        ]
      },
      readOnly: {
        [
          "refreshing": \.isRefreshing
        ]
      },
      reporting: ["refreshing"]
    )
  }
}

extension NibCoder {
  func decodeRefreshControl(_ control: UIRefreshControl) {
    guard let title = element?.child(key: "attributedTitle") else { return }
    let text = attributedText(title)
    if text.length > 0 { control.attributedTitle = text }
  }
}
