import Foundation
import SelectorNames
import Testing

@testable import Translator

/// `#selector` of a UIKit method must give the selector to which UIKit's classes respond.
@Suite struct FrameworkMessageNameTests {
  @Test func `a selector expression gives the selector of the SDK's table entry`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Sources/SDK/UIKit/Messages")
    // NB: names for which several classes have different selectors; `#selector` does not know the class.
    let shared: Set = [
      "cancel()", "finish()", "pause()", "update(_:)", "show(_:)", "hide(_:)", "prepare()", "convert(_:to:)",
      "convert(_:from:)", "setBackgroundImage(_:for:)",
    ]
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /\(\s*"([\w:]+)",\s*"([^"]+)"/) {
        let (selector, name) = (String(match.1), String(match.2))
        if shared.contains(name) { continue }
        count += 1
        let named =
          FrameworkSelectors.selector(forSwiftName: name) ?? FrameworkSelectors.selector(forMessage: name)
          ?? ObjCNaming.selector(forSwiftName: name)
        #expect(named == selector, "\(name) in \(file)")
      }
    }
    #expect(count > 250)
  }
}
