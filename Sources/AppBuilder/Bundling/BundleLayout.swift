import AppProject
import Foundation

/// Updates a bundle's folder to match a list of entries: writes changed files and removes unlisted ones.
struct BundleLayout {
  /// The `Name.app` folder.
  var folder: String
  /// The file outside the bundle with the fingerprints of the last layout.
  var manifest: String

  /// - Returns: whether anything was written or removed.
  func apply(_ entries: [BundleEntry]) throws -> Bool {
    var previous: [String: String] = [:]
    if AbsolutePath.isDirectory(folder), let data = FileManager.default.contents(atPath: manifest),
      let known = try? JSONDecoder().decode([String: String].self, from: data)
    {
      previous = known
    }
    var current: [String: String] = [:]
    for entry in entries { current[entry.destination] = entry.fingerprint }
    if previous == current, entries.allSatisfy({ AbsolutePath.exists(folder + "/" + $0.destination) }) {
      return false
    }
    try? FileManager.default.removeItem(atPath: manifest)
    if previous.isEmpty, AbsolutePath.exists(folder) {
      // A folder of another build, or of an interrupted one.
      guard AbsolutePath.exists(folder + "/Info.plist") || AbsolutePath.contents(folder).isEmpty else {
        throw BuildError(.environment, "\(folder) exists and is not an app; choose another output folder")
      }
      try FileManager.default.removeItem(atPath: folder)
    }
    for destination in previous.keys where current[destination] == nil {
      try? FileManager.default.removeItem(atPath: folder + "/" + destination)
    }
    for entry in entries {
      let path = folder + "/" + entry.destination
      if previous[entry.destination] == entry.fingerprint, AbsolutePath.exists(path) { continue }
      try write(entry, to: path)
    }
    try JSONEncoder().encode(current).write(to: URL(fileURLWithPath: manifest), options: .atomic)
    return true
  }

  private func write(_ entry: BundleEntry, to path: String) throws {
    let files = FileManager.default
    do {
      try files.createDirectory(atPath: AbsolutePath.parent(path), withIntermediateDirectories: true)
      if AbsolutePath.exists(path) { try files.removeItem(atPath: path) }
      switch entry.content {
      case .copy(let source): try files.copyItem(atPath: source, toPath: path)
      case .link(let source):
        do {
          try files.linkItem(atPath: source, toPath: path)
        } catch {
          try files.copyItem(atPath: source, toPath: path)
        }
      case .make(let bytes): try Data(bytes()).write(to: URL(fileURLWithPath: path))
      }
    } catch let error as BuildError {
      throw error
    } catch let error as ProjectProblem {
      throw BuildError(error)
    } catch {
      throw BuildError(.environment, "cannot write \(path): \(FileProblem.description(of: error))")
    }
  }
}
