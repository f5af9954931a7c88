/// One element of a storyboard or xib: name, attributes, text and children, as in the XML.
///
/// The tree is deliberately generic: the loader (UIKit's `Storyboards` folder) interprets the elements. An
/// unknown element is therefore preserved by compilation and can be named in a diagnostic with its line.
/// Immutable, and so safe to share between threads.
public final class NibElement: Sendable {
  public let name: String
  /// In alphabetical order of their names, so that compiling a file twice gives identical results.
  public let attributes: [NibAttribute]
  /// The element's text, decoded if the file stored it as `base64-UTF8`; nil if there is none.
  public let text: String?
  public let children: [NibElement]
  /// The line of the element's start tag in the source file, counted from 1.
  public let line: Int

  public init(
    name: String, attributes: [NibAttribute] = [], text: String? = nil, children: [NibElement] = [],
    line: Int = 0
  ) {
    self.name = name
    self.attributes = attributes
    self.text = text
    self.children = children
    self.line = line
  }

  public subscript(_ attribute: String) -> String? {
    // OPTIMIZATION: skips names of other lengths without a call; a loader looks up dozens for each element.
    let length = attribute.utf8.count
    for candidate in attributes where candidate.name.utf8.count == length && candidate.name == attribute {
      return candidate.value
    }
    return nil
  }

  public var id: String? { self["id"] }
  public var key: String? { self["key"] }

  // MARK: Children

  public func child(named name: String) -> NibElement? {
    for child in children where child.name == name { return child }
    return nil
  }

  /// The child whose `key` attribute is `key`: the value of the property of that name.
  public func child(key: String) -> NibElement? {
    for child in children where child.key == key { return child }
    return nil
  }

  public func children(named name: String) -> [NibElement] {
    children.filter { $0.name == name }
  }

  /// Calls `body` for this element and everything below it, parents before children, in document order.
  public func forEachDescendant(_ body: (NibElement) throws -> Void) rethrows {
    try body(self)
    for child in children { try child.forEachDescendant(body) }
  }

  // MARK: Values

  public func double(_ attribute: String) -> Double? {
    self[attribute].flatMap(Double.init)
  }

  public func int(_ attribute: String) -> Int? {
    guard let value = self[attribute] else { return nil }
    if let integer = Int(value) { return integer }
    // NB: old files write integral values of floating-point properties as `12.0`.
    guard let number = Double(value) else { return nil }
    return Int(exactly: number)
  }

  /// True for `YES`, false for `NO`; nil for anything else, so that the caller's default applies.
  public func bool(_ attribute: String) -> Bool? {
    switch self[attribute] {
    case "YES", "true", "1": true
    case "NO", "false", "0": false
    default: nil
    }
  }

  /// The bytes of a `<data>` element (base64, whitespace allowed); nil if the text is not base64.
  public var data: [UInt8]? {
    text.flatMap { Base64.decode($0.utf8) }
  }
}

/// A name and its value in an element's start tag, character references already resolved.
public struct NibAttribute: Sendable, Hashable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension NibElement: CustomStringConvertible {
  /// `<button id="a1" …> (line 12)`: for messages.
  public var description: String {
    let id = id.map { " id=\"\($0)\"" } ?? ""
    return "<\(name)\(id)> (line \(line))"
  }
}
