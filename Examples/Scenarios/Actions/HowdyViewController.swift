import UIKit

/// Its button is connected to the same method twice: in the storyboard and here.
class HowdyViewController: UIViewController {

    @IBOutlet weak var button: UIButton!

    override func viewDidLoad() {
        super.viewDidLoad()
        button.addTarget(self, action: #selector(buttonPressed(_:)), for: .touchUpInside)
    }

    @IBAction func buttonPressed(_ sender: Any) {
        let alert = UIAlertController(title: "Howdy!", message: "You tapped me.", preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .cancel) { _ in print("was greeted") })
        present(alert, animated: true)
    }

}
