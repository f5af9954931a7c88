import AppProject
import Foundation
import TestSupport
import Testing

@testable import AppBuilder

/// Builds whole apps with the real SDK, and runs them.
@Suite(.serialized, .enabled(if: (try? SDKLocation.standard()) != nil, "run script/build-sdk first"))
struct BuildTests {
  private let folder: TemporaryFolder
  private let cache: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(name: "Größe 1")
    cache = try TemporaryFolder()
  }

  @discardableResult
  private func build(
    _ configuration: BuildConfiguration = .debug, progress: (BuildProgress) -> Void = { _ in }
  ) throws -> BuiltApp {
    let project = try Project.read(folder.path, cache: cache.path)
    return try AppBuilder(sdk: SDKLocation.standard(), cache: URL(fileURLWithPath: cache.path)).build(
      project.app(), in: project, configuration: configuration, progress: progress)
  }

  private func run(_ app: BuiltApp) throws -> [String] {
    let output = try CommandRunner.run(app.executableURL.path, [])
    #expect(output.status == 0, "\(output.text)")
    return output.text.split(separator: "\n").map(String.init)
  }

  @Test func `an app finds its bundle, its resources and its strings`() throws {
    try folder.write(
      "main.swift",
      """
      import Foundation
      final class Marker {}
      print(Bundle.main.bundleURL.lastPathComponent)
      print(Bundle.main.bundleIdentifier ?? "none")
      print(Bundle.main.url(forResource: "data", withExtension: "json")?.lastPathComponent ?? "none")
      print(NSLocalizedString("hello", comment: ""))
      print(Bundle(for: Marker.self).bundlePath == Bundle.main.bundlePath)
      print(Bundle.main.object(forInfoDictionaryKey: "CFBundleName") as? String ?? "none")
      #if DEBUG
      print("debug")
      #endif
      """)
    try folder.write("data.json", "{}")
    try folder.write("en.lproj/Localizable.strings", "\"hello\" = \"Hello!\";")
    #expect(
      try run(build()) == [
        "Größe 1.app", "local.carob.Gr--e-1", "data.json", "Hello!", "true", "Größe 1", "debug",
      ])
    #expect(try run(build(.release)).last == "Größe 1")
  }

  @Test func `an app without an entry point does not link`() throws {
    try folder.write("A.swift", "import UIKit\nclass A: UIViewController {}\n")
    let error = #expect(throws: BuildError.self) { try build() }
    #expect(error?.kind == .project)
    #expect(error?.description.contains("has no entry point: no class is marked @main") == true)
    // Whatever its name is.
    try folder.write("A.swift", "@main enum Start { static func main() { print(1) } }\n")
    #expect(try run(build()) == ["1"])
  }

  @Test func `Info.plist names the module and the project's folder`() throws {
    try folder.write(
      "main.swift",
      """
      import Foundation
      for key in ["CarobModuleName", "CarobProjectRoot"] {
        print(Bundle.main.object(forInfoDictionaryKey: key) as? String ?? "none")
      }
      """)
    let built = try build()
    #expect(try run(built) == [built.moduleName, folder.path])
  }

  @Test func `an unchanged app is not built again, an edited one is`() throws {
    try folder.write("main.swift", "print(\"one\")\n")
    #expect(try build().isUnchanged == false)
    var steps: [String] = []
    #expect(try build(progress: { steps.append($0.activity) }).isUnchanged)
    #expect(!steps.contains { $0.hasPrefix("compiling") })
    try folder.write("main.swift", "print(\"three\")\n")
    #expect(try run(build()) == ["three"])
  }

  @Test func `an error names the user's file, line and column with the user's text`() throws {
    try folder.write(
      "Sub/A.swift", "import Foundation\nclass A: NSObject {\n  @objc func f() { nope() }\n}\n")
    try folder.write("main.swift", "print(1)\n")
    let error = #expect(throws: BuildError.self) { try build() }
    let first = try #require(error?.diagnostics.first { $0.severity == .error })
    #expect(first.path == folder.path + "/Sub/A.swift")
    #expect(first.line == 3)
    #expect(first.column == 20)
    #expect(first.excerpt == "  @objc func f() { nope() }\n                   ^")
    #expect(error?.kind == .project)
  }

  @Test func `two files of the same name are an error that names both`() throws {
    try folder.write("Model/Card.swift", "struct Card {}\n")
    try folder.write("View/Card.swift", "struct CardView {}\n")
    try folder.write("main.swift", "print(Card())\n")
    let error = #expect(throws: BuildError.self) { try build() }
    #expect(
      error?.description.replacing(folder.path + "/", with: "")
        == "View/Card.swift: error: the target “Größe 1” has two files named “Card.swift”, the other at "
        + "Model/Card.swift; file names in a module must be unique, so rename one of them")
  }

  @Test func `a warning is reported again when nothing is compiled`() throws {
    try folder.write("main.swift", "func f() {\n  let unused = 1\n}\nf()\n")
    let first = try build().warnings
    #expect(first.map(\.line) == [2])
    #expect(try build().warnings == first)
  }

  @Test
  func
    `in a large app only the files that an edit affects are compiled again, and the warnings of the others stay`()
    throws
  {
    let filler = String(repeating: "// A line of a comment that makes the file long.\n", count: 400)
    func write(_ name: String, value: String) throws {
      try folder.write(
        "\(name).swift", "func \(name)() -> Int {\n  var value = \(value)\n  return value\n}\n\(filler)")
    }
    try write("first", value: "1")
    try write("second", value: "2")
    try folder.write("main.swift", "print(first(), second())\n")
    let built = try build()
    #expect(try run(built) == ["1 2"])
    #expect(built.warnings.map { ($0.path ?? "").hasSuffix("/first.swift") } == [true, false])

    try write("second", value: "12")
    let edited = try build()
    #expect(try run(edited) == ["1 12"])
    #expect(edited.warnings.map(\.path) == built.warnings.map(\.path))

    try write("second", value: "12\n  value += 1")
    let mended = try build()
    #expect(try run(mended) == ["1 13"])
    #expect(mended.warnings == [built.warnings[0]])

    try write("first", value: "nope")
    let error = #expect(throws: BuildError.self) { try build() }
    #expect(error?.diagnostics.map(\.message) == ["cannot find 'nope' in scope"])
    try write("first", value: "1")
    #expect(try build().warnings == [built.warnings[0]])
  }

  @Test func `a package's library becomes a framework that the app loads`() throws {
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Shop", targets: [
        .executableTarget(name: "Shop", dependencies: ["Kit"]),
        .target(name: "Kit", resources: [.process("note.txt")])])
      """)
    try folder.write("Sources/Shop/main.swift", "import Kit\nprint(note())\n")
    try folder.write("Sources/Kit/note.txt", "in the bundle")
    try folder.write(
      "Sources/Kit/Kit.swift",
      """
      import Foundation
      public func note() -> String {
        let url = Bundle.module.url(forResource: "note", withExtension: "txt")
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "none"
      }
      """)
    #expect(try run(build()) == ["in the bundle"])
    try folder.write("Sources/Kit/Kit.swift", "public func note() -> Int { 7 }\n")
    #expect(try run(build()) == ["7"])
  }

  @Test(.rule("F-178")) func `an app can subclass an open class of its framework`() throws {
    try folder.write(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Shop", targets: [
        .executableTarget(name: "Shop", dependencies: ["Kit"]), .target(name: "Kit")],
        swiftLanguageModes: [.v5])
      """)
    try folder.write(
      "Sources/Kit/Kit.swift",
      """
      import UIKit
      open class Pages: UIViewController {
        @objc open func turn(_ sender: Any) {}
      }
      """)
    try folder.write(
      "Sources/Shop/main.swift",
      """
      import Kit
      import UIKit
      class OwnPages: Pages {
        override func turn(_ sender: Any) { print("turned") }
      }
      let pages = OwnPages()
      pages.perform(Selector("turn:"), with: nil)
      print(OwnPages._carobNewCoder != nil, OwnPages._carobNew != nil)
      """)
    #expect(try run(build()) == ["turned", "true true"])
  }

  @Test(.rule("F-215")) func `observers of a property that an extension overrides are called`() throws {
    try folder.write(
      "Cell+Selection.swift",
      """
      import UIKit
      extension Cell {
        override var isSelected: Bool {
          willSet { note("will", newValue) }
          didSet(before) {
            note("did", before)
          }
        }
        private func note(_ what: String, _ value: Bool) { print(what, value, super.isSelected) }
      }
      """)
    try folder.write(
      "main.swift",
      """
      import UIKit
      class Cell: UITableViewCell {}
      let cell = Cell(style: .default, reuseIdentifier: nil)
      cell.isSelected = true
      """)
    #expect(try run(build()) == ["will true false", "did false true"])
  }

  @Test(.rule("F-179")) func `a cell of a generic class does not require importing UIKit`() throws {
    try folder.write("UserCell.swift", "import Foundation\nclass UserCell: Cell<Int> {}\n")
    try folder.write(
      "main.swift",
      """
      import UIKit
      class Cell<Item>: UITableViewCell { var item: Item? }
      print(UserCell(style: .default, reuseIdentifier: "user").reuseIdentifier ?? "none")
      """)
    #expect(try run(build()) == ["user"])
  }

  /// Prints which of the libraries are loaded into the process.
  private static let loaded = """
    print(["Networking", "XML"].map { dlopen("libFoundation\\($0).so", RTLD_NOW | RTLD_NOLOAD) != nil })

    """

  @Test func `an app that does not use the network loads none of the networking libraries`() throws {
    try folder.write(
      "main.swift",
      """
      import UIKit
      var list = [1]
      list.append(contentsOf: [2])
      \(Self.loaded)
      let queue = OperationQueue()
      queue.name = "known"
      print(queue.value(forKey: "name") as? String ?? "none", list)
      """)
    #expect(try run(build()) == ["[false, false]", "known [1, 2]"])
  }

  /// Foundation loads its networking library by name when `Data` is read from an address; the SDK's own
  /// extensions of the library's classes refer to them weakly.
  @Test(arguments: [
    ("print((try? Data(contentsOf: URL(string: \"http://127.0.0.1:9/\")!)) == nil)", "true"),
    (
      "print(URLSession.shared.dataTask(with: URL(string: \"http://127.0.0.1:9/\")!).value(forKey: \"state\")!)",
      "1"
    ),
    (
      "print(URLSession.shared.dataTaskPublisher(for: URL(string: \"http://127.0.0.1:9/\")!).request.url!)",
      "http://127.0.0.1:9/"
    ),
    ("print(XMLParser(data: Data(\"<a/>\".utf8)).parse())", "true"),
  ])
  func `an app that uses the network or XML loads those libraries`(_ statement: String, _ answer: String)
    throws
  {
    try folder.write("main.swift", "import Combine\nimport UIKit\n\(Self.loaded)\(statement)\n")
    let isXML = statement.contains("XML")
    #expect(try run(build()) == ["[\(!isXML), \(isXML)]", answer])
  }

  @Test func `building writes nothing into the project`() throws {
    try folder.write("main.swift", "print(1)\n")
    try build()
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == ["main.swift"])
  }

  @Test func `an error in several constructs is reported once`() throws {
    try folder.write("main.swift", "garbage {{{")
    let error = #expect(throws: BuildError.self) { try build() }
    #expect(error?.diagnostics.map(\.message) == ["expected '}' to end closure"])
  }

  @Test func `an error for a folder that cannot be written names it and the reason`() throws {
    try folder.write("main.swift", "print(1)\n")
    let project = try Project.read(folder.path, cache: cache.path)
    let error = #expect(throws: BuildError.self) {
      try AppBuilder(sdk: SDKLocation.standard(), cache: URL(fileURLWithPath: "/dev/null")).build(
        project.app(), in: project)
    }
    #expect(error?.kind == .environment)
    let text = error?.description ?? ""
    #expect(text.hasPrefix("error: the build cannot be written: /dev/null"))
    #expect(text.hasSuffix(": Not a directory"))
  }
}
