import TestSupport
import Testing
import UIKit

/// Leading and trailing follow the reading direction, left and right do not.
@MainActor @Suite struct DirectionTests {
  @Test func `leading is on the right in a right-to-left layout`() {
    let root = makeRoot()
    root.semanticContentAttribute = .forceRightToLeft
    let (leading, left) = (Box(20, 20), Box(20, 20))
    for box in [leading, left] {
      box.semanticContentAttribute = .forceRightToLeft
      root.addSubview(box)
    }
    NSLayoutConstraint.activate([
      leading.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      leading.topAnchor.constraint(equalTo: root.topAnchor),
      left.leftAnchor.constraint(equalTo: root.leftAnchor),
      left.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    #expect(leading.frame.minX == 280)
    #expect(left.frame.minX == 0)
  }

  @Test(.rule("E-608"))
  func `the view that holds a constraint decides its direction, and constants follow that direction`() {
    let root = makeRoot()
    let (first, second, left) = (Box(20, 20), Box(30, 20), Box(20, 20))
    add(first, second, left, to: root)
    NSLayoutConstraint.activate([
      first.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      second.leadingAnchor.constraint(greaterThanOrEqualTo: first.trailingAnchor, constant: 5),
      second.widthAnchor.constraint(equalToConstant: 30),
      left.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 7),
    ])
    let near = second.leadingAnchor.constraint(equalTo: root.leadingAnchor)
    near.priority = .defaultLow
    near.isActive = true
    root.layoutIfNeeded()
    #expect([first, second, left].map(\.frame.minX) == [10, 35, 7])
    root.semanticContentAttribute = .forceRightToLeft
    root.layoutIfNeeded()
    #expect([first, second, left].map(\.frame.maxX) == [290, 265, 27])
  }

  @Test(.rule("E-608"))
  func `a stack view arranges its views from right to left`() {
    let root = makeRoot()
    let (one, two) = (Box(20, 20), Box(30, 20))
    let stack = UIStackView(arrangedSubviews: [one, two])
    stack.spacing = 6
    stack.translatesAutoresizingMaskIntoConstraints = false
    stack.semanticContentAttribute = .forceRightToLeft
    root.addSubview(stack)
    stack.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    root.layoutIfNeeded()
    #expect(stack.frame == rect(0, 0, 56, 20))
    #expect(one.frame.minX == 36 && two.frame.minX == 0)
  }
}
