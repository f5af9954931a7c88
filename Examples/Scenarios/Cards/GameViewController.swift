import UIKit

class GameViewController: UIViewController {

    @IBOutlet weak var resultLabel: UILabel!
    @IBOutlet weak var cardStack: UIStackView!

    override func viewDidLoad() {
        super.viewDidLoad()
        let cards: [(String, UIColor)] = [("Ace", .systemRed), ("King", .systemBlue), ("Queen", .systemGreen)]
        for (name, color) in cards {
            cardStack.addArrangedSubview(CardView(name: name, color: color))
        }
        NotificationCenter.default.addObserver(
            self, selector: #selector(cardTapped(_:)), name: CardView.tappedNotification, object: nil)
    }

    @objc private func cardTapped(_ notification: Notification) {
        guard let card = notification.object as? CardView else { return }
        print("the game hears of", card.name)
        resultLabel.text = "\(card.name) was tapped"
    }

}
