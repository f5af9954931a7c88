import Compositor
import DeviceProtocol

/// The picture of the screen, composed from the app's layers.
extension SimulatedDevice {
  /// The screen as it is now, as a PNG file; without the app in front, an empty one.
  public func snapshot() throws(DeviceError) -> [UInt8] {
    let size = screenSize
    let chrome = ScreenChrome(
      device: model, orientation: shownOrientation, isDark: environment.appearance == "dark",
      time: statusBarTime, system: systemScreen)
    let isInFront =
      switch springboard.state {
      case .active, .inactive: true
      case .notRunning, .background, .suspended: false
      }
    let shown = isInFront ? scene : LayerScene()
    guard
      let picture = shown.render(
        width: size.width, height: size.height, scale: model.scale, at: now.seconds, chrome: chrome)
    else { throw .environment("there is not enough memory for a picture of the screen") }
    return picture.pngData()
  }

  /// How the picture stands: as the app's window does, which need not follow the way in which the device is held (E-332,
  /// E-335).
  public var shownOrientation: String {
    let held = environment.orientation
    guard let windowSize else { return held }
    let isTurned = held.hasPrefix("landscape")
    if windowSize == (model.width, model.height) { return isTurned ? "portrait" : held }
    if windowSize == (model.height, model.width) { return isTurned ? held : "landscapeLeft" }
    return held
  }

  /// A commit that makes no sense is refused, and said once.
  func apply(_ commit: Commit) {
    if let rearmost = commit.roots.first, let window = commit.layers.first(where: { $0.id == rearmost }) {
      windowSize = (window.width, window.height)
    }
    guard configuration.composesScreen else { return }
    do throws(CommitError) {
      try scene.apply(commit)
    } catch {
      if !hasRefusedCommit { report("the app sent layers that make no sense: \(error.description)") }
      hasRefusedCommit = true
    }
  }

  /// The device starts at 9:41.
  private var statusBarTime: String {
    let minutes = 9 * 60 + 41 + Int(min(now.seconds, 1e9)) / 60
    let minute = minutes % 60
    return "\(minutes / 60 % 24):\(minute < 10 ? "0" : "")\(minute)"
  }
}
