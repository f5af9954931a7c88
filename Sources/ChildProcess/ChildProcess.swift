import CChildProcess
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A child process with its standard output and standard error in pipes.
///
/// Replaces Foundation's `Process`, which on Linux detects a child's exit by a socket that other children can inherit, and on a busy
/// machine sometimes misses it (Decisions/0058). The child inherits only its three streams and the given descriptors, and no blocked
/// signals. Output is read only by `line` and `finish`.
public final class ChildProcess {
  /// The child's exit status and output.
  public struct Outcome: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended the child.
    public let status: Int32
    /// Standard output; with `joinsErrors` also standard error, in the order of writing.
    public let output: Data
    public let errors: Data

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// The program could not be started.
  public struct StartError: Error, CustomStringConvertible {
    public let program: String
    public let number: Int32
    public var description: String { "cannot start \(program): \(String(cString: strerror(number)))" }
  }

  public let processID: pid_t
  /// The read end of the child's standard output.
  public let output: Int32
  private let errors: Int32
  /// Closing it ends a child with `endsWithUs`.
  private let lifeline: Int32

  /// Starts a program, which is searched in `PATH` if its name has no slash.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments.
  ///   - directory: the working directory; by default that of this process.
  ///   - environment: the environment variables; by default those of this process.
  ///   - descriptors: this process's descriptors for the child, by their numbers in the child (3 and above).
  ///   - joinsErrors: whether standard error goes to the same pipe as standard output.
  ///   - endsWithUs: whether the child and its descendants are killed when this process ends, in whatever way; the child then gets
  ///     no other descriptors.
  /// - Throws: `StartError`.
  public init(
    _ command: [String], directory: String? = nil, environment: [String: String]? = nil,
    descriptors: [Int32: Int32] = [:], joinsErrors: Bool = false, endsWithUs: Bool = false
  ) throws {
    precondition(!command.isEmpty && !(endsWithUs && !descriptors.isEmpty))
    let out = try Self.pipe(for: command[0])
    let err: [Int32]
    do { err = joinsErrors ? [-1, -1] : try Self.pipe(for: command[0]) } catch {
      out.forEach { close($0) }
      throw error
    }
    let variables = environment ?? ProcessInfo.processInfo.environment
    var arguments = command.map { strdup($0) } + [nil]
    var settings = variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + settings { free(string) } }
    let numbers = descriptors.keys.sorted()
    let ours = numbers.compactMap { descriptors[$0] }
    var child: pid_t = 0
    var lifeline: Int32 = -1
    let failure = arguments.withUnsafeMutableBufferPointer { arguments in
      settings.withUnsafeMutableBufferPointer { settings in
        directory.withCString { directory in
          numbers.withUnsafeBufferPointer { numbers in
            ours.withUnsafeBufferPointer { ours in
              var request = carob_child_request(
                command: arguments.baseAddress, environment: settings.baseAddress, directory: directory,
                output: out[1], errors: joinsErrors ? out[1] : err[1], numbers: numbers.baseAddress,
                descriptors: ours.baseAddress, count: Int32(numbers.count))
              return endsWithUs
                ? carob_child_start_supervised(&request, &child, &lifeline)
                : carob_child_start(&request, &child)
            }
          }
        }
      }
    }
    close(out[1])
    if !joinsErrors { close(err[1]) }
    guard failure == 0 else {
      close(out[0])
      if !joinsErrors { close(err[0]) }
      throw StartError(program: command[0], number: failure)
    }
    processID = child
    self.lifeline = lifeline
    output = out[0]
    errors = err[0]
  }

  /// Runs a program to its end.
  public static func run(
    _ command: [String], directory: String? = nil, environment: [String: String]? = nil,
    joinsErrors: Bool = false, endsWithUs: Bool = false
  ) throws -> Outcome {
    try ChildProcess(
      command, directory: directory, environment: environment, joinsErrors: joinsErrors,
      endsWithUs: endsWithUs
    ).finish()
  }

  /// A pipe that children do not inherit.
  private static func pipe(for program: String) throws -> [Int32] {
    var ends: [Int32] = [-1, -1]
    let failure = carob_child_pipe(&ends)
    guard failure == 0 else { throw StartError(program: program, number: failure) }
    return ends
  }

  /// The child's next line of output; nil at the end.
  public func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(output, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  /// Reads the rest of both streams concurrently, and waits for the child's exit. Call it once.
  public func finish() -> Outcome {
    var texts: [Int32: Data] = [:]
    var open = [output, errors].filter { $0 >= 0 }
    var buffer = [UInt8](repeating: 0, count: 65536)
    while !open.isEmpty {
      var wanted = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&wanted, nfds_t(wanted.count), -1) > 0 else { continue }
      for one in wanted where one.revents != 0 {
        let count = read(one.fd, &buffer, buffer.count)
        if count > 0 {
          texts[one.fd, default: Data()].append(contentsOf: buffer[..<count])
        } else if count == 0 || errno != EINTR {
          open.removeAll { $0 == one.fd }
          close(one.fd)
        }
      }
    }
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
    if lifeline >= 0 { close(lifeline) }
    let signal = status & 0x7f
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: texts[output] ?? Data(),
      errors: errors < 0 ? Data() : texts[errors] ?? Data())
  }
}

extension Optional<String> {
  fileprivate func withCString<R>(_ body: (UnsafePointer<CChar>?) -> R) -> R {
    if let self { self.withCString { body($0) } } else { body(nil) }
  }
}
