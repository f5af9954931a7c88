import ArgumentParser
import Foundation

/// Writes a command's standard output and requested files. A failed write is an environment error that names
/// the file. A closed standard output is not an error; it ends the command quietly, as it does other
/// programs.
enum Output {
  /// Writes all of a text to standard output.
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

  /// Writes a text to standard error. There is nowhere to report a failure.
  ///
  /// NB: not `FileHandle`, which traps if its pipe is closed.
  static func writeError(_ text: String) {
    if write(Array(text.utf8), to: STDERR_FILENO) == EPIPE { endQuietly() }
  }

  /// Writes one JSON object or array on a line.
  static func write(json object: Any) throws {
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    try writeLine(String(decoding: data, as: UTF8.self))
  }

  /// Creates or replaces a file.
  static func write(_ bytes: [UInt8], toFile path: String) throws {
    if let problem = problem(writing: bytes, toFile: path) {
      printError("error: \(problem)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }

  /// Creates or replaces a file; returns the reason for a failure, or nil.
  static func problem(writing bytes: [UInt8], toFile path: String) -> String? {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return "\(path) cannot be written: \(String(cString: strerror(errno)))" }
    var failure = write(bytes, to: descriptor)
    // NB: some file systems report only here that the disk is full.
    if close(descriptor) != 0, failure == 0 { failure = errno }
    return failure == 0 ? nil : "\(path) cannot be written completely: \(String(cString: strerror(failure)))"
  }

  /// Whether the reader of standard output has closed it.
  static var isClosed: Bool {
    var wanted = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLERR) != 0
  }

  /// Ensures that the file descriptors of the standard streams are in use.
  ///
  /// A shell can start a command without them (`>&-`). The next file to be opened would then become standard
  /// output and receive the printed text. The placeholders can be neither read nor written, so printing fails
  /// as it would without.
  static func occupyStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // NB: the lowest free number is the missing one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process as if by `SIGPIPE`.
  static func endQuietly() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// Writes all bytes and returns the error number; 0 for success.
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
