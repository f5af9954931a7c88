import CarobFoundation
import QuartzCore

extension UIView {
  /// The part of E-161 that hit-tests the subviews, frontmost first.
  final func hitTestSubviews(_ point: CGPoint, _ event: UIEvent?) -> UIView? {
    // NB: a copy, because an overridden method may change the view's subviews.
    let subviews = subviewList
    // Skipped subviews are not recorded in the trace, so skip only if it does not record the SDK's own calls.
    let passesOver = !Journal.recordsInternal && UIView.viewsTestedOnScreen == 0
    let probe = HitTestBounds.probe(point)
    var index = subviews.count
    while true {
      index = passesOver ? Self.mayBeHit(subviews, before: index, probe) : index - 1
      if index < 0 { return nil }
      let view = subviews[index]
      // E-943
      let shown = view.animatorsWithHitTests > 0 ? view.layer.presentation() ?? view.layer : view.layer
      let local = shown.fromSuperlayer(point)
      let hit = Journal.query(.touch, "hitTest(_:with:)", to: view) { view.hitTest(local, with: event) }
      if let hit { return hit }
    }
  }

  /// The index of the last subview before `index` that has to be hit-tested; -1 for none.
  // OPTIMIZATION: a subview that the point misses is skipped without a call if its class overrides neither of
  // the methods that would be called. Not isolated, because an isolated closure checks its executor on each
  // call.
  nonisolated private static func mayBeHit(
    _ subviews: [UIView], before index: Int, _ probe: SIMD4<Float>
  ) -> Int {
    subviews.withUnsafeBufferPointer { subviews in
      var index = index
      while index > 0 {
        index -= 1
        let isMissed = Unmanaged.passUnretained(subviews[index])._withUnsafeGuaranteedRef { view in
          view.hitTestFastPathLayer?._withUnsafeGuaranteedRef { any(probe .< $0.hitTestBounds.edges) }
            ?? false
        }
        if !isMissed { return index }
      }
      return -1
    }
  }
}

/// Whether an app's view class overrides hit-testing (E-161, E-162).
enum HitTestingOverrides {
  static let ofHitTest = OverridePoint(of: UIView.self, overriding: HittingView.self, plain: PlainView.self)
  static let ofPointInside = OverridePoint(
    of: UIView.self, overriding: InsideView.self, plain: PlainView.self)

  static func exist(in cls: UIView.Type) -> Bool {
    ofHitTest.isOverridden(by: cls) || ofPointInside.isOverridden(by: cls)
  }
}

private final class PlainView: UIView {}

private final class HittingView: UIView {
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { nil }
}

private final class InsideView: UIView {
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { false }
}
