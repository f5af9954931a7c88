import Foundation

/// A stand-in for the device's music player. It posts only between `beginGeneratingPlaybackNotifications()` and
/// `endGeneratingPlaybackNotifications()`.
class MusicPlayer {

    static let nowPlayingItemDidChange = Notification.Name("MusicPlayerNowPlayingItemDidChange")
    static let playbackStateDidChange = Notification.Name("MusicPlayerPlaybackStateDidChange")

    static let shared = MusicPlayer()

    private let songs = ["Prelude", "Fugue", "Toccata", "Gigue"]
    private var index = 0
    private var generators = 0

    private(set) var isPlaying = true

    var nowPlayingItem: String {
        return songs[index]
    }

    func beginGeneratingPlaybackNotifications() {
        generators += 1
    }

    func endGeneratingPlaybackNotifications() {
        generators -= 1
    }

    func skipToNextItem() {
        index = (index + 1) % songs.count
        post(MusicPlayer.nowPlayingItemDidChange)
    }

    func stop() {
        isPlaying = false
        post(MusicPlayer.playbackStateDidChange)
    }

    private func post(_ name: Notification.Name) {
        guard generators > 0 else { return }
        NotificationCenter.default.post(name: name, object: self)
    }

}
