/// Why the page could not be served: the environment's fault, exit status 6.
public enum PageServerError: Error, Equatable, CustomStringConvertible {
  /// The port that was asked for is taken.
  case portBusy(UInt16)
  /// None of the ports that were tried was free.
  case noFreePort(from: UInt16, to: UInt16)
  case cannotListen(String)
  /// The page's files are in none of these folders.
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
