import Testing
import UIKit

@MainActor @Suite struct VisualFormatTests {
  private let root = makeRoot()
  private let a = Box(20, 20)
  private let b = Box(20, 20)

  init() { add(a, b, to: root) }

  private func describe(
    _ format: String, options: NSLayoutConstraint.FormatOptions = [], metrics: [String: Any]? = nil
  ) -> [String] {
    a.accessibilityIdentifier = "a"
    b.accessibilityIdentifier = "b"
    return NSLayoutConstraint.constraints(
      withVisualFormat: format, options: options, metrics: metrics, views: ["a": a, "b": b]
    ).map { String($0.description.dropFirst(20).dropLast(12)) }
  }

  @Test func `a horizontal format places views between the superview's edges`() {
    #expect(
      describe("H:|-10-[a(50)]-[b(==a)]-20-|") == [
        "Box'a'.leading == UIView.leading + 10", "Box'a'.width == 50",
        "Box'b'.leading == Box'a'.trailing + 8",
        "Box'b'.width == Box'a'.width", "UIView.trailing == Box'b'.trailing + 20",
      ])
  }

  @Test func `a vertical format can omit spacing or use the standard margin`() {
    #expect(
      describe("V:|[a]-[b]-|") == [
        "Box'a'.top == UIView.top", "Box'b'.top == Box'a'.bottom + 8", "UIView.bottomMargin == Box'b'.bottom",
      ])
  }

  @Test func `predicates can have relations, priorities and metrics`() {
    #expect(
      describe("[a(>=30@750,<=wide)]-(>=gap@20)-[b]", metrics: ["wide": 100, "gap": 4.5]) == [
        "Box'a'.width >= 30 @ 750", "Box'a'.width <= 100", "Box'b'.leading >= Box'a'.trailing + 4.5 @ 20",
      ])
  }

  @Test func `options align adjacent views and choose the direction`() {
    #expect(
      describe("[a]-[b]", options: [.alignAllTop, .alignAllBottom]) == [
        "Box'b'.leading == Box'a'.trailing + 8", "Box'a'.top == Box'b'.top", "Box'a'.bottom == Box'b'.bottom",
      ])
    #expect(describe("|-3-[a]", options: .directionLeftToRight) == ["Box'a'.left == UIView.left + 3"])
    #expect(describe("|-3-[a]", options: .directionRightToLeft) == ["UIView.right == Box'a'.right + 3"])
  }

  @Test func `the constraints of a visual format lay out the views`() {
    let views: [String: Any] = ["a": a, "b": b]
    NSLayoutConstraint.activate(
      ["H:|-10-[a(50)]-[b]-20-|", "V:|-5-[a]", "V:|-5-[b(7)]"].flatMap {
        NSLayoutConstraint.constraints(withVisualFormat: $0, metrics: nil, views: views)
      })
    root.layoutIfNeeded()
    #expect(a.frame == rect(10, 5, 50, 20))
    #expect(b.frame == rect(68, 5, 212, 7))
  }

  @Test(arguments: [
    "H:|-[a", "H:[a]-", "[missing]", "[a(nothing)]", "X:[a]", "H:|-|", "[a]-x-[b]", "[a(>=)]", "", "[]",
    "|[a]|[b]",
  ]) func `an invalid format is a programmer error`(_ format: String) async {
    await #expect(processExitsWith: .failure) { [format] in
      await MainActor.run {
        let (root, a, b) = (makeRoot(), Box(), Box())
        add(a, b, to: root)
        _ = NSLayoutConstraint.constraints(withVisualFormat: format, metrics: nil, views: ["a": a, "b": b])
      }
    }
  }
}
