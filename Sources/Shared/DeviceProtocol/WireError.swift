/// The reason why bytes from the other side could not be read. The reader closes the connection and reports
/// the error.
public enum WireError: Error, Equatable, Sendable {
  /// A frame announced more than `FrameReader.maximumFrameLength` bytes.
  case frameTooLong(length: Int)
  /// A frame without a tag.
  case emptyFrame
  /// The frame ended in the middle of a value.
  case truncated
  /// The message ended before its frame did.
  case trailingBytes(count: Int)
  /// No message has this tag.
  case unknownTag(UInt8)
  /// A field had a value that is invalid for its type.
  case invalidValue(field: StaticString)
  /// The other side uses a different protocol version; nothing after the version was read.
  case versionMismatch(theirs: UInt32)

  public static func == (a: WireError, b: WireError) -> Bool { a.description == b.description }
}

extension WireError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .frameTooLong(let length):
      "a frame of \(length) bytes is longer than the limit of \(FrameReader.maximumFrameLength)"
    case .emptyFrame: "a frame has no content"
    case .truncated: "a message ends in the middle of a field"
    case .trailingBytes(let count): "\(count) bytes follow the end of a message in its frame"
    case .unknownTag(let tag): "there is no message with tag \(tag)"
    case .invalidValue(let field): "the field '\(field)' holds an impossible value"
    case .versionMismatch(let theirs):
      "the other side speaks version \(theirs) of the device protocol, this side version \(deviceProtocolVersion)"
    }
  }
}
