import Foundation

/// Bytes for an image.
public final class CGDataProvider: Sendable {
  public let data: Data?

  public init?(data: Data) { self.data = data }
  public convenience init?(data: NSData) { self.init(data: Data(referencing: data)) }
  public convenience init?(url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }
  public convenience init?(filename: String) { self.init(url: URL(fileURLWithPath: filename)) }
  /// The bytes are copied.
  public convenience init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
  ) {
    self.init(data: Data(bytes: data, count: size))
    releaseData(info, data, size)
  }
}
