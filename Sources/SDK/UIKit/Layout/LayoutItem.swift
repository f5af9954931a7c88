import CarobFoundation
@_spi(Hazards) import CarobRuntime
import LayoutSolver

/// An engine's data about one view or guide: its variables, and the constraints that the engine created for
/// it.
///
/// All rectangles are alignment rectangles in the root's coordinates, without scroll offsets. Items inside a
/// scroll view are relative to the origin of its content, which is an item of its own.
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
  /// Identifies the engine without accessing it.
  let engineNumber: Int
  @Zeroing var view: UIView?
  @Zeroing var guide: UILayoutGuide?
  let box: Box
  /// The index in the engine's list.
  var index = 0
  var placement: PlacementConstraints?
  /// The origin constraints of a scroll view's content.
  var contentOriginConstraints: OriginConstraints?
  var intrinsicSizeConstraints = IntrinsicSizeConstraints()
  var intrinsicSize = CGSize(width: -1, height: -1)
  var isIntrinsicDirty = true
  /// Place an ambiguous position at the superview's origin until a constraint determines it.
  var fallbackPositionConstraints: [LayoutSolver.ConstraintID] = []
  /// The content of a scroll view.
  var content: LayoutItem?
  var usesContentSize = false
  /// Whether a constraint connects the content of the scroll view to something outside of it.
  var hasConstraintsAcrossContentBoundary = false
  var insets = UIEdgeInsets.zero
  /// The values of the last solution, to detect which superviews need layout.
  var seen: SIMD4<Double>?

  init(_ engine: LayoutEngine, view: UIView?, guide: UILayoutGuide?) {
    self.engine = engine
    engineNumber = engine.number
    self.view = view
    self.guide = guide
    box = Box(engine.solver)
  }
}

/// A view's Auto Layout state; empty for views without constraints.
@MainActor
struct ViewLayoutState {
  /// The view's item in the engine of its window or root view.
  var item: LayoutItem?
  /// The engine whose root this view is.
  var engine: LayoutEngine?
  var extras: LayoutExtras?
  var needsUpdateConstraints = true
  /// Whether a descendant needs `updateConstraints`.
  var subtreeNeedsUpdate = true
  /// The solved width of wrapping text, for which it computes its height; nil to compute its size on one
  /// line.
  var wrapWidth: CGFloat?

  /// Whether the view is in `layoutSubviews` or in the controller's methods around it.
  var isInLayout = false

  nonisolated init() {}
}

/// The less used part of a view's layout state.
@MainActor
final class LayoutExtras {
  var constraints: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  var systemGuides: [UILayoutGuide] = []
  /// The margins and the safe area that were last reported to the view and its controller (E-607).
  var reportedMargins: UIEdgeInsets?
  var reportedSafeArea: UIEdgeInsets?
  var hugging = (horizontal: UILayoutPriority.defaultLow, vertical: UILayoutPriority.defaultLow)
  var compressionResistance = (
    horizontal: UILayoutPriority.defaultHigh, vertical: UILayoutPriority.defaultHigh
  )
}
