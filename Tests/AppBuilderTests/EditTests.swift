import AppProject
import Foundation
import TestSupport
import Testing

@testable import AppBuilder

/// What is built after an edit is what a build from nothing would give.
@Suite(.serialized, .enabled(if: (try? SDKLocation.standard()) != nil, "run script/build-sdk first"))
struct EditTests {
  private let folder: TemporaryFolder
  private let cache: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(name: "Größe 1")
    cache = try TemporaryFolder()
  }

  private func build(in cache: TemporaryFolder? = nil) throws -> BuiltApp {
    let cache = cache ?? self.cache
    let project = try Project.read(folder.path, cache: cache.path)
    return try AppBuilder(sdk: SDKLocation.standard(), cache: URL(fileURLWithPath: cache.path)).build(
      project.app(), in: project)
  }

  private func run(_ app: BuiltApp) throws -> [String] {
    let output = try CommandRunner.run(app.executableURL.path, [])
    #expect(output.status == 0, "\(output.text)")
    return output.text.split(separator: "\n").map(String.init)
  }

  /// The words of the last command line of the compiler that Carob wrote.
  private func command(_ app: BuiltApp) throws -> [String] {
    let file = try #require(app.moduleFolders.last) + "/compile-arguments.txt"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return text.split(separator: "\n").map { String($0.dropFirst().dropLast()) }
  }

  /// The names of the files that were compiled; `nil` if the driver decided.
  private func compiled(_ app: BuiltApp) throws -> [String]? {
    let words = try command(app)
    if words.contains("-driver-batch-count") { return nil }
    return zip(words, words.dropFirst()).filter { $0.0 == "-primary-file" }.map { AbsolutePath.name($0.1) }
  }

  /// Makes a module so large that several processes compile it.
  private static let filler = String(
    repeating: "// A line of a comment that makes the file long.\n", count: 900)

  private func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = try #require(folder.text(file))
    #expect(text.contains(old))
    try folder.write(file, text.replacing(old, with: new))
  }

  @Test func `a small app is compiled and linked without the driver, with equal results`() throws {
    try folder.write(
      "Model.swift", "import UIKit\nclass Model: NSObject {\n  @objc func name() -> String { \"one\" }\n}\n")
    try folder.write(
      "main.swift", "import UIKit\nprint(Model().perform(#selector(Model.name)).takeUnretainedValue())\n")
    #expect(try run(build()) == ["one"])
    // A library that was not needed before.
    try edit("Model.swift", "{ \"one\" }", "{ \"\\(XMLParser(data: Data(\"<a/>\".utf8)).parse())\" }")
    let edited = try build()
    #expect(try run(edited) == ["true"])
    #expect(try command(edited).first == "-c")

    // The same from nothing, at the same place.
    let library = try Data(contentsOf: edited.libraryURL)
    try FileManager.default.removeItem(atPath: cache.path + "/builds")
    #expect(try Data(contentsOf: build().libraryURL) == library)

    // The driver's own call gives the same library, too.
    let module = try #require(edited.moduleFolders.last)
    let stamp = module + "/stamp.json"
    let jobs = try Data(contentsOf: URL(fileURLWithPath: module + "/jobs.json"))
    let kept = try #require(JSONSerialization.jsonObject(with: jobs) as? [String: Any])
    let key = try #require(kept["key"] as? String)
    for data in [Data("{\"key\":\"\(key)\"}".utf8), jobs] {
      try FileManager.default.removeItem(atPath: stamp)
      try data.write(to: URL(fileURLWithPath: module + "/jobs.json"))
      let again = try build()
      #expect(try Data(contentsOf: again.libraryURL) == library)
      #expect(try command(again).first == (data == jobs ? "-c" : "-module-name"))
    }
  }

  @Test func `errors without the driver are the driver's`() throws {
    try folder.write("main.swift", "print(1)\nlet text: Int = \"a\"\n")
    let error = #expect(throws: BuildError.self) { try build() }
    #expect(
      error?.diagnostics.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.message)" } == [
        "2:17 cannot convert value of type 'String' to specified type 'Int'"
      ])
    try folder.write("main.swift", "@_silgen_name(\"missing_function\") func missing()\nprint(2)\n")
    #expect(try run(build()) == ["2"])
  }

  @Test func `in a large app an edit in functions compiles their files alone`() throws {
    try folder.write(
      "First.swift", "func first() -> Int {\n  var value = 1\n  return value\n}\n" + Self.filler)
    try folder.write("Second.swift", "func second() -> Int {\n  2\n}\n")
    try folder.write("main.swift", "print(first(), second())\n")
    let built = try build()
    #expect(try run(built) == ["1 2"])
    #expect(built.warnings.map(\.line) == [2])

    try edit("Second.swift", "  2", "  20 + 2")
    var edited = try build()
    #expect(try compiled(edited) == ["Second.translated.swift"])
    #expect(try run(edited) == ["1 22"])
    #expect(edited.warnings == built.warnings)

    try edit("First.swift", "return value", "value += 2\n  return value")
    try edit("Second.swift", "20 + 2", "4")
    edited = try build()
    #expect(try compiled(edited) == ["First.translated.swift", "Second.translated.swift"])
    #expect(try run(edited) == ["3 4"])
    #expect(edited.warnings.isEmpty)

    // An error, another one in a second file, and back to the text that was compiled last.
    try edit("Second.swift", "  4", "  nope")
    var error = #expect(throws: BuildError.self) { try build() }
    #expect(error?.diagnostics.map(\.message) == ["cannot find 'nope' in scope"])
    try edit("First.swift", "value += 2", "value += 5")
    error = #expect(throws: BuildError.self) { try build() }
    #expect(error?.diagnostics.map(\.message) == ["cannot find 'nope' in scope"])
    try edit("First.swift", "value += 5", "value += 2")
    try edit("Second.swift", "  nope", "  4")
    #expect(try run(build()) == ["3 4"])
    try edit("Second.swift", "  4", "  5")
    edited = try build()
    #expect(try run(edited) == ["3 5"])
  }

  @Test func `in a large app an edit that others see reaches them`() throws {
    try folder.write(
      "Kit.swift",
      """
      import UIKit
      struct Point {
        var x = 1
      }
      func move(by step: Int = 1) -> Int {
        step
      }
      func twice<Value: CustomStringConvertible>(_ value: Value) -> String {
        value.description + value.description
      }
      func shape() -> some CustomStringConvertible {
        7
      }
      class Screen: UIViewController {
        @IBOutlet var first: UILabel!
        @objc func flash() { print("flash") }
      }

      """ + Self.filler)
    // In a file of its own, because it makes all edits of its file visible.
    try folder.write("Inlined.swift", "@inlinable func factor() -> Int {\n  10\n}\n")
    try folder.write(
      "Use.swift",
      """
      import UIKit
      func use() {
        print(Point(), move(), factor(), twice(Point().x), shape())
        let screen = UIStoryboard(name: "Main", bundle: nil).instantiateInitialViewController() as! Screen
        _ = screen.view
        screen.perform(#selector(Screen.flash))
        print(screen.first?.text ?? "none")
      }
      """)
    func storyboard(outlet: String) throws {
      try folder.write(
        "Main.storyboard",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="s">
          <scenes><scene sceneID="1"><objects>
            <viewController id="s" customClass="Screen" customModule="Größe_1" customModuleProvider="target" sceneMemberID="viewController">
              <view key="view" id="v"><rect key="frame" x="0" y="0" width="320" height="480"/>
                <subviews><label text="a label" id="l"><rect key="frame" x="0" y="0" width="100" height="20"/></label></subviews>
              </view>
              <connections><outlet property="\(outlet)" destination="l" id="o"/></connections>
            </viewController>
          </objects></scene></scenes>
        </document>
        """)
    }
    try storyboard(outlet: "first")
    try folder.write("main.swift", "use()\n")
    let plain = "Point(x: 1) 1 10 11 7"
    #expect(try run(build()) == [plain, "flash", "a label"])

    func expect(_ lines: [String], _ comment: Comment) throws {
      let edited = try build()
      #expect(try compiled(edited) == nil, comment)
      #expect(try run(edited) == lines, comment)
    }
    try edit("Kit.swift", "var x = 1", "var y = 3\n  var x = 2")
    try expect(["Point(y: 3, x: 2) 1 10 22 7", "flash", "a label"], "a type")
    try edit("Kit.swift", "step: Int = 1", "step: Int = 5")
    try expect(["Point(y: 3, x: 2) 5 10 22 7", "flash", "a label"], "a default argument")
    try edit("Inlined.swift", "  10", "  100")
    try expect(["Point(y: 3, x: 2) 5 100 22 7", "flash", "a label"], "an inlinable function")
    try edit(
      "Kit.swift", "<Value: CustomStringConvertible>(_ value: Value)",
      "<Value: BinaryInteger>(_ value: Value)")
    try edit("Kit.swift", "value.description + value.description", "\"\\(value * 2)\"")
    try expect(["Point(y: 3, x: 2) 5 100 4 7", "flash", "a label"], "a generic function")
    try edit("Kit.swift", "  7", "  \"seven\"")
    try expect(["Point(y: 3, x: 2) 5 100 4 seven", "flash", "a label"], "an opaque result")
    let line = "Point(y: 3, x: 2) 5 100 4 seven"
    try edit(
      "Kit.swift", "@objc func flash() { print(\"flash\") }",
      "@objc(display) func flash() { print(\"display\") }")
    try expect([line, "display", "a label"], "a selector")
    try edit("Kit.swift", "@IBOutlet var first: UILabel!", "@IBOutlet var second: UILabel!")
    let error = #expect(throws: BuildError.self) { try build() }
    #expect(error?.diagnostics.first?.message == "value of type 'Screen' has no member 'first'")
    try edit("Use.swift", "screen.first?", "screen.second?")
    try storyboard(outlet: "second")
    try expect([line, "display", "a label"], "an outlet")
    try folder.write("More.swift", "func use() {\n  print(\"more\", factor())\n}\n")
    try edit("Use.swift", "func use()", "func useNoMore()")
    try expect(["more 100"], "an added file")
    try FileManager.default.removeItem(atPath: folder.path + "/More.swift")
    try edit("Use.swift", "func useNoMore()", "func use()")
    try expect([line, "display", "a label"], "a deleted file")

    // What edits left is what a build from nothing gives.
    let fresh = try TemporaryFolder()
    #expect(try run(build(in: fresh)) == [line, "display", "a label"])
  }
}
