import UIKit

/// A ring that closes step by step, and posts a notification when it is closed.
public class RingView: UIView {

    /// Posted by a ring when it becomes closed.
    public static let didClose = Notification.Name("org.example.RingKit.didClose")

    /// The number of steps that close the ring.
    @IBInspectable public var steps: Int = 3

    public private(set) var step = 0

    private let ring = RingLayer()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        layer.addSublayer(ring)
        isAccessibilityElement = true
        accessibilityLabel = "Ring"
        accessibilityValue = "0"
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        ring.frame = bounds
    }

    /// Closes the ring by one step.
    public func advance() {
        guard step < steps else { return }
        step += 1
        show()
        if step == steps {
            NotificationCenter.default.post(name: RingView.didClose, object: self)
        }
    }

    /// Opens the ring completely.
    public func open() {
        step = 0
        show()
    }

    private func show() {
        accessibilityValue = "\(step)"
        ring.part = CGFloat(step) / CGFloat(steps)
    }

}
