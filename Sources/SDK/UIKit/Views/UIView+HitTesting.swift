import CarobFoundation
import QuartzCore

extension UIView {
  /// The part of E-161 that asks the subviews, front first.
  final func hitTestSubviews(_ point: CGPoint, _ event: UIEvent?) -> UIView? {
    // NB: a list of its own, because who is asked may change the view's.
    let subviews = subviewList
    // What is passed over has nothing in the trace either, but where it records the SDK's own.
    let passesOver = !Journal.recordsInternal
    let probe = HitTestBounds.probe(point)
    var index = subviews.count
    while true {
      index = passesOver ? Self.mayBeHit(subviews, before: index, probe) : index - 1
      if index < 0 { return nil }
      let view = subviews[index]
      let local = view.layer.fromSuperlayer(point)
      let hit = Journal.query(.touch, "hitTest(_:with:)", to: view) { view.hitTest(local, with: event) }
      if let hit { return hit }
    }
  }

  /// The last before `index` that has to be asked; -1 for none.
  // OPTIMIZATION: a subview that the point misses is passed over without a call if its class overrides neither of the
  // methods that would be called. Not isolated, because an isolated closure looks each time whether it is on its actor.
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

/// Whether an app's view has an opinion of its own about where touches go (E-161, E-162).
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
