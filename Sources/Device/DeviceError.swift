/// Why the device could not do what it was asked.
public enum DeviceError: Error, Sendable, Equatable {
  case notAnApp(path: String, problem: String)
  /// The system refused something: starting a process, making a folder, a missing library.
  case environment(String)
  /// There is no app process to talk to; how it ended, if one ran before.
  case appIsNotRunning(AppEnd?)
  /// The app ended while something was expected of it.
  case appEnded(AppEnd)
  /// The virtual clock reached the limit of the run.
  case limitReached(seconds: Double, standing: String? = nil)
  /// The app is in the midst of something that will never end: why, and where it stands.
  case standsStill(String)
  /// Real time ran out; what the app was doing.
  case timedOut(seconds: Double, activity: String)
  /// The command itself got a signal.
  case interrupted(signal: Int32)
  /// The app is suspended: it gets no input until it comes back.
  case appIsSuspended
  /// The app has nobody who takes this input.
  case refused(String)
}

extension DeviceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnApp(let path, let problem): "'\(path)' is not an app: \(problem)"
    case .environment(let problem): problem
    case .appIsNotRunning(nil): "the app is not running"
    case .appIsNotRunning(let end?): "the app is not running: \(end)"
    case .appEnded(let end): "\(end)"
    case .limitReached(let seconds, let standing):
      "the limit of \(short(seconds)) virtual seconds was reached (raise it with --limit)"
        + (standing.map { "; the app is still in a handler: \($0)" } ?? "")
    case .standsStill(let why): "the app never goes on: \(why)"
    case .timedOut(let seconds, let activity):
      "no rest after \(short(seconds)) real seconds: \(activity) (raise the limit with --timeout)"
    case .interrupted(let signal): "interrupted by signal \(signal)"
    case .refused(let why): why
    case .appIsSuspended: "the app is in the background and suspended"
    }
  }
}

/// Without a needless fraction.
func short(_ seconds: Double) -> String {
  seconds.magnitude < 1e15 && seconds == seconds.rounded() ? String(Int64(seconds)) : String(seconds)
}
