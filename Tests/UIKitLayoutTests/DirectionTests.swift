import Testing
import UIKit

/// Leading and trailing follow the reading direction, left and right do not.
@MainActor @Suite struct DirectionTests {
  @Test func `leading is on the right where one reads from right to left`() {
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
}
