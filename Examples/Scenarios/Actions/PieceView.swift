import UIKit

/// A piece of the jigsaw puzzle. It does not handle touches.
class PieceView: UIView {

    let number: Int

    init(number: Int) {
        self.number = number
        super.init(frame: .zero)
        backgroundColor = UIColor(hue: CGFloat(number) / 6, saturation: 0.5, brightness: 0.9, alpha: 1)
        layer.borderColor = UIColor.label.cgColor
        isAccessibilityElement = true
        accessibilityLabel = "Piece \(number)"
        let label = UILabel()
        label.text = "\(number)"
        label.sizeToFit()
        label.frame.origin = CGPoint(x: 8, y: 8)
        addSubview(label)
    }

    required init?(coder: NSCoder) {
        fatalError("pieces are made by their board")
    }

}
