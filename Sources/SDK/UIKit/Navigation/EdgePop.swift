@_spi(Hazards) import CarobRuntime
import CarobFoundation
import GestureMachines

/// Recognizes the pan from the left edge that pops the top screen interactively (E-91).
@preconcurrency @MainActor
final class EdgePopRecognizer: UIScreenEdgePanGestureRecognizer {
  @Zeroing var navigation: UINavigationController?

  /// E-424: with only one screen on the stack there is nothing to pop, so other recognizers get the touch.
  override func wants(_ touch: UITouch) -> Bool {
    navigation?.allowsInteractivePop == true && super.wants(touch)
  }

  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    navigation?.allowsInteractivePop == true && dx > abs(dy)
  }

  /// Fails once the finger moves in another direction, so that recognizers that wait for this one can
  /// begin.
  override func decide(_ input: GestureInput) -> GestureDecision? {
    let decision = super.decide(input)
    guard decision == nil, input.kind == .moved, input.standing == .undecided else { return decision }
    let way = translation(in: nil)
    return max(abs(way.x), abs(way.y)) >= PanMachine.threshold
      ? .fail(.notFromEdge) : nil
  }

  /// E-423: table views and rows pan only after the interactive pop has failed.
  override func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool {
    other is UIPanGestureRecognizer && !(other is EdgePopRecognizer)
  }
}

/// Handles the recognizer's action. It is the recognizer's delegate until an app sets its own, which lifts
/// the conditions on the gesture.
@preconcurrency @MainActor
final class EdgePop: _MainActorNSObject, UIGestureRecognizerDelegate {
  let recognizer = EdgePopRecognizer(target: nil, action: nil)

  init(_ navigation: UINavigationController) {
    super.init()
    recognizer.navigation = navigation
    recognizer.edges = .left
    recognizer.delegate = self
    recognizer.addTarget(self, action: "carob_pull:")
  }

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_pull:", "carob_pull(_:)", 0) { s, _ in
        let pop = unsafeDowncast(s, to: EdgePop.self)
        pop.recognizer.navigation?.pulled(pop.recognizer)
      }
    ]
  }
}

extension UINavigationController {
  /// E-424: without a back button the swipe is disabled too, unless the app has replaced the recognizer's
  /// delegate.
  ///
  /// E-492: it is also disabled if the delegate animates transitions. E-493: an app that has replaced the
  /// recognizer's delegate gets the system's pop; the navigation delegate is not asked.
  var allowsInteractivePop: Bool {
    guard children.count > 1, !isTransitioning, let top = topViewController else { return false }
    guard edgePop.recognizer.delegate === edgePop else { return true }
    guard !delegateAnimatesTransitions else { return false }
    if let stack = top as? UINavigationController { return stack.viewControllers.count == 1 }
    let item = top.navigationItem
    return !isNavigationBarHidden && !item.hidesBackButton
      && (item.leftBarButtonItem == nil || item.leftItemsSupplementBackButton)
  }

  private var delegateAnimatesTransitions: Bool {
    delegate.map {
      Runtime.answers(
        $0, "navigationController:animationControllerForOperation:fromViewController:toViewController:")
    } ?? false
  }

  func pulled(_ pan: EdgePopRecognizer) {
    switch pan.state {
    case .began:
      // E-420.
      popInteractively()
      follow(pan)
    case .changed: follow(pan)
    case .ended, .cancelled, .failed: fingerLifted(pan)
    default: break
    }
  }

  private func progress(_ pan: EdgePopRecognizer) -> CGFloat {
    min(max(pan.translation(in: nil).x / max(view.bounds.width, 1), 0), 1)
  }

  private func follow(_ pan: EdgePopRecognizer) { updateInteractivePop(progress(pan)) }

  private func fingerLifted(_ pan: EdgePopRecognizer) {
    endInteractivePop(progress(pan), speed: pan.velocity(in: nil).x, isCancelled: pan.state != .ended)
  }
}
