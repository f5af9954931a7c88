import Foundation
import GPXFormat

/// The GPX files of a project, for the page's list of ways. They are read when they are chosen.
struct RouteFiles {
  private let root: String?

  /// - Parameter root: the project's folder; nil for an app that does not say.
  init(below root: String?) { self.root = root }

  /// A project may hold anything: this much of it is looked at.
  private static let maximumEntries = 20_000
  private static let maximumFiles = 50
  /// Folders of what was built or fetched.
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

  /// Reads one of `names`; nil for any other, or when it is gone.
  func read(_ name: String) throws(GPXError) -> GPXFile? {
    guard let root, names.contains(name), let data = FileManager.default.contents(atPath: "\(root)/\(name)")
    else { return nil }
    return try GPXFile(data, path: "\(root)/\(name)")
  }
}
