import Foundation
import TestSupport
import InterfaceCompiler
import NibFormat
import Testing

/// For damaged storyboards of the examples, the compiler returns a document or throws an error with a
/// location.
@Suite struct InterfaceFuzzTests {
  private static let pieces = [
    "<", ">", "/>", "\"", "&", "&#x0;", "&amp;", "<view>", "</view>", "<subviews>", "<scene>", "<objects>",
    "id=\"",
    "destination=\"", "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"1\" height=\"1\"/>", "<![CDATA[", "]]>",
    "<!--",
    "-->", "<?xml version=\"1.0\"?>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "\u{0}", "\u{FEFF}", "é",
    "<connections>",
    "<segue destination=\"x\" kind=\"show\" id=\"y\"/>",
    "<constraint firstItem=\"a\" firstAttribute=\"top\" secondItem=\"b\" id=\"c\"/>",
  ]
  private let storyboards = Fuzzing.files(in: "Examples", endings: [".storyboard", ".xib"])

  @Test func `a damaged storyboard is compiled or rejected with an error that names it`() throws {
    try Fuzzing.run("storyboards", storyboards, pieces: Self.pieces, rounds: 150) { input, _ in
      do {
        let compiled = try NibCompiler.compile(xml: Data(input.bytes), path: input.name)
        let document = try NibReader.read(compiled)
        _ = NibCompiler.check(document)
      } catch let error as NibError {
        #expect(error.path == input.name && !error.message.isEmpty)
        #expect(error.reason != .malformedXML || error.line != nil, "\(error)")
      }
    }
  }

  @Test func `a damaged compiled document is read or rejected`() throws {
    let compiled = try storyboards.map {
      FuzzInput($0.name, try NibCompiler.compile(xml: Data($0.bytes), path: "Main.storyboard"))
    }
    try Fuzzing.run("compiled-nibs", compiled, pieces: ["\u{0}", "\u{1}", "ÿÿÿÿ", "view"], rounds: 300) {
      input, _ in
      do {
        let document = try NibReader.read(input.bytes)
        var total = 0
        for scene in document.scenes {
          scene.root.forEachDescendant {
            total += $0.name.count + $0.attributes.count + ($0.text?.count ?? 0)
          }
        }
        document.root.forEachDescendant { total += $0.children.count + $0.line.signum() }
        _ = document.summary
        _ = NibCompiler.check(document)
        #expect(total >= 0)
      } catch let error as NibError {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
