import UIKit

/// A card that posts a notification when it is tapped.
class CardView: UIView {

    static let tappedNotification = Notification.Name("org.example.Cards.CardView.tapped")

    let name: String

    init(name: String, color: UIColor) {
        self.name = name
        super.init(frame: .zero)
        backgroundColor = color
        layer.cornerRadius = 8
        isAccessibilityElement = true
        accessibilityLabel = name
        addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(tapped(_:))))
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override var intrinsicContentSize: CGSize {
        return CGSize(width: 60, height: 90)
    }

    @objc private func tapped(_ recognizer: UITapGestureRecognizer) {
        NotificationCenter.default.post(name: CardView.tappedNotification, object: self)
    }

}
