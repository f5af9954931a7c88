import CarobFoundation
import CoreGraphics

/// The tint of views (E-694), and its dimming (E-941).
extension UIView {
  /// The tint that was set on the view itself.
  var ownTintColor: UIColor? {
    get { tintStorage }
    set {
      tintStorage = newValue
      if newValue != nil { UIView.someViewHasTint = true }
      notifyTintChanged()
    }
  }
  /// Whether a tint was ever set on any view. OPTIMIZATION: until then all views have the same tint (E-694).
  static var someViewHasTint = false
  /// Whether any view was ever dimmed. OPTIMIZATION: until then no tint is dimmed.
  static var someViewIsDimmed = false

  func notifyTintChanged() {
    Journal.deliver(.display, "tintColorDidChange()", to: self) { tintColorDidChange() }
    for view in subviews where view.ownTintColor == nil { view.notifyTintChanged() }
  }

  /// The tint without dimming.
  var fullTintColor: UIColor { ownTintColor ?? superview?.fullTintColor ?? UIColor.systemBlue }

  var shownTintMode: TintAdjustmentMode {
    if ownTintMode != .automatic { return ownTintMode }
    if presentationsOver > 0 { return .dimmed }
    return superview?.shownTintMode ?? .normal
  }

  func setTintMode(_ mode: TintAdjustmentMode) {
    guard mode != ownTintMode else { return }
    if mode == .dimmed { UIView.someViewIsDimmed = true }
    ownTintMode = mode
    notifyTintModeChanged()
  }

  /// Views with a mode of their own keep their tint.
  private func notifyTintModeChanged() {
    Journal.deliver(.display, "tintColorDidChange()", to: self) { tintColorDidChange() }
    for view in subviews where view.ownTintMode == .automatic { view.notifyTintModeChanged() }
  }

  /// Called when an alert, a sheet or a popover covers the view, and with -1 when it no longer does.
  func covered(by change: Int) {
    presentationsOver += change
    guard ownTintMode == .automatic, presentationsOver == max(change, 0) else { return }
    UIView.someViewIsDimmed = true
    notifyTintModeChanged()
  }
}

extension UIColor {
  /// The color without its hue. NB: the platform's shade of gray is not documented.
  var dimmedTint: UIColor {
    UIColor { traits in
      var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
      self.resolvedColor(with: traits).getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      return UIColor(white: 0.299 * red + 0.587 * green + 0.114 * blue, alpha: alpha)
    }
  }
}

extension UIPresentationController {
  /// E-941: whether the presenter stays visible behind it, and is dimmed.
  private var dimsPresenter: Bool {
    presentedViewController is UIAlertController || self is UISheetPresentationController
      || self is UIPopoverPresentationController
  }

  /// Called when the presentation and its dismissal begin, and when the latter is cancelled.
  func dimPresenter(_ change: Int) {
    guard dimsPresenter else { return }
    presentingViewController.viewIfLoaded?.covered(by: change)
  }
}
