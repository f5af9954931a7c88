import Glibc

/// A process that was started before its app is launched.
struct PreparedProcess {
  let process: AppProcess
  let addressesAreRandom: Bool
  /// The files from which it was started.
  let executable: [UInt64]
  /// The device's time at its start.
  let start: DeviceTime
}

extension AppBundle {
  /// What identifies the app's folder and executable: another one at the same path is another app.
  var fileNumbers: [UInt64] {
    [path, executable].flatMap { file -> [UInt64] in
      var status = stat()
      guard stat(file, &status) == 0 else { return [] }
      return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
  }
}
