import TestSupport
import Testing
import UIKit

/// Random changes of view trees: layout must not trap, and the resulting frames must satisfy required
/// constraints.
@MainActor @Suite struct RandomLayoutTests {
  private static let attributes: [NSLayoutConstraint.Attribute] = [
    .leading, .trailing, .top, .bottom, .width, .height, .centerX, .centerY, .leadingMargin, .firstBaseline,
  ]

  private func makeView(_ generator: inout SeededRandom) -> UIView {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      let view = UIView(
        frame: rect(
          CGFloat(Int.random(in: 0...50, using: &generator)),
          CGFloat(Int.random(in: 0...50, using: &generator)),
          CGFloat(Int.random(in: 0...90, using: &generator)),
          CGFloat(Int.random(in: 0...90, using: &generator))))
      view.autoresizingMask = UIView.AutoresizingMask(rawValue: UInt.random(in: 0...63, using: &generator))
      return view
    case 1:
      let stack = UIStackView()
      stack.axis = Bool.random(using: &generator) ? .vertical : .horizontal
      stack.distribution =
        UIStackView.Distribution(rawValue: Int.random(in: 0...4, using: &generator)) ?? .fill
      stack.alignment = UIStackView.Alignment(rawValue: Int.random(in: 0...5, using: &generator)) ?? .fill
      stack.spacing = CGFloat(Int.random(in: 0...9, using: &generator))
      stack.translatesAutoresizingMaskIntoConstraints = false
      return stack
    case 2: return Box()
    default:
      return Box(
        CGFloat(Int.random(in: 0...100, using: &generator)),
        CGFloat(Int.random(in: 0...50, using: &generator)))
    }
  }

  @Test(arguments: 0..<40) func `random changes neither trap nor hang`(_ seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed) &+ 99)
    let roots = [makeRoot(), makeRoot(200, 200)]
    var views: [UIView] = []
    var guides: [UILayoutGuide] = []
    var constraints: [NSLayoutConstraint] = []
    func anyView() -> UIView { (views + roots).randomElement(using: &generator) ?? roots[0] }
    for _ in 0..<150 {
      switch Int.random(in: 0..<16, using: &generator) {
      case 0, 1, 2:
        let view = makeView(&generator)
        let parent = anyView()
        if let stack = parent as? UIStackView, Bool.random(using: &generator) {
          stack.addArrangedSubview(view)
        } else {
          parent.addSubview(view)
        }
        views.append(view)
      case 3: views.randomElement(using: &generator)?.removeFromSuperview()
      case 4:
        guard let view = views.randomElement(using: &generator) else { continue }
        let parent = anyView()
        if !parent.isDescendant(of: view) { parent.addSubview(view) }
      case 5, 6, 7, 8:
        let first: AnyObject =
          Int.random(in: 0..<6, using: &generator) == 0 ? guides.last ?? anyView() : anyView()
        let attribute = Self.attributes.randomElement(using: &generator) ?? .width
        let second: UIView? =
          [NSLayoutConstraint.Attribute.width, .height].contains(attribute) && Bool.random(using: &generator)
          ? nil : anyView()
        if first is UILayoutGuide, attribute == .firstBaseline || attribute == .leadingMargin { continue }
        let constraint = NSLayoutConstraint(
          item: first, attribute: attribute,
          relatedBy: NSLayoutConstraint.Relation(rawValue: Int.random(in: -1...1, using: &generator))
            ?? .equal,
          toItem: second, attribute: second == nil ? .notAnAttribute : attribute,
          multiplier: [1, 1, 0.5].randomElement(using: &generator) ?? 1,
          constant: CGFloat(Int.random(in: -20...90, using: &generator)))
        constraint.priority = UILayoutPriority(
          [1000, 999, 750, 250, 50].randomElement(using: &generator) ?? 750)
        let owner = (first as? UIView) ?? (first as? UILayoutGuide)?.owningView
        guard let owner, second.map({ top(of: $0) === top(of: owner) }) ?? true else { continue }
        constraint.isActive = true
        constraints.append(constraint)
      case 9: constraints.randomElement(using: &generator)?.isActive = false
      case 10:
        constraints.randomElement(using: &generator)?.constant = CGFloat(
          Int.random(in: 0...99, using: &generator))
      case 11:
        guard let constraint = constraints.randomElement(using: &generator), constraint.priority != .required
        else {
          continue
        }
        constraint.priority = UILayoutPriority(Float(Int.random(in: 1...999, using: &generator)))
      case 12:
        guard let view = views.randomElement(using: &generator) else { continue }
        if Bool.random(using: &generator) {
          view.isHidden.toggle()
        } else if !(view is UIStackView) {
          view.translatesAutoresizingMaskIntoConstraints.toggle()
        }
      case 13:
        let view = anyView()
        view.frame = rect(
          CGFloat(Int.random(in: 0...50, using: &generator)), 3,
          CGFloat(Int.random(in: 0...400, using: &generator)), 44)
      case 14:
        if Bool.random(using: &generator) {
          let guide = UILayoutGuide()
          anyView().addLayoutGuide(guide)
          guides.append(guide)
        } else if let guide = guides.popLast() {
          guide.owningView?.removeLayoutGuide(guide)
        }
      default:
        if Bool.random(using: &generator) {
          let size = anyView().systemLayoutSizeFitting(CGSize(width: 100, height: 0))
          #expect(size.width.isFinite && size.height.isFinite)
        } else {
          for root in roots { root.layoutIfNeeded() }
        }
      }
    }
    for view in views + roots {
      #expect(view.frame.minX.isFinite && view.frame.width.isFinite, "seed \(seed)")
    }
  }

  private func top(of view: UIView) -> UIView {
    var view = view
    while let parent = view.superview { view = parent }
    return view
  }

  @Test(arguments: 0..<30) func `frames satisfy the required constraints`(_ seed: Int) {
    var generator = SeededRandom(seed: UInt64(seed) &* 31 &+ 5)
    let root = makeRoot()
    var views = [root]
    var constraints: [NSLayoutConstraint] = []
    for _ in 0..<20 {
      let view = Box(
        CGFloat(Int.random(in: 5...60, using: &generator)), CGFloat(Int.random(in: 5...60, using: &generator))
      )
      let parent = views.randomElement(using: &generator) ?? root
      parent.addSubview(view)
      // Each view gets one location per axis, relative to an existing view, so that there are no conflicts.
      let anchor = views.randomElement(using: &generator) ?? root
      constraints += [
        view.leadingAnchor.constraint(equalTo: anchor.leadingAnchor, constant: 3),
        view.topAnchor.constraint(
          equalTo: anchor.bottomAnchor, constant: CGFloat(Int.random(in: -9...9, using: &generator))),
      ]
      if Bool.random(using: &generator) {
        constraints.append(
          view.widthAnchor.constraint(equalTo: anchor.widthAnchor, multiplier: 0.5, constant: 6))
      }
      views.append(view)
    }
    NSLayoutConstraint.activate(constraints)
    root.layoutIfNeeded()
    for round in 0..<4 {
      for constraint in constraints {
        guard let first = constraint.firstItem as? UIView, let second = constraint.secondItem as? UIView
        else { continue }
        let a = place(of: first, in: root)
        let b = place(of: second, in: root)
        let error: CGFloat =
          switch constraint.firstAttribute {
          case .leading: a.minX - b.minX - constraint.constant
          case .top: a.minY - b.maxY - constraint.constant
          default: a.width - constraint.multiplier * b.width - constraint.constant
          }
        #expect(abs(error) < 0.7, "seed \(seed), round \(round): \(constraint) is off by \(error)")
      }
      for _ in 0..<5 {
        let index = Int.random(in: 0..<constraints.count, using: &generator)
        constraints[index].constant = CGFloat(Int.random(in: 0...30, using: &generator))
      }
      root.bounds.size.width += 10
      root.layoutIfNeeded()
    }
  }

  /// The view's rectangle in the root's coordinates.
  private func place(of view: UIView, in root: UIView) -> CGRect {
    if view === root { return CGRect(origin: .zero, size: root.bounds.size) }
    var result = view.frame
    var parent = view.superview
    while let here = parent, here !== root {
      result.origin.x += here.frame.minX
      result.origin.y += here.frame.minY
      parent = here.superview
    }
    return result
  }
}
