import UIKit

/// Shows the song; listens by selector.
class PlayerViewController: UIViewController {

    @IBOutlet weak var songLabel: UILabel!

    private let player = MusicPlayer.shared

    override func viewDidLoad() {
        super.viewDidLoad()
        NotificationCenter.default.addObserver(
            self, selector: #selector(nowPlayingItemChanged(_:)),
            name: MusicPlayer.nowPlayingItemDidChange, object: player)
    }

    @objc private func nowPlayingItemChanged(_ notification: Notification) {
        guard let player = notification.object as? MusicPlayer else { return }
        print("heard", player.nowPlayingItem)
        songLabel.text = player.nowPlayingItem
    }

    @IBAction func beginNotifications(_ sender: UIButton) {
        player.beginGeneratingPlaybackNotifications()
    }

    @IBAction func next(_ sender: UIButton) {
        player.skipToNextItem()
    }

    @IBAction func close(_ sender: UIButton) {
        dismiss(animated: true)
    }

    deinit {
        print("player screen is gone")
    }

}
