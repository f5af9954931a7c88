import UIKit

/// No connection refers to this controller: the buttons' actions find it along the responder chain.
class ResponderViewController: UIViewController {

    @objc func save(_ sender: Any?) {
        print("saves for the borrowing button")
    }

    @IBAction func archive(_ sender: Any?) {
        print("archives for the First Responder")
    }

}
