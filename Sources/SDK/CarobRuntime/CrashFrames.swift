import CThreads

/// Has a crash name its place to the device.
package enum CrashFrames {
  /// From now on the frames of a thread that crashes are on standard error, where the device finds the user's line.
  package static func report() { carob_report_crashes() }
}
