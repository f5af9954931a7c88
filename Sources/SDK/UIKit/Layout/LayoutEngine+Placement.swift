import CarobFoundation
import LayoutSolver

/// Constraints that the engine creates for the root, views positioned by their frames, and guides that the
/// system places.
extension LayoutEngine {
  // MARK: The root

  func constrainRoot(_ item: LayoutItem) {
    func hold(_ variable: LayoutSolver.Variable, _ value: CGFloat, _ priority: Double)
      -> LayoutSolver.ConstraintID
    {
      solver.add(LinearExpression(variable) - Double(value), .equal, priority: priority, breakRank: 0)
    }
    let x = hold(item.box.minX, 0, 1000)
    let y = hold(item.box.minY, 0, 1000)
    rootConstraints = RootConstraints(x: x, y: y)
    guard !isTemporary else { return }
    rootSize = root.bounds.size
    // A root view that is sized by constraints yields to them.
    let priority = root.translatesAutoresizingMaskIntoConstraints ? 1000.0 : 49.5
    let width = hold(item.box.width, rootSize.width, priority)
    rootConstraints?.size = (width, hold(item.box.height, rootSize.height, priority))
  }

  /// For temporary engines: the target size of `systemLayoutSizeFitting`.
  func askRoot(_ size: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) {
    let box = item(for: root).box
    solver.add(
      LinearExpression(box.width) - Double(size.width), .equal, priority: Double(horizontal.rawValue))
    solver.add(
      LinearExpression(box.height) - Double(size.height), .equal, priority: Double(vertical.rawValue))
  }

  // MARK: Views positioned by their frames

  func place(_ item: LayoutItem, of view: UIView) {
    let forms = placementForms(of: item, view)
    let x = constrain(.x, to: forms.x, item, view)
    let width = constrain(.width, to: forms.width, item, view)
    let y = constrain(.y, to: forms.y, item, view)
    item.placement = PlacementConstraints(
      x: x, width: width, y: y, height: constrain(.height, to: forms.height, item, view))
  }

  private enum Dimension { case x, width, y, height }

  private func constrain(
    _ dimension: Dimension, to form: AutoresizingForm, _ item: LayoutItem, _ view: UIView
  ) -> EngineConstraint {
    guard let parent = view.superview else {
      preconditionFailure("UIKit layout: a view without superview is a root")
    }
    let origin = contentOrigin(of: parent)
    let parentBox = self.item(for: parent).box
    let isHorizontal = dimension == .x || dimension == .width
    var expression =
      switch dimension {
      case .x: LinearExpression(item.box.minX) - LinearExpression(origin.minX)
      case .width: LinearExpression(item.box.width)
      case .y: LinearExpression(item.box.minY) - LinearExpression(origin.minY)
      case .height: LinearExpression(item.box.height)
      }
    if form.factor != 0 {
      expression =
        expression - form.factor * LinearExpression(isHorizontal ? parentBox.width : parentBox.height)
    }
    let id = solver.add(expression - form.constant, .equal, breakRank: 0)
    return EngineConstraint(id: id, factor: form.factor, constant: form.constant)
  }

  /// A view's alignment rectangle by its superview's size.
  private func placementForms(of item: LayoutItem, _ view: UIView) -> PlacementForms {
    let parent = view.superview
    let parentItem = parent.flatMap { existingItem(for: $0) }
    let parentInsets = parentItem?.insets ?? .zero
    var frame = view.untransformedFrame
    if parentItem?.content == nil, let origin = parent?.bounds.origin {
      frame.origin.x -= origin.x
      frame.origin.y -= origin.y
    }
    let rect = view.alignmentRect(forFrame: frame)
    let size = parent?.bounds.size ?? .zero
    let follows = parent?.autoresizesSubviews == true && parentItem?.content == nil
    let mask = follows ? view.autoresizingMask : []
    var (x, width) = AutoresizingForm.pair(
      origin: rect.minX, length: rect.width, room: size.width, before: mask.contains(.flexibleLeftMargin),
      middle: mask.contains(.flexibleWidth), after: mask.contains(.flexibleRightMargin))
    var (y, height) = AutoresizingForm.pair(
      origin: rect.minY, length: rect.height, room: size.height, before: mask.contains(.flexibleTopMargin),
      middle: mask.contains(.flexibleHeight), after: mask.contains(.flexibleBottomMargin))
    // The parent's variables are its alignment rectangle; the child's frame is relative to the parent's
    // frame.
    x.constant += x.factor * Double(parentInsets.left + parentInsets.right) - Double(parentInsets.left)
    width.constant += width.factor * Double(parentInsets.left + parentInsets.right)
    y.constant += y.factor * Double(parentInsets.top + parentInsets.bottom) - Double(parentInsets.top)
    height.constant += height.factor * Double(parentInsets.top + parentInsets.bottom)
    return PlacementForms(x: x, width: width, y: y, height: height)
  }

