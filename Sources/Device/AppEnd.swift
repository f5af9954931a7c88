import DeviceProtocol

/// How an app process ended.
public enum AppEnd: Sendable, Equatable {
  /// It called `exit`, or its `main` returned.
  case exited(code: Int32)
  case crashed(CrashReport)
  /// The device killed it: for the user, to free memory, after `willTerminate`…
  case killed(Springboard.KillReason)
  /// It did not connect in time, or made no progress.
  case hung(seconds: Double, activity: String)
  /// It violated the device protocol.
  case brokenProtocol(String)
  case versionMismatch(theirs: UInt32)
  /// The SDK found that the app cannot run here (virtual time does not work), and exited with a reason before the app's own code
  /// ran.
  case refused(String)

  /// The status with which the SDK refuses to run (`EX_OSERR`). The app's own code does not run before the hello.
  static let refusalStatus: Int32 = 71

  /// Whether the device ended the app, or the app exited with status 0.
  public var isOrderly: Bool {
    switch self {
    case .exited(let code): code == 0
    case .killed: true
    case .crashed, .hung, .brokenProtocol, .versionMismatch, .refused: false
    }
  }
}

extension AppEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .exited(let code): "the app ended itself with status \(code)"
    case .crashed(let report): "the app crashed: \(report.reason)"
    case .killed(.user): "the user removed the app"
    case .killed(.memory): "the system ended the app to free memory"
    case .killed(.terminated): "the app was terminated"
    case .killed(.shutdown): "the device was switched off"
    case .killed(.replaced): "the app was replaced"
    case .hung(let seconds, let activity): "the app hung for \(short(seconds)) s: \(activity)"
    case .brokenProtocol(let problem):
      "the app broke the device protocol: \(problem) (was it built with another version of Carob?)"
    case .refused(let problem): problem
    case .versionMismatch(let theirs):
      "the app speaks version \(theirs) of the device protocol, this device version \(deviceProtocolVersion): build it again"
    }
  }
}
