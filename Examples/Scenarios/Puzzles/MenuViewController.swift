import UIKit

/// The list of the puzzles. It may answer the question of orientation for its navigation controller, as its delegate.
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
