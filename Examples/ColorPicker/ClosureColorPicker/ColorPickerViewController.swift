import UIKit

class ColorPickerViewController: UIViewController {

    @IBOutlet weak var segmentedControl: UISegmentedControl!

    var onChoose: ((ColorChoice) -> Void)?

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
    }

    @IBAction func colorChanged(_ sender: UISegmentedControl) {
        guard let choice = ColorChoice(rawValue: sender.selectedSegmentIndex) else { return }
        onChoose?(choice)
    }

    @IBAction func done(_ sender: UIButton) {
        dismiss(animated: true) {
            print("dismissed")
        }
    }

}
