import MediaPlayer
import UIKit

class MainViewController: UIViewController {

    private let player = MPMusicPlayerController.systemMusicPlayer

    override func viewDidLoad() {
        super.viewDidLoad()
        player.play()
    }

    @IBAction func skipSong(_ sender: UIButton) {
        player.skipToNextItem()
        print("now playing", player.nowPlayingItem?.title ?? "nothing")
    }

    @IBAction func stopPlaying(_ sender: UIButton) {
        player.stop()
        print("stopped")
    }

}
