import UIKit

/// The list of puzzles. As its navigation controller's delegate it can provide the supported orientations.
class MenuViewController: UIViewController {

    @IBAction func letDelegateAnswer(_ sender: UIButton) {
        navigationController?.delegate = self
    }

}

extension MenuViewController: UINavigationControllerDelegate {

    func navigationControllerSupportedInterfaceOrientations(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientationMask {
        return .portrait
    }

}
