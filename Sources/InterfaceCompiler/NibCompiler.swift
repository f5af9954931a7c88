import Foundation
import NibFormat

/// Reads storyboards and xibs as XML and compiles them. Used by the app builder, never at run time.
public enum NibCompiler {
  /// Compiles a file to the format that `NibReader` reads.
  ///
  /// - Parameter projectRelativePath: the file's name in messages, both now and at run time.
  /// - Throws: `NibError` with path, line and column.
  public static func compile(contentsOf url: URL, projectRelativePath path: String) throws -> [UInt8] {
    let xml: Data
    do {
      xml = try Data(contentsOf: url)
    } catch {
      throw NibError(.unreadable, path: path, message: "cannot read the file: \(error.localizedDescription)")
    }
    return try compile(xml: xml, path: path)
  }

  public static func compile(xml: Data, path: String) throws -> [UInt8] {
    let root = try NibXMLParser.parse(xml, path: path)
    let kind = try kind(of: root, path: path)
    if kind == .storyboard, let initial = root["initialViewController"], !hasController(initial, in: root) {
      throw NibError(
        .brokenReference, path: path, line: root.line, column: 1,
        message: "the initial view controller \(initial) does not exist")
    }
    return NibWriter.write(document: root, kind: kind, path: path)
  }

  /// The parsed document, for `check`, for the summary that `carob doctor` prints, and for tests.
  public static func parse(xml: Data, path: String) throws -> NibDocument {
    try NibReader.read(compile(xml: xml, path: path))
  }

  private static func hasController(_ id: String, in element: NibElement) -> Bool {
    if element["id"] == id, NibVocabulary.isController(element.name) { return true }
    return element.children.contains { hasController(id, in: $0) }
  }

  private static func kind(of root: NibElement, path: String) throws -> NibDocument.Kind {
    func unsupported(_ message: String) -> NibError {
      NibError(.unsupportedDocument, path: path, line: root.line, column: 1, message: message)
    }
    let type = root["type"] ?? ""
    if root.name == "archive" {
      throw unsupported(
        "this xib has the format of Xcode 4 and older (\(type)); open it once in a newer Xcode and save it")
    }
    guard root.name == "document", !type.isEmpty else {
      throw NibError(
        .notADocument, path: path, line: root.line, column: 1,
        message: "<\(root.name)> is not the root of a storyboard or xib")
    }
    switch type {
    case "com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB": return .storyboard
    case "com.apple.InterfaceBuilder3.CocoaTouch.XIB": return .xib
    case let type where type.hasPrefix("com.apple.InterfaceBuilder3.Cocoa."):
      throw unsupported("this is a macOS document (\(type)); only iOS documents can be used")
    case let type where type.contains("WatchKit"):
      throw unsupported("this is a watchOS document (\(type)); only iOS documents can be used")
    case let type where type.contains("AppleTV"):
      throw unsupported("this is a tvOS document (\(type)); only iOS documents can be used")
    default:
      throw unsupported("an Interface Builder document of an unknown type (\(type))")
    }
  }
}
