import TestSupport
import Testing

@testable import Translator

/// The members that a Swift 3 module exposes without attributes.
@Suite struct ObjCInferenceTests {
  private func selectors(_ infers: Bool) -> [String] {
    let source = SourceFile(
      path: "/Project/A.swift", projectRelativePath: "A.swift",
      text: """
        import UIKit
        class Screen: UIViewController {
          func list(sender: UIButton!) {}
          private func hidden() {}
          @nonobjc func kept() {}
        }
        extension Screen { func more() {} }
        class Plain { func plain() {} }
        """)
    let options = TranslationOptions(moduleName: "App", infersObjC: infers)
    let text = ModuleTranslator(options: options).translate([source]).files[0].text
    return ["listWithSender:", "hidden", "kept", "more", "plain"].filter { text.contains("\"\($0)\"") }
  }

  @Test(.rule("E-551")) func `members of subclasses of NSObject need no attribute, private ones do`() {
    #expect(selectors(true) == ["listWithSender:", "more"])
    #expect(selectors(false) == [])
  }
}
