import Compositor
import DeviceProtocol

/// What the app has put on the screen. The next launch begins with an empty one.
struct AppScreen {
  var scene = LayerScene()
  /// Turns the app's transitions into layers and animations.
  var transitions = LayerTransitions()
  /// The size of the app's rearmost window, points; nil before the first commit.
  var windowSize: (width: Double, height: Double)?
  /// The app's last commit without its changes; nil when no process runs.
  var lastCommit: Commit?
  /// An invalid commit is reported once.
  var hasRefusedCommit = false
}
