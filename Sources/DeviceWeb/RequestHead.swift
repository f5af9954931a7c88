import FlyingFox

/// The first line and the headers of a request, read strictly (RFC 9112, 3 and 5).
struct RequestHead {
  static let maximumHeaders = 100

  let request: HTTPRequest
  /// Whether the request has a body, which this server does not accept.
  let hasBody: Bool

  /// Why a request is invalid, which decides the status of the answer.
  enum Problem: Error {
    case malformed
    case version
  }

  /// - Parameter bytes: everything before the empty line.
  init(_ bytes: [UInt8]) throws(Problem) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    // Each line but the first begins with the line feed of the preceding CR LF.
    let lines = text.utf8.split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false).map(
      Substring.init)
    let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isToken(parts[0]), parts[1].hasPrefix("/"),
      !parts[1].utf8.contains(where: { $0 <= 32 })
    else { throw .malformed }
    guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
      throw parts[2].hasPrefix("HTTP/") ? .version : .malformed
    }
    guard lines.count <= Self.maximumHeaders + 1 else { throw .malformed }
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      guard line.utf8.first == UInt8(ascii: "\n") else { throw .malformed }
      let header = line.utf8.dropFirst()
      guard let colon = header.firstIndex(of: UInt8(ascii: ":")), Self.isToken(Substring(header[..<colon]))
      else {
        throw .malformed
      }
      let value = header[header.index(after: colon)...]
      guard !value.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else { throw .malformed }
      headers.addValue(Self.trimmed(Substring(value)), for: HTTPHeader(String(Substring(header[..<colon]))))
    }
    guard headers.values(for: .host).count <= 1, headers.values(for: HTTPHeader("Origin")).count <= 1 else {
      throw .malformed
    }
    let length = headers.values(for: .contentLength)
    guard length.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
      throw .malformed
    }
    hasBody = length.contains { $0.contains { $0 != "0" } } || headers[.transferEncoding] != nil
    let path = parts[1].prefix { $0 != "?" }
    request = HTTPRequest(
      method: HTTPMethod(String(parts[0])), version: HTTPVersion(String(parts[2])),
      target: .init(path: String(path), query: String(parts[1].dropFirst(path.count + 1))), headers: headers,
      body: HTTPBodySequence(data: .init()))
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }
}
