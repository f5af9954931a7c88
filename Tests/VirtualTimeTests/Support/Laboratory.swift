import Foundation

/// Builds the library and the test programs once, and runs programs in virtual time.
///
/// The tests are about a library that is preloaded into a process of its own, so each of them spawns one. The build is
/// that of `script/virtual-time-proof`, so that both test the same thing.
struct Laboratory {
  /// Holds `libCarobVirtualTime.so` and one executable per file of `Programs`.
  let folder: String

  static let shared = Result { try Laboratory() }

  private init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("carob-vt-\(getpid())").path
    let build = Child(
      ["\(root.path)/script/virtual-time-proof", "--build", folder], environment: Self.inherited)
    let outcome = try build.finish()
    guard outcome.status == 0 else { throw LaboratoryError(message: "the build failed:\n" + outcome.errors) }
    let made = folder
    removal = made
    atexit { if let folder = removal { try? FileManager.default.removeItem(atPath: folder) } }
  }

  private static var inherited: [String: String] { ProcessInfo.processInfo.environment }

  /// Starts a program of the laboratory in virtual time. `descriptors` become the child's under the numbers that are their keys.
  func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = ["CAROB_VIRTUAL": "1"],
    descriptors: [Int32: Int32] = [:], wrapper: [String] = []
  ) throws -> Child {
    var variables = Self.inherited.merging(environment) { $1 }
    // As who starts an app does, and script/virtual-time-proof.
    variables.merge(["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC", "LANG": "en_US.UTF-8"]) { $1 }
    // Only the program itself is preloaded, not what limits its run.
    let command =
      ["timeout", "--signal=KILL", "600"] + wrapper
      + ["env", "LD_PRELOAD=\(folder)/libCarobVirtualTime.so", "\(folder)/\(program)"] + arguments
    return Child(command, environment: variables, descriptors: descriptors)
  }

  func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = ["CAROB_VIRTUAL": "1"],
    wrapper: [String] = []
  ) throws -> Outcome {
    try start(program, arguments, environment: environment, wrapper: wrapper).finish()
  }

  /// What one check of `calls.c` printed.
  func calls(_ check: String, environment: [String: String] = [:]) throws -> Outcome {
    try run("calls", [check], environment: environment.merging(["CAROB_VIRTUAL": "1"]) { $1 })
  }
}

/// The folder to remove when the tests end. Written once, before the exit handler that reads it is installed.
nonisolated(unsafe) private var removal: String?  // because: see above

struct LaboratoryError: Error {
  let message: String
}

struct Outcome {
  let output: String
  let errors: String
  /// The exit status, or 128 and the signal's number.
  let status: Int32
}

/// A child process with its standard streams in pipes and chosen descriptors.
final class Child {
  let process: pid_t
  let output: Int32
  private let errors: Int32
  private let failure: Int32
  private static let starting = NSLock()

  /// A pipe that children do not inherit by themselves.
  private static func pipe() -> [Int32] {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { return [-1, -1] }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  init(_ command: [String], environment: [String: String], descriptors: [Int32: Int32] = [:]) {
    // One start at a time: a child that inherited another's pipe would keep it from ending.
    Self.starting.lock()
    defer { Self.starting.unlock() }
    let out = Self.pipe()
    let err = Self.pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out[1], 1)
    posix_spawn_file_actions_adddup2(&actions, err[1], 2)
    for (number, descriptor) in descriptors.sorted(by: { $0.key < $1.key }) {
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
    // The test's own thread may be a worker of Dispatch, which blocks all signals; children would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    var process: pid_t = 0
    failure = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &variables)
    self.process = process
    for string in arguments + variables { free(string) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(out[1])
    close(err[1])
    output = out[0]
    errors = err[0]
  }

  /// The child's next line of output, nil at its end.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Reads what is left of both streams and waits for the end.
  func finish() throws -> Outcome {
    guard failure == 0 else { throw LaboratoryError(message: String(cString: strerror(failure))) }
    var texts: [Int32: [UInt8]] = [output: [], errors: []]
    var open = [output, errors]
    var buffer = [UInt8](repeating: 0, count: 65536)
    while !open.isEmpty {
      var wanted = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&wanted, nfds_t(wanted.count), -1) > 0 else { continue }
      for one in wanted where one.revents != 0 {
        let count = read(one.fd, &buffer, buffer.count)
        if count <= 0 {
          open.removeAll { $0 == one.fd }
        } else {
          texts[one.fd]?.append(contentsOf: buffer[..<count])
        }
      }
    }
    close(output)
    close(errors)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7f
    return Outcome(
      output: String(decoding: texts[output] ?? [], as: UTF8.self),
      errors: String(decoding: texts[errors] ?? [], as: UTF8.self),
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal)
  }
}
