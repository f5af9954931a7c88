import CarobFoundation
@_spi(Hazards) import CarobRuntime
import LayoutSolver

/// What an engine knows of one view or guide: its variables and the constraints that the engine itself made for it.
///
/// All rectangles are alignment rectangles in the coordinates of the engine's root, as if no view had scrolled; what is
/// inside a scroll view is relative to its content's origin, which is an item of its own.
@MainActor
final class LayoutItem {
  struct Box {
    var minX: LayoutSolver.Variable
    var minY: LayoutSolver.Variable
    var width: LayoutSolver.Variable
    var height: LayoutSolver.Variable

    init(_ solver: LayoutSolver) {
      minX = solver.makeVariable()
      minY = solver.makeVariable()
      width = solver.makeVariable()
      height = solver.makeVariable()
    }

    var all: [LayoutSolver.Variable] { [minX, minY, width, height] }
  }

  /// nil when the root view was deallocated, and the engine with it.
  @Zeroing var engine: LayoutEngine?
  /// Says whose item it is without touching the engine.
  let engineNumber: Int
  @Zeroing var view: UIView?
  @Zeroing var guide: UILayoutGuide?
  let box: Box
  /// Place in the engine's list.
  var index = 0
  var placement: PlacementConstraints?
  /// Of the content of a scroll view.
  var contentOriginConstraints: OriginConstraints?
  var intrinsicSizeConstraints = IntrinsicSizeConstraints()
  var intrinsicSize = CGSize(width: -1, height: -1)
  var isIntrinsicDirty = true
  /// Hold a place that no constraint determines at the superview's origin, until one does.
  var fallbackPositionConstraints: [LayoutSolver.ConstraintID] = []
  /// The content of a scroll view.
  var content: LayoutItem?
  var usesContentSize = false
  /// Whether a constraint connects the content of the scroll view to something outside of it.
  var hasConstraintsAcrossContentBoundary = false
  var insets = UIEdgeInsets.zero
  /// The values after the last solution, to notice which superviews have to lay out.
  var seen: SIMD4<Double>?

  init(_ engine: LayoutEngine, view: UIView?, guide: UILayoutGuide?) {
    self.engine = engine
    engineNumber = engine.number
    self.view = view
    self.guide = guide
    box = Box(engine.solver)
  }
}

/// What a view keeps for Auto Layout; empty for views that have nothing to do with it.
@MainActor
struct ViewLayoutState {
  /// The view's place in the engine of its window or root view.
  var item: LayoutItem?
  /// The engine whose root this view is.
  var engine: LayoutEngine?
  var extras: LayoutExtras?
  var needsUpdateConstraints = true
  /// Whether something below needs `updateConstraints`.
  var subtreeNeedsUpdate = true
  /// The width that wrapping text got, for its height; nil while it is asked for its size on one line.
  var wrapWidth: CGFloat?

  /// Whether the view lays itself out, in `layoutSubviews` or the controller's methods around it.
  var isInLayout = false

  nonisolated init() {}
}

/// The rarer part of a view's layout state.
@MainActor
final class LayoutExtras {
  var constraints: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  var systemGuides: [UILayoutGuide] = []
  /// The margins and the safe area that the view and its controller were told last (E-607).
  var reportedMargins: UIEdgeInsets?
  var reportedSafeArea: UIEdgeInsets?
  var hugging = (horizontal: UILayoutPriority.defaultLow, vertical: UILayoutPriority.defaultLow)
  var compressionResistance = (
    horizontal: UILayoutPriority.defaultHigh, vertical: UILayoutPriority.defaultHigh
  )
}
