/// Why a call of the device failed.
public enum DeviceError: Error, Sendable, Equatable {
  case notAnApp(path: String, problem: String)
  /// The system refused an operation: starting a process, making a folder, loading a library.
  case environment(String)
  /// No app process runs; how the last one ended, if there was one.
  case appIsNotRunning(AppEnd?)
  /// The app ended during the call.
  case appEnded(AppEnd)
  /// The virtual clock reached the limit of the run.
  case limitReached(seconds: Double, blockedAt: String? = nil)
  /// The main thread waits for something that never happens: for what, and where.
  case blocked(String)
  /// The limit of real time was reached; what the app was doing.
  case timedOut(seconds: Double, activity: String)
  /// The command got a signal.
  case interrupted(signal: Int32)
  /// The app is suspended and gets no input until it runs again.
  case appIsSuspended
  /// No receiver accepts the input, or it is not possible in this state.
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
    case .limitReached(let seconds, let place):
      "the limit of \(short(seconds)) virtual seconds was reached (raise it with --limit)"
        + (place.map { "; the app is still in a handler: \($0)" } ?? "")
    case .blocked(let why): "the app is blocked: \(why)"
    case .timedOut(let seconds, let activity):
      "the app is not idle after \(short(seconds)) real seconds: \(activity) (raise the limit with --timeout)"
    case .interrupted(let signal): "interrupted by signal \(signal)"
    case .refused(let why): why
    case .appIsSuspended: "the app is in the background and suspended"
    }
  }
}

/// Without a fraction for whole numbers.
func short(_ seconds: Double) -> String {
  seconds.magnitude < 1e15 && seconds == seconds.rounded() ? String(Int64(seconds)) : String(seconds)
}
