/// Settings and commands of the simulated media hardware. UIKit receives them from the device; the media
/// modules, which depend on UIKit, use them.
package enum DeviceSwitches {
  private struct State {
    var mediaDelay = 0.75
    var music: [(MusicCommand) -> String?] = []
  }
  private static let state = Guarded(State())

  /// A command to the device's music player.
  package enum MusicCommand: String, CaseIterable {
    case play, pause, stop, next, previous
  }

  /// How many seconds a player needs until an item is ready to play.
  package static var mediaDelay: Double {
    get { state.withLock { $0.mediaDelay } }
    set { state.withLock { $0.mediaDelay = newValue } }
  }

  /// Adds a music player that the app uses. `body` performs a command; it returns why it cannot, or nil.
  package static func installMusicPlayer(_ body: @escaping (MusicCommand) -> String?) {
    state.withLock { $0.music.append(body) }
  }

  /// Sends a command to the player that the app created first; returns why that failed, or nil.
  package static func music(_ name: String) -> String? {
    guard let command = MusicCommand(rawValue: name) else { return "there is no music command '\(name)'" }
    guard let player = state.withLock({ $0.music.first }) else { return "the app uses no music player" }
    return player(command)
  }
}
