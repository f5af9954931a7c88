import Foundation
import TestSupport
import Testing

@testable import Translator

/// Compares the translations of every rule with the expected ones in Golden/*/Expected.
///
/// CAROB_RECORD_GOLDEN=1 writes them again, for review with `git diff`.
@Suite struct GoldenTests {
  @Test(arguments: GoldenCase.all)
  func `a module's translation matches its golden file`(_ golden: GoldenCase) throws {
    #expect(!golden.files.isEmpty)
    let result = golden.translated()
    let diagnostics = result.diagnostics.map { $0.description.replacing("/Project/", with: "") + "\n" }
      .joined()
    if ProcessInfo.processInfo.environment["CAROB_RECORD_GOLDEN"] != nil {
      for file in result.files {
        try golden.record(file.text, URL(fileURLWithPath: file.path).lastPathComponent)
      }
      try golden.record(result.generated?.text ?? "", "Generated.swift")
      try golden.record(diagnostics, "diagnostics.txt")
    }
    for file in result.files {
      #expect(golden.expected(URL(fileURLWithPath: file.path).lastPathComponent) == file.text)
    }
    #expect(golden.expected("Generated.swift") == result.generated?.text)
    #expect(golden.expected("diagnostics.txt") == diagnostics)
  }

  @Test(arguments: GoldenCase.all)
  func `translating a translation changes nothing`(_ golden: GoldenCase) {
    for mode in Mode.allCases {
      let once = golden.translated(mode)
      let again = golden.translated(
        mode,
        files: zip(golden.files, once.files).map { original, translated in
          SourceFile(
            path: original.path, projectRelativePath: original.projectRelativePath, text: translated.text)
        })
      #expect(again.files.map(\.text) == once.files.map(\.text))
    }
  }

  @Test(arguments: GoldenCase.all)
  func `every line of the user's text keeps its line number`(_ golden: GoldenCase) {
    for mode in Mode.allCases {
      for (original, translated) in zip(golden.files, golden.translated(mode).files)
      where translated.text.hasPrefix("#sourceLocation") {
        let before = original.text.split(separator: "\n", omittingEmptySubsequences: false)
        let after = translated.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        #expect(before.count == after.count)
        for (old, new) in zip(before, after) where !touched.contains(where: old.contains) {
          // If nothing is replaced, all of the user's characters are present, in order.
          var rest = old.filter { $0 != " " }[...]
          for character in new where character == rest.first { rest.removeFirst() }
          #expect(rest.isEmpty, "\(old) became \(new)")
        }
      }
    }
  }

  /// Words that rules replace.
  private let touched = [
    "@", "#", "override", "dynamic", "optional", "import", "NSObject", "AnyObject", "as CF", "?(", "!(",
    "as? CF", "?.", "as? [[String: Any?", "as? [String: Int?", "as? String?", "as! [String?", "as! Optional<",
    "as! NSFetchRequest", "as? NSFetchRequest", "withInvocationTarget",
  ]

  @Test func `a file begins with its path in the project`() {
    let result = ModuleTranslator(options: Mode.five.options).translate([
      SourceFile(path: "/a \"b\"/ü.swift", projectRelativePath: "ü.swift", text: "import UIKit\n")
    ])
    #expect(
      result.files[0].text == "#sourceLocation(file: \"/a \\\"b\\\"/ü.swift\", line: 1)\nimport UIKit\n")
  }

  @Test func `columns before the first change on a line are preserved`() {
    let text = "class A { @objc func f() { let number = 1 } }"
    let result = ModuleTranslator(options: Mode.five.options).translate([
      SourceFile(path: "/a.swift", projectRelativePath: "a.swift", text: text)
    ])
    let line = result.files[0].text.split(separator: "\n")[1]
    #expect(line.contains("func f() { let number = 1 }"))
    #expect(!line.contains("@objc"))
  }

  @Test func `an entry point attribute with a main file is an error`() {
    var options = Mode.five.options
    options.hasMainFile = true
    let result = ModuleTranslator(options: options).translate([
      SourceFile(
        path: "/a.swift", projectRelativePath: "a.swift",
        text: "@UIApplicationMain class A: UIResponder, UIApplicationDelegate {}")
    ])
    #expect(
      result.diagnostics.map(\.description) == [
        "/a.swift:1:1: error: '@UIApplicationMain' cannot be used in a module that has a main.swift; "
          + "remove one of them"
      ])
  }

  @Test func `classes of other modules that derive from NSObject can be specified`() {
    var options = Mode.five.options
    options.imported.objectClasses = ["Base"]
    let source = SourceFile(
      path: "/a.swift", projectRelativePath: "a.swift", text: "class A: Base { @objc func f() {} }")
    let result = ModuleTranslator(options: options).translate([source])
    #expect(result.files[0].text.contains("nonisolated override class var _carobMethods"))
    #expect(result.exports.objectClasses == ["A"])
    options.imported.objectClasses = []
    let other = ModuleTranslator(options: options).translate([source])
    #expect(other.files[0].text.contains("class A: Base, nonisolated _CarobMethods"))
    #expect(other.exports.objectClasses == [])
  }

  @Test func `delegate protocols of other modules are known from their exports`() {
    func source(_ text: String) -> SourceFile {
      SourceFile(path: "/a.swift", projectRelativePath: "a.swift", text: text)
    }
    let kit = ModuleTranslator(options: Mode.five.options).translate([
      source(
        """
        public protocol BaseDelegate: AnyObject { func began() }
        public protocol PickerDelegate: BaseDelegate { func picked(_ x: Int); static func made(); var n: Int { get } }
        protocol InnerDelegate { func inner() }
        public protocol Themed { func apply() }
        """)
    ])
    #expect(
      kit.exports.delegateRequirements == [
        "BaseDelegate": ["began()"], "PickerDelegate": ["began()", "picked(_:)"],
      ])
    var options = Mode.five.options
    options.imported.formUnion(kit.exports)
    let text = """
      protocol OwnDelegate: PickerDelegate { func own() }
      class A: PickerDelegate { func picked(_ x: Int) {}; func apply() {} }
      class B: OwnDelegate { func began() {}; func own() {} }
      extension UIView: PickerDelegate { func picked(_ x: Int) {} }
      """
    let result = ModuleTranslator(options: options).translate([source(text)]).files[0].text
    #expect(result.components(separatedBy: "_carobEnter(.delegate, \"picked(_:)\", self").count == 3)
    #expect(result.contains("_carobEnter(.delegate, \"began()\", self, \"a.swift:3\")"))
    #expect(result.contains("_carobEnter(.delegate, \"own()\", self"))
    #expect(!result.contains("\"apply()\", self"))
    let alone = ModuleTranslator(options: Mode.five.options).translate([source(text)]).files[0].text
    #expect(!alone.contains("picked(_:)\", self"))
  }
}
