import TestSupport
import Testing
import UIKit

@MainActor @Suite struct ConstraintTests {
  private let root = makeRoot()

  @Test func `a number can be added to and subtracted from a priority`() {
    var priority = UILayoutPriority.defaultLow - 1
    #expect(priority == UILayoutPriority(249))
    priority += 2
    #expect(priority == UILayoutPriority.defaultLow + 1)
    priority -= 1
    #expect(priority == .defaultLow)
  }

  @Test func `edges pinned to the superview give the frame`() {
    let box = Box()
    add(box, to: root)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      box.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
      box.topAnchor.constraint(equalTo: root.topAnchor, constant: 30),
      box.heightAnchor.constraint(equalToConstant: 40),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(10, 30, 270, 40))
  }

  @Test func `the long initializer means the same as anchors`() {
    let box = Box()
    add(box, to: root)
    root.addConstraints([
      NSLayoutConstraint(
        item: box, attribute: .width, relatedBy: .equal, toItem: root, attribute: .width, multiplier: 0.5,
        constant: 5),
      NSLayoutConstraint(
        item: box, attribute: .height, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
        multiplier: 1,
        constant: 50),
      NSLayoutConstraint(
        item: box, attribute: .centerX, relatedBy: .equal, toItem: root, attribute: .centerX, multiplier: 1,
        constant: 0),
      NSLayoutConstraint(
        item: box, attribute: .bottom, relatedBy: .equal, toItem: root, attribute: .bottom, multiplier: 1,
        constant: 0),
    ])
    root.layoutIfNeeded()
    // Rounded to pixels on a screen with a scale of 3.
    #expect(abs(box.frame.minX - 72.667) < 0.01 && box.frame.minY == 550)
    #expect(box.frame.size == CGSize(width: 155, height: 50))
    #expect(root.constraints.count == 4)
  }

  @Test func `a length in whole points stays exact at any pixel position`() {
    let box = Box(10, 10)
    add(box, to: root)
    let x = box.leadingAnchor.constraint(equalTo: root.leadingAnchor)
    NSLayoutConstraint.activate([x, box.topAnchor.constraint(equalTo: root.topAnchor, constant: 5)])
    for third in 0..<600 {
      x.constant = CGFloat(third) / 3
      root.layoutIfNeeded()
      #expect(box.frame.size == CGSize(width: 10, height: 10) && abs(box.frame.minX - x.constant) < 1e-9)
    }
  }

  @Test func `a multiplier of a location is relative to the common ancestor, not to the window`() {
    let outer = Box()
    let inner = Box(10, 10)
    add(outer, to: root)
    add(inner, to: outer)
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 100),
      outer.topAnchor.constraint(equalTo: root.topAnchor, constant: 100),
      outer.widthAnchor.constraint(equalToConstant: 100), outer.heightAnchor.constraint(equalToConstant: 80),
      NSLayoutConstraint(
        item: inner, attribute: .centerX, relatedBy: .equal, toItem: outer, attribute: .trailing,
        multiplier: 0.5,
        constant: 0),
      NSLayoutConstraint(
        item: inner, attribute: .top, relatedBy: .equal, toItem: outer, attribute: .bottom, multiplier: 0.25,
        constant: 0),
    ])
    root.layoutIfNeeded()
    #expect(outer.frame == rect(100, 100, 100, 80))
    #expect(inner.frame == rect(45, 20, 10, 10))
  }

  @Test func `nested views and a sibling in another branch are laid out together`() {
    let (left, right, inner) = (Box(), Box(), Box(30, 20))
    add(left, right, to: root)
    add(inner, to: right)
    NSLayoutConstraint.activate([
      left.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      left.topAnchor.constraint(equalTo: root.topAnchor),
      left.widthAnchor.constraint(equalToConstant: 50), left.heightAnchor.constraint(equalToConstant: 50),
      right.leadingAnchor.constraint(equalTo: left.trailingAnchor, constant: 8),
      right.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      right.topAnchor.constraint(equalTo: root.topAnchor, constant: 5),
      right.bottomAnchor.constraint(equalTo: inner.bottomAnchor, constant: 7),
      inner.leadingAnchor.constraint(equalTo: right.leadingAnchor, constant: 3),
      inner.topAnchor.constraint(equalTo: left.bottomAnchor),
    ])
    root.layoutIfNeeded()
    #expect(left.frame == rect(0, 0, 50, 50))
    #expect(right.frame == rect(58, 5, 242, 72))
    #expect(inner.frame == rect(3, 45, 30, 20))
  }

  @Test func `a changed constant moves the view at the next layout`() {
    let box = Box(20, 20)
    add(box, to: root)
    let x = box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10)
    NSLayoutConstraint.activate([x, box.topAnchor.constraint(equalTo: root.topAnchor)])
    root.layoutIfNeeded()
    x.constant = 99
    #expect(box.frame.minX == 10)
    root.layoutIfNeeded()
    #expect(box.frame.minX == 99)
  }

  @Test func `a constraint can replace a conflicting one that is deactivated before the next layout`() {
    let box = Box(20, 20)
    add(box, to: root)
    let left = box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10)
    let right = box.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10)
    NSLayoutConstraint.activate([left, box.topAnchor.constraint(equalTo: root.topAnchor)])
    root.layoutIfNeeded()
    // In this order there would be a conflict if each change were solved at once.
    right.isActive = true
    left.isActive = false
    root.layoutIfNeeded()
    #expect(box.frame == rect(270, 0, 20, 20))
    #expect(!left.isActive && right.isActive)
  }

  @Test func `hugging decides which view is stretched, compression resistance which one is compressed`() {
    let (a, b) = (Box(100, 20), Box(100, 20))
    add(a, b, to: root)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      b.leadingAnchor.constraint(equalTo: a.trailingAnchor),
      b.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      a.topAnchor.constraint(equalTo: root.topAnchor),
      b.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    a.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
    b.setContentCompressionResistancePriority(UILayoutPriority(749), for: .horizontal)
    root.layoutIfNeeded()
    #expect(a.frame.width == 100 && b.frame.width == 200)
    root.bounds.size.width = 150
    root.layoutIfNeeded()
    #expect(a.frame.width == 100 && b.frame.width == 50)
  }

  @Test func `a priority that changes after a layout takes effect at the next one`() {
    let (a, b) = (Box(100, 20), Box(100, 20))
    add(a, b, to: root)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      b.leadingAnchor.constraint(equalTo: a.trailingAnchor),
      b.trailingAnchor.constraint(equalTo: root.trailingAnchor),
    ])
    a.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
    root.layoutIfNeeded()
    #expect(a.frame.width == 100 && b.frame.width == 200)
    a.setContentHuggingPriority(UILayoutPriority(249), for: .horizontal)
    root.layoutIfNeeded()
    #expect(a.frame.width == 200 && b.frame.width == 100)
  }

  @Test func `alignment insets of a superview do not move a view that translates its autoresizing mask`() {
    let parent = InsetView()
    parent.translatesAutoresizingMaskIntoConstraints = false
    let manual = UIView(frame: rect(20, 30, 10, 10))
    let box = Box(10, 10)
    add(parent, to: root)
    add(manual, box, to: parent)
    NSLayoutConstraint.activate([
      parent.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      parent.topAnchor.constraint(equalTo: root.topAnchor),
      parent.widthAnchor.constraint(equalToConstant: 100),
      parent.heightAnchor.constraint(equalToConstant: 100),
      box.leadingAnchor.constraint(equalTo: manual.leadingAnchor),
      box.topAnchor.constraint(equalTo: manual.topAnchor),
    ])
    root.layoutIfNeeded()
    #expect(parent.frame == rect(-6, -10, 106, 110))
    #expect(manual.frame == rect(20, 30, 10, 10) && box.frame == rect(20, 30, 10, 10))
  }

  @Test func `a changed intrinsic size takes effect at the next layout`() {
    let box = Box(20, 30)
    add(box, to: root)
    NSLayoutConstraint.activate([
      box.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      box.centerYAnchor.constraint(equalTo: root.centerYAnchor),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(140, 285, 20, 30))
    box.size = CGSize(width: 60, height: 10)
    root.layoutIfNeeded()
    #expect(box.frame == rect(120, 295, 60, 10))
  }

  @Test func `a view that translates its autoresizing mask keeps its frame, and constraints follow it`() {
    let manual = UIView(frame: rect(40, 50, 60, 70))
    let box = Box(10, 10)
    add(manual, box, to: root)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: manual.trailingAnchor, constant: 5),
      box.topAnchor.constraint(equalTo: manual.topAnchor),
    ])
    root.layoutIfNeeded()
    #expect(manual.frame == rect(40, 50, 60, 70))
    #expect(box.frame == rect(105, 50, 10, 10))
    manual.frame.origin.x = 80
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(box.frame == rect(145, 50, 10, 10))
  }

  @Test
  func `a subview with a flexible autoresizing mask follows a superview that is sized by constraints`() {
    let outer = Box()
    let filling = UIView(frame: .zero)
    filling.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    let leaf = Box(4, 4)
    add(outer, to: root)
    add(filling, to: outer)
    add(leaf, to: filling)
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      outer.topAnchor.constraint(equalTo: root.topAnchor),
      outer.widthAnchor.constraint(equalToConstant: 100), outer.heightAnchor.constraint(equalToConstant: 60),
      leaf.trailingAnchor.constraint(equalTo: filling.trailingAnchor),
      leaf.bottomAnchor.constraint(equalTo: filling.bottomAnchor),
    ])
    root.layoutIfNeeded()
    #expect(filling.frame == rect(0, 0, 100, 60))
    #expect(leaf.frame == rect(96, 56, 4, 4))
  }

  @Test func `a view that is pinned to its superview follows the superview's new size`() {
    let box = Box()
    add(box, to: root)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      box.topAnchor.constraint(equalTo: root.topAnchor),
      box.bottomAnchor.constraint(equalTo: root.bottomAnchor),
    ])
    root.layoutIfNeeded()
    root.frame = rect(0, 0, 500, 200)
    root.layoutIfNeeded()
    #expect(box.frame == rect(0, 0, 500, 200))
  }

  // MARK: Hierarchy

  @Test func `an activated constraint belongs to the nearest common ancestor`() {
    let (outer, a, b) = (Box(), Box(), Box())
    add(outer, to: root)
    add(a, b, to: outer)
    let constraint = a.leadingAnchor.constraint(equalTo: b.leadingAnchor)
    constraint.isActive = true
    let size = a.widthAnchor.constraint(equalToConstant: 3)
    size.isActive = true
    #expect(outer.constraints == [constraint])
    #expect(a.constraints == [size])
    #expect(root.constraints.isEmpty)
  }

  @Test func `removing a view deactivates the constraints of its ancestors that involve it`() {
    let (a, b) = (Box(10, 10), Box(10, 10))
    add(a, b, to: root)
    let between = a.leadingAnchor.constraint(equalTo: b.leadingAnchor)
    let own = a.widthAnchor.constraint(equalToConstant: 50)
    NSLayoutConstraint.activate([between, own])
    root.layoutIfNeeded()
    a.removeFromSuperview()
    #expect(!between.isActive)
    #expect(own.isActive)
    root.layoutIfNeeded()
    root.addSubview(a)
    a.topAnchor.constraint(equalTo: root.topAnchor, constant: 9).isActive = true
    root.layoutIfNeeded()
    #expect(a.frame == rect(0, 9, 50, 10))
  }

  @Test func `a subtree that was laid out on its own is laid out again in a new superview`() {
    let outer = UIView(frame: rect(0, 0, 100, 100))
    let box = Box(10, 10)
    add(box, to: outer)
    NSLayoutConstraint.activate([
      box.trailingAnchor.constraint(equalTo: outer.trailingAnchor),
      box.topAnchor.constraint(equalTo: outer.topAnchor),
    ])
    outer.layoutIfNeeded()
    #expect(box.frame == rect(90, 0, 10, 10))
    outer.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(outer)
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 7),
      outer.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      outer.topAnchor.constraint(equalTo: root.topAnchor),
      outer.heightAnchor.constraint(equalToConstant: 20),
    ])
    root.layoutIfNeeded()
    #expect(outer.frame == rect(7, 0, 293, 20))
    #expect(box.frame == rect(283, 0, 10, 10))
  }

  @Test func `a view can move between trees many times`() {
    let box = Box(10, 10)
    box.widthAnchor.constraint(equalToConstant: 33).isActive = true
    for index in 0..<5 {
      let parent = makeRoot(CGFloat(100 + index), 100)
      parent.addSubview(box)
      box.trailingAnchor.constraint(equalTo: parent.trailingAnchor).isActive = true
      parent.layoutIfNeeded()
      #expect(box.frame == rect(CGFloat(67 + index), 0, 33, 10))
    }
  }

  // MARK: Guides and margins

  @Test func `a layout guide takes space without being a view`() {
    let guide = UILayoutGuide()
    root.addLayoutGuide(guide)
    let box = Box(10, 10)
    add(box, to: root)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
      guide.widthAnchor.constraint(equalToConstant: 100), guide.topAnchor.constraint(equalTo: root.topAnchor),
      guide.heightAnchor.constraint(equalToConstant: 30),
      box.leadingAnchor.constraint(equalTo: guide.trailingAnchor),
      box.centerYAnchor.constraint(equalTo: guide.centerYAnchor),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(120, 10, 10, 10))
    #expect(guide.layoutFrame == rect(20, 0, 100, 30))
    #expect(root.layoutGuides == [guide])
    root.removeLayoutGuide(guide)
    #expect(root.constraints.isEmpty && root.layoutGuides.isEmpty)
  }

  @Test func `the margins guide follows the layout margins`() {
    let box = Box()
    add(box, to: root)
    root.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let guide = root.layoutMarginsGuide
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      box.topAnchor.constraint(equalTo: guide.topAnchor),
      box.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ])
    root.layoutIfNeeded()
    let margins = root.layoutMargins
    #expect(
      box.frame
        == rect(
          margins.left, margins.top, 300 - margins.left - margins.right, 600 - margins.top - margins.bottom))
    root.layoutMargins = UIEdgeInsets(top: 11, left: 12, bottom: 13, right: 14)
    root.layoutIfNeeded()
    #expect(box.frame.minX == root.layoutMargins.left)
  }

  @Test func `margin attributes match the edges of the margins guide`() {
    let box = Box(10, 10)
    add(box, to: root)
    NSLayoutConstraint(
      item: box, attribute: .leading, relatedBy: .equal, toItem: root, attribute: .leadingMargin,
      multiplier: 1,
      constant: 5
    ).isActive = true
    root.layoutIfNeeded()
    #expect(box.frame.minX == root.layoutMargins.left + 5)
  }

  @Test func `system spacing is eight points times the multiplier`() {
    let (a, b) = (Box(10, 10), Box(10, 10))
    add(a, b, to: root)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      a.topAnchor.constraint(equalTo: root.topAnchor),
      b.leadingAnchor.constraint(equalToSystemSpacingAfter: a.trailingAnchor, multiplier: 2),
      b.topAnchor.constraint(equalToSystemSpacingBelow: a.bottomAnchor, multiplier: 1),
    ])
    root.layoutIfNeeded()
    #expect(b.frame.origin == CGPoint(x: 26, y: 18))
  }

  @Test func `a distance between anchors can be constrained like a width`() {
    let (a, b) = (Box(10, 10), Box(10, 10))
    add(a, b, to: root)
    NSLayoutConstraint.activate([
      a.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      a.trailingAnchor.anchorWithOffset(to: b.leadingAnchor).constraint(
        equalTo: root.widthAnchor, multiplier: 0.1),
    ])
    root.layoutIfNeeded()
    #expect(b.frame.minX == 40)
  }

  // MARK: Update and layout passes

  @Test(.rule("E-140")) func `updateConstraints is called from the leaves to the root, once per request`() {
    let (outer, inner) = (Box(10, 10), Box(10, 10))
    add(outer, to: root)
    add(inner, to: outer)
    root.layoutIfNeeded()
    #expect(outer.updates == 1 && inner.updates == 1)
    root.layoutIfNeeded()
    #expect(outer.updates == 1 && inner.updates == 1)
    inner.setNeedsUpdateConstraints()
    inner.setNeedsUpdateConstraints()
    #expect(inner.needsUpdateConstraints() && !outer.needsUpdateConstraints())
    root.layoutIfNeeded()
    #expect(outer.updates == 1 && inner.updates == 2)
  }

  @Test(.rule("E-145")) func `only the superview of a view that constraints moved is laid out`() {
    let (a, b) = (Box(), Box())
    let (inA, inB) = (Box(5, 5), Box(5, 5))
    add(a, b, to: root)
    add(inA, to: a)
    add(inB, to: b)
    let x = inA.leadingAnchor.constraint(equalTo: a.leadingAnchor)
    NSLayoutConstraint.activate([x, inB.leadingAnchor.constraint(equalTo: b.leadingAnchor)])
    root.layoutIfNeeded()
    let (before, other) = (a.layouts, b.layouts)
    x.constant = 4
    root.layoutIfNeeded()
    #expect(a.layouts == before + 1 && b.layouts == other)
    #expect(inA.frame.minX == 4)
  }

  // MARK: Fitting

  @Test func `the fitting size is the smallest that the constraints allow`() {
    let outer = Box()
    let (a, b) = (Box(50, 20), Box(80, 30))
    add(a, b, to: outer)
    NSLayoutConstraint.activate([
      a.topAnchor.constraint(equalTo: outer.topAnchor, constant: 5),
      a.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 10),
      a.trailingAnchor.constraint(lessThanOrEqualTo: outer.trailingAnchor, constant: -10),
      b.topAnchor.constraint(equalTo: a.bottomAnchor, constant: 5),
      b.leadingAnchor.constraint(equalTo: a.leadingAnchor),
      b.trailingAnchor.constraint(equalTo: outer.trailingAnchor, constant: -10),
      b.bottomAnchor.constraint(equalTo: outer.bottomAnchor, constant: -5),
    ])
    #expect(
      outer.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == CGSize(width: 100, height: 65))
    #expect(
      outer.systemLayoutSizeFitting(
        CGSize(width: 320, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel) == CGSize(width: 320, height: 65))
  }

  @Test func `the fitting size of a view without constraints is its intrinsic size`() {
    #expect(Box(12, 34).systemLayoutSizeFitting(.zero) == CGSize(width: 12, height: 34))
    #expect(Box().systemLayoutSizeFitting(.zero) == .zero)
  }

  @Test func `computing a fitting size changes no frames`() {
    let outer = Box()
    let box = Box(20, 20)
    add(outer, to: root)
    add(box, to: outer)
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      outer.topAnchor.constraint(equalTo: root.topAnchor),
      outer.widthAnchor.constraint(equalTo: root.widthAnchor),
      outer.bottomAnchor.constraint(equalTo: box.bottomAnchor),
      box.topAnchor.constraint(equalTo: outer.topAnchor),
      box.trailingAnchor.constraint(equalTo: outer.trailingAnchor),
    ])
    root.layoutIfNeeded()
    let frames = [outer.frame, box.frame]
    #expect(outer.systemLayoutSizeFitting(.zero).height == 20)
    root.setNeedsLayout()
    root.layoutIfNeeded()
    #expect([outer.frame, box.frame] == frames)
  }

  // MARK: Diagnosis

  @Test func `a conflict breaks one constraint, and the others hold`() {
    let box = Box()
    add(box, to: root)
    let narrow = box.widthAnchor.constraint(equalToConstant: 100)
    let wide = box.widthAnchor.constraint(equalToConstant: 200)
    NSLayoutConstraint.activate([
      narrow, wide, box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 9),
      box.heightAnchor.constraint(equalToConstant: 10),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(9, 0, 100, 10))
    narrow.isActive = false
    root.layoutIfNeeded()
    #expect(box.frame == rect(9, 0, 200, 10))
  }

  @Test func `hasAmbiguousLayout is true until the missing constraint is added`() {
    let box = Box(10, 10)
    add(box, to: root)
    box.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
    root.layoutIfNeeded()
    #expect(box.hasAmbiguousLayout)
    let x = box.leadingAnchor.constraint(equalTo: root.leadingAnchor)
    x.isActive = true
    root.layoutIfNeeded()
    #expect(!box.hasAmbiguousLayout)
    #expect(box.constraintsAffectingLayout(for: .horizontal) == [x])
  }

  @Test(.rule("E-610"))
  func `exerciseAmbiguityInLayout tries other frames that the constraints allow`() {
    let box = Box(10, 10)
    add(box, to: root)
    box.topAnchor.constraint(equalTo: root.topAnchor, constant: 5).isActive = true
    box.leadingAnchor.constraint(greaterThanOrEqualTo: root.leadingAnchor, constant: 50).isActive = true
    root.layoutIfNeeded()
    var places: Set<CGFloat> = []
    for _ in 0..<8 {
      box.exerciseAmbiguityInLayout()
      root.layoutIfNeeded()
      places.insert(box.frame.minX)
      #expect(box.frame.minY == 5 && box.frame.minX >= 50 && box.frame.size == CGSize(width: 10, height: 10))
    }
    #expect(places.count > 1 && box.hasAmbiguousLayout)
    let x = box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 60)
    x.isActive = true
    root.layoutIfNeeded()
    box.exerciseAmbiguityInLayout()
    root.layoutIfNeeded()
    #expect(box.frame.minX == 60)
  }

  @Test func `the first view of an ambiguous chain is at its superview's origin`() {
    let outer = Box()
    let boxes = [Box(), Box(), Box()]
    add(outer, to: root)
    for box in boxes { add(box, to: outer) }
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
      outer.topAnchor.constraint(equalTo: root.topAnchor, constant: 100),
      outer.widthAnchor.constraint(equalToConstant: 200), outer.heightAnchor.constraint(equalToConstant: 300),
    ])
    for (index, box) in boxes.enumerated() {
      box.widthAnchor.constraint(equalTo: outer.widthAnchor).isActive = true
      box.heightAnchor.constraint(equalToConstant: 40).isActive = true
      if index > 0 {
        box.topAnchor.constraint(equalTo: boxes[index - 1].bottomAnchor, constant: 10).isActive = true
      }
    }
    root.layoutIfNeeded()
    #expect(boxes.map(\.frame) == [rect(0, 0, 200, 40), rect(0, 50, 200, 40), rect(0, 100, 200, 40)])
    #expect(boxes.map(\.hasAmbiguousLayout) == [true, true, true])
    boxes[2].bottomAnchor.constraint(equalTo: outer.bottomAnchor).isActive = true
    for box in boxes { box.leadingAnchor.constraint(equalTo: outer.leadingAnchor).isActive = true }
    root.layoutIfNeeded()
    #expect(boxes.map(\.frame) == [rect(0, 160, 200, 40), rect(0, 210, 200, 40), rect(0, 260, 200, 40)])
    #expect(boxes.map(\.hasAmbiguousLayout) == [false, false, false])
  }

  @Test func `the description of a constraint is the same in every run`() {
    let box = Box()
    box.accessibilityIdentifier = "title"
    add(box, to: root)
    let constraint = box.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: -8)
    constraint.identifier = "left"
    constraint.priority = .defaultHigh
    #expect(
      constraint.description
        == "<NSLayoutConstraint 'left' Box'title'.leading == UIView.leading - 8 @ 750 (inactive)>")
  }

  @Test func `constraints between views without a common ancestor are a programmer error`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        Box().leadingAnchor.constraint(equalTo: Box().leadingAnchor).isActive = true
      }
    }
  }

  @Test func `invalid pairs of attributes are a programmer error`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (a, b) = (Box(), Box())
        _ = NSLayoutConstraint(
          item: a, attribute: .top, relatedBy: .equal, toItem: b, attribute: .leading, multiplier: 1,
          constant: 0)
      }
    }
  }
}

/// A view whose frame extends beyond its alignment rectangle at the top and left, for example for a shadow.
private final class InsetView: UIView {
  override var alignmentRectInsets: UIEdgeInsets { UIEdgeInsets(top: 10, left: 6, bottom: 0, right: 0) }
}
