import UIKit

class OverScreen: Screen {}

/// A screen with a button for every kind of presentation.
class BaseScreen: Screen, UIAdaptivePresentationControllerDelegate {

    override func viewDidLoad() {
        super.viewDidLoad()
        addButton("Full screen") { [unowned self] in
            let over = OverScreen("Over all", .systemPurple)
            over.modalPresentationStyle = .fullScreen
            over.addButton("Done") { [weak over] in over?.dismiss(animated: true) }
            present(over, animated: true)
        }
        addButton("Sheet") { [unowned self] in
            let over = OverScreen("Sheet of half", .systemPink)
            over.sheetPresentationController?.detents = [.medium(), .large()]
            over.presentationController?.delegate = self
            present(over, animated: true)
        }
        addButton("Alert") { [unowned self] in
            let alert = UIAlertController(title: "Really?", message: "It is an alert.", preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
            alert.addAction(UIAlertAction(title: "Yes", style: .default) { _ in print("yes") })
            present(alert, animated: true)
        }
    }

    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
        true
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        print("dismissed")
    }

}
