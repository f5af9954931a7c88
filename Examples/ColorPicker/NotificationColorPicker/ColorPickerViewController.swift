import UIKit

extension Notification.Name {
    static let colorWasChosen = Notification.Name("ColorPickerColorWasChosen")
}

class ColorPickerViewController: UIViewController {

    @IBOutlet weak var segmentedControl: UISegmentedControl!

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
    }

    @IBAction func colorChanged(_ sender: UISegmentedControl) {
        guard let choice = ColorChoice(rawValue: sender.selectedSegmentIndex) else { return }
        NotificationCenter.default.post(
            name: .colorWasChosen, object: self, userInfo: ["choice": choice])
    }

    @IBAction func done(_ sender: UIButton) {
        dismiss(animated: true)
    }

}
