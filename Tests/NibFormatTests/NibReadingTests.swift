import Foundation
import InterfaceCompiler
import TestSupport
import Testing

@testable import NibFormat

/// Parts of a file that the loader does not read.
@Suite struct NibReadingTests {
  private func check(_ controller: String) throws -> [String] {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
      targetRuntime="iOS.CocoaTouch" initialViewController="c"><scenes><scene sceneID="s"><objects>
      \(controller)
      </objects></scene></scenes></document>
      """
    let document = try NibCompiler.parse(xml: Data(xml.utf8), path: "Main.storyboard")
    return NibCompiler.check(document).map { "\($0.line) \($0.severity) \($0.message)" }
  }

  @Test(.rule("E-700"))
  func `an attribute that nothing reads is reported once, however often it occurs`() throws {
    let found = try check(
      """
      <viewController id="c"><view key="view" id="v"><subviews>
      <button id="a" warp="9" tag="1" userLabel="Left"/>
      <button id="b" warp="8"/>
      <label id="l" warp="7"/>
      </subviews></view></viewController>
      """)
    #expect(
      found == [
        "4 warning the attribute warp=\"9\" of <button> has no effect here",
        "6 warning the attribute warp=\"7\" of <label> has no effect here",
      ])
  }

  @Test(.rule("E-700")) func `a child that nothing reads is reported by its key or its name`() throws {
    let found = try check(
      """
      <viewController id="c"><color key="auraColor" white="1"/>
      <navigationItem key="navigationItem" id="n"><rightBarButtonItems><barButtonItem id="r"/>
      </rightBarButtonItems><array key="leftBarButtonItems"/><items/></navigationItem>
      <nil key="whatever"/><simulatedStatusBarMetrics key="x"/><size key="freeformSize"/></viewController>
      """)
    #expect(
      found == [
        "3 warning <color key=\"auraColor\"> in <viewController> has no effect here",
        "5 warning <items> in <navigationItem> has no effect here",
      ])
  }

  /// Every word that the vocabulary lists as read occurs in the loader's sources.
  @Test(.rule("E-700")) func `every word of the vocabulary is used by a reader`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/SDK")
    var words: Set<Substring> = []
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains("NibElement") || text.contains("NibCoder") else { continue }
      for match in text.matches(of: /"([A-Za-z0-9]+)"/) { words.insert(match.output.1) }
    }
    let claimed = (Array(NibVocabulary.attributes.values) + Array(NibVocabulary.children.values))
      .reduce(into: Set<String>()) { $0.formUnion($1) }
    // Words that are also element names, such as the parts of a color, need not occur as literals in the
    // loader.
    let elsewhere = claimed.filter { NibVocabulary.isKnown($0) }
    #expect(claimed.subtracting(elsewhere).filter { !words.contains(Substring($0)) }.sorted() == [])
  }
}
