import UIKit

class ColorPickerViewController: UIViewController {

    @IBOutlet weak var segmentedControl: UISegmentedControl!

    var model: ColorModel?

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
    }

    @IBAction func colorChanged(_ sender: UISegmentedControl) {
        guard let choice = ColorChoice(rawValue: sender.selectedSegmentIndex) else { return }
        model?.color = choice.color
        model?.name = choice.name
    }

    @IBAction func done(_ sender: UIButton) {
        dismiss(animated: true)
    }

}
