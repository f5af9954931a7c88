import Foundation
import Testing

@testable import Translator

@Suite struct TranslationCacheTests {
  private func source(_ name: String, _ text: String) -> SourceFile {
    SourceFile(path: "/\(name).swift", projectRelativePath: "\(name).swift", text: text)
  }

  @Test func `a second translation is read from the cache and equal`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let translator = ModuleTranslator(options: Mode.five.options)
    for golden in GoldenCase.all {
      let cache = TranslationCache(directory: folder)
      let plain = translator.translate(golden.files)
      let first = translator.translate(golden.files, cache: cache)
      let count = try FileManager.default.contentsOfDirectory(atPath: folder.path).count
      let second = translator.translate(golden.files, cache: cache)
      #expect(first.files == plain.files)
      #expect(second.files == plain.files)
      #expect(second.diagnostics == plain.diagnostics)
      #expect(second.generated == plain.generated)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == count)
    }
  }

  @Test func `a change in a body keeps the other files' entries valid, a new declaration does not`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = TranslationCache(directory: folder)
    let translator = ModuleTranslator(options: Mode.five.options)
    let user = source("User", "class User: UIViewController { func f() { _ = #selector(Base.act) } }")
    func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("file-") }.count
    }
    _ = translator.translate(
      [user, source("Base", "class Base: UIViewController { @objc func act() { print(1) } }")], cache: cache)
    #expect(try count() == 2)
    _ = translator.translate(
      [user, source("Base", "class Base: UIViewController { @objc func act() { print(2) } }")], cache: cache)
    #expect(try count() == 3)
    let result = translator.translate(
      [user, source("Base", "class Base: UIViewController { @objc func act(_ x: Any) { print(2) } }")],
      cache: cache)
    #expect(try count() == 5)
    #expect(result.files[0].text.contains("Selector(_carob: \"act:\", Base.act(_:))"))
  }

  @Test
  func `marking a method as an action causes files that use its selector to be translated again`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = TranslationCache(directory: folder)
    let translator = ModuleTranslator(options: Mode.five.options)
    let user = source("User", "class User: UIViewController { func f() { _ = #selector(Base.act) } }")
    func translate(_ method: String) -> TranslationResult {
      translator.translate(
        [user, source("Base", "class Base: UIViewController { \(method) }")], cache: cache)
    }
    #expect(translate("func act(_ x: Any) {}").hasErrors)
    #expect(!translate("@IBAction func act(_ x: Any) {}").hasErrors)
  }

  @Test func `a damaged entry is translated again`() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = TranslationCache(directory: folder)
    let translator = ModuleTranslator(options: Mode.five.options)
    let file = source("A", "class A: UIView { @objc func f() {} }")
    let first = translator.translate([file], cache: cache)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try Data("{".utf8).write(to: folder.appending(path: name))
    }
    #expect(translator.translate([file], cache: cache).files == first.files)
  }
}
