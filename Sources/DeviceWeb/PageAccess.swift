/// Decides who may talk to the server: clients that know the token, from a page that the server itself served.
///
/// The token keeps out other users of the machine; `Host` prevents DNS rebinding to 127.0.0.1; `Origin` keeps out pages of
/// other sites. Any port is accepted, so that port forwarding works.
struct PageAccess: Sendable {
  let token: String

  /// 128 random bits in lower-case hexadecimal.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  enum Refusal: Error, Equatable {
    case host, origin, token
  }

  /// The path below the token, such as `/` or `/page.css`.
  ///
  /// - Throws: why the request is refused.
  func admit(host: String?, origin: String?, path: String) throws(Refusal) -> String {
    guard let host, Self.isLoopback(authority: host) else { throw .host }
    if let origin {
      guard let authority = Self.authority(ofOrigin: origin), Self.isLoopback(authority: authority) else {
        throw .origin
      }
    }
    let bytes = Array(path.utf8)
    let expected = Array("/\(token)".utf8)
    // NB: every byte is compared, so that the time does not reveal the position of the first difference.
    var difference = bytes.count < expected.count ? 1 as UInt8 : 0
    for (index, byte) in expected.enumerated() {
      difference |= byte ^ (index < bytes.count ? bytes[index] : 0)
    }
    guard difference == 0 else { throw .token }
    let rest = bytes.dropFirst(expected.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { throw .token }
    return String(decoding: rest, as: UTF8.self)
  }

  private static func authority(ofOrigin origin: String) -> String? {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      return String(origin.dropFirst(scheme.count))
    }
    return nil
  }

  static func isLoopback(authority: String) -> Bool {
    let lowered = authority.lowercased()
    for name in ["localhost", "127.0.0.1", "[::1]"] where lowered.hasPrefix(name) {
      let rest = lowered.dropFirst(name.count)
      if rest.isEmpty { return true }
      guard rest.first == ":" else { continue }
      let digits = rest.dropFirst()
      return !digits.isEmpty && digits.count <= 5 && digits.utf8.allSatisfy { (48...57).contains($0) }
    }
    return false
  }
}
