import UIKit

class ColorPickerViewController: UIViewController {

    @IBOutlet weak var segmentedControl: UISegmentedControl!

    var choice: ColorChoice?

    override func viewDidLoad() {
        super.viewDidLoad()
        if let choice {
            segmentedControl.selectedSegmentIndex = choice.rawValue
        }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        print("leaving with", choice?.name ?? "nothing")
    }

    @IBAction func colorChanged(_ sender: UISegmentedControl) {
        choice = ColorChoice(rawValue: sender.selectedSegmentIndex)
    }

}
