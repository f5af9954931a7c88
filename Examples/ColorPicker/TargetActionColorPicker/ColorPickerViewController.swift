import UIKit

class ColorPickerViewController: UIViewController {

    @IBOutlet weak var segmentedControl: UISegmentedControl!
    @IBOutlet weak var clearButton: UIButton!

    override func viewDidLoad() {
        super.viewDidLoad()
        clearButton.addTarget(nil, action: #selector(MainViewController.clearColor), for: .touchUpInside)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
    }

    // Two arguments: the sender and the event.
    @IBAction func done(_ sender: UIButton, forEvent event: UIEvent) {
        print("touches that ended:", event.touches(for: sender)?.count ?? 0)
        dismiss(animated: true)
    }

}
