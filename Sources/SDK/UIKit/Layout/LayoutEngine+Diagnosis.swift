import CarobFoundation
import LayoutSolver

/// Reports of the engine: conflicts, ambiguity, and the constraints that affect a view.
extension LayoutEngine {
  func report(_ conflicts: [LayoutSolver.Conflict]) {
    for conflict in conflicts where !isTemporary {
      var text = "Unable to simultaneously satisfy constraints; one of these is probably not wanted:\n"
      for id in conflict.constraints { text += "    \(describe(id))\n" }
      text += "  Recovering by breaking \(describe(conflict.broken))."
      if conflict.constraints.contains(where: { placedItem($0)?.view != nil }) {
        text +=
          " A view that has constraints of its own needs translatesAutoresizingMaskIntoConstraints = false."
      }
      Journal.warn(text, receiver: installed[conflict.broken]?.firstLayoutItem ?? root)
    }
  }

  private func placedItem(_ id: LayoutSolver.ConstraintID) -> LayoutItem? {
    items.first { $0.placement?.contains(id) == true || $0.contentOriginConstraints?.contains(id) == true }
  }

  private func describe(_ id: LayoutSolver.ConstraintID) -> String {
    if let constraint = installed[id] { return constraint.description }
    if rootConstraints?.contains(id) == true {
      return "<\(root.layoutName): size \(text(rootSize)) of the root>"
    }
    if let item = placedItem(id) {
      guard let view = item.view else {
        return "<\(item.guide?.layoutName ?? "content"): placed by the system>"
      }
      let frame = view.frame
      return
        "<\(view.layoutName): autoresizing mask, frame (\(text(frame.minX)), \(text(frame.minY)), \(text(frame.size)))>"
    }
    for item in items where item.intrinsicSizeConstraints.contains(id) {
      let name = item.view?.layoutName ?? ""
      return "<\(name): intrinsic content size \(text(item.intrinsicSize)) at a required priority>"
    }
    return "<a constraint of the system>"
  }

  private func text(_ size: CGSize) -> String { "\(text(size.width)) × \(text(size.height))" }

  private func text(_ value: CGFloat) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
  }

  func isBroken(_ constraint: NSLayoutConstraint) -> Bool {
    guard case .installed(let id) = constraint.placement, constraint.engine === self else { return false }
    return solver.isBroken(id)
  }

  func isAmbiguous(_ item: LayoutItem?) -> Bool {
    guard let item else { return false }
    update()
    for item in items where !item.fallbackPositionConstraints.isEmpty {
      for constraint in item.fallbackPositionConstraints { solver.remove(constraint) }
      item.fallbackPositionConstraints.removeAll()
      // The next update adds them again.
      isDirty = true
    }
    let open = Set(solver.ambiguousVariables())
    return item.box.all.contains { open.contains($0) }
  }

  /// E-610: gives the ambiguous variables of the view another valid value, until the constraints change.
  func exerciseAmbiguity(of view: UIView, _ item: LayoutItem) {
    guard isAmbiguous(item) else { return }
    let room = contentOrigin(of: view.superview ?? root)
    let open = Set(solver.ambiguousVariables())
    let box = item.box
    for (variable, origin, length) in [
      (box.width, nil, room.width), (box.height, nil, room.height), (box.minX, room.minX, room.width),
      (box.minY, room.minY, room.height),
    ] as [(LayoutSolver.Variable, LayoutSolver.Variable?, LayoutSolver.Variable)]
    where open.contains(variable) {
      var preferred = LinearExpression(variable)
      if let origin { preferred = preferred - LinearExpression(origin) }
      let value = Double.random(in: 0...max(1, solver.value(of: length)))
      item.fallbackPositionConstraints.append(
        solver.add(preferred - value, .equal, priority: 0.002, breakRank: 0))
    }
    isDirty = true
    view.superview?.setNeedsLayout()
  }

  func constraints(
    mentioning subject: any LayoutConstrainable, _ axis: NSLayoutConstraint.Axis
  ) -> [NSLayoutConstraint] {
    update()
    var result: [NSLayoutConstraint] = []
    func visit(_ view: UIView) {
      for constraint in view.layoutState.extras?.constraints ?? []
      where constraint.firstAttribute.axis == axis
        && (constraint.firstLayoutItem === subject || constraint.secondLayoutItem === subject)
      {
        result.append(constraint)
      }
      for child in view.subviews { visit(child) }
    }
    visit(root)
    return result
  }
}
