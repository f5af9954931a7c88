import Compositor
import Device
import DeviceProtocol

/// A change on the device.
public enum ScreenUpdate: Sendable {
  /// The model, its state and its current clock. Sent first, and again after each change.
  case device(DeviceModel, Environment, ScreenClock)
  case status(ScreenStatus)
  /// The app's drawing. The first commit after `.status(.launching)` is a full one.
  case commit(Commit)
  /// A new event, or an earlier one that is now complete.
  case event(ScreenEvent)
  /// Another device starts: its events are numbered from 1 again.
  case eventsCleared
  /// The notifications on the screen; the frame is that of the banner, screen points.
  case notifications(NotificationScreen, bannerFrame: NotificationCard.Frame?)
  /// The project's GPX files to choose from, by path.
  case routeFiles([String])
  /// The device's location, its route, and the regions that the app monitors.
  case location(ShownLocation)
  /// The elements on the screen, for assistive technology, and what the app announces.
  case accessibility(AccessibilityReport)
  /// Build errors; an empty list removes earlier ones.
  case buildErrors([ScreenDiagnostic])
  case crash(ScreenCrash)
  /// The app copied a text, which is put on the browser's clipboard.
  case copied(String)
  /// One line for the user, shown for some seconds.
  case notice(String)
}

/// How the device's clock relates to the wall clock.
public struct ScreenClock: Sendable, Equatable {
  /// Device seconds now.
  public var now: Double
  /// The wall clock at device time 0, seconds since 1970, as apps see it.
  public var epoch: Double
  /// The device's time zone, seconds east of Greenwich.
  public var offset: Int
  public init(now: Double, epoch: Double, offset: Int = 0) {
    self.now = now
    self.epoch = epoch
    self.offset = offset
  }
}
