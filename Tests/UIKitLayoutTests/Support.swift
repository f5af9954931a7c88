import UIKit

/// A view whose intrinsic size a test sets; counts its layouts and constraint updates.
final class Box: UIView {
  var size: CGSize { didSet { invalidateIntrinsicContentSize() } }
  private(set) var layouts = 0
  private(set) var updates = 0

  init(_ width: CGFloat = UIView.noIntrinsicMetric, _ height: CGFloat = UIView.noIntrinsicMetric) {
    size = CGSize(width: width, height: height)
    super.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = false
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize { size }
  override func layoutSubviews() {
    layouts += 1
    super.layoutSubviews()
  }
  override func updateConstraints() {
    updates += 1
    super.updateConstraints()
  }
}

/// A root view outside of any window.
@MainActor
func makeRoot(_ width: CGFloat = 300, _ height: CGFloat = 600) -> UIView {
  UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
}

@MainActor
func add(_ views: UIView..., to parent: UIView) {
  for view in views { parent.addSubview(view) }
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
