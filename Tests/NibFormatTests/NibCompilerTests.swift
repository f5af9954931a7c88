import Foundation
import InterfaceCompiler
import NibFormat
import Testing

@Suite struct NibCompilerTests {
  @Test func `broken XML is an error with path, line and column`() {
    #expect(
      failure("<document>\n  <a>\n</document>")
        == "Main.storyboard:3:12: error: a closing tag that does not match <a> (opened on line 2)")
    #expect(failure("<document x=1/>")?.hasPrefix("Main.storyboard:1:") == true)
    #expect(
      failure("<document>\n<b/>")?.contains("the file ends inside <document> (opened on line 1)") == true)
    #expect(failure("<document>&nbsp;</document>")?.contains("an entity that is not defined") == true)
  }

  @Test func `an empty file and a file that is not XML are errors`() {
    #expect(failure("") == "Main.storyboard:1:1: error: the file is empty")
    #expect(failure("\u{1}\u{2}\u{3}") != nil)
    #expect(failure("   \n  ") != nil)
    #expect(failure("hello") != nil)
  }

  @Test func `a file with a merge conflict is reported as such`() {
    #expect(
      failure("<document>\n<<<<<<< HEAD\n<a/>\n=======\n>>>>>>> branch\n</document>")
        == "Main.storyboard:2:1: error: unresolved merge conflict; choose one side and delete the marker lines"
    )
  }

  @Test func `a file in an encoding other than UTF-8 is rejected by the encoding's name`() {
    let foreign = "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>\n<document title=\"🐦\"/>"
    #expect(
      failure(foreign)
        == "Main.storyboard:1:1: error: storyboards and xibs are written in UTF-8, and this file is in Shift_JIS; save it again as UTF-8"
    )
    #expect(failure("<?xml version='1.0' encoding = 'utf-8'?>\n<plist/>")?.contains("<plist>") == true)
  }

  @Test func `documents of other platforms and of old Xcode versions are rejected by name`() {
    func document(_ type: String) -> String { "<document type=\"\(type)\"/>" }
    #expect(failure(document("com.apple.InterfaceBuilder3.Cocoa.Storyboard.XIB"))?.contains("macOS") == true)
    #expect(failure(document("com.apple.InterfaceBuilder.WatchKit.Storyboard"))?.contains("watchOS") == true)
    #expect(failure(document("com.apple.InterfaceBuilder.AppleTV.Storyboard"))?.contains("tvOS") == true)
    #expect(
      failure("<archive type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>")?.contains("Xcode 4") == true)
    #expect(failure("<plist/>")?.contains("<plist> is not the root") == true)
    #expect(failure("NIBArchive\u{1}")?.contains("compiled nib") == true)
    #expect(failure("bplist00")?.contains("compiled nib") == true)
  }

  @Test func `a document type declaration is rejected, so that no entity can expand or read a file`() {
    let bomb = "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<document>&b;</document>"
    #expect(failure(bomb)?.contains("document type declaration") == true)
  }

  @Test func `elements that are nested too deeply are an error`() {
    let deep = String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
    #expect(failure(deep)?.contains("nested") == true)
  }

  @Test func `a missing file is an error that names it`() {
    #expect(throws: NibError.self) {
      try NibCompiler.compile(contentsOf: URL(filePath: "/nonexistent.storyboard"), projectRelativePath: "x")
    }
  }

  // MARK: check

  private func check(_ xml: String) throws -> [String] {
    try NibCompiler.check(parse(xml)).map { "\($0.line) \($0.severity.rawValue) \($0.message)" }
  }

  @Test func `a correct storyboard has no findings`() throws {
    #expect(try check(sampleStoryboard) == [])
    #expect(try NibCompiler.check(parse(sampleXib)) == [])
  }

  @Test func `dangling outlets, actions, constraints and segues are errors`() throws {
    let xml = storyboard(
      """
      <scenes>
      <scene sceneID="s"><objects><viewController id="vc" sceneMemberID="viewController">
      <connections>
      <outlet property="label" destination="gone" id="o"/>
      <action selector="go:" destination="gone" id="a"/>
      <segue kind="show" destination="gone" identifier="next" id="g"/>
      </connections>
      <view key="view" id="v"><constraints>
      <constraint firstItem="gone" firstAttribute="top" secondItem="v" secondAttribute="top" id="k"/>
      <constraint firstAttribute="top" secondItem="gone" secondAttribute="top" id="k2"/>
      </constraints></view>
      </viewController></objects></scene></scenes>
      """)
    #expect(
      try check(xml) == [
        "5 error the outlet “label” refers to the object gone, which does not exist",
        "6 error the action “go:” refers to the object gone, which does not exist",
        "7 error the segue “next” leads to the object gone, which does not exist",
        "10 error the constraint k refers to the object gone, which does not exist",
        "11 error the constraint k2 refers to the object gone, which does not exist",
      ])
  }

  @Test func `an outlet into another scene is a warning, because Xcode accepts it`() throws {
    let xml = storyboard(
      "<scenes>\(scene("<connections><outlet property='x' destination='w' id='o'/></connections>"))"
        + scene("<view key='view' id='w'/>", controller: "vc2") + "</scenes>")
    #expect(try check(xml).map { $0.contains("which is in another scene") } == [true])
  }

  @Test func `an unwind segue that does not lead to an Exit is an error`() throws {
    let xml = storyboard(
      "<scenes>\(scene("<connections><segue kind='unwind' unwindAction='u:' destination='vc' id='g'/></connections>"))</scenes>"
    )
    #expect(try check(xml).count == 1)
    #expect(try check(xml)[0].contains("not to an Exit"))
  }

  @Test func `two objects with the same id and two controllers with the same identifier are errors`() throws {
    let xml = storyboard(
      "<scenes>\(scene("<view key='view' id='v'/><view id='v'/>"))</scenes>")
    #expect(try check(xml).count == 1)
    #expect(try check(xml)[0].contains("the id v is already used on line"))
    let twice = sampleStoryboard.replacing(
      "storyboardIdentifier=\"Details\"", with: "storyboardIdentifier=\"Main\"")
    #expect(try check(twice).count == 1)
    #expect(try check(twice)[0].contains("“Main” is already used"))
  }

  @Test func `a missing initial view controller is an error, not specifying one is a warning`() throws {
    let broken = storyboard("<scenes>\(scene(""))</scenes>", attributes: "initialViewController='zz'")
    let error = #expect(throws: NibError.self) { try check(broken) }
    #expect(error?.reason == .brokenReference)
    #expect(error?.line == 1)
    #expect(error?.message == "the initial view controller zz does not exist")
    // The id of a view is not the id of a controller.
    let view = storyboard(
      "<scenes>\(scene("<view key='view' id='v'/>"))</scenes>", attributes: "initialViewController='v'")
    #expect(throws: NibError.self) { try check(view) }
    #expect(
      try check(storyboard("<scenes>\(scene(""))</scenes>", attributes: ""))
        == [
          "1 warning the storyboard has no initial view controller, and no controller has an identifier; no controller can be instantiated"
        ])
  }

  @Test func `an unknown element is reported once, however often it occurs`() throws {
    #expect(
      try check(storyboard("<scenes>\(scene("<hologram/><hologram/>"))</scenes>"))
        == ["4 warning the element <hologram> is not known and will be ignored"])
  }

  // MARK: summary

  @Test func `the summary lists everything that must match the code`() throws {
    let summary = try parse(sampleStoryboard).summary
    #expect(summary.customClasses.map(\.name) == ["MainController"])
    #expect(summary.customClasses.first?.module == "App")
    #expect(summary.customClasses.first?.moduleProvider == "target")
    #expect(
      summary.outlets.map {
        "\($0.ownerClass ?? "-").\($0.property) → \($0.destinationClass ?? "-") \($0.isCollection)"
      }
        == ["MainController.button → UIButton false", "MainController.texts → UITextView true"])
    #expect(
      summary.actions.map {
        "\($0.senderElement) \($0.eventType ?? "-") \($0.selector) \($0.destinationClass ?? "responder")"
      }
        == ["button touchUpInside tap: MainController", "button touchDown nobody: responder"])
    #expect(
      summary.segues.map { "\($0.sourceElement) \($0.kind) \($0.identifier ?? "-") \($0.destinationID)" }
        == [
          "navigationController relationship - vc", "button show details vc2",
          "viewController unwind back ex",
        ])
    #expect(summary.segues[1].destinationCreationSelector == "make:sender:")
    #expect(summary.segues[2].unwindAction == "unwind:")
    #expect(summary.identifiers.map(\.name) == ["Main", "Details"])
    #expect(summary.imageNames.map(\.name) == ["Photo"])
    #expect(summary.systemImageNames.map(\.name) == ["star.fill"])
    #expect(summary.namedColors.map(\.name) == ["Brand"])
    #expect(summary.unknownElements.isEmpty)
  }
}
