import UIKit

class MainViewController: UIViewController {

    @IBAction func skipSong(_ sender: UIButton) {
        MusicPlayer.shared.skipToNextItem()
        print("now playing", MusicPlayer.shared.nowPlayingItem)
    }

    @IBAction func stopPlaying(_ sender: UIButton) {
        MusicPlayer.shared.stop()
        print("stopped")
    }

}
