import CarobFoundation
import CoreGraphics

extension NSAttributedString {
  /// The format of a document.
  public struct DocumentType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let plain = DocumentType(rawValue: "NSPlainText")
    public static let rtf = DocumentType(rawValue: "NSRTF")
    public static let rtfd = DocumentType(rawValue: "NSRTFD")
    public static let html = DocumentType(rawValue: "NSHTML")
  }

  /// Options for reading a document.
  public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A `DocumentType`; without it, the format is detected from the data or the file's extension.
    public static let documentType = DocumentReadingOptionKey(rawValue: "DocumentType")
    /// The raw value of a `String.Encoding`.
    public static let characterEncoding = DocumentReadingOptionKey(rawValue: "CharacterEncoding")
    /// Attributes for text that has none.
    public static let defaultAttributes = DocumentReadingOptionKey(rawValue: "DefaultAttributes")
  }

  /// Attributes of a whole document.
  public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let documentType = DocumentAttributeKey(rawValue: "DocumentType")
    public static let characterEncoding = DocumentAttributeKey(rawValue: "CharacterEncoding")
    public static let title = DocumentAttributeKey(rawValue: "NSTitleDocumentAttribute")
    public static let author = DocumentAttributeKey(rawValue: "NSAuthorDocumentAttribute")
    public static let subject = DocumentAttributeKey(rawValue: "NSSubjectDocumentAttribute")
    public static let keywords = DocumentAttributeKey(rawValue: "NSKeywordsDocumentAttribute")
    public static let comment = DocumentAttributeKey(rawValue: "NSCommentDocumentAttribute")
  }

  /// Reads a document in plain text, HTML or RTF, with its fonts, colors, lines and links (F-225).
  public convenience init(
    data: Data, options: [DocumentReadingOptionKey: Any] = [:],
    documentAttributes: UnsafeMutablePointer<NSDictionary?>? = nil
  ) throws {
    let type = Self.type(options) ?? Self.type(of: data)
    let encoding = Self.encoding(options[.characterEncoding])
    documentAttributes?.pointee = [DocumentAttributeKey.documentType.rawValue: type.rawValue] as NSDictionary
    switch type {
    case .html:
      guard let text = Self.decode(data, encoding) else { throw CocoaError(.fileReadCorruptFile) }
      var reader = HTMLReader(text)
      self.init(attributedString: reader.read().attributed)
    case .rtf:
      guard data.starts(with: Data("{\\rtf".utf8)) else { throw CocoaError(.fileReadCorruptFile) }
      var reader = RTFReader(data)
      self.init(attributedString: reader.read().attributed)
    case .plain:
      guard let text = Self.decode(data, encoding) else {
        throw CocoaError(.fileReadInapplicableStringEncoding)
      }
      let attributes = options[.defaultAttributes] as? [NSAttributedString.Key: Any]
      self.init(string: text, attributes: attributes)
    default:
      unimplemented("NSAttributedString from a document of type \(type.rawValue)")
      throw CocoaError(.fileReadUnknown)
    }
  }

  public convenience init(
    url: URL, options: [DocumentReadingOptionKey: Any] = [:],
    documentAttributes: UnsafeMutablePointer<NSDictionary?>? = nil
  ) throws {
    var options = options
    if options[.documentType] == nil {
      switch url.pathExtension.lowercased() {
      case "html", "htm": options[.documentType] = DocumentType.html
      case "rtf": options[.documentType] = DocumentType.rtf
      case "rtfd": options[.documentType] = DocumentType.rtfd
      default: break
      }
    }
    try self.init(data: Data(contentsOf: url), options: options, documentAttributes: documentAttributes)
  }

  /// Writes a range as a document in the format given by `.documentType`: plain text, HTML or RTF (F-225).
  public func data(
    from range: NSRange, documentAttributes dict: [DocumentAttributeKey: Any] = [:]
  ) throws -> Data {
    guard range.location >= 0, range.location <= length, range.length <= length - range.location else {
      NSException.raise(.rangeException, "NSAttributedString data(from:): \(range) is out of bounds")
    }
    let type = dict[.documentType]
    switch type as? DocumentType ?? (type as? String).map({ DocumentType(rawValue: $0) }) {
    case .plain?:
      let encoding = Self.encoding(dict[.characterEncoding]) ?? .utf8
      guard let data = attributedSubstring(from: range).string.data(using: encoding) else {
        throw CocoaError(.fileWriteInapplicableStringEncoding)
      }
      return data
    case .rtf?: return Data(RTFWriter.document(DocumentText(self, range)).utf8)
    case .html?: return Data(HTMLWriter(title: dict[.title] as? String).write(DocumentText(self, range)).utf8)
    case let other?:
      unimplemented("an attributed string as a document of type \(other.rawValue)")
      throw CocoaError(.fileWriteUnknown)
    case nil:
      NSException.raise(.invalidArgumentException, "documentAttributes must contain documentType")
    }
  }

  /// Writes a range as a document in a file wrapper; see `data(from:documentAttributes:)`.
  public func fileWrapper(
    from range: NSRange, documentAttributes dict: [DocumentAttributeKey: Any] = [:]
  ) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: try data(from: range, documentAttributes: dict))
  }

  // MARK: - Implementation

  private static func type(_ options: [DocumentReadingOptionKey: Any]) -> DocumentType? {
    if let type = options[.documentType] as? DocumentType { return type }
    return (options[.documentType] as? String).map { DocumentType(rawValue: $0) }
  }

  private static func type(of data: Data) -> DocumentType {
    if data.starts(with: Data("{\\rtf".utf8)) { return .rtf }
    let head = String(decoding: data.prefix(200), as: UTF8.self).lowercased()
    return head.contains("<html") || head.contains("<!doctype html") ? .html : .plain
  }

  private static func encoding(_ value: Any?) -> String.Encoding? {
    switch value {
    case let encoding as String.Encoding: encoding
    case let raw as UInt: String.Encoding(rawValue: raw)
    case let raw as Int: String.Encoding(rawValue: UInt(bitPattern: raw))
    case let raw as NSNumber: String.Encoding(rawValue: raw.uintValue)
    default: nil
    }
  }

  // DEVIATION: without an encoding the platform reads HTML as Windows-1252; Carob tries UTF-8 first, then
  // Windows-1252.
  private static func decode(_ data: Data, _ encoding: String.Encoding?) -> String? {
    if let encoding { return String(data: data, encoding: encoding) }
    return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .windowsCP1252)
  }
}

extension NSMutableAttributedString {
  /// Replaces the contents with a document's text (F-225).
  public func read(
    from data: Data, options opts: [NSAttributedString.DocumentReadingOptionKey: Any] = [:],
    documentAttributes dict: UnsafeMutablePointer<NSDictionary?>? = nil
  ) throws {
    setAttributedString(try NSAttributedString(data: data, options: opts, documentAttributes: dict))
  }
  public func read(
    from url: URL, options opts: [NSAttributedString.DocumentReadingOptionKey: Any] = [:],
    documentAttributes dict: UnsafeMutablePointer<NSDictionary?>? = nil
  ) throws {
    setAttributedString(try NSAttributedString(url: url, options: opts, documentAttributes: dict))
  }
}
