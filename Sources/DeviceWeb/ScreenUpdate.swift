import Compositor
import Device
import DeviceProtocol

/// One thing that changed on the device.
public enum ScreenUpdate: Sendable {
  /// The model, its state, and what its clock reads now. Sent first, and again when any of them changes.
  case device(DeviceModel, Environment, ScreenClock)
  case status(ScreenStatus)
  /// What the running app drew. After `.status(.launching)` the next commit starts from nothing.
  case commit(Commit)
  /// A new event, or an earlier one that is now complete.
  case event(ScreenEvent)
  /// Another device begins: its events are numbered from 1 again.
  case eventsCleared
  /// What notifications put on the screen; the frame is that of the banner, screen points.
  case notifications(NotificationScreen, bannerFrame: NotificationCard.Frame?)
  /// What there is to choose from: the project's GPX files, by path.
  case routeFiles([String])
  /// Where the device is, its way, and the circles that the app watches.
  case location(ShownLocation)
  /// The app could not be built; an empty list takes earlier ones away.
  case buildErrors([ScreenDiagnostic])
  case crash(ScreenCrash)
  /// The app copied a text: it goes on the browser's clipboard.
  case copied(String)
  /// One line for people that is neither: shown for a while.
  case notice(String)
}

/// How the device's clock relates to the wall clock.
public struct ScreenClock: Sendable, Equatable {
  /// Device seconds now.
  public var now: Double
  /// Seconds since 1970 at device time 0, as apps see it; the status bar shows it.
  public var epoch: Double
  /// Seconds east of Greenwich of the device's time zone.
  public var offset: Int
  public init(now: Double, epoch: Double, offset: Int = 0) {
    self.now = now
    self.epoch = epoch
    self.offset = offset
  }
}
