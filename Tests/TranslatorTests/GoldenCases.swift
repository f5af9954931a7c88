import Foundation

@testable import Translator

/// A folder in Golden/: a module with its expected translation in Expected/.
///
/// The file `mode` contains a language mode other than 5; `alone` marks a module that cannot be compiled
/// together with the others.
struct GoldenCase: Sendable, CustomStringConvertible {
  var name: String
  var folder: URL
  var files: [SourceFile]
  var mode: Mode
  var isAlone: Bool

  var description: String { name }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static let all: [GoldenCase] = {
    let golden = root.appending(path: "Golden")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: golden.path)) ?? []
    return names.sorted().map { name in
      let folder = golden.appending(path: name)
      let contents = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
      let mode = (try? String(contentsOf: folder.appending(path: "mode"), encoding: .utf8)) ?? "5"
      return GoldenCase(
        name: name, folder: folder,
        files: contents.filter { $0.hasSuffix(".swift") }.map { file in
          SourceFile(
            path: "/Project/\(file)", projectRelativePath: file,
            text: (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? "")
        }, mode: Mode(rawValue: mode.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .five,
        isAlone: contents.contains("alone"))
    }
  }()

  func expected(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: "Expected").appending(path: name), encoding: .utf8)
  }

  func record(_ text: String, _ name: String) throws {
    let expected = folder.appending(path: "Expected")
    try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
    try text.write(to: expected.appending(path: name), atomically: true, encoding: .utf8)
  }

  func translated(_ mode: Mode? = nil, files: [SourceFile]? = nil) -> TranslationResult {
    ModuleTranslator(options: (mode ?? self.mode).options).translate(files ?? self.files)
  }
}

/// The language modes in which translations are compiled.
enum Mode: String, CaseIterable, Sendable {
  case five = "5"
  case fiveDefault = "5D"
  case six = "6"
  case sixDefault = "6D"

  var options: TranslationOptions {
    TranslationOptions(
      moduleName: "App", languageMode: rawValue.hasPrefix("5") ? .swift5 : .swift6,
      defaultIsolationMainActor: rawValue.hasSuffix("D"))
  }

  var flags: [String] {
    ["-swift-version", String(rawValue.prefix(1))]
      + (rawValue.hasSuffix("D")
        ? [
          "-default-isolation", "MainActor", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
          "-enable-upcoming-feature", "InferIsolatedConformances",
        ] : [])
  }
}
