import UIKit

/// Uses the scene's activity as its own while it is visible, so it is asked to update the activity's state.
class BirdViewController: UIViewController {

    @IBOutlet var note: UITextField!

    var bird = "" {
        didSet { title = bird }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        userActivity = view.window?.windowScene?.userActivity
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        if isMovingFromParent {
            userActivity?.userInfo = nil
            userActivity = nil
        }
    }

    override func updateUserActivityState(_ activity: NSUserActivity) {
        super.updateUserActivityState(activity)
        activity.addUserInfoEntries(from: ["bird": bird, "note": note.text ?? ""])
    }

    override func restoreUserActivityState(_ userActivity: NSUserActivity) {
        super.restoreUserActivityState(userActivity)
        loadViewIfNeeded()
        note.text = userActivity.userInfo?["note"] as? String
    }

}
