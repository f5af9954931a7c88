import Foundation
import FoundationXML
import NibFormat
import XMLText

/// Parses XML into an element tree with line numbers. Used at build time only, also for data models.
package final class NibXMLParser: NSObject, XMLParserDelegate {
  private struct Frame {
    var name: String
    var attributes: [String: String]
    var line: Int
    var text = ""
    var children: [NibElement] = []
  }

  private let path: String
  private var stack: [Frame] = []
  private var root: NibElement?
  private var failure: NibError?

  private init(path: String) {
    self.path = path
  }

  /// - Parameter kind: the kind of file as a plural noun, for messages.
  package static func parse(
    _ xml: Data, path: String, kind: String = "storyboards and xibs"
  ) throws -> NibElement {
    try rejectWhatIsNotXML(xml, path: path, kind: kind)
    let delegate = NibXMLParser(path: path)
    let parser = XMLParser(data: xml.withoutEmptyInstructions)
    parser.shouldResolveExternalEntities = false
    parser.delegate = delegate
    let succeeded = parser.parse()
    if let failure = delegate.failure { throw failure }
    // NB: FoundationXML returns true after errors that it could skip, and reports nothing at all for an empty
    // or unreadable file. So the test is whether a root element was closed.
    guard let root = delegate.root, delegate.stack.isEmpty else {
      throw NibError(
        .malformedXML, path: path, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
        message: succeeded ? "the file has no complete XML element" : "the file is not XML")
    }
    return root
  }

  private static func rejectWhatIsNotXML(_ xml: Data, path: String, kind: String) throws {
    if xml.isEmpty {
      throw NibError(.malformedXML, path: path, line: 1, column: 1, message: "the file is empty")
    }
    for magic in ["NIBArchive", "bplist00"] where xml.starts(with: magic.utf8) {
      throw NibError(
        .unsupportedDocument, path: path,
        message:
          "this is a compiled nib (\(magic)), not its source; add the .xib or .storyboard file to the project"
      )
    }
    let head = xml.prefix(4096)
    // NB: when fed in pieces, libxml2 reads past its buffer if bytes are invalid in a declared encoding.
    if let encoding = foreignEncoding(of: head) {
      throw NibError(
        .malformedXML, path: path, line: 1, column: 1,
        message: "\(kind) are written in UTF-8, and this file is in \(encoding); save it again as UTF-8")
    }
    if let position = head.range(of: Data("<!DOCTYPE".utf8)) ?? head.range(of: Data("<!ENTITY".utf8)),
      (head.range(of: Data("<document".utf8))?.lowerBound ?? head.endIndex) > position.lowerBound
    {
      let line = head[..<position.lowerBound].count { $0 == 0x0A } + 1
      throw NibError(
        .notADocument, path: path, line: line, column: 1,
        message: "\(kind) have no document type declaration")
    }
    var line = 1
    for row in xml.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if row.starts(with: "<<<<<<< ".utf8) || row.starts(with: ">>>>>>> ".utf8) {
        throw NibError(
          .malformedXML, path: path, line: line, column: 1,
          message: "unresolved merge conflict; choose one side and delete the marker lines")
      }
      line += 1
    }
  }

  /// The encoding given by the file's first bytes or its XML declaration, unless it is UTF-8 or a subset of
  /// it.
  private static func foreignEncoding(of head: Data) -> String? {
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let text = String(decoding: head, as: UTF8.self)
    guard let declaration = text.firstMatch(of: /<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]*)["']/) else {
      return nil
    }
    let name = String(declaration.1)
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) ? nil : name
  }

  // MARK: XMLParserDelegate

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    if failure != nil { return }
    guard root == nil, stack.count < NibBinary.maximumDepth else {
      fail(
        parser,
        root == nil ? "elements are nested deeper than \(NibBinary.maximumDepth)" : "a second root element")
      return
    }
    stack.append(Frame(name: name, attributes: attributes, line: max(1, parser.lineNumber)))
  }

  package func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard !stack.isEmpty else { return }
    stack[stack.count - 1].text += string
  }

  package func parser(_ parser: XMLParser, foundCDATA block: Data) {
    guard !stack.isEmpty else { return }
    stack[stack.count - 1].text += String(decoding: block, as: UTF8.self)
  }

  package func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil, let frame = stack.popLast() else { return }
    let element = finish(frame, parser)
    if stack.isEmpty {
      root = element
    } else {
      stack[stack.count - 1].children.append(element)
    }
  }

  package func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    fail(parser, message(forCode: (error as NSError).code))
  }

  // MARK: Parts

  private func finish(_ frame: Frame, _ parser: XMLParser) -> NibElement {
    var attributes = frame.attributes
    var text = Self.meaningful(frame.text, in: frame)
    if attributes["base64-UTF8"] == "YES" {
      attributes["base64-UTF8"] = nil
      if let bytes = Base64.decode(frame.text.utf8) {
        text = String(decoding: bytes, as: UTF8.self)
      } else {
        fail(parser, "the text of <\(frame.name)> on line \(frame.line) is marked as base64, but is not")
      }
    }
    return NibElement(
      name: frame.name,
      attributes: attributes.sorted { $0.key < $1.key }.map { NibAttribute(name: $0.key, value: $0.value) },
      text: text, children: frame.children, line: frame.line)
  }

  /// Whitespace between elements is formatting; whitespace in a leaf with text belongs to the text.
  private static func meaningful(_ text: String, in frame: Frame) -> String? {
    if text.isEmpty { return nil }
    if text.contains(where: { !$0.isWhitespace }) { return text }
    let holdsText: Set<String> = ["string", "mutableString", "fragment"]
    return frame.children.isEmpty && holdsText.contains(frame.name) ? text : nil
  }

  private func fail(_ parser: XMLParser, _ message: String) {
    guard failure == nil else { return }
    failure = NibError(
      .malformedXML, path: path, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
      message: message)
    parser.abortParsing()
  }

  /// The message for an error number of libxml2, which FoundationXML reports without a text.
  private func message(forCode code: Int) -> String {
    let open = stack.last.map { "<\($0.name)> (opened on line \($0.line))" }
    return switch code {
    case 1: "elements are nested too deeply, or the file is too large"
    case 4: "the file is empty"
    case 5, 77:
      open.map { "the file ends inside \($0)" } ?? "extra content after the document's end"
    case 6, 7, 8: "a malformed character reference (&#…;)"
    case 9: "a character that XML does not allow"
    case 22, 23: "an entity reference without its semicolon; a plain & is written &amp;"
    case 26, 27: "an entity that is not defined; a plain & is written &amp;"
    case 31, 32, 79, 81: "bytes that do not fit the declared encoding (UTF-8)"
    case 38: "'<' inside an attribute's value is written &lt;"
    case 39: "an attribute's value without quotation marks"
    case 40: "an attribute's value without its closing quotation mark"
    case 41: "an attribute without a value"
    case 42: "an attribute that occurs twice in one element"
    case 45, 50: "a comment that is not closed"
    case 63: "a CDATA section that is not closed"
    case 64: "an XML declaration that is not at the very start of the file"
    case 65: "white space is missing between attributes"
    case 68: "a name was expected after '<'"
    case 73: "'>' is missing at the end of a tag"
    case 76: open.map { "a closing tag that does not match \($0)" } ?? "a closing tag without an opening one"
    case 200...: "a prefix without an XML namespace"
    default: "malformed XML (libxml2 error \(code))"
    }
  }
}
