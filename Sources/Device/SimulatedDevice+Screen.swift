import Compositor
import DeviceProtocol

/// The picture of the screen, composed from the app's layers.
extension SimulatedDevice {
  /// The current screen as a PNG file; without the app's layers if the app is not in front.
  public func snapshot() throws(DeviceError) -> [UInt8] {
    let size = screenSize
    let chrome = ScreenChrome(
      device: model, orientation: shownOrientation, isDark: environment.isDark,
      time: statusBarTime, system: systemScreen)
    let shown = springboard.isInFront ? screen.scene : LayerScene()
    guard
      let picture = shown.render(
        width: size.width, height: size.height, scale: model.scale, at: now.seconds, chrome: chrome)
    else { throw .environment("there is not enough memory for a picture of the screen") }
    return picture.pngData()
  }

  /// The orientation of the picture: that of the app's window, which need not follow how the device is held (E-332, E-335).
  public var shownOrientation: DeviceOrientation {
    let held = environment.heldOrientation
    guard let windowSize = screen.windowSize else { return held }
    if windowSize == (model.width, model.height) { return held.isLandscape ? .portrait : held }
    if windowSize == (model.height, model.width) { return held.isLandscape ? held : .landscapeLeft }
    return held
  }

  /// Remembers the size of the app's rearmost window.
  func noteWindow(of commit: Commit) {
    if let rearmost = commit.roots.first, let window = commit.layers.first(where: { $0.id == rearmost }) {
      screen.windowSize = (window.width, window.height)
    }
  }

  /// Applies the changes to the layers. An invalid commit is refused, and reported once in each launch.
  func apply(_ commit: Commit) {
    guard configuration.composesScreen else { return }
    do throws(CommitError) {
      try screen.scene.apply(commit)
    } catch {
      if !screen.hasRefusedCommit { report("the app sent invalid layers: \(error.description)") }
      screen.hasRefusedCommit = true
    }
  }

  /// The device starts at 9:41.
  private var statusBarTime: String {
    let minutes = 9 * 60 + 41 + Int(min(now.seconds, 1e9)) / 60
    let minute = minutes % 60
    return "\(minutes / 60 % 24):\(minute < 10 ? "0" : "")\(minute)"
  }
}
