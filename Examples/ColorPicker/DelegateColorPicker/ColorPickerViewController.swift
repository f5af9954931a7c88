import UIKit

protocol ColorPickerDelegate: AnyObject {
    func colorPicker(_ picker: ColorPickerViewController, didChoose choice: ColorChoice)
    func colorPickerDidFinish(_ picker: ColorPickerViewController)
}

class ColorPickerViewController: UIViewController {

    @IBOutlet weak var segmentedControl: UISegmentedControl!

    weak var delegate: ColorPickerDelegate?

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
    }

    @IBAction func colorChanged(_ sender: UISegmentedControl) {
        guard let choice = ColorChoice(rawValue: sender.selectedSegmentIndex) else { return }
        delegate?.colorPicker(self, didChoose: choice)
    }

    @IBAction func done(_ sender: UIButton) {
        delegate?.colorPickerDidFinish(self)
    }

    deinit {
        print("picker is gone")
    }

}
