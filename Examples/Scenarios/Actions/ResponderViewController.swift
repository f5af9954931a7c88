import UIKit

/// Nobody names this controller: the buttons' messages find it along the responder chain.
class ResponderViewController: UIViewController {

    @objc func save(_ sender: Any?) {
        print("saves for the borrowing button")
    }

    @IBAction func archive(_ sender: Any?) {
        print("archives for the First Responder")
    }

}
