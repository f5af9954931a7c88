import RingKit
import UIKit

/// A tap closes a part of the ring, a shake opens it again. The game is over when the ring is closed.
class GameViewController: UIViewController {

    @IBOutlet weak var ringView: RingView!

    private let sound: Sound = PrintedSound(name: "gong")

    override var canBecomeFirstResponder: Bool {
        return true
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        NotificationCenter.default.addObserver(
            self, selector: #selector(ringClosed(_:)), name: RingView.didClose, object: ringView)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        becomeFirstResponder()
    }

    @IBAction func step(_ sender: UIButton) {
        ringView.advance()
    }

    override func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        print("shaking begins")
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        guard motion == .motionShake else { return }
        print("shaken")
        ringView.open()
    }

    @objc private func ringClosed(_ notification: Notification) {
        sound.play()
        let dialog = UIAlertView(
            title: "Game Over", message: "Another one?", delegate: self, cancelButtonTitle: "No thanks",
            otherButtonTitles: "Sure!")
        dialog.show()
    }

}

extension GameViewController: UIAlertViewDelegate {

    func willPresent(_ alertView: UIAlertView) {
        print("will present")
    }

    func didPresent(_ alertView: UIAlertView) {
        print("did present")
    }

    func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
        print("clicked", alertView.buttonTitle(at: buttonIndex) ?? "nothing")
    }

    func alertView(_ alertView: UIAlertView, willDismissWithButtonIndex buttonIndex: Int) {
        print("will dismiss with", buttonIndex)
    }

    func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int) {
        print("did dismiss with", buttonIndex)
        if buttonIndex != alertView.cancelButtonIndex {
            ringView.open()
        }
    }

}
