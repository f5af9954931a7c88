import CoreGraphics

/// The two bars of a navigation controller.
enum StackBar: Equatable { case navigation, toolbar }

/// A value for each of the two bars of a navigation controller.
struct StackBarPair<Value> {
  var navigation: Value
  var toolbar: Value

  subscript(bar: StackBar) -> Value {
    get { bar == .navigation ? navigation : toolbar }
    set {
      switch bar {
      case .navigation: navigation = newValue
      case .toolbar: toolbar = newValue
      }
    }
  }
}

extension StackBarPair: Equatable where Value: Equatable {}

/// The horizontal offset in points of a bar that appears or disappears with a screen, relative to its
/// resting position (E-580, E-581).
struct BarOffset: Equatable {
  let start: CGFloat
  let end: CGFloat

  /// `distance` is the offset at which the new screen starts: positive for a push, negative for a pop. Nil
  /// for a bar that does not move.
  init?(wasHidden: Bool, isHidden: Bool, distance: CGFloat) {
    guard wasHidden != isHidden else { return nil }
    (start, end) = isHidden ? (0, -distance) : (distance, 0)
  }
}

/// How the bars move with the screens in one transition of a navigation stack (E-580).
///
/// While the transition is prepared, the bars keep their positions; changes that the screens make to them
/// in this time are animated with the transition.
enum BarTransition: Equatable {
  case none
  /// The screens receive `viewWillAppear` and `viewWillDisappear`.
  case preparing(wasHidden: StackBarPair<Bool>)
  /// Bars without an offset do not move.
  case moving(StackBarPair<BarOffset?>, isAtEnd: Bool)

  /// Records that a bar is hidden or shown without animation, so that it does not move with the screens.
  mutating func changeAtOnce(_ bar: StackBar, isHidden: Bool) {
    guard case .preparing(var wasHidden) = self else { return }
    wasHidden[bar] = isHidden
    self = .preparing(wasHidden: wasHidden)
  }

  /// Called right before the screens move.
  mutating func begin(isHidden: StackBarPair<Bool>, distance: CGFloat) {
    guard case .preparing(let wasHidden) = self else { return }
    let offsets = StackBarPair(
      navigation: BarOffset(
        wasHidden: wasHidden.navigation, isHidden: isHidden.navigation, distance: distance),
      toolbar: BarOffset(wasHidden: wasHidden.toolbar, isHidden: isHidden.toolbar, distance: distance))
    let moves = offsets.navigation != nil || offsets.toolbar != nil
    self = moves ? .moving(offsets, isAtEnd: false) : .none
  }

  /// Called when the screens have their positions at the end of the transition.
  mutating func moveToEnd() {
    guard case .moving(let offsets, _) = self else { return }
    self = .moving(offsets, isAtEnd: true)
  }

  /// The offset in points to the right of the bar's resting position; nil for a bar that does not move with
  /// the screens.
  func offset(of bar: StackBar) -> CGFloat? {
    guard case .moving(let offsets, let isAtEnd) = self, let offset = offsets[bar] else { return nil }
    return isAtEnd ? offset.end : offset.start
  }
}

/// Whether a navigation stack's bars are hidden, and how they move (E-579…E-581).
struct NavigationBars {
  /// The state that the app requested.
  var isHidden = StackBarPair(navigation: false, toolbar: true)
  /// The value last set for each bar view's `isHidden` (E-820).
  var isViewHidden = StackBarPair(navigation: false, toolbar: false)
  /// Whether the toolbar was hidden in the last layout. The screen that is pushed next may change this.
  var wasToolbarHidden = true
  /// The number of running animations that slide the bars vertically (E-579).
  var runningSlides = 0
  var transition = BarTransition.none
}
