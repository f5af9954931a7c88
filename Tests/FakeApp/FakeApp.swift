// A fake app for the device's tests: speaks the device protocol and the time gate, and misbehaves on demand. FAKE_MODE selects how;
// `normal` shows a screen of elements that react to taps.
import DeviceProtocol
import Glibc

@main
struct FakeApp {
  static func main() {
    let mode = getenv("FAKE_MODE").map { String(cString: $0) } ?? "normal"
    let device = Int32(getenv("CAROB_DEVICE_FD").map { String(cString: $0) } ?? "") ?? -1
    let gate = Int32(getenv("CAROB_TIME_FD").map { String(cString: $0) } ?? "") ?? -1
    guard device >= 0 else {
      say("no device\n", on: 2)
      exit(70)
    }
    var app = App(connection: Connection(device: device, gate: gate))
    switch mode {
    case "hang":
      while true { pause() }
    case "exit":
      exit(0)
    case "refuse":
      say("carob: virtual time does not hold in this app: for a test\n", on: 2)
      exit(71)
    case "crash":
      die("Sub/ViewController.swift:12: Fatal error: Index out of range\n")
    case "stdlib-crash":
      die("Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range\n")
    case "spinning":
      say("carob: virtual time: a thread spins, or is stuck in a call that is not covered\n", on: 2)
      exit(70)
    case "segfault":
      signal(SIGSEGV, SIG_DFL)
      raise(SIGSEGV)
    case "garbage":
      app.connection.write([0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3])
      while true { pause() }
    case "noise":
      app.connection.write([3, 0, 0, 0, 99, 2, 3])
      while true { pause() }
    case "no-hello":
      app.connection.send(.handled)
      app.connection.flush()
      while true { pause() }
    case "version":
      app.connection.send(.hello(Hello(version: 99, processID: getpid(), bundleIdentifier: "fake")))
      app.connection.flush()
      while true { pause() }
    case "close":
      app.connection.hello()
      close(device)
      while true { pause() }
    case "half":
      app.connection.write(Array(AppMessage.diagnostic("half a message").encoded().dropLast(3)))
      exit(0)
    case "grandchild":
      // A child that holds every descriptor and would outlive its parent if the device did not end it.
      if spawnSleeper() == 0 { exit(7) }
    case "descriptors":
      // Everything above the device's socket, the memory for events and the time gate is closed.
      let open = (6..<1024).filter { fcntl(Int32($0), F_GETFD) >= 0 }
      app.report = "open: \(open)"
    case "confined":
      app.report = Confinement.report(outside: getenv("FAKE_OUTSIDE").map { String(cString: $0) } ?? "")
    case "surroundings":
      var blocked = sigset_t()
      sigprocmask(SIG_BLOCK, nil, &blocked)
      let numbers = (1..<Int32(65)).filter { $0 != 32 && $0 != 33 }
      let masked = numbers.filter { sigismember(&blocked, $0) == 1 }
      // Only ignored signals survive exec; the Swift runtime has handlers of its own for crashes.
      let ignored = numbers.filter { number in
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
      }
      let root = getenv("CAROB_PROJECT_ROOT").map { String(cString: $0) } ?? "none"
      app.report = "blocked: \(masked), ignored: \(ignored), project: \(root)"
    default: break
    }
    app.run(mode: mode)
  }

  static func die(_ message: String) -> Never {
    say(message, on: 2)
    signal(SIGTRAP, SIG_DFL)
    raise(SIGTRAP)
    exit(99)
  }

  static func spawnSleeper() -> Int32 {
    var pid: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&pid, "sleep", nil, nil, &arguments, nil)
  }
}
