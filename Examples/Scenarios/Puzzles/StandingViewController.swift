import UIKit

/// Supports only portrait, but is not asked for it, because it is inside a navigation controller.
class StandingViewController: UIViewController {

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        return .portrait
    }

    override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        print("turns to \(Int(size.width)) × \(Int(size.height))")
    }

}
