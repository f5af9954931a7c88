import UIKit

class ResultViewController: UIViewController {

    @IBOutlet weak var resultLabel: UILabel!

    var result = ""

    override func viewDidLoad() {
        super.viewDidLoad()
        resultLabel.text = result
    }

}
