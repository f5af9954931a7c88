import Foundation

/// Reads an `.xcconfig` file and all files that it includes.
enum ConfigurationFile {
  /// The settings of the file at `path`. Later lines win; an included file's lines count where it is
  /// included.
  static func read(_ path: String, resolve: (String) -> String) throws -> [String: String] {
    var settings: [String: String] = [:]
    var count = 0
    try read(path, into: &settings, resolve: resolve, including: [], count: &count)
    return settings
  }

  /// The maximum number of files that one file includes; a file counts each time it is included.
  private static let mostFiles = 1_000
  /// The length limit of a value, in UTF-8 bytes.
  private static let longestValue = 1_000_000

  private static func read(
    _ path: String, into settings: inout [String: String], resolve: (String) -> String, including: [String],
    count: inout Int
  ) throws {
    count += 1
    guard count <= mostFiles else {
      throw ProjectProblem(
        .malformed, path: path,
        "more than \(mostFiles) configuration files include each other; include each of them once")
    }
    guard !including.contains(path) else {
      throw ProjectProblem(.malformed, path: path, "this configuration file includes itself")
    }
    guard let text = PropertyListFile.decodedText(try PropertyListFile.contents(path)) else {
      throw ProjectProblem(.malformed, path: path, "the file is not text in UTF-8 or UTF-16")
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let statement = withoutComment(line).trimmingCharacters(in: .whitespacesAndNewlines)
      if statement.isEmpty { continue }
      if statement.hasPrefix("#include") {
        let isOptional = statement.hasPrefix("#include?")
        let parts = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count >= 3 else {
          throw ProjectProblem(
            .malformed, path: path, line: index + 1, "write #include \"File.xcconfig\", with quotation marks")
        }
        let included = AbsolutePath.join(AbsolutePath.parent(path), resolve(String(parts[1])))
        if !FileManager.default.fileExists(atPath: included) {
          if isOptional { continue }
          throw ProjectProblem(
            .missingFile, path: path, line: index + 1, "the included file \(included) does not exist")
        }
        try read(included, into: &settings, resolve: resolve, including: including + [path], count: &count)
        continue
      }
      // The name may contain conditions with their own equals signs: NAME[sdk=iphoneos*] = value
      var depth = 0
      guard
        let equals = statement.firstIndex(where: {
          if $0 == "[" { depth += 1 }
          if $0 == "]" { depth -= 1 }
          return $0 == "=" && depth == 0
        })
      else {
        throw ProjectProblem(
          .malformed, path: path, line: index + 1, "expected NAME = value, found “\(statement)”")
      }
      let name = statement[..<equals].trimmingCharacters(in: .whitespaces)
      var value = statement[statement.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      if value.hasSuffix(";") { value.removeLast() }
      if let earlier = settings[name] {
        value = value.replacing("$(inherited)", with: earlier).replacing("${inherited}", with: earlier)
      }
      guard value.utf8.count <= longestValue else {
        throw ProjectProblem(
          .malformed, path: path, line: index + 1, "the value of \(name) is longer than \(longestValue) bytes"
        )
      }
      settings[name] = value
    }
  }

  /// The line up to `//`; as in Xcode, even a URL is cut off at its slashes in these files.
  private static func withoutComment(_ line: Substring) -> Substring {
    line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
  }
}
