import UIKit

/// Gives the next screen its text: as a property, or too early, as its label's text.
class MainViewController: UIViewController {

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        guard let next = segue.destination as? ResultViewController else { return }
        if segue.identifier == "early" {
            next.resultLabel.text = "Early"
        } else {
            next.result = "In time"
        }
    }

}
