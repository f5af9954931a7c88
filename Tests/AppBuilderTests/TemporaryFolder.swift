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

  func text(_ file: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + file).map { String(decoding: $0, as: UTF8.self) }
  }

  func exists(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + file)
  }
}
