import Glibc

/// Tries what this process is allowed to do.
enum Confinement {
  /// - Parameter outside: a folder outside the container, with a file `secret` and a socket `service`.
  static func report(outside: String) -> String {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let tries: [(String, () -> Bool)] = [
      ("read a file outside", { opens(outside + "/secret", O_RDONLY) }),
      ("list a folder outside", { opens(outside, O_RDONLY | O_DIRECTORY) }),
      ("write outside", { opens(outside + "/new", O_WRONLY | O_CREAT) }),
      ("change a mode outside", { chmod(outside + "/secret", 0o777) == 0 }),
      ("read its parent's environment", { opens("/proc/\(getppid())/environ", O_RDONLY) }),
      ("read its parent's arguments", { opens("/proc/\(getppid())/cmdline", O_RDONLY) }),
      ("signal its parent", { kill(getppid(), 0) == 0 }),
      ("connect to a socket outside", { connects(toPath: outside + "/service") }),
      ("start a program", { opens("/usr/bin/env", O_RDONLY) }),
      ("send outside", { sends(to: 0x0808_0808) }),
      ("write to its container", { opens(home + "/Documents/file", O_WRONLY | O_CREAT) }),
      ("change a mode in its container", { chmod(home + "/Documents/file", 0o640) == 0 }),
      ("write temporary files", { opens(home + "/tmp/file", O_WRONLY | O_CREAT) }),
      ("read its own arguments", { opens("/proc/self/cmdline", O_RDONLY) }),
      ("serve on loopback", servesLoopback),
      ("be the same user", { getuid() == fileOwner(home) }),
    ]
    return tries.map { "\($0.0): \($0.1() ? "yes" : String(cString: strerror(errno)))" }
      .joined(separator: "\n")
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    let file = open(path, flags, 0o600)
    guard file >= 0 else { return false }
    close(file)
    return true
  }

  private static func fileOwner(_ path: String) -> uid_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : .max
  }

  private static func connects(toPath path: String) -> Bool {
    let service = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard service >= 0 else { return false }
    defer { close(service) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(service, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    } == 0
  }

  private static func address(_ number: UInt32, port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = number.bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private static func with<Result>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func sends(to number: UInt32) -> Bool {
    let client = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard client >= 0 else { return false }
    defer { close(client) }
    var there = address(number, port: 53)
    return with(&there) { connect(client, $0, $1) } == 0
  }

  private static func servesLoopback() -> Bool {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer {
      close(server)
      close(client)
    }
    var here = address(0x7F00_0001, port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return with(&here) { bind(server, $0, $1) } == 0 && listen(server, 1) == 0
      && with(&here) { pointer, _ in getsockname(server, pointer, &length) } == 0
      && with(&here) { connect(client, $0, $1) } == 0
  }
}
