import CarobFoundation
import CarobRuntime

// Margins and the safe area, and the notifications about their changes.

extension UIEdgeInsets {
  func directional(_ direction: UIUserInterfaceLayoutDirection) -> NSDirectionalEdgeInsets {
    let (leading, trailing) = direction == .rightToLeft ? (right, left) : (left, right)
    return NSDirectionalEdgeInsets(top: top, leading: leading, bottom: bottom, trailing: trailing)
  }

  static func + (one: UIEdgeInsets, other: UIEdgeInsets) -> UIEdgeInsets {
    UIEdgeInsets(
      top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
      right: one.right + other.right)
  }

  /// The larger inset of the two for each side.
  func union(_ other: UIEdgeInsets) -> UIEdgeInsets {
    UIEdgeInsets(
      top: max(top, other.top), left: max(left, other.left), bottom: max(bottom, other.bottom),
      right: max(right, other.right))
  }
}

extension NSDirectionalEdgeInsets {
  func absolute(_ direction: UIUserInterfaceLayoutDirection) -> UIEdgeInsets {
    let (left, right) = direction == .rightToLeft ? (trailing, leading) : (leading, trailing)
    return UIEdgeInsets(top: top, left: left, bottom: bottom, right: right)
  }
}

extension UIView {
  /// Combines the view's own margins, the system's minimum, the safe area and the superview's margins
  /// (E-607).
  var effectiveLayoutMargins: UIEdgeInsets {
    var margins = ownLayoutMargins ?? defaultLayoutMargins
    if let controller = viewController, controller.viewRespectsSystemMinimumLayoutMargins {
      margins = margins.union(
        controller.systemMinimumLayoutMargins.absolute(effectiveUserInterfaceLayoutDirection))
    }
    if insetsLayoutMarginsFromSafeArea { margins = margins + safeAreaInsets }
    guard preservesSuperviewLayoutMargins, let superview else { return margins }
    let outer = superview.layoutMargins, frame = untransformedFrame, room = superview.bounds
    var reach = UIEdgeInsets(
      top: outer.top - (frame.minY - room.minY), left: outer.left - (frame.minX - room.minX),
      bottom: outer.bottom - (room.maxY - frame.maxY), right: outer.right - (room.maxX - frame.maxX))
    // Content scrolls beyond the top and bottom margins.
    if superview.layoutContentOffset != nil { (reach.top, reach.bottom) = (0, 0) }
    return margins.union(reach)
  }

  /// 8 points on all sides. A controller's root view has 0 above and below and the system's minimum at the
  /// sides; the content of a table row has the same at the sides and 11 above and below (E-609).
  private var defaultLayoutMargins: UIEdgeInsets {
    if let controller = viewController {
      return controller.systemMinimumLayoutMargins.absolute(effectiveUserInterfaceLayoutDirection)
    }
    return superview?.defaultLayoutMargins(of: self) ?? UIView.plainLayoutMargins
  }
  private static let plainLayoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

  /// Called when a value that determines the margins was set.
  func layoutMarginsMayHaveChanged() {
    setNeedsLayout()
    layoutGuidesChanged()
    notifyLayoutMargins()
  }

  /// Called when the part of the window that bars and the unsafe area cover may have changed.
  func safeAreaMayHaveChanged() {
    notifyInsets()
    layoutGuidesChanged()
    setNeedsLayout()
    for view in subviews { view.safeAreaMayHaveChanged() }
  }

  /// E-607: reports changes since the last report. Called before the view lays out, and wherever a change is
  /// known immediately; for view classes without overrides it costs one class lookup.
  func notifyInsets() {
    guard viewController != nil || InsetOverrides.concern(type(of: self)), windowStorage != nil else {
      return
    }
    let safe = safeAreaInsets
    if safe != layoutState.extras?.reportedSafeArea ?? .zero {
      layoutExtras.reportedSafeArea = safe
      if let controller = viewController {
        Journal.deliver(.layout, "viewSafeAreaInsetsDidChange()", to: controller, category: .lifetime) {
          controller.viewSafeAreaInsetsDidChange()
        }
      }
      Journal.deliver(.layout, "safeAreaInsetsDidChange()", to: self, category: .lifetime) {
        safeAreaInsetsDidChange()
      }
    }
    notifyLayoutMargins()
  }

  private func notifyLayoutMargins() {
    guard viewController != nil || InsetOverrides.ofMargins.isOverridden(by: type(of: self)) else { return }
    let margins = layoutMargins
    guard margins != layoutState.extras?.reportedMargins ?? UIView.plainLayoutMargins else { return }
    layoutExtras.reportedMargins = margins
    Journal.deliver(.layout, "layoutMarginsDidChange()", to: self, category: .lifetime) {
      layoutMarginsDidChange()
    }
    if let controller = viewController {
      Journal.deliver(.layout, "viewLayoutMarginsDidChange()", to: controller, category: .lifetime) {
        controller.viewLayoutMarginsDidChange()
      }
    }
  }
}

/// Whether a class overrides the methods that report changed margins or safe areas.
private enum InsetOverrides {
  static let ofMargins = OverridePoint(
    of: UIView.self, overriding: MarginView.self, plain: PlainView.self)
  static let ofSafeArea = OverridePoint(
    of: UIView.self, overriding: SafeAreaView.self, plain: PlainView.self)

  static func concern(_ cls: AnyClass) -> Bool {
    ofMargins.isOverridden(by: cls) || ofSafeArea.isOverridden(by: cls)
  }

  final class PlainView: UIView {}
  final class MarginView: UIView {
    override func layoutMarginsDidChange() {}
  }
  final class SafeAreaView: UIView {
    override func safeAreaInsetsDidChange() {}
  }
}
