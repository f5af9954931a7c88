import UIKit

/// Two video views stay hidden until their player is ready. One asks for the new value with the change, the other asks the player.
class VideoViewController: UIViewController {

    @IBOutlet weak var newVideoView: UIView!
    @IBOutlet weak var plainVideoView: UIView!

    private let newPlayer = VideoPlayer()
    private let plainPlayer = VideoPlayer()

    private static var newContext = 0
    private static var plainContext = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        newVideoView.isHidden = true
        plainVideoView.isHidden = true
        newPlayer.addObserver(
            self, forKeyPath: #keyPath(VideoPlayer.readyForDisplay), options: .new,
            context: &VideoViewController.newContext)
        plainPlayer.addObserver(
            self, forKeyPath: #keyPath(VideoPlayer.readyForDisplay), options: [],
            context: &VideoViewController.plainContext)
    }

    @IBAction func load(_ sender: UIButton) {
        newPlayer.load()
        plainPlayer.load()
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard let keyPath = keyPath, let player = object as? VideoPlayer else { return }
        switch context {
        case &VideoViewController.newContext:
            let isReady = change?[.newKey] as? Bool
            print("new value:", isReady.map(String.init(describing:)) ?? "none")
            if isReady == true {
                finish(player, keyPath, newVideoView)
            }
        case &VideoViewController.plainContext:
            print("no value in the change:", change?[.newKey] == nil)
            if player.readyForDisplay {
                finish(player, keyPath, plainVideoView)
            }
        default:
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
    }

    private func finish(_ player: VideoPlayer, _ keyPath: String, _ videoView: UIView) {
        player.removeObserver(self, forKeyPath: keyPath)
        print("stops observing")
        videoView.isHidden = false
        videoView.isAccessibilityElement = true
        videoView.accessibilityLabel = videoView === newVideoView ? "First video" : "Second video"
    }

}
