/// Splits the bytes that arrive on a socket into messages. One per connection; each side reads the other
/// side's messages.
///
/// After an error the position in the stream is unknown: close the connection.
public struct FrameReader {
  /// The longest frame that is accepted: 64 MiB.
  public static let maximumFrameLength = 64 << 20

  private var buffer: [UInt8] = []
  private var start = 0

  public init() {}

  /// Bytes that have arrived and belong to no message that was returned.
  public var pendingByteCount: Int { buffer.count - start }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    // OPTIMIZATION: consumed bytes are removed only when more arrive, so that a burst of messages moves no
    // bytes.
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next complete message from a device; nil when more bytes are needed.
  public mutating func nextDeviceMessage() throws(WireError) -> DeviceMessage? {
    try next { reader throws(WireError) in try DeviceMessage(from: &reader) }
  }

  /// The next complete message from an app; nil when more bytes are needed.
  public mutating func nextAppMessage() throws(WireError) -> AppMessage? {
    try next { reader throws(WireError) in try AppMessage(from: &reader) }
  }

  private mutating func next<Message>(
    _ decode: (inout WireReader) throws(WireError) -> Message
  ) throws(WireError) -> Message? {
    guard pendingByteCount >= 4 else { return nil }
    var length = 0
    for index in (0..<4).reversed() { length = length << 8 | Int(buffer[start + index]) }
    guard length <= Self.maximumFrameLength else { throw .frameTooLong(length: length) }
    guard length > 0 else { throw .emptyFrame }
    guard pendingByteCount >= 4 + length else { return nil }
    let content = start + 4..<start + 4 + length
    let result: Result<Message, WireError> = buffer.withUnsafeBytes { bytes in
      var reader = WireReader(UnsafeRawBufferPointer(rebasing: bytes[content]))
      do throws(WireError) {
        let message = try decode(&reader)
        try reader.finish()
        return .success(message)
      } catch {
        return .failure(error)
      }
    }
    start = content.upperBound
    return try result.get()
  }
}
