/// A quick action of the home screen, as the URL by which it travels from the device to the app (E-998).
///
/// It launches the app or brings it to the front like any URL, so the device handles both alike. The scheme is
/// reserved; the app never sees the URL.
public enum QuickActionURL {
  private static let scheme = "carob-quick-action:"

  /// - Parameter name: the item's title or type.
  public static func url(for name: String) -> String {
    scheme
      + name.utf8.map { byte in
        let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        return isPlain
          ? String(UnicodeScalar(byte))
          : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }.joined()
  }

  /// The name in a URL of this kind; nil for others.
  public static func name(in url: String) -> String? {
    guard url.hasPrefix(scheme) else { return nil }
    var bytes: [UInt8] = []
    var rest = url.dropFirst(scheme.count).utf8[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16), rest.count >= 2 {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
