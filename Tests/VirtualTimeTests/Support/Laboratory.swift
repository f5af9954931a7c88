import ChildProcess
import Foundation

/// Builds the library and the test programs once, and runs programs in virtual time.
///
/// The library is preloaded when a process starts, so each test starts one. The library is built by
/// `script/virtual-time-proof`, so that both test the same code.
struct Laboratory {
  /// Holds `libCarobVirtualTime.so` and one executable per file of `Programs`.
  let folder: String

  static let shared = Result { try Laboratory() }

  private init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("carob-vt-\(getpid())").path
    let outcome = try ChildProcess.run(["\(root.path)/script/virtual-time-proof", "--build", folder])
    guard outcome.status == 0 else {
      throw LaboratoryError(message: "the build failed:\n" + outcome.errorText)
    }
    let made = folder
    removal = made
    atexit { if let folder = removal { try? FileManager.default.removeItem(atPath: folder) } }
  }

  private static var inherited: [String: String] { ProcessInfo.processInfo.environment }

  /// Starts a test program in virtual time. The child inherits `descriptors` with their keys as numbers.
  func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = ["CAROB_VIRTUAL": "1"],
    descriptors: [Int32: Int32] = [:], wrapper: [String] = []
  ) throws -> ChildProcess {
    var variables = Self.inherited.merging(environment) { $1 }
    // As the device sets them for an app.
    variables.merge(["SWIFT_DETERMINISTIC_HASHING": "1", "TZ": "UTC", "LANG": "en_US.UTF-8"]) { $1 }
    // Only the program itself is preloaded, not `timeout`.
    let command =
      ["timeout", "--signal=KILL", "600"] + wrapper
      + ["env", "LD_PRELOAD=\(folder)/libCarobVirtualTime.so", "\(folder)/\(program)"] + arguments
    return try ChildProcess(command, environment: variables, descriptors: descriptors)
  }

  func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = ["CAROB_VIRTUAL": "1"],
    wrapper: [String] = []
  ) throws -> Outcome {
    Outcome(try start(program, arguments, environment: environment, wrapper: wrapper).finish())
  }

  /// The output of one check of `calls.c`.
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

  init(_ outcome: ChildProcess.Outcome) {
    output = outcome.text
    errors = outcome.errorText
    status = outcome.status
  }
}
