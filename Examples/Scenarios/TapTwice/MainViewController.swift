import UIKit

class MainViewController: UIViewController {

    @IBOutlet weak var resultLabel: UILabel!
    @IBOutlet weak var tapView: TapView!

    override func viewDidLoad() {
        super.viewDidLoad()
        tapView.onTap = { [weak self] count in
            self?.resultLabel.text = count == 1 ? "Single" : "Double"
        }
    }

}
