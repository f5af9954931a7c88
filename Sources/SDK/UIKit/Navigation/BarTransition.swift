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

/// Where a bar that appears or disappears with a screen is, relative to its place: points to the right (E-580, E-581).
struct BarOffset: Equatable {
  let start: CGFloat
  let end: CGFloat

  /// `distance` is from the new screen's place to where it comes from: positive on a push, negative on a pop. Nil for a
  /// bar that does not move.
  init?(wasHidden: Bool, isHidden: Bool, distance: CGFloat) {
    guard wasHidden != isHidden else { return nil }
    (start, end) = isHidden ? (0, -distance) : (distance, 0)
  }
}

/// How the bars of a stack move with its screens in one transition (E-580).
///
/// While the transition is prepared the bars stay as they were; what screens change meanwhile moves with them.
enum BarTransition: Equatable {
  case none
  /// The screens get their will-messages.
  case preparing(wasHidden: StackBarPair<Bool>)
  /// Bars without an offset stay where they are.
  case moving(StackBarPair<BarOffset?>, isAtEnd: Bool)

  /// A bar is hidden or shown without an animation: it does not wait for the screens.
  mutating func changeAtOnce(_ bar: StackBar, isHidden: Bool) {
    guard case .preparing(var wasHidden) = self else { return }
    wasHidden[bar] = isHidden
    self = .preparing(wasHidden: wasHidden)
  }

  /// The screens are about to move.
  mutating func begin(isHidden: StackBarPair<Bool>, distance: CGFloat) {
    guard case .preparing(let wasHidden) = self else { return }
    let offsets = StackBarPair(
      navigation: BarOffset(
        wasHidden: wasHidden.navigation, isHidden: isHidden.navigation, distance: distance),
      toolbar: BarOffset(wasHidden: wasHidden.toolbar, isHidden: isHidden.toolbar, distance: distance))
    let moves = offsets.navigation != nil || offsets.toolbar != nil
    self = moves ? .moving(offsets, isAtEnd: false) : .none
  }

  /// The screens are where they belong after the transition.
  mutating func moveToEnd() {
    guard case .moving(let offsets, _) = self else { return }
    self = .moving(offsets, isAtEnd: true)
  }

  /// Points to the right of its place; nil for a bar that does not move with the screens.
  func offset(of bar: StackBar) -> CGFloat? {
    guard case .moving(let offsets, let isAtEnd) = self, let offset = offsets[bar] else { return nil }
    return isAtEnd ? offset.end : offset.start
  }
}

/// Whether a stack's bars are hidden, and how they move (E-579…E-581).
struct NavigationBars {
  /// What the app wants.
  var isHidden = StackBarPair(navigation: false, toolbar: true)
  /// What the bars' own `isHidden` was set to last (E-820).
  var isViewHidden = StackBarPair(navigation: false, toolbar: false)
  /// Whether the toolbar was hidden in the last layout: the screen that is pushed next may change it.
  var wasToolbarHidden = true
  /// How many animations slide the bars up and down (E-579).
  var runningSlides = 0
  var transition = BarTransition.none
}
