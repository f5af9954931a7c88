import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    // One argument: the picker's segmented control sends this to the First Responder.
    @IBAction func colorChosen(_ sender: UISegmentedControl) {
        guard let choice = ColorChoice(rawValue: sender.selectedSegmentIndex) else { return }
        view.backgroundColor = choice.color
        colorLabel.text = choice.name
    }

    // No argument: the picker's "Clear" button sends this with a nil target.
    @objc func clearColor() {
        view.backgroundColor = .systemBackground
        colorLabel.text = "No color"
    }

}
