import Foundation
import GPXFormat

/// The GPX files of a project, for the page's list of routes. A file is read when it is chosen.
struct RouteFiles {
  private let root: String?

  /// - Parameter root: the project's folder; nil if it is unknown.
  init(below root: String?) { self.root = root }

  /// How many files and folders of a project are searched at most.
  private static let maximumEntries = 20_000
  private static let maximumFiles = 50
  /// Folders of build products and dependencies, which are skipped.
  private static let passedOver: Set<String> = ["build", "DerivedData", "Pods", "Carthage", "node_modules"]

  /// Paths below the project's folder, in order.
  var names: [String] {
    guard let root,
      let files = FileManager.default.enumerator(
        at: URL(fileURLWithPath: root), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    else { return [] }
    let prefix = URL(fileURLWithPath: root).standardizedFileURL.path + "/"
    var names: [String] = []
    var count = 0
    for case let file as URL in files {
      count += 1
      guard count <= Self.maximumEntries else { break }
      if Self.passedOver.contains(file.lastPathComponent) || file.pathExtension == "app" {
        files.skipDescendants()
      }
      let path = file.standardizedFileURL.path
      if file.pathExtension.lowercased() == "gpx", path.hasPrefix(prefix) {
        names.append(String(path.dropFirst(prefix.count)))
      }
    }
    return Array(names.sorted().prefix(Self.maximumFiles))
  }

  /// Reads one of `names`; nil for any other name, or if the file does not exist any more.
  func read(_ name: String) throws(GPXError) -> GPXFile? {
    guard let root, names.contains(name), let data = FileManager.default.contents(atPath: "\(root)/\(name)")
    else { return nil }
    return try GPXFile(data, path: "\(root)/\(name)")
  }
}
