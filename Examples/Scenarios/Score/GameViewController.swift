import UIKit

/// The score decreases by one for every ten seconds without a move of the player.
class GameViewController: UIViewController {

    @IBOutlet weak var scoreLabel: UILabel!

    private var timer: Timer?

    private var score = 10 {
        didSet {
            scoreLabel.text = "Score: \(score)"
        }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        restartTimer()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        timer?.invalidate()
        timer = nil
    }

    private func restartTimer() {
        timer?.invalidate()
        timer = Timer.scheduledTimer(
            timeInterval: 10, target: self, selector: #selector(timedOut(_:)), userInfo: nil, repeats: true)
    }

    @objc private func timedOut(_ timer: Timer) {
        score -= 1
        print("too slow:", score)
    }

    @IBAction func move(_ sender: UIButton) {
        print("move")
        restartTimer()
    }

}
