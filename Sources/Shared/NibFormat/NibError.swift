/// Why a storyboard, a xib or a compiled document could not be read, with the location.
public struct NibError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The file cannot be read from disk.
    case unreadable
    /// The XML is broken.
    case malformedXML
    /// XML, but not an Interface Builder document.
    case notADocument
    /// An Interface Builder document for another platform or from before Xcode 5.
    case unsupportedDocument
    /// It refers to an object that it does not contain and that it needs.
    case brokenReference
    /// A compiled document with a wrong length, offset, index or version.
    case corruptBinary
  }

  public var reason: Reason
  /// Relative to the project; empty for a compiled document that has no name yet.
  public var path: String
  public var line: Int?
  public var column: Int?
  public var message: String

  public init(_ reason: Reason, path: String, line: Int? = nil, column: Int? = nil, message: String) {
    self.reason = reason
    self.path = path
    self.line = line
    self.column = column
    self.message = message
  }
}

extension NibError: CustomStringConvertible {
  /// `path:line:column: error: message`, the form that editors and CI systems link.
  public var description: String {
    var place = path
    if let line { place += ":\(line)" }
    if line != nil, let column { place += ":\(column)" }
    return place.isEmpty ? "error: \(message)" : "\(place): error: \(message)"
  }
}
