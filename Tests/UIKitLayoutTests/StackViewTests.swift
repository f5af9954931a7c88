import TestSupport
import Testing
import UIKit

@MainActor @Suite struct StackViewTests {
  private let root = makeRoot()

  /// Adds a stack of the given size at the root's origin; a nil dimension is given by the content.
  private func stack(_ views: [UIView], width: CGFloat? = nil, height: CGFloat? = nil) -> UIStackView {
    let stack = UIStackView(arrangedSubviews: views)
    stack.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(stack)
    var constraints = [
      stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      stack.topAnchor.constraint(equalTo: root.topAnchor),
    ]
    if let width { constraints.append(stack.widthAnchor.constraint(equalToConstant: width)) }
    if let height { constraints.append(stack.heightAnchor.constraint(equalToConstant: height)) }
    NSLayoutConstraint.activate(constraints)
    return stack
  }

  private func layout() { root.layoutIfNeeded() }

  @Test func `a horizontal stack has the size of its views and their spacing`() {
    let views = [Box(10, 20), Box(30, 10), Box(20, 15)]
    let stack = stack(views)
    stack.spacing = 5
    layout()
    #expect(stack.frame == rect(0, 0, 70, 20))
    #expect(views.map(\.frame) == [rect(0, 0, 10, 20), rect(15, 0, 30, 20), rect(50, 0, 20, 20)])
  }

  @Test func `a vertical stack has the size of its views and their spacing`() {
    let views = [Box(10, 20), Box(30, 10)]
    let stack = stack(views)
    stack.axis = .vertical
    stack.spacing = 4
    layout()
    #expect(stack.frame == rect(0, 0, 30, 34))
    #expect(views.map(\.frame) == [rect(0, 0, 30, 20), rect(0, 24, 30, 10)])
  }

  @Test func `fill stretches the view with the lowest hugging priority`() {
    let views = [Box(10, 20), Box(30, 10)]
    views[0].setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
    _ = stack(views, width: 100)
    layout()
    #expect(views.map(\.frame.width) == [10, 90])
  }

  @Test(.rule("E-566"), arguments: [0, 1, 2])
  func `a label is truncated if all views have equal compression resistance, at any position`(place: Int) {
    let title = UILabel()
    title.text = "A title that is much too long for the row that it is put into"
    var views: [UIView] = [Box(22, 20), Box(51, 31)]
    views.insert(title, at: place)
    _ = stack(views, width: 200)
    layout()
    #expect(views.filter { $0 !== title }.map(\.frame.width) == [22, 51])
    #expect(title.frame.width == 127)
  }

  @Test func `fillEqually gives all views the same width`() {
    let views = [Box(10, 20), Box(30, 10), Box(1, 1)]
    let stack = stack(views, width: 110)
    stack.distribution = .fillEqually
    stack.spacing = 10
    layout()
    #expect(views.map(\.frame) == [rect(0, 0, 30, 20), rect(40, 0, 30, 20), rect(80, 0, 30, 20)])
  }

  @Test func `fillProportionally keeps the proportions of the intrinsic sizes`() {
    let views = [Box(10, 20), Box(30, 10)]
    let stack = stack(views, width: 208)
    stack.distribution = .fillProportionally
    stack.spacing = 8
    layout()
    #expect(views.map(\.frame) == [rect(0, 0, 50, 20), rect(58, 0, 150, 20)])
  }

  @Test func `equalSpacing distributes the space evenly between the views`() {
    let views = [Box(10, 20), Box(30, 10), Box(20, 10)]
    let stack = stack(views, width: 160)
    stack.distribution = .equalSpacing
    layout()
    #expect(views.map(\.frame.minX) == [0, 60, 140])
    #expect(views.map(\.frame.width) == [10, 30, 20])
  }

  @Test func `equalCentering spaces the centers of the views evenly`() {
    let views = [Box(20, 20), Box(60, 10), Box(20, 10)]
    let stack = stack(views, width: 220)
    stack.distribution = .equalCentering
    layout()
    #expect(views.map(\.frame.midX) == [10, 110, 210])
  }

  @Test(arguments: [
    (UIStackView.Alignment.leading, CGFloat(0)), (.center, 15), (.trailing, 30),
  ]) func `alignment places views across the axis`(_ alignment: UIStackView.Alignment, _ y: CGFloat) {
    let views = [Box(10, 20), Box(10, 50)]
    let stack = stack(views)
    stack.alignment = alignment
    layout()
    #expect(stack.frame == rect(0, 0, 20, 50))
    #expect(views[0].frame == rect(0, y, 10, 20))
    #expect(views[1].frame == rect(10, 0, 10, 50))
  }

  @Test func `a hidden view takes no space until it is shown again`() {
    let views = [Box(10, 20), Box(30, 10), Box(20, 15)]
    let stack = stack(views)
    stack.spacing = 5
    layout()
    views[1].isHidden = true
    layout()
    #expect(stack.frame.width == 35)
    #expect(views[2].frame.minX == 15)
    views[1].isHidden = false
    layout()
    #expect(stack.frame.width == 70)
  }

  @Test func `custom spacing applies only after its view`() {
    let views = [Box(10, 10), Box(10, 10), Box(10, 10)]
    let stack = stack(views)
    stack.spacing = 2
    stack.setCustomSpacing(20, after: views[0])
    layout()
    #expect(views.map(\.frame.minX) == [0, 30, 42])
    #expect(stack.customSpacing(after: views[0]) == 20)
    #expect(stack.customSpacing(after: views[1]) == UIStackView.spacingUseDefault)
    stack.setCustomSpacing(UIStackView.spacingUseSystem, after: views[0])
    layout()
    #expect(views.map(\.frame.minX) == [0, 18, 30])
  }

  @Test func `views can be inserted, moved and removed`() {
    let (a, b, c) = (Box(10, 10), Box(20, 10), Box(30, 10))
    let stack = stack([a, c])
    stack.insertArrangedSubview(b, at: 1)
    layout()
    #expect([a, b, c].map(\.frame.minX) == [0, 10, 30])
    stack.insertArrangedSubview(c, at: 0)
    layout()
    #expect([a, b, c].map(\.frame.minX) == [30, 40, 0])
    b.removeFromSuperview()
    #expect(stack.arrangedSubviews == [c, a])
    stack.removeArrangedSubview(a)
    #expect(a.superview === stack)
    layout()
    #expect(stack.frame.width == 30)
  }

  @Test func `layout margins apply if isLayoutMarginsRelativeArrangement is true`() {
    let box = Box(10, 10)
    let stack = stack([box])
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    layout()
    #expect(stack.frame.size == CGSize(width: 16, height: 14))
    #expect(box.frame == rect(2, 1, 10, 10))
  }

  @Test func `stack views can be nested`() {
    let inner = UIStackView(arrangedSubviews: [Box(10, 10), Box(10, 30)])
    inner.axis = .vertical
    let outer = stack([Box(50, 20), inner])
    layout()
    #expect(outer.frame == rect(0, 0, 60, 40))
    #expect(inner.frame == rect(50, 0, 10, 40))
    #expect(outer.systemLayoutSizeFitting(.zero) == CGSize(width: 60, height: 40))
  }

  @Test func `an empty stack view has no size`() {
    let stack = stack([])
    layout()
    #expect(stack.frame == .zero)
  }
}
