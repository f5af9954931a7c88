import ChildProcess
import Foundation
import TestSupport
import Testing

@testable import Translator

/// Checks that the translations type-check in every language mode, with the SDK's runtime and Foundation and
/// a small UIKit.
///
/// CAROB_SDK_MODULES names a folder with the real modules to use instead.
@Suite(.serialized) struct CompileTests {
  @Test(.rule("C-105", "E-1099")) func `every golden translation compiles in all four modes`() throws {
    let sdk = try StubSDK.modules.get()
    let together = GoldenCase.all.filter { !$0.isAlone }
    let groups =
      [together.flatMap(\.files)] + GoldenCase.all.filter(\.isAlone).map(\.files)
    for mode in Mode.allCases {
      for files in groups {
        let result = ModuleTranslator(options: mode.options).translate(files)
        if result.hasErrors { continue }
        let output = try typeCheck(result, mode, sdk)
        #expect(output == "", "in mode \(mode.rawValue)")
      }
    }
  }

  @Test func `every type that both the SDK and Foundation declare gets an alias`() throws {
    let sdk = try StubSDK.modules.get()
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func types(_ module: String) throws -> Set<String> {
      _ = try run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-target", StubSDK.target, "-I", sdk.path]
          + StubSDK.headers(in: sdk) + ["-output-dir", folder.path])
      let data = try Data(contentsOf: folder.appending(path: "\(module).symbols.json"))
      let symbols = try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
      return Set(symbols.filter(\.isTopLevelType).map { $0.pathComponents[0] })
    }
    let replaced = try types("CarobFoundation").intersection(
      types("Foundation").union(types("FoundationEssentials")))
    #expect(replaced.subtracting(SDKKnowledge.replacedTypes) == [])
  }

  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { var identifier: String }
      var kind: Kind
      var pathComponents: [String]
      var isTopLevelType: Bool {
        pathComponents.count == 1
          && ["swift.class", "swift.struct", "swift.enum", "swift.protocol"].contains(kind.identifier)
      }
    }
    var symbols: [Symbol]
  }

  private func typeCheck(_ result: TranslationResult, _ mode: Mode, _ sdk: URL) throws -> String {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var paths: [String] = []
    for file in result.files + (result.generated.map { [$0] } ?? []) {
      // NB: a different name. Otherwise `#fileID` would mean both this file and the user's, and the compiler
      // would warn.
      let path = folder.appending(path: "\(paths.count)_" + URL(fileURLWithPath: file.path).lastPathComponent)
        .path
      try file.text.write(toFile: path, atomically: true, encoding: .utf8)
      paths.append(path)
    }
    let output = try run(
      [
        "swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-parse-as-library", "-module-name", "App", "-I",
        sdk.path,
      ] + mode.flags
        + paths)
    return output.split(separator: "\n")
      .filter { $0.hasPrefix("/") && ($0.contains(": error: ") || $0.contains(": warning: ")) }
      .joined(separator: "\n")
  }
}

/// The SDK's runtime and Foundation, compiled from their sources, and the UIKit of StubSDK/.
enum StubSDK {
  static let modules = Result { try build() }

  private static func build() throws -> URL {
    if let path = ProcessInfo.processInfo.environment["CAROB_SDK_MODULES"] {
      return URL(fileURLWithPath: path)
    }
    let folder = try temporaryFolder()
    let root = URL(fileURLWithPath: URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().path)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sdk = root.appending(path: "Sources/SDK")
    let modules: [(String, URL)] = [
      ("DeviceProtocol", root.appending(path: "Sources/Shared/DeviceProtocol")),
      ("TraceVocabulary", root.appending(path: "Sources/Shared/TraceVocabulary")),
      ("CarobRuntime", sdk.appending(path: "CarobRuntime")),
      ("CarobFoundation", sdk.appending(path: "CarobFoundation")),
      ("UIKit", GoldenCase.root.appending(path: "StubSDK")),
      ("CoreData", GoldenCase.root.appending(path: "StubCoreData")),
    ]
    // C modules that the SDK's Swift modules import.
    var headers: [String] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: sdk.path)) ?? []
    where name.hasPrefix("C") {
      let include = sdk.appending(path: name).appending(path: "include")
      let files = (try? FileManager.default.contentsOfDirectory(atPath: include.path)) ?? []
      guard let header = files.first(where: { $0.hasSuffix(".h") }) else { continue }
      let copy = folder.appending(path: name)
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      try "module \(name) { header \"\(include.appending(path: header).path)\" export * }\n"
        .write(to: copy.appending(path: "module.modulemap"), atomically: true, encoding: .utf8)
      headers += ["-I", copy.path]
    }
    for (name, sources) in modules {
      let files = (FileManager.default.subpaths(atPath: sources.path) ?? []).filter { $0.hasSuffix(".swift") }
      let output = try run(
        [
          "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-package-name", "Carob",
          "-suppress-warnings", "-module-name", name, "-I", folder.path,
          "-o", folder.appending(path: name + ".swiftmodule").path,
        ] + headers + files.sorted().map { sources.appending(path: $0).path })
      if !FileManager.default.fileExists(atPath: folder.appending(path: name + ".swiftmodule").path) {
        throw BuildFailure(output: output)
      }
    }
    return folder
  }

  static var target: String {
    #if arch(x86_64)
      "x86_64-unknown-linux-gnu"
    #else
      "aarch64-unknown-linux-gnu"
    #endif
  }

  /// The folder with copies of the C modules' maps.
  static func headers(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("C") && !$0.contains(".") }
      .flatMap { ["-I", folder.appending(path: $0).path] }
  }

  struct BuildFailure: Error { var output: String }
}

func temporaryFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "carob-translator-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

/// Runs a command and returns its output.
private func run(_ arguments: [String]) throws -> String {
  try ChildProcess.run(arguments, joinsErrors: true).text
}
