import Foundation

/// A folder of files that exists for the duration of one test.
final class TemporaryFolder {
  let path: String

  init(_ files: [String: String] = [:], name: String = "Sample") throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("carob-\(UUID().uuidString)/\(name)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (file, text) in files { try write(file, text) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  func write(_ file: String, _ text: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

/// The root of the repository's checkout.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path
