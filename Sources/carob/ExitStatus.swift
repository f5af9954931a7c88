/// The exit statuses of the `carob` command; the numbers are part of its interface.
enum ExitStatus: Int32 {
  case success = 0
  /// An expectation or a test failed, or `doctor` found errors.
  case failed = 1
  /// Wrong usage, or no such project.
  case usage = 2
  /// The project could not be built.
  case notBuilt = 3
  /// The app crashed.
  case crashed = 4
  /// The limit or the time-out was reached.
  case timedOut = 5
  /// A busy port, a missing library.
  case environment = 6
}
