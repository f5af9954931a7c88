import Foundation
import XMLText

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Finds the projects and packages in an `.xcworkspace`.
enum WorkspaceReader {
  /// Absolute paths of `.xcodeproj` folders and package folders, in the workspace's order.
  static func members(of workspace: String) throws -> [String] {
    let file = workspace + "/contents.xcworkspacedata"
    guard AbsolutePath.exists(file) else {
      throw ProjectProblem(
        .missingFile, path: workspace,
        "the workspace has no contents.xcworkspacedata; the copy is incomplete")
    }
    let reader = Delegate(folder: AbsolutePath.parent(workspace), workspace: workspace)
    let parser = XMLParser(data: try PropertyListFile.contents(file).withoutEmptyInstructions)
    parser.delegate = reader
    guard parser.parse() else {
      throw ProjectProblem(
        .malformed, path: file, line: parser.lineNumber, "this is not valid XML; fix it in a text editor")
    }
    return reader.members
  }

  private final class Delegate: NSObject, XMLParserDelegate {
    var members: [String] = []
    private let workspace: String
    private var folders: [String]

    init(folder: String, workspace: String) {
      folders = [folder]
      self.workspace = workspace
    }

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      guard element == "FileRef" || element == "Group" else { return }
      let parts = (attributes["location"] ?? "").split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let kind = parts.first.map(String.init) ?? ""
      let relative = parts.count > 1 ? String(parts[1]) : ""
      let base =
        switch kind {
        case "group": folders[folders.count - 1]
        case "self": AbsolutePath.parent(workspace)
        default: folders[0]
        }
      let path = kind == "absolute" ? "/" + relative : AbsolutePath.join(base, relative)
      if element == "Group" {
        folders.append(path)
      } else if kind == "self" {
        members.append(AbsolutePath.parent(workspace))  // project.xcworkspace inside an .xcodeproj
      } else if path.hasSuffix(".xcodeproj") || AbsolutePath.exists(path + "/Package.swift") {
        members.append(path)
      }
    }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
      if element == "Group" { folders.removeLast() }
    }
  }
}
