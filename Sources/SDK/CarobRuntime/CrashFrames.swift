import CThreads

/// Reports where the app crashed.
package enum CrashFrames {
  /// From now on a crash writes the frames of its thread to standard error, from which the device finds the
  /// user's line.
  package static func report() { carob_report_crashes() }
}
