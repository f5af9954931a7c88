import UIKit

/// Why does the button show the storyboard's title for a moment?
class LateTitleViewController: UIViewController {

    @IBOutlet weak var button: UIButton!

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        button.setTitle("Howdy", for: .normal)
    }

}
