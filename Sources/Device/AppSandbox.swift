import CDeviceSystem
import Glibc

/// Which files a confined app may read. It may change its container only (Decisions/0067).
///
/// The app has its own network namespace with only a loopback, no sockets with a path, and cannot send signals to other processes.
/// On a machine without the necessary features the launch fails: the app never runs unconfined instead.
public struct AppSandbox: Sendable, Equatable {
  /// Files, and folders with their contents. Those that do not exist are ignored.
  public var readable: [String]
  /// Replaces the device's own container, for tests of a missing one.
  var container: String?

  /// The machine's libraries and fonts, the C library's configuration files, and `more`: the SDK, the Swift runtime.
  public init(readable more: [String]) { readable = Self.system + more }

  private static let system =
    ["/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib"]
    + ["/usr/share", "/usr/local/share", "/var/cache/fontconfig", "/usr/libexec/swift"]
    + [
      "fonts", "group", "host.conf", "hosts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "locale.alias",
      "localtime", "nsswitch.conf", "passwd", "protocols", "services", "ssl", "timezone", "gai.conf",
    ].map { "/etc/" + $0 }
    + ["cpuinfo", "meminfo", "stat", "sys/kernel", "sys/vm"].map { "/proc/" + $0 }
    + ["/sys/devices/system/cpu"]

  func adding(_ path: String) -> AppSandbox {
    var result = self
    result.readable.append(path)
    return result
  }

  /// Checks that this kernel has the necessary features, except for namespaces, which are checked by creating them.
  func checkSystem() throws(DeviceError) {
    let version = carob_landlock_version()
    guard version < Int32(carob_landlock_needed) else { return }
    throw Self.refused(
      version == 0
        ? "this kernel has no Landlock, or it is not switched on (Linux 6.12 or newer, “landlock” among its security modules)"
        : "version \(version) of this kernel's Landlock does not keep signals inside; version \(carob_landlock_needed) does (Linux 6.12)"
    )
  }

  static func refused(_ problem: String) -> DeviceError {
    .environment(
      "the app cannot be confined on this machine: \(problem); without --sandbox it may do whatever you may do"
    )
  }

  func withRequest<Result>(
    container: String, _ body: (UnsafePointer<carob_sandbox>) -> Result
  ) -> Result {
    withCStrings(readable) { paths in
      withCStrings([self.container ?? container, "\(getuid()) \(getuid()) 1", "\(getgid()) \(getgid()) 1"]) {
        texts in
        var request = carob_sandbox()
        request.container = UnsafePointer(texts[0])
        request.users = UnsafePointer(texts[1])
        request.groups = UnsafePointer(texts[2])
        return UnsafeRawPointer(paths).withMemoryRebound(
          to: UnsafePointer<CChar>?.self, capacity: readable.count + 1
        ) { list in
          request.readable = list
          return body(&request)
        }
      }
    }
  }
}
