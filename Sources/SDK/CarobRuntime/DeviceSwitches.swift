/// What the device's owner turns on the stand-ins for hardware: their modules lie above UIKit, which gets the messages.
package enum DeviceSwitches {
  private struct State {
    var mediaDelay = 0.75
    var music: [(MusicCommand) -> String?] = []
  }
  private static let state = Guarded(State())

  /// What is done to the device's music player.
  package enum MusicCommand: String, CaseIterable {
    case play, pause, stop, next, previous
  }

  /// How many seconds after it was given to a player an item is ready.
  package static var mediaDelay: Double {
    get { state.withLock { $0.mediaDelay } }
    set { state.withLock { $0.mediaDelay = newValue } }
  }

  /// Adds a music player that the app uses; `body` says why the command cannot be followed, nil when it was.
  package static func installMusicPlayer(_ body: @escaping (MusicCommand) -> String?) {
    state.withLock { $0.music.append(body) }
  }

  /// Does something to the music player that the app asked for first; says why it cannot.
  package static func music(_ name: String) -> String? {
    guard let command = MusicCommand(rawValue: name) else { return "there is no music command '\(name)'" }
    guard let player = state.withLock({ $0.music.first }) else { return "the app uses no music player" }
    return player(command)
  }
}
