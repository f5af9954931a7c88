import MediaPlayer
import UIKit

/// Shows the current song; observes with blocks, whose tokens are removed together.
class PlayerViewController: UIViewController {

    @IBOutlet weak var songLabel: UILabel!

    private let player = MPMusicPlayerController.systemMusicPlayer
    private var observers = Set<NSObject>()

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        let center = NotificationCenter.default
        let item = center.addObserver(
            forName: .MPMusicPlayerControllerNowPlayingItemDidChange, object: player, queue: .main
        ) { [unowned self] _ in
            let title = player.nowPlayingItem?.title ?? "nothing"
            print("heard", title)
            songLabel.text = title
        }
        observers.insert(item as! NSObject)
        let state = center.addObserver(
            forName: .MPMusicPlayerControllerPlaybackStateDidChange, object: player, queue: .main
        ) { [unowned self] _ in
            print("heard that it", player.playbackState == .playing ? "plays" : "stopped")
            songLabel.text = "Stopped"
        }
        observers.insert(state as! NSObject)
        player.beginGeneratingPlaybackNotifications()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        player.endGeneratingPlaybackNotifications()
        removeObservers()
    }

    private func removeObservers() {
        print("removes", observers.count, "observers")
        for observer in observers {
            NotificationCenter.default.removeObserver(observer)
        }
        observers.removeAll()
    }

    @IBAction func next(_ sender: UIButton) {
        player.skipToNextItem()
    }

    @IBAction func stop(_ sender: UIButton) {
        player.stop()
    }

    @IBAction func stopListening(_ sender: UIButton) {
        removeObservers()
    }

    @IBAction func close(_ sender: UIButton) {
        dismiss(animated: true)
    }

    deinit {
        print("player screen is gone")
    }

}
