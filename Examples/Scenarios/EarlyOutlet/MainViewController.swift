import UIKit

/// Passes text to the next screen: in a property, or too early, in its label.
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
