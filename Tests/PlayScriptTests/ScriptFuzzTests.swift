import TestSupport
import Testing

@testable import PlayScript

/// Damaged scripts of the examples are read or refused with a line.
@Suite struct ScriptFuzzTests {
  private static let pieces = [
    "- ", ":", "{", "}", "[", "]", "\n", "  ", "\t", "\"", "'", "|", ">", "&a ", "*a", "<<: *a", "!!int ",
    "#", "? ", "---\n",
    "...\n", "%YAML 1.1\n", "- tap: ", "- drag: {from: ", "to: ", "by: ", "- repeat: ", "steps: ", "- wait: ",
    "timeout: ",
    "within: ", "- type: ", "- press: ", "- event: ", "- expect: ", "- expectPrinted: ", "- snapshot: ",
    "now: true",
    "\u{0}", "\u{85}", "\u{2028}", "é", "~", "null", "yes", ".inf", ".nan", "1e400",
  ]

  @Test func `a damaged script is read or refused with a line`() {
    let samples = Fuzzing.files(in: "Examples", endings: [".yml"])
    Fuzzing.run("play-scripts", samples, pieces: Self.pieces, rounds: 400) { input, _ in
      do throws(ScriptError) {
        let script = try ScriptParser().parse(input.text, file: "s.yml")
        #expect(script.steps.allSatisfy { $0.timeout >= 0 && $0.timeout.isFinite })
      } catch {
        // YAML has more kinds of line breaks.
        let lines =
          input.text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) } + 2
        #expect((1...lines).contains(error.line), "\(error.text(file: input.name))")
        #expect(!error.message.isEmpty)
      }
    }
  }
}
