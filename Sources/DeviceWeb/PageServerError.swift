/// Why the page cannot be served: an error of the environment (exit status 6).
public enum PageServerError: Error, Equatable, CustomStringConvertible {
  /// The given port is in use.
  case portBusy(UInt16)
  /// All ports that were tried are in use.
  case noFreePort(from: UInt16, to: UInt16)
  case cannotListen(String)
  /// None of these folders contains the page's files.
  case pageMissing([String])

  public var description: String {
    switch self {
    case .portBusy(let port):
      "port \(port) is in use by another program; stop it, or choose another port with --port (0 takes a free one)"
    case .noFreePort(let first, let last):
      "ports \(first) to \(last) are all in use; choose another with --port (0 takes a free one)"
    case .cannotListen(let reason): "cannot listen on 127.0.0.1: \(reason)"
    case .pageMissing(let folders):
      "the page's files are missing: there is no index.html in \(folders.joined(separator: " or "))"
    }
  }
}
