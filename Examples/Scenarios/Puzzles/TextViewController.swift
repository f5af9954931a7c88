import UIKit

/// Why does the first field send no action?
class TextViewController: UIViewController {

    @IBOutlet weak var firstField: UITextField!
    @IBOutlet weak var secondField: UITextField!

    override func viewDidLoad() {
        super.viewDidLoad()
        firstField.addTarget(self, action: #selector(textChanged(_:)), for: .valueChanged)
        secondField.addTarget(self, action: #selector(textChanged(_:)), for: .editingChanged)
    }

    @objc private func textChanged(_ sender: UITextField) {
        print("heard", sender.text ?? "")
    }

}
