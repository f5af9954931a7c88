import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    private var choice: ColorChoice?

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        if let picker = segue.destination as? ColorPickerViewController {
            picker.choice = choice
        }
    }

    @IBAction func colorPickerDone(_ segue: UIStoryboardSegue) {
        guard let picker = segue.source as? ColorPickerViewController, let choice = picker.choice else { return }
        self.choice = choice
        view.backgroundColor = choice.color
        colorLabel.text = choice.name
    }

}
