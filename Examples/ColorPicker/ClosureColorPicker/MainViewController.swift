import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var colorLabel: UILabel!

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        guard let picker = segue.destination as? ColorPickerViewController else { return }
        picker.onChoose = { [weak self] choice in
            print("closure hears", choice.name)
            self?.view.backgroundColor = choice.color
            self?.colorLabel.text = choice.name
        }
    }

}
