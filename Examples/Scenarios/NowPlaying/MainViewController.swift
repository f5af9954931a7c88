import MediaPlayer
import UIKit

class MainViewController: UIViewController {

    private let player = MPMusicPlayerController.systemMusicPlayer

    @IBAction func skipSong(_ sender: UIButton) {
        player.skipToNextItem()
        print("now playing", player.nowPlayingItem?.title ?? "nothing")
    }

}
