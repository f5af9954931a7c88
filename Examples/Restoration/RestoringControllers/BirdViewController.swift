import UIKit

/// One bird and a note about it. The storyboard recreates it; its state is restored from its own coder.
class BirdViewController: UIViewController {

    @IBOutlet var note: UITextField!

    var bird = "" {
        didSet { title = bird }
    }

    override func viewDidLoad() {
        super.viewDidLoad()
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(bird, forKey: "bird")
        coder.encode(note.text, forKey: "note")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        bird = coder.decodeObject(forKey: "bird") as? String ?? ""
        note.text = coder.decodeObject(forKey: "note") as? String
    }

    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
    }

}
