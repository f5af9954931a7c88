import CarobFoundation
import QuartzCore

/// Hides, shows and places the bars, and computes which parts of the screens they cover.
extension UINavigationController {
  // MARK: Hiding

  func setHidden(_ bar: StackBar, _ isHidden: Bool, _ animated: Bool) {
    guard isHidden != bars.isHidden[bar] else { return }
    bars.isHidden[bar] = isHidden
    guard viewIfLoaded != nil else { return }
    setNeedsStatusBarAppearanceUpdate()
    if case .preparing = bars.transition {
      if !animated {
        bars.transition.changeAtOnce(
          bar, isHidden: bar == .navigation ? isNavigationBarHidden : hidesToolbar)
      }
      return arrange()
    }
    // The messages of a cancelled transition restore the state before it, without animation.
    guard animated, !transitionMachine.state.isRestoring else { return arrange() }
    slideBars(UINavigationController.hideShowBarDuration)
  }

  /// Animates bars and content to their new positions.
  func slideBars(_ duration: CGFloat) {
    guard UIView.areAnimationsEnabled, case .appeared = appearance, let view, view.window != nil else {
      return arrange()
    }
    bars.runningSlides += 1
    UIView.performWithoutAnimation {
      hideView(.navigation, false)
      hideView(.toolbar, false)
    }
    UIView.animate(
      withDuration: duration, delay: 0,
      options: [.allowUserInteraction, .beginFromCurrentState, .internalTransition],
      animations: { [self] in
        arrange()
        view.layoutIfNeeded()
      },
      completion: { [self] _ in
        bars.runningSlides -= 1
        arrange()
      })
  }

  /// E-820: a value that the app sets for a bar's `isHidden` remains until the bar appears or disappears.
  private func hideView(_ bar: StackBar, _ isHidden: Bool) {
    guard bars.isViewHidden[bar] != isHidden else { return }
    bars.isViewHidden[bar] = isHidden
    switch bar {
    case .navigation: navigationBar.isHidden = isHidden
    case .toolbar: toolbar.isHidden = isHidden
    }
  }

  // MARK: Moving with the screens (E-580)

  /// Keeps the bars in place while the screens receive their messages about the transition.
  func prepareBarTransition() {
    bars.transition = .preparing(
      wasHidden: StackBarPair(navigation: isNavigationBarHidden, toolbar: bars.wasToolbarHidden))
  }

  /// Lets bars that the screens hid or showed in the meantime move with the screens. Without a coordinator
  /// nothing moves.
  func beginBarTransition(_ coordinator: TransitionCoordinator?, _ operation: Operation) {
    let tabs = parent as? UITabBarController ?? (parent as? MoreNavigationController)?.tabs
    tabs?.moveBar(with: coordinator, operation)
    guard case .preparing = bars.transition, let coordinator else { return }
    bars.transition.begin(
      isHidden: StackBarPair(navigation: isNavigationBarHidden, toolbar: hidesToolbar),
      distance: content.bounds.width * (operation == .push ? 1 : -1))
    UIView.performWithoutAnimation { arrange() }
    guard bars.transition != .none else { return }
    coordinator.animate(alongsideTransition: { [self] _ in
      bars.transition.moveToEnd()
      arrange()
    })
  }

  /// Called when the bars have reached their resting positions.
  func endBarTransition() {
    guard bars.transition != .none else { return }
    bars.transition = .none
    UIView.performWithoutAnimation { arrange() }
  }

  // MARK: Places

  /// E-579: hidden bars are placed above and below the view.
  func placeBars(_ height: CGFloat, _ toolbarHeight: CGFloat) {
    let size = view.bounds.size
    var isHidden = StackBarPair(navigation: isNavigationBarHidden, toolbar: hidesToolbar)
    if case .preparing(let wasHidden) = bars.transition { isHidden = wasHidden }
    bars.wasToolbarHidden = isHidden.toolbar
    func place(_ bar: StackBar, _ view: UIView, shownY: CGFloat, hiddenY: CGFloat, height: CGFloat) {
      let offset = bars.transition.offset(of: bar)
      let isOutside = isHidden[bar] && offset == nil
      hideView(bar, isOutside && bars.runningSlides == 0)
      view.frame = CGRect(
        x: offset ?? 0, y: isOutside ? hiddenY : shownY, width: size.width, height: height)
    }
    place(.navigation, navigationBar, shownY: 0, hiddenY: -height, height: height)
    place(
      .toolbar, toolbar, shownY: size.height - toolbarHeight, hiddenY: size.height, height: toolbarHeight)
  }

  /// E-576: which bars the view of a child extends beneath.
  func barsCovering(_ child: UIViewController) -> (top: Bool, bottom: Bool) {
    (
      child.extendsBeneath(.top, isTranslucent: navigationBar.isTranslucent),
      child.extendsBeneath(.bottom, isTranslucent: toolbar.isTranslucent)
    )
  }

  /// The frame of a child's view in the coordinates of the content view.
  func frame(of child: UIViewController) -> CGRect {
    let isBeneath = barsCovering(child)
    return content.bounds.inset(
      by: UIEdgeInsets(
        top: isNavigationBarHidden || isBeneath.top ? 0 : navigationBar.bounds.height, left: 0,
        bottom: hidesToolbar || isBeneath.bottom ? 0 : toolbar.bounds.height, right: 0))
  }

  // MARK: Large titles (E-542)

  /// Returns how much of the large title and the search bar is collapsed by content scrolled beneath the
  /// bar, in points.
  func collapseLargeTitle() -> CGFloat {
    let scroll = navigationBar.room > 0 ? contentScrollView(for: .top) : nil
    if titledScrollView !== scroll { titledScrollView?.largeTitle = LargeTitle() }
    titledScrollView = scroll
    guard let scroll else { return 0 }
    scroll.largeTitle.isAbove = isBelowBar(scroll)
    let room = titleRoom(scroll)
    if scroll.largeTitle.room != room {
      // A large title that appears starts collapsed by the height that it did not have before, unless the
      // content is at its top.
      let isAtTop = scroll.largeTitle.room > 0 ? scroll.hidingTitle == 0 : scroll.contentEnds.top
      scroll.largeTitle.hidden = isAtTop ? 0 : max(0, room - shownTitleHeight)
      scroll.largeTitle.room = room
    }
    scroll.largeTitle.stops = navigationBar.stops
    scroll.largeTitle.hidden = scroll.hidingTitle
    return scroll.largeTitle.hidden
  }

  func titleRoom(_ scroll: UIScrollView) -> CGFloat {
    !isNavigationBarHidden && (scroll.isBeneathBar || scroll.largeTitle.isAbove) ? navigationBar.room : 0
  }

  /// E-583: whether a scroll view begins where the bar ends, for any height that the bar may have had at
  /// layout.
  func isBelowBar(_ scroll: UIScrollView) -> Bool {
    guard let view = viewIfLoaded,
      let top = scroll.superview?.convert(scroll.frame, to: view).minY
    else { return false }
    let heights = navigationBar.heights
    return top >= view.safeAreaInsets.top + heights.lowerBound - 0.5
      && top <= view.safeAreaInsets.top + heights.upperBound + 0.5
  }
}
