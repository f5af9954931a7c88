/// Cuts what arrives on the socket into messages. One per connection; each side asks for the other side's kind.
///
/// After an error the stream has no known place any more: close the connection.
public struct FrameReader {
  /// No frame may be longer: 64 MiB.
  public static let maximumFrameLength = 64 << 20

  private var buffer: [UInt8] = []
  private var start = 0

  public init() {}

  /// Bytes that have arrived and are not part of a message that was taken.
  public var pendingByteCount: Int { buffer.count - start }

  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    // OPTIMIZATION: what was taken is dropped when more arrives, so that a burst of messages moves no bytes.
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    } else if start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole message from a device, nil when more bytes are needed.
  public mutating func nextDeviceMessage() throws(WireError) -> DeviceMessage? {
    try next { reader throws(WireError) in try DeviceMessage(from: &reader) }
  }

  /// The next whole message from an app, nil when more bytes are needed.
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
