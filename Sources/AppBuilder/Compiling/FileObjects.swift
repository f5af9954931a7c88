import AppProject
import Foundation

/// The object files of a module that several processes compile, kept so that the next build compiles only
/// changed files.
struct FileObjects {
  var folder: String
  /// Whether the folder has the results of an earlier build under the same circumstances.
  let wereThere: Bool

  /// - Parameter circumstances: what affects the objects besides the sources. Objects from other
  ///   circumstances are removed.
  init(folder: String, under circumstances: String) throws {
    self.folder = folder
    let mark = folder + "/" + circumstances
    wereThere = AbsolutePath.exists(mark)
    guard !wereThere else { return }
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: mark))
  }

  /// The output file map of the compiler.
  var map: String { folder + "/outputs.json" }

  func object(of source: String) -> String { "\(folder)/\(AbsolutePath.name(source)).o" }

  func writeMap(_ sources: [String]) throws {
    var outputs = ["": ["swift-dependencies": "\(folder)/module.swiftdeps"]]
    for source in sources {
      let dependencies = "\(folder)/\(AbsolutePath.name(source)).swiftdeps"
      outputs[source] = ["object": object(of: source), "swift-dependencies": dependencies]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try encoder.encode(outputs).write(to: URL(fileURLWithPath: map))
  }

  /// Additional compiler arguments: compile only changed files, and report the skipped ones.
  ///
  /// Recording dependencies makes a full build slower, so it is done only for builds that are likely to be
  /// repeated.
  var arguments: [String] {
    ["-output-file-map", map] + (wereThere ? ["-incremental", "-driver-show-incremental"] : [])
  }

  /// Writes a source file so that the compiler notices the change. The compiler compares modification times
  /// in whole seconds, so a file written twice within a second would count as unchanged.
  static func write(_ data: Data, to source: String) throws {
    let old = (try? FileManager.default.attributesOfItem(atPath: source))?[.modificationDate] as? Date
    try data.write(to: URL(fileURLWithPath: source))
    let latest = max(Date(), old ?? .distantPast).timeIntervalSince1970
    let next = Date(timeIntervalSince1970: latest.rounded(.down) + 1)
    try FileManager.default.setAttributes([.modificationDate: next], ofItemAtPath: source)
  }

  /// Removes the compiler's remarks from its output, and returns the names of the files that it skipped.
  static func takeSkipped(from output: inout String) -> Set<String> {
    var skipped: Set<String> = []
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      guard line.hasPrefix("remark: Incremental compilation: ") else { return true }
      if let match = line.firstMatch(of: /Skipping input: .* <= (.*)\}$/) { skipped.insert(String(match.1)) }
      return false
    }
    output = lines.joined(separator: "\n")
    return skipped
  }

  /// The compiler's messages, and the earlier warnings about files that it skipped this time.
  func withEarlierWarnings(
    _ diagnostics: [BuildDiagnostic], skipped: Set<String>
  ) throws -> [BuildDiagnostic] {
    let record = URL(fileURLWithPath: folder + "/warnings.json")
    let earlier = (try? JSONDecoder().decode([[BuildDiagnostic]].self, from: Data(contentsOf: record))) ?? []
    let kept = earlier.filter { group in group[0].path.map(skipped.contains) ?? false }
    let warnings = CompilerMessages.withNotes(diagnostics).filter { $0[0].severity != .error }
    try JSONEncoder().encode(kept + warnings).write(to: record, options: .atomic)
    return kept.flatMap { $0 } + diagnostics
  }
}
