import Testing
import UIKit

/// Wrapping and baselines of labels, also in stack views.
@MainActor @Suite struct TextLayoutTests {
  private let root = makeRoot()

  private func label(_ text: String, size: CGFloat = 17) -> UILabel {
    let label = UILabel()
    label.text = text
    label.font = .systemFont(ofSize: size)
    label.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(label)
    return label
  }

  @Test func `a label has the size of its text`() {
    let label = label("Hello")
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      label.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    #expect(label.frame.width > 30 && label.frame.width < 60)
    #expect(label.frame.height > 15 && label.frame.height < 30)
  }

  @Test func `a multiline label has the height of its text at its resulting width`() {
    let text = "The quick brown fox jumps over the lazy dog and then goes home again, as foxes do."
    let one = label("x")
    let many = label(text)
    many.numberOfLines = 0
    let below = Box(10, 10)
    root.addSubview(below)
    NSLayoutConstraint.activate([
      one.topAnchor.constraint(equalTo: root.topAnchor), many.topAnchor.constraint(equalTo: root.topAnchor),
      many.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      many.widthAnchor.constraint(equalToConstant: 150),
      below.topAnchor.constraint(equalTo: many.bottomAnchor),
    ])
    root.layoutIfNeeded()
    let line = one.frame.height
    #expect(many.frame.width == 150)
    #expect(many.frame.height >= 4 * line - 8)
    #expect(below.frame.minY == many.frame.maxY)
    many.text = "short"
    root.layoutIfNeeded()
    #expect(abs(many.frame.height - line) < 1)
  }

  @Test(.rule("E-612"))
  func `sizeToFit passes the current size to sizeThatFits and keeps the top left corner`() {
    final class Asked: UIView {
      var sizes: [CGSize] = []
      override func sizeThatFits(_ size: CGSize) -> CGSize {
        sizes.append(size)
        return CGSize(width: size.width / 2, height: 30)
      }
    }
    let view = Asked(frame: CGRect(x: 10, y: 20, width: 100, height: 50))
    view.layer.anchorPoint = CGPoint(x: 1, y: 0)
    view.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    view.sizeToFit()
    #expect(view.sizes == [CGSize(width: 100, height: 50)])
    #expect(view.frame == CGRect(x: 10, y: 20, width: 50, height: 30))
  }

  @Test func `text wraps at the width for which the fitting size is computed`() {
    let label = UILabel()
    label.text = "The quick brown fox jumps over the lazy dog."
    label.numberOfLines = 0
    let wide = label.systemLayoutSizeFitting(
      CGSize(width: 1000, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    let narrow = label.systemLayoutSizeFitting(
      CGSize(width: 120, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(narrow.width == 120)
    #expect(narrow.height > 2 * wide.height)
  }

  @Test func `baselines of labels with different fonts can be aligned`() {
    let (small, large) = (label("small", size: 12), label("large", size: 40))
    NSLayoutConstraint.activate([
      large.topAnchor.constraint(equalTo: root.topAnchor),
      large.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      small.leadingAnchor.constraint(equalTo: large.trailingAnchor),
      small.firstBaselineAnchor.constraint(equalTo: large.firstBaselineAnchor),
    ])
    root.layoutIfNeeded()
    let smallBaseline = small.frame.minY + small.font.ascender
    let largeBaseline = large.frame.minY + large.font.ascender
    #expect(abs(smallBaseline - largeBaseline) < 1.5)
  }

  @Test(.rule("E-606"))
  func `last baselines follow text that wraps in the same layout pass`() {
    let big = label("Big", size: 40), two = label("two lines\nsecond", size: 16)
    two.numberOfLines = 0
    let field = UITextField()
    field.borderStyle = .roundedRect
    field.text = "Field"
    let button = UIButton(type: .system)
    button.setTitle("Button", for: .normal)
    let stack = stackOnLastBaselines([big, two, field, button])
    let baseline = big.frame.maxY + big.font.descender
    #expect(abs(two.frame.maxY + two.font.descender - baseline) < 1)
    // The field and the button have a single, vertically centered line.
    for (view, font) in [(field, field.font!), (button, button.titleLabel!.font!)] as [(UIView, UIFont)] {
      #expect(abs(view.frame.midY + font.lineHeight / 2 + font.descender - baseline) < 1)
    }
    #expect(stack.frame.minY == 0 && abs(stack.frame.height - 48) < 3)
  }

  /// Lays out a row at the root's origin with its views aligned by their last baselines.
  private func stackOnLastBaselines(_ views: [UIView]) -> UIStackView {
    let stack = UIStackView(arrangedSubviews: views)
    stack.alignment = .lastBaseline
    stack.translatesAutoresizingMaskIntoConstraints = false
    root.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      stack.topAnchor.constraint(equalTo: root.topAnchor),
    ])
    root.layoutIfNeeded()
    return stack
  }

  @Test func `a stack view can align its labels by their last baselines`() {
    let (small, large) = (label("small", size: 12), label("large", size: 40))
    let stack = stackOnLastBaselines([small, large])
    #expect(abs(stack.frame.height - large.frame.height) < 1)
    #expect(abs((small.frame.maxY + small.font.descender) - (large.frame.maxY + large.font.descender)) < 1.5)
  }
}
