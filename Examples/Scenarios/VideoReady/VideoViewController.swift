import AVKit
import UIKit

/// Two hidden video views wait for their players: one reads the value in the change, one asks the player.
class VideoViewController: UIViewController {

    @IBOutlet weak var newVideoView: UIView!
    @IBOutlet weak var plainVideoView: UIView!

    private let newPlayer = AVPlayerViewController()
    private let plainPlayer = AVPlayerViewController()

    private static var newContext = 0
    private static var plainContext = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        add(newPlayer, to: newVideoView)
        add(plainPlayer, to: plainVideoView)
        newPlayer.addObserver(
            self, forKeyPath: #keyPath(AVPlayerViewController.isReadyForDisplay), options: .new,
            context: &VideoViewController.newContext)
        plainPlayer.addObserver(
            self, forKeyPath: #keyPath(AVPlayerViewController.isReadyForDisplay), options: [],
            context: &VideoViewController.plainContext)
    }

    private func add(_ player: AVPlayerViewController, to videoView: UIView) {
        videoView.isHidden = true
        addChild(player)
        player.view.frame = videoView.bounds
        videoView.addSubview(player.view)
        player.didMove(toParent: self)
    }

    @IBAction func load(_ sender: UIButton) {
        for (name, player) in [("first", newPlayer), ("second", plainPlayer)] {
            guard let url = URL(string: "https://example.org/\(name).mp4") else { continue }
            player.player = AVPlayer(url: url)
        }
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let keyPath = keyPath, let player = object as? AVPlayerViewController else { return }
        switch context {
        case &VideoViewController.newContext:
            let isReady = change?[.newKey] as? Bool
            print("new value:", isReady.map(String.init(describing:)) ?? "none")
            if isReady == true {
                finish(player, keyPath, newVideoView)
            }
        case &VideoViewController.plainContext:
            print("no value in the change:", change?[.newKey] == nil)
            if player.isReadyForDisplay {
                finish(player, keyPath, plainVideoView)
            }
        default:
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
    }

    private func finish(_ player: AVPlayerViewController, _ keyPath: String, _ videoView: UIView) {
        player.removeObserver(self, forKeyPath: keyPath)
        print("stops observing")
        videoView.isHidden = false
        videoView.isAccessibilityElement = true
        videoView.accessibilityLabel = videoView === newVideoView ? "First video" : "Second video"
    }

}
