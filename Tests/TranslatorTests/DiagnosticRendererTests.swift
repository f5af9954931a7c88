import Testing

@testable import Translator

@Suite struct DiagnosticRendererTests {
  @Test func `the excerpt shows the user's own line with a caret`() {
    var renderer = DiagnosticRenderer { path in
      path == "/Project/A.swift" ? "import UIKit\n  @IBAction func tap() { nope() }\n" : nil
    }
    let output = renderer.render(
      """
      /Project/A.swift:2:26: error: cannot find 'nope' in scope
      1 | import UIKit
      2 |             func tap() { nope() }; generated()
        |                          `- error: cannot find 'nope' in scope
      3 |

      /elsewhere.swift:9:1: note: here
      error: link command failed
      """)
    #expect(
      output == """
        /Project/A.swift:2:26: error: cannot find 'nope' in scope
          @IBAction func tap() { nope() }
                                 ^
        /elsewhere.swift:9:1: note: here
        error: link command failed

        """)
  }

  @Test func `for a column beyond the user's line the caret is after its end`() {
    var renderer = DiagnosticRenderer { _ in "let é = 1" }
    #expect(
      renderer.render("/a.swift:1:400: error: x") == "/a.swift:1:400: error: x\nlet é = 1\n         ^\n")
    #expect(renderer.render("/a.swift:1:7: error: x") == "/a.swift:1:7: error: x\nlet é = 1\n     ^\n")
    #expect(renderer.render("/a.swift:7:1: error: x") == "/a.swift:7:1: error: x\n")
  }
}
