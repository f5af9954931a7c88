import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    private var token: NSObjectProtocol?

    override func viewDidLoad() {
        super.viewDidLoad()
        NotificationCenter.default.addObserver(
            self, selector: #selector(colorWasChosen(_:)), name: .colorWasChosen, object: nil)
        token = NotificationCenter.default.addObserver(
            forName: .colorWasChosen, object: nil, queue: nil
        ) { [weak self] notification in
            guard let choice = notification.userInfo?["choice"] as? ColorChoice else { return }
            self?.colorLabel.text = choice.name
        }
    }

    @objc private func colorWasChosen(_ notification: Notification) {
        guard let choice = notification.userInfo?["choice"] as? ColorChoice else { return }
        print("chosen:", choice.name)
        view.backgroundColor = choice.color
    }

    deinit {
        if let token {
            NotificationCenter.default.removeObserver(token)
        }
    }

}
