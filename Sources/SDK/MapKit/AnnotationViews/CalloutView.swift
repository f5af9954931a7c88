import CarobRuntime
import UIKit

/// The callout bubble above a selected view: title, subtitle and the view's accessories (MK-18).
@MainActor
final class CalloutView: UIView {
  let subject: MKAnnotationView
  private let bubble = UIView()
  private let tip = UIView()
  private let titleLabel = UILabel()
  private let subtitleLabel = UILabel()

  private static let tipHeight: CGFloat = 8
  private static let padding: CGFloat = 10

  init(_ subject: MKAnnotationView) {
    self.subject = subject
    super.init(frame: .zero)
    tip.transform = CGAffineTransform(rotationAngle: .pi / 4)
    bubble.layer.cornerRadius = 12
    layer.shadowOpacity = 0.25
    layer.shadowRadius = 6
    layer.shadowOffset = CGSize(width: 0, height: 2)
    for view in [tip, bubble] {
      view.backgroundColor = .secondarySystemBackground
      addSubview(view)
    }
    titleLabel.font = .systemFont(ofSize: 15, weight: .medium)
    subtitleLabel.font = .systemFont(ofSize: 12)
    subtitleLabel.textColor = .secondaryLabel
    subtitleLabel.numberOfLines = 2
    build()
  }
  required init?(coder: NSCoder) { nil }

  /// Builds and sizes the bubble's contents.
  func build() {
    for view in bubble.subviews { view.removeFromSuperview() }
    titleLabel.text = subject.annotation?.titleText
    subtitleLabel.text = subject.annotation?.subtitleText
    let detail = subject.detailCalloutAccessoryView
    let hasTitle = titleLabel.text?.isEmpty == false
    let lower: UIView? =
      detail ?? (subtitleLabel.text?.isEmpty == false ? subtitleLabel : nil)
    let padding = Self.padding
    let limit: CGFloat = 240
    let titleSize = hasTitle ? titleLabel.sizeThatFits(CGSize(width: limit, height: 40)) : .zero
    let lowerSize = lower.map { fitting($0, limit) } ?? .zero
    let textWidth = min(max(titleSize.width, lowerSize.width, 20).rounded(.up) + 1, limit)
    let textHeight = titleSize.height + lowerSize.height + (hasTitle && lower != nil ? 2 : 0)
    let (left, right) = (subject.leftCalloutAccessoryView, subject.rightCalloutAccessoryView)
    let leftSize = left.map { fitting($0, 80) } ?? .zero
    let rightSize = right.map { fitting($0, 80) } ?? .zero
    let height = max(textHeight, leftSize.height, rightSize.height, 20) + 2 * padding
    var x = padding
    if let left {
      left.frame = CGRect(
        origin: CGPoint(x: x, y: ((height - leftSize.height) / 2).rounded()), size: leftSize)
      bubble.addSubview(left)
      x += leftSize.width + padding
    }
    var y = ((height - textHeight) / 2).rounded()
    if hasTitle {
      titleLabel.frame = CGRect(x: x, y: y, width: textWidth, height: titleSize.height)
      bubble.addSubview(titleLabel)
      y += titleSize.height + 2
    }
    if let lower {
      lower.frame = CGRect(x: x, y: y, width: max(textWidth, lowerSize.width), height: lowerSize.height)
      bubble.addSubview(lower)
    }
    x += textWidth + padding
    if let right {
      right.frame = CGRect(
        origin: CGPoint(x: x, y: ((height - rightSize.height) / 2).rounded()), size: rightSize)
      bubble.addSubview(right)
      x += rightSize.width + padding
    }
    bounds.size = CGSize(width: x, height: height + Self.tipHeight)
    bubble.frame = CGRect(x: 0, y: 0, width: x, height: height)
    tip.bounds.size = CGSize(width: 12, height: 12)
    tip.center = CGPoint(x: x / 2, y: height - 1)
  }

  private func fitting(_ view: UIView, _ limit: CGFloat) -> CGSize {
    var size = view.bounds.size
    // A view with constraints or an intrinsic size determines its own size.
    let isLaidOut =
      view is UIStackView || !view.constraints.isEmpty
      || view.subviews.contains { !$0.translatesAutoresizingMaskIntoConstraints }
    if size.width == 0 || size.height == 0 || view === subtitleLabel
      || (view === subject.detailCalloutAccessoryView && isLaidOut)
    {
      let fitted =
        isLaidOut ? compressed(view, limit) : view.sizeThatFits(CGSize(width: limit, height: 1000))
      if fitted.width > 0, fitted.height > 0 { size = fitted }
    }
    return CGSize(width: min(size.width, limit), height: size.height)
  }
  /// The smallest size that the constraints allow; texts that are wider than the bubble wrap.
  private func compressed(_ view: UIView, _ limit: CGFloat) -> CGSize {
    let least = view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    guard least.width > limit else { return least }
    return view.systemLayoutSizeFitting(
      CGSize(width: limit, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
  }

  /// Moves its tip to the subject's anchor, and keeps the bubble within `room` if possible.
  func follow(_ room: CGRect) {
    guard let superview else { return }
    let anchor = subject.convert(subject.calloutAnchor, to: superview)
    var x = anchor.x
    let half = bounds.width / 2
    if room.width > bounds.width { x = min(max(x, room.minX + half + 4), room.maxX - half - 4) }
    center = CGPoint(x: x.rounded(), y: (anchor.y - bounds.height / 2).rounded())
    tip.center.x = min(max(half + anchor.x - x, 16), bounds.width - 16)
  }

}