  // MARK: Guides that the system places

  func place(_ item: LayoutItem, of guide: UILayoutGuide, _ owner: LayoutItem) {
    guard let view = owner.view else { return }
    let constants = placementConstants(of: guide, in: view)
    func equation(_ mine: LinearExpression, _ theirs: LinearExpression, _ constant: Double)
      -> EngineConstraint
    {
      let id = solver.add(mine - theirs - constant, .equal, breakRank: 0)
      return EngineConstraint(id: id, factor: 1, constant: constant)
    }
    let (own, outer) = (item.box, owner.box)
    let x = equation(LinearExpression(own.minX), LinearExpression(outer.minX), constants.x)
    let width = equation(LinearExpression(own.width), LinearExpression(outer.width), constants.width)
    let (y, height): (EngineConstraint, EngineConstraint)
    switch guide.source {
    case .topBar:
      y = equation(LinearExpression(own.minY), LinearExpression(outer.minY), constants.y)
      height = equation(LinearExpression(own.height), LinearExpression(), constants.height)
    case .bottomBar, .keyboard:
      y = equation(
        LinearExpression(own.minY) + LinearExpression(own.height),
        LinearExpression(outer.minY) + LinearExpression(outer.height), constants.y)
      height = equation(LinearExpression(own.height), LinearExpression(), constants.height)
    default:
      y = equation(LinearExpression(own.minY), LinearExpression(outer.minY), constants.y)
      height = equation(LinearExpression(own.height), LinearExpression(outer.height), constants.height)
    }
    item.placement = PlacementConstraints(x: x, width: width, y: y, height: height)
  }

  /// The differences of a guide's edges and sizes from those of its view, or its height.
  private func placementConstants(
    of guide: UILayoutGuide, in view: UIView
  ) -> (x: Double, width: Double, y: Double, height: Double) {
    let insets = guide.systemInsets(in: view)
    let (x, width) = (Double(insets.left), Double(-insets.left - insets.right))
    switch guide.source {
    case .topBar: return (x, width, 0, Double(insets.top))
    case .bottomBar, .keyboard: return (x, width, 0, Double(insets.bottom))
    default: return (x, width, Double(insets.top), Double(-insets.top - insets.bottom))
    }
  }

  // MARK: Updating

  /// Updates the constants that depend on frames, margins, safe areas and baselines.
  func refresh() {
    if !isTemporary, root.bounds.size != rootSize, let size = rootConstraints?.size {
      rootSize = root.bounds.size
      solver.setConstant(size.width, to: -Double(rootSize.width))
      solver.setConstant(size.height, to: -Double(rootSize.height))
    }
    for index in 0..<items.count {
      let item = items[index]
      if let view = item.view {
        if view === root { continue }
        if view.translatesAutoresizingMaskIntoConstraints { refreshPlacement(of: item, view) }
        if let content = item.content, item.hasConstraintsAcrossContentBoundary,
          let offset = view.layoutContentOffset
        {
          content.contentOriginConstraints?.x.set(Double(-offset.x), in: solver)
          content.contentOriginConstraints?.y.set(Double(-offset.y), in: solver)
        }
      } else if let guide = item.guide, guide.source != .constraints, let view = guide.owningView,
        item.placement != nil
      {
        let constants = placementConstants(of: guide, in: view)
        item.placement?.x.set(constants.x, in: solver)
        item.placement?.width.set(constants.width, in: solver)
        item.placement?.y.set(constants.y, in: solver)
        item.placement?.height.set(constants.height, in: solver)
      }
    }
    refreshBaselines()
  }

  private func refreshPlacement(of item: LayoutItem, _ view: UIView) {
    guard var placement = item.placement else { return place(item, of: view) }
    let forms = placementForms(of: item, view)
    refresh(&placement.x, .x, forms.x, item, view)
    refresh(&placement.width, .width, forms.width, item, view)
    refresh(&placement.y, .y, forms.y, item, view)
    refresh(&placement.height, .height, forms.height, item, view)
    item.placement = placement
  }

  private func refresh(
    _ constraint: inout EngineConstraint, _ dimension: Dimension, _ form: AutoresizingForm,
    _ item: LayoutItem, _ view: UIView
  ) {
    if abs(form.factor - constraint.factor) > 1e-9 {
      solver.remove(constraint.id)
      constraint = constrain(dimension, to: form, item, view)
    } else {
      constraint.set(form.constant, in: solver)
    }
  }
}

/// A view's alignment rectangle by its superview's size.
private struct PlacementForms {
  let x: AutoresizingForm
  let width: AutoresizingForm
  let y: AutoresizingForm
  let height: AutoresizingForm
}
