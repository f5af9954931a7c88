@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Covers the secondary column and receives its touches.
@preconcurrency @MainActor
final class ColumnDimmingView: UIView {
  var onTap: (() -> Void)?
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { onTap?() }
}

/// Shows and hides the columns of a split view by gestures (E-589).
@preconcurrency @MainActor
final class ColumnGestureController: _MainActorNSObject {
  @Zeroing private var split: UISplitViewController?
  private let pull = ColumnEdgePanRecognizer(target: nil, action: nil)
  private let push = UISwipeGestureRecognizer(target: nil, action: nil)

  init(_ split: UISplitViewController) {
    super.init()
    self.split = split
    pull.addTarget(self, action: "carob_pull:")
    push.addTarget(self, action: "carob_push:")
    pull.split = split
  }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_pull:", "carob_pull(_:)", 0) { s, _ in
        let columnGestures = unsafeDowncast(s, to: ColumnGestureController.self)
        if columnGestures.pull.state == .began { columnGestures.split?.swiped(inward: true) }
      },
      .init(object: "carob_push:", "carob_push(_:)", 0) { s, _ in
        unsafeDowncast(s, to: ColumnGestureController.self).split?.swiped(inward: false)
      },
    ]
  }
  func install() {
    split?.view.addGestureRecognizer(pull)
    split?.view.addGestureRecognizer(push)
  }
  var isActive = false { didSet { (pull.isEnabled, push.isEnabled) = (isActive, isActive) } }
  var isTrailing = false {
    didSet {
      pull.edges = isTrailing ? .right : .left
      push.direction = isTrailing ? .right : .left
    }
  }
}

/// Pans in from the edge of the primary column. The interactive pop of a navigation controller has
/// precedence.
@preconcurrency @MainActor
final class ColumnEdgePanRecognizer: UIScreenEdgePanGestureRecognizer {
  @Zeroing var split: UISplitViewController?
  override func mayBegin(_ dx: CGFloat, _ dy: CGFloat) -> Bool {
    (edges == .right ? -dx : dx) > abs(dy)
  }
  override func shouldRequireFailure(of other: UIGestureRecognizer) -> Bool { other is EdgePopRecognizer }
}
