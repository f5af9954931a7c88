@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Recognizes a tap on a navigation controller's content that no other view handles (E-582).
@preconcurrency @MainActor
final class BarTapRecognizer: UITapGestureRecognizer {
  @Zeroing var navigation: UINavigationController?
  override func wants(_ touch: UITouch) -> Bool {
    navigation?.acceptsBarTap(touch) == true && super.wants(touch)
  }
}

/// Recognizes a vertical swipe over the content, together with scrolling there (E-582).
@preconcurrency @MainActor
final class BarSwipeRecognizer: UIPanGestureRecognizer {
  @Zeroing var navigation: UINavigationController?
  override func wants(_ touch: UITouch) -> Bool {
    navigation?.hidesBarsOnSwipe == true && super.wants(touch)
  }
  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool { abs(dy) > abs(dx) }
  override func canPrevent(_ other: UIGestureRecognizer) -> Bool { false }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { other is EdgePopRecognizer }
}

/// Handles the two gestures that hide and show a navigation controller's bars.
@preconcurrency @MainActor
final class BarHider: _MainActorNSObject {
  @Zeroing private var navigation: UINavigationController?
  let tap = BarTapRecognizer(target: nil, action: nil)
  let swipe = BarSwipeRecognizer(target: nil, action: nil)
  /// Whether the app has ever enabled one of the two gestures.
  var isWanted = false { didSet { if !oldValue { install() } } }
  /// The vertical position at which the finger last changed direction, in points below the start of the
  /// gesture.
  private var turningPoint: CGFloat = 0

  init(_ navigation: UINavigationController) {
    super.init()
    self.navigation = navigation
    (tap.navigation, swipe.navigation) = (navigation, navigation)
    // The content receives its touches whether or not the bars react.
    (tap.cancelsTouchesInView, swipe.cancelsTouchesInView) = (false, false)
    tap.addTarget(self, action: "carob_tap:")
    swipe.addTarget(self, action: "carob_swipe:")
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_tap:", "carob_tap(_:)", 0) { s, _ in
        unsafeDowncast(s, to: BarHider.self).navigation?.barsTapped()
      },
      .init(object: "carob_swipe:", "carob_swipe(_:)", 0) { s, _ in
        unsafeDowncast(s, to: BarHider.self).swiped()
      },
    ]
  }

  func install() {
    guard isWanted, let view = navigation?.viewIfLoaded, tap.view == nil else { return }
    view.addGestureRecognizer(tap)
    view.addGestureRecognizer(swipe)
  }

  /// E-582: reacts after 20 points from the last change of direction, at any speed.
  private func swiped() {
    guard let navigation else { return }
    let y = swipe.translation(in: nil).y
    switch swipe.state {
    case .began: turningPoint = 0
    case .changed: break
    default: return
    }
    let isHidden = navigation.isNavigationBarHidden
    turningPoint = isHidden ? min(turningPoint, y) : max(turningPoint, y)
    guard abs(y - turningPoint) > 20 else { return }
    turningPoint = y
    navigation.setBarsHidden(!isHidden)
  }
}

extension UINavigationController {
  /// Hides or shows both bars. A toolbar without items stays hidden.
  func setBarsHidden(_ hides: Bool) {
    setNavigationBarHidden(hides, animated: true)
    if hides || topViewController?.toolbarItems?.isEmpty == false { setToolbarHidden(hides, animated: true) }
  }

  /// E-582: toggles the bars, or shows them again after the keyboard or a compact height has hidden them.
  func barsTapped() {
    if hidesBarsOnTap || isNavigationBarHidden { setBarsHidden(!isNavigationBarHidden) }
  }

  func acceptsBarTap(_ touch: UITouch) -> Bool {
    guard
      hidesBarsOnTap || hidesBarsWhenVerticallyCompact || hidesBarsWhenKeyboardAppears,
      hidesBarsOnTap || isNavigationBarHidden
    else { return false }
    var view = touch.view
    while let here = view, here !== self.view {
      let isTaken =
        here is UINavigationBar || here is UIToolbar || (here as? UIControl)?.isEnabled == true
        || here is UITableViewCell && (here.enclosing(UITableView.self)?.allowsSelection ?? false)
        || here is UICollectionViewCell && (here.enclosing(UICollectionView.self)?.allowsSelection ?? false)
      if isTaken { return false }
      view = here.superview
    }
    return true
  }

  /// E-582.
  func followHeight() {
    guard hidesBarsWhenVerticallyCompact else { return }
    setBarsHidden(traitCollection.verticalSizeClass == .compact)
  }

  /// E-582: hides the bars of the navigation controllers that contain the responder.
  static func keyboardAppears(for responder: UIResponder) {
    var responder: UIResponder? = responder
    while let here = responder {
      if let navigation = here as? UINavigationController, navigation.hidesBarsWhenKeyboardAppears {
        navigation.setBarsHidden(true)
      }
      responder = here.next
    }
  }
}

extension UIView {
  fileprivate func enclosing<T: UIView>(_ type: T.Type) -> T? {
    var view = superview
    while let here = view {
      if let found = here as? T { return found }
      view = here.superview
    }
    return nil
  }
}
