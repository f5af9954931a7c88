import AppProject
import Foundation
import TestSupport
import Testing
import Translator

@testable import AppBuilder

/// Which libraries of separate frameworks an app imports.
@Suite struct FrameworkLibraryTests {
  private static let frameworks = [
    FrameworkLibrary(name: "AVKit", module: "AVKit", needs: ["AVFoundation"], brings: []),
    FrameworkLibrary(name: "AVFoundation", module: "AVFoundation", needs: [], brings: []),
    FrameworkLibrary(
      name: "Combine", module: "CarobCombine", needs: [], brings: ["OpenCombine"],
      library: .init(modules: "/sdk/Combine", clangArguments: ["-Xcc", "-x"], identity: "1")),
  ]
  private static func sdk(builder: [String]? = nil) -> SDKLocation {
    SDKLocation(
      modules: "", libraries: "", host: "", networkingHost: "", virtualTimeLibrary: "", clangArguments: [],
      identity: "", swiftc: "", runtimeLibraries: "", frameworks: frameworks, libraryBuilder: builder)
  }

  @Test(
    .rule("E-833"),
    arguments: [
      ("import UIKit", ["UIKit"]),
      ("import class AVKit.AVPlayerViewController", ["AVKit"]),
      ("@_exported public import A; import B", ["A", "B"]),
      ("#if canImport(CoreData)\n  import CoreData\n#endif", ["CoreData"]),
      ("@testable import App // import Combine", ["App"]),
      ("print(\"import Combine\")", []),
      ("let important = imports(1)\nimport os.log\r\n", ["os"]),
      ("import", []),
      ("import Foundation\nclass Model: ObservableObject {}", ["+Combine", "Foundation"]),
      ("import UIKit\n@Published var names: [String]", ["+Combine", "UIKit"]),
      ("import UIKit\nlet text = \"ObservableObject\" // Published", ["UIKit"]),
      ("class AnyPublisher {}", []),
    ])
  func `imports are found in every branch, not in strings or comments`(_ text: String, _ modules: [String]) {
    #expect(SourceImports.modules(in: SwiftTokens(text)).sorted() == modules)
  }

  @Test func `a framework's dependencies precede it, each once`() {
    let sdk = Self.sdk()
    #expect(sdk.frameworks(for: ["UIKit"]).isEmpty)
    #expect(sdk.frameworks(for: ["AVKit", "AVFoundation"]).map(\.name) == ["AVFoundation", "AVKit"])
    #expect(sdk.frameworks(for: ["OpenCombine"]).map(\.name) == ["Combine"])
  }

  @Test func `a framework that is built under another name is imported through an alias`() {
    #expect(
      Self.frameworks[2].importArguments == [
        "-I", "/sdk/Combine", "-module-alias", "Combine=CarobCombine", "-Xcc", "-x",
      ])
    #expect(Self.frameworks[0].importArguments.isEmpty)
  }

  @Test func `without the SDK's sources, a missing library is an error and an existing one is used`() throws {
    let builder = FrameworkBuilder(app: "App") { _, _ in }
    let sdk = Self.sdk()
    #expect(try builder.prepare(sdk.frameworks(for: ["Combine"]), of: sdk) { _ in nil } == sdk)
    let error = #expect(throws: BuildError.self) {
      try builder.prepare(sdk.frameworks(for: ["AVKit"]), of: sdk) { "/App/\($0.name).swift" }
    }
    #expect(error?.kind == .environment)
    #expect(error?.diagnostics.map(\.path) == ["/App/AVFoundation.swift"])
    #expect(error?.description.contains("no library of AVFoundation, which App imports") == true)
  }

  @Test func `the output of a library's build is shown as progress, and in the error if it fails`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "build",
      "#!/bin/sh\necho \"carob: building $2, $CAROB_LIBRARY_REASON 1/2 (3 s)\" >&2\necho 'A.swift:1:1: error: no' >&2\n"
        + "echo 'carob: the library of AVKit could not be built' >&2\nexit 6\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/build")
    var heard: [String] = []
    let sdk = Self.sdk(builder: [folder.path + "/build"])
    let error = #expect(throws: BuildError.self) {
      try FrameworkBuilder(app: "App") { heard.append("\($0) \($1)") }
        .prepare(sdk.frameworks(for: ["Combine"]), of: sdk) { _ in nil }
    }
    #expect(
      heard == [
        "building Combine, which App imports 1/2 (3 s) false", "the library of AVKit could not be built true",
      ])
    #expect(
      error?.diagnostics.map(\.message) == ["A.swift:1:1: error: no\nthe library of AVKit could not be built"]
    )
  }

  @Test func `the imports of a file are cached until it changes`() throws {
    let folder = try TemporaryFolder(["A b.swift": "import AVKit\nimport Combine\n", "B.swift": "print(1)\n"])
    let record = folder.path + "/fingerprints"
    let first = FileFingerprints(file: record)
    #expect(first.imports(of: folder.path + "/A b.swift") == ["AVKit", "Combine"])
    #expect(first.imports(of: folder.path + "/B.swift") == [])
    first.save()
    #expect(FileFingerprints(file: record).imports(of: folder.path + "/A b.swift") == ["AVKit", "Combine"])
    try folder.write("A b.swift", "import UIKit\n")
    #expect(FileFingerprints(file: record).imports(of: folder.path + "/A b.swift") == ["UIKit"])
  }

  @Test func `doctor knows all frameworks in the list before they are built`() throws {
    let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/SDK/Frameworks.txt")
    let names = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
    .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.contains("CoreData"))
    #expect(KnownModules.provided.isSuperset(of: names))
    #expect(KnownModules.provided(by: Self.sdk()).isSuperset(of: ["AVKit", "Combine"]))
  }
}
