import AppProject
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

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

  /// A link to the source from which the object was compiled.
  private func compiledSource(of source: String) -> String { "\(folder)/\(AbsolutePath.name(source)).source" }

  /// The sources that must be compiled because other files cannot see what has changed in them; `nil` if the
  /// compiler has to find out what an edit affects.
  func changedBodies(in sources: [String]) -> [String]? {
    let records = Set(AbsolutePath.contents(folder).filter { $0.hasSuffix(".source") })
    guard wereThere, records == Set(sources.map { AbsolutePath.name(compiledSource(of: $0)) }) else {
      return nil
    }
    var changed: [String] = []
    for source in sources {
      guard AbsolutePath.exists(object(of: source)) else { return nil }
      let compiled = compiledSource(of: source)
      if Self.areSame(source, compiled) { continue }
      guard let new = FileManager.default.contents(atPath: source),
        let old = FileManager.default.contents(atPath: compiled)
      else { return nil }
      if new == old { continue }
      guard
        SourceChange.isLimitedToBodies(
          from: String(decoding: old, as: UTF8.self), to: String(decoding: new, as: UTF8.self))
      else { return nil }
      changed.append(source)
    }
    return changed.isEmpty ? nil : changed
  }

  /// Compiles all sources with the compiler's driver, and records from which sources the objects are.
  ///
  /// After a failure there is no record: some objects may be new.
  func recording(
    all sources: [String], _ compile: () throws -> CommandRunner.Output
  ) throws -> CommandRunner.Output {
    for name in AbsolutePath.contents(folder) where name.hasSuffix(".source") {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    let output = try compile()
    if output.status == 0 { try record(sources) }
    return output
  }

  /// The same for a compiler process that compiles these sources only. The compiler writes no object for a
  /// source with errors, but perhaps objects for others.
  func recording(
    bodiesOf sources: [String], _ compile: () throws -> CommandRunner.Output?
  ) throws -> CommandRunner.Output? {
    let files = FileManager.default
    let aside = folder + "/compiled-before"
    try? files.removeItem(atPath: aside)
    try files.moveItem(atPath: compiledSource(of: sources[0]), toPath: aside)
    for source in sources.dropFirst() { try files.removeItem(atPath: compiledSource(of: source)) }
    guard let output = try compile() else { return nil }
    if output.status == 0 {
      try record(sources)
    } else if sources.count == 1 {
      try files.moveItem(atPath: aside, toPath: compiledSource(of: sources[0]))
    }
    return output
  }

  private func record(_ sources: [String]) throws {
    for source in sources {
      let copy = compiledSource(of: source)
      do {
        try FileManager.default.linkItem(atPath: source, toPath: copy)
      } catch {
        // The file system may have no hard links.
        try FileManager.default.copyItem(atPath: source, toPath: copy)
      }
    }
  }

  /// Whether two paths are links to one file.
  private static func areSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_ino == second.st_ino
      && first.st_dev == second.st_dev
  }

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
    mapArguments + (wereThere ? ["-incremental", "-driver-show-incremental"] : [])
  }

  var mapArguments: [String] { ["-output-file-map", map] }

  /// Writes a source file so that the compiler notices the change. The compiler compares modification times
  /// in whole seconds, so a file written twice within a second would count as unchanged.
  ///
  /// The file is another one than before, since the record of what was compiled is a link to that one.
  static func write(_ data: Data, to source: String) throws {
    let old = (try? FileManager.default.attributesOfItem(atPath: source))?[.modificationDate] as? Date
    try? FileManager.default.removeItem(atPath: source)
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
