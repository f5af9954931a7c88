import MediaPlayer
import UIKit

/// Shows the current song; observes with a selector.
class PlayerViewController: UIViewController {

    @IBOutlet weak var songLabel: UILabel!

    private let player = MPMusicPlayerController.systemMusicPlayer

    override func viewDidLoad() {
        super.viewDidLoad()
        NotificationCenter.default.addObserver(
            self, selector: #selector(nowPlayingItemChanged(_:)),
            name: .MPMusicPlayerControllerNowPlayingItemDidChange, object: player)
    }

    @objc private func nowPlayingItemChanged(_ notification: Notification) {
        guard let player = notification.object as? MPMusicPlayerController else { return }
        let title = player.nowPlayingItem?.title ?? "nothing"
        print("heard", title)
        songLabel.text = title
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
