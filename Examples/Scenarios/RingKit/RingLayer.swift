import UIKit

/// Draws the ring. It is internal to the framework.
class RingLayer: CAShapeLayer {

    /// The closed fraction of the ring, from 0 to 1.
    var part: CGFloat = 0 {
        didSet { setNeedsLayout() }
    }

    override init() {
        super.init()
        setUp()
    }

    override init(layer: Any) {
        super.init(layer: layer)
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        fillColor = nil
        strokeColor = UIColor.systemTeal.cgColor
        lineWidth = 16
        lineCap = .round
    }

    override func layoutSublayers() {
        super.layoutSublayers()
        path =
            UIBezierPath(
                arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - lineWidth,
                startAngle: -.pi / 2, endAngle: (2 * part - 0.5) * .pi, clockwise: true
            ).cgPath
    }

}
