import UIKit

/// Wants to stay upright, and says so where nobody asks: inside a navigation controller.
class StandingViewController: UIViewController {

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        return .portrait
    }

    override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        print("turns to \(Int(size.width)) × \(Int(size.height))")
    }

}
