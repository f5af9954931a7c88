import ArgumentParser
import Foundation

/// Where a command writes: its standard output and the files that were asked for. What cannot be written is an error of the
/// environment that names it; nobody reading standard output any more is none, and ends the command as it ends others.
enum Output {
  /// Writes a text to standard output, all of it.
  static func write(_ text: String) throws {
    switch write(Array(text.utf8), to: STDOUT_FILENO) {
    case 0: break
    case EPIPE: endQuietly()
    case let number:
      printError("error: standard output cannot be written: \(String(cString: strerror(number)))")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }

  static func writeLine(_ text: String) throws { try write(text + "\n") }

  /// Writes a text to standard error. A failure can be reported nowhere.
  ///
  /// NB: not `FileHandle`, which traps when nobody reads its pipe any more.
  static func writeError(_ text: String) {
    if write(Array(text.utf8), to: STDERR_FILENO) == EPIPE { endQuietly() }
  }

  /// One JSON object or array, on a line.
  static func write(json object: Any) throws {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    try writeLine(String(decoding: data, as: UTF8.self))
  }

  /// Makes or replaces a file.
  static func write(_ bytes: [UInt8], toFile path: String) throws {
    if let problem = problem(writing: bytes, toFile: path) {
      printError("error: \(problem)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }

  /// Creates or replaces a file; returns why that failed, or nil.
  static func problem(writing bytes: [UInt8], toFile path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return "\(path) cannot be written: \(String(cString: strerror(errno)))" }
    var failure = write(bytes, to: descriptor)
    // NB: some file systems say only here that there was no room.
    if close(descriptor) != 0, failure == 0 { failure = errno }
    return failure == 0 ? nil : "\(path) cannot be written completely: \(String(cString: strerror(failure)))"
  }

  /// Whether nobody reads standard output any more.
  static var isClosed: Bool {
    var wanted = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLERR) != 0
  }

  /// Makes sure that the numbers of the standard streams are taken.
  ///
  /// A shell can start a command without them (`>&-`). The next file that is opened would then be standard output, and receive what is
  /// printed. What stands in for them can be neither read nor written, so that writing fails as it does without them.
  static func occupyStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // NB: the lowest free number is the one that is missing.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// As a program ends that wrote into such a pipe.
  static func endQuietly() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// The number of the error; 0 for none.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
