/// What the device is doing with its app.
public struct ScreenStatus: Sendable, Equatable {
  public enum Phase: String, Sendable, CaseIterable {
    case building, launching, running
    /// The app does not answer.
    case stalled
    /// In the background or suspended: the home screen is shown.
    case suspended
    case locked
    case crashed
    /// The app exited or was ended.
    case ended
    /// The app cannot start because of build errors.
    case failed
  }
  public var phase: Phase
  /// The app's display name.
  public var app: String
  /// One line for the user, such as `Compiling 12 files`.
  public var message: String
  public init(_ phase: Phase, app: String = "", message: String = "") {
    self.phase = phase
    self.app = app
    self.message = message
  }
}
