import CDeviceSystem
import DeviceProtocol
import Glibc

extension AppProcess {
  struct LaunchOptions {
    var executable: String
    var container: String
    /// Whether the device grants the app its time.
    var ownsTime: Bool
    /// The wall clock at device time 0, seconds since 1970; nil for that of a new device.
    var wallClockAtStart: Double?
    var seed: UInt64
    var start: DeviceTime
    /// The folder that paths in its trace are relative to.
    var projectRoot: String?
    /// Preloaded if the device owns the time; nil if the app brings its own time layer.
    var timeLibrary: String?
    var standardOutput: Int32
    /// If the device does not own the time: device time 0 on the monotonic clock, nanoseconds.
    var clockOrigin: Int64
    /// Whether events have real durations.
    var measuresHandlers: Bool
    var extraEnvironment: [(String, String)]
    /// Whether the runtime's backtraces are forwarded.
    var showsBacktraces: Bool
    /// What the process may read beside its container; nil for a process that is not confined.
    var sandbox: AppSandbox?
    /// Whether the process loads the SDK only, and waits for `release(wallClockAtStart:)` before it loads the app.
    var isPrepared = false
  }

  /// Starts an app, which inherits one end of a socket pair.
  ///
  /// - Throws: `DeviceError.environment`.
  static func launch(_ options: LaunchOptions) throws(DeviceError) -> (AppProcess, addressesAreRandom: Bool) {
    try options.sandbox?.checkSystem()
    let socket = try pair()
    let gate = options.ownsTime ? try pair() : (mine: -1, theirs: -1)
    var errorPipe: [Int32] = [-1, -1]
    guard carob_pipe(&errorPipe) == 0 else { throw .environment("cannot make a pipe: \(systemError())") }
    var memoryDescriptor: Int32 = -1
    guard let memory = carob_shared_memory(EventMemory.length, &memoryDescriptor) else {
      throw .environment("cannot make memory to share with the app: \(systemError())")
    }
    let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer {
      for descriptor in [
        socket.theirs, gate.theirs, errorPipe[1], input, memoryDescriptor,
      ] where descriptor >= 0 {
        close(descriptor)
      }
    }

    let environment = environment(options)
    var spawned = carob_spawned()
    let error = withCStrings([options.executable]) { arguments in
      withCStrings(environment) { environment in
        options.executable.withCString { path in
          var request = carob_spawn_request()
          request.path = path
          request.arguments = UnsafePointer(arguments)
          request.environment = UnsafePointer(environment)
          request.standard_input = input
          request.standard_output = options.standardOutput
          request.standard_error = errorPipe[1]
          request.device_socket = socket.theirs
          request.event_memory = memoryDescriptor
          request.time_gate = gate.theirs
          request.fixed_addresses = options.ownsTime ? 1 : 0
          return "/".withCString { directory in
            request.directory = directory
            guard let sandbox = options.sandbox else {
              return carob_spawn(&request, &spawned)
            }
            return sandbox.withRequest(container: options.container) { sandbox in
              request.sandbox = sandbox
              return carob_spawn(&request, &spawned)
            }
          }
        }
      }
    }
    guard error == 0 else {
      for descriptor in [socket.mine, gate.mine, errorPipe[0]] where descriptor >= 0 { close(descriptor) }
      munmap(memory, EventMemory.length)
      if let unconfined = spawned.unconfined {
        throw AppSandbox.refused(
          "cannot \(String(cString: unconfined)) (\(String(cString: strerror(error))))")
      }
      throw .environment("cannot start '\(options.executable)': \(String(cString: strerror(error)))")
    }
    let process = AppProcess(
      spawned, socket: socket.mine, gate: gate.mine,
      standardError: errorPipe[0], memory: memory, showsBacktraces: options.showsBacktraces)
    return (process, spawned.addresses_are_random != 0)
  }

  /// The app's environment variables: of the user's shell, only those that loading and debugging need.
  private static func environment(_ options: LaunchOptions) -> [String] {
    var result: [(String, String)] = []
    let kept = [
      "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "XDG_CACHE_HOME",
      "CAROB_WATCHDOG",
    ]
    for name in kept {
      if let value = getenv(name) { result.append((name, String(cString: value))) }
    }
    result += [
      ("HOME", options.container), ("CFFIXED_USER_HOME", options.container),
      ("TMPDIR", options.container + "/tmp"), ("LANG", "en_US.UTF-8"), ("CAROB_DEVICE_FD", "3"),
      ("CAROB_EVENTS_FD", "4"),
      // With a backtrace, the report of a crash has the user's line even if the runtime's message names its own.
      (
        "SWIFT_BACKTRACE",
        "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,limit=32,output-to=stderr"
      ),
    ]
    if options.ownsTime {
      result += [
        ("SWIFT_DETERMINISTIC_HASHING", "1"), ("CAROB_TIME_FD", "5"),
        ("CAROB_TIME_START", String(options.start.nanoseconds)), ("CAROB_SEED", String(options.seed)),
      ]
      if let wallClock = options.wallClockAtStart {
        // The time of this machine, in its zone; the user ends an app that spins.
        result.removeAll { $0.0 == "CAROB_WATCHDOG" }
        result += [
          ("CAROB_TIME_EPOCH", String(DeviceTime(seconds: wallClock).nanoseconds)), ("CAROB_WATCHDOG", "0"),
        ]
      } else {
        result.append(("TZ", "UTC"))
      }
      if let library = options.timeLibrary { result.append(("LD_PRELOAD", library)) }
    } else {
      result.append(("CAROB_CLOCK_ORIGIN", String(options.clockOrigin)))
    }
    if options.isPrepared { result.append(("CAROB_PREPARED", "1")) }
    // With this, calls that are not allowed fail as on the platform (Decisions/0067).
    if options.sandbox != nil { result.append(("CAROB_CONFINED", "1")) }
    if let root = options.projectRoot { result.append(("CAROB_PROJECT_ROOT", root)) }
    if options.measuresHandlers { result.append(("CAROB_TIMINGS", "1")) }
    for (name, value) in options.extraEnvironment {
      result.removeAll { $0.0 == name }
      result.append((name, value))
    }
    return result.map { $0.0 + "=" + $0.1 }
  }

  private static func pair() throws(DeviceError) -> (mine: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw .environment("cannot make a socket pair: \(systemError())")
    }
    return (ends[0], ends[1])
  }
}

func systemError() -> String { String(cString: strerror(errno)) }

/// Passes a null-terminated array of C strings to `body`.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    // NB: never empty, because of the terminator.
    guard let base = buffer.baseAddress else { preconditionFailure("a terminated array has a first element") }
    return body(base)
  }
}
