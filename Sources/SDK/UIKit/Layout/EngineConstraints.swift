import LayoutSolver

/// A constraint that the engine creates itself: `variable = factor · reference + constant`.
struct EngineConstraint {
  let id: LayoutSolver.ConstraintID
  /// A changed factor requires a new constraint.
  let factor: Double
  private(set) var constant: Double

  init(id: LayoutSolver.ConstraintID, factor: Double, constant: Double) {
    (self.id, self.factor, self.constant) = (id, factor, constant)
  }

  @MainActor
  mutating func set(_ constant: Double, in solver: LayoutSolver) {
    if self.constant == constant { return }
    self.constant = constant
    solver.setConstant(id, to: -constant)
  }
}

/// Constraints that fix a view which is positioned by its frame, or a guide that the system places.
struct PlacementConstraints {
  var x: EngineConstraint
  var width: EngineConstraint
  /// For a guide at the lower edge, the constraint of its lower edge.
  var y: EngineConstraint
  var height: EngineConstraint

  func contains(_ id: LayoutSolver.ConstraintID) -> Bool {
    x.id == id || width.id == id || y.id == id || height.id == id
  }

  @MainActor
  func remove(from solver: LayoutSolver) {
    solver.remove(x.id)
    solver.remove(width.id)
    solver.remove(y.id)
    solver.remove(height.id)
  }
}

/// Constraints that place the content of a scroll view at the scroll view's origin, or at its scroll offset.
struct OriginConstraints {
  var x: EngineConstraint
  var y: EngineConstraint

  func contains(_ id: LayoutSolver.ConstraintID) -> Bool { x.id == id || y.id == id }

  @MainActor
  func remove(from solver: LayoutSolver) {
    solver.remove(x.id)
    solver.remove(y.id)
  }
}

/// Constraints that fix the root view.
struct RootConstraints {
  let x: LayoutSolver.ConstraintID
  let y: LayoutSolver.ConstraintID
  /// nil in a temporary engine, which computes the size.
  var size: (width: LayoutSolver.ConstraintID, height: LayoutSolver.ConstraintID)?

  init(x: LayoutSolver.ConstraintID, y: LayoutSolver.ConstraintID) { (self.x, self.y) = (x, y) }

  func contains(_ id: LayoutSolver.ConstraintID) -> Bool {
    x == id || y == id || size?.width == id || size?.height == id
  }
}

/// A preferred length, from content hugging or compression resistance.
struct SizeConstraint {
  let id: LayoutSolver.ConstraintID
  /// A changed priority requires a new constraint.
  let priority: Double
  var length: Double
}

/// The constraints for a view's intrinsic size: the maximum from hugging, the minimum from compression
/// resistance.
struct IntrinsicSizeConstraints {
  var maxWidth: SizeConstraint?
  var minWidth: SizeConstraint?
  var maxHeight: SizeConstraint?
  var minHeight: SizeConstraint?

  func contains(_ id: LayoutSolver.ConstraintID) -> Bool {
    maxWidth?.id == id || minWidth?.id == id || maxHeight?.id == id || minHeight?.id == id
  }

  @MainActor
  mutating func remove(from solver: LayoutSolver) {
    if let maxWidth { solver.remove(maxWidth.id) }
    if let minWidth { solver.remove(minWidth.id) }
    if let maxHeight { solver.remove(maxHeight.id) }
    if let minHeight { solver.remove(minHeight.id) }
    self = IntrinsicSizeConstraints()
  }
}
