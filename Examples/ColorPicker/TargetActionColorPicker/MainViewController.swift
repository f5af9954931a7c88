import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    // One argument: the picker's segmented control sends this to the First Responder.
    @IBAction func colorChosen(_ sender: UISegmentedControl) {
        guard let choice = ColorChoice(rawValue: sender.selectedSegmentIndex) else { return }
        view.backgroundColor = choice.color
        colorLabel.text = choice.name
    }

    // No argument: the picker's "Clear" sends this to nobody in particular.
    @objc func clearColor() {
        view.backgroundColor = .systemBackground
        colorLabel.text = "No color"
    }

}
