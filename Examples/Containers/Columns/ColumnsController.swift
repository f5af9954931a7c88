import UIKit

class SideScreen: Screen {}

class ContentScreen: Screen {}

/// Two columns on an iPad, a stack of two screens on an iPhone.
class ColumnsController: UISplitViewController, UISplitViewControllerDelegate {

    override func viewDidLoad() {
        let side = SideScreen("Side", .systemGray4)
        side.addButton("Show content") { [weak self] in self?.show(.secondary) }
        setViewController(side, for: .primary)
        setViewController(ContentScreen("Content", .systemOrange), for: .secondary)
        delegate = self
        super.viewDidLoad()
    }

    func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column {
        .primary
    }

}
