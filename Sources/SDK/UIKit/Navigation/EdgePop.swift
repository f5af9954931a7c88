import CarobFoundation
import GestureMachines

/// The finger that pulls the top screen of a stack away from the left edge (E-91).
@preconcurrency @MainActor
final class EdgePopRecognizer: UIScreenEdgePanGestureRecognizer {
  weak var navigation: UINavigationController?

  /// E-424: a stack of one has nothing to pop; the finger goes to others.
  override func wants(_ touch: UITouch) -> Bool {
    navigation?.allowsInteractivePop == true && super.wants(touch)
  }

  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    navigation?.allowsInteractivePop == true && dx > abs(dy)
  }

  /// A finger that goes another way must not keep those waiting that go after this one.
  override func decide(_ input: GestureInput) -> GestureDecision? {
    let decision = super.decide(input)
    guard decision == nil, input.kind == .moved, input.standing == .undecided else { return decision }
    let way = translation(in: nil)
    return max(abs(way.x), abs(way.y)) >= PanMachine.threshold
      ? .fail(.notFromEdge) : nil
  }

  /// E-423: lists and their rows move only when the finger does not pop.
  override func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool {
    other is UIPanGestureRecognizer && !(other is EdgePopRecognizer)
  }
}

/// Hears the recognizer, and is its delegate until an app puts its own there, which frees the gesture of the conditions.
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
  /// E-424: without a back button there is no swipe back either, unless the app answers for the recognizer itself.
  ///
  /// E-492: nor with a delegate that animates transitions. E-493: an app that answers for the recognizer gets the pop of
  /// the system's, and its delegate is not asked.
  var allowsInteractivePop: Bool {
    guard children.count > 1, !isTransitioning, let top = topViewController else { return false }
    guard edgePop.recognizer.delegate === edgePop else { return true }
    guard !animatesItself else { return false }
    if let stack = top as? UINavigationController { return stack.viewControllers.count == 1 }
    let item = top.navigationItem
    return !isNavigationBarHidden && !item.hidesBackButton
      && (item.leftBarButtonItem == nil || item.leftItemsSupplementBackButton)
  }

  private var animatesItself: Bool {
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
