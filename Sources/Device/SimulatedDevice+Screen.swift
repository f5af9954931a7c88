import Compositor
import DeviceProtocol
import Glibc

/// The picture of the screen, composed from the app's layers.
extension SimulatedDevice {
  /// The current screen as a PNG file; without the app's layers if the app is not in front.
  ///
  /// - Parameter layers: all layers after the app's last commit, for a device that does not compose its screen.
  public func snapshot(of layers: Commit? = nil) throws(DeviceError) -> [UInt8] {
    var shown = LayerScene()
    if springboard.isInFront {
      if let layers {
        do throws(CommitError) { try shown.apply(layers) } catch {
          throw .environment("the app's layers cannot be drawn: \(error.description)")
        }
      } else {
        shown = screen.scene
      }
    }
    let size = screenSize
    let chrome = ScreenChrome(
      device: model, orientation: shownOrientation, isDark: environment.isDark,
      time: statusBarTime, system: systemScreen)
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

  /// The time that the app sees: this machine's, or in virtual time from 9:41 on. As in the United States, without a zero.
  private var statusBarTime: String {
    var minutes = 9 * 60 + 41 + Int(min(now.seconds, 1e9)) / 60
    if !configuration.ownsTime || configuration.wallClockAtStart != nil {
      var wall = time_t((configuration.wallClockAtStart.map { $0 + now.seconds }) ?? Double(time(nil)))
      var local = tm()
      localtime_r(&wall, &local)
      minutes = Int(local.tm_hour) * 60 + Int(local.tm_min)
    }
    let (hour, minute) = (minutes / 60 % 12, minutes % 60)
    return "\(hour == 0 ? 12 : hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
