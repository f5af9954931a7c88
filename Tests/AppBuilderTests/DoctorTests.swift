import AppProject
import Foundation
import Testing
import Translator

@testable import AppBuilder

struct DoctorTests {
  private func findings(_ files: [String: String]) throws -> [Doctor.Finding] {
    let folder = try TemporaryFolder(files)
    let project = try Project.read(folder.path)
    return try Doctor().check(project.app(), in: project)
  }

  private static let app = "import UIKit\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"

  @Test func `a correct project has no findings`() throws {
    let found = try findings([
      "A.swift": Self.app, "VC.swift": "class VC: UIViewController {\n  @IBAction func tap(_ s: Any) {}\n}\n",
      "Main.storyboard": Self.storyboard(customClass: "VC"),
    ])
    #expect(found == [])
  }

  @Test func `importing an unknown module is an error with its location, except under a condition`() throws {
    let found = try findings([
      "A.swift": Self.app
        + "// import Nothing\n@testable import  Alamofire\n#if canImport(Foo)\nimport Foo\n#endif\n"
    ])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.line == 4)
    #expect(found.first?.column == 19)
    #expect(found.first?.message.contains("“Alamofire”") == true)
  }

  @Test func `the SDK's modules are known before it is built`() throws {
    let modules = ["QuartzCore", "CoreGraphics", "os", "os.log", "OSLog", "Combine"]
    let found = try findings(["A.swift": modules.map { "import \($0)\n" }.joined() + Self.app])
    #expect(found == [])
  }

  @Test func `a SwiftUI app is reported as such`() throws {
    let found = try findings(["A.swift": "import SwiftUI\n@main\nstruct Sample: App {\n}\n"])
    #expect(found.contains { $0.line == 3 && $0.message.contains("SwiftUI") && $0.severity == .error })
  }

  @Test func `an app without an entry point is an error`() throws {
    let found = try findings(["A.swift": "import UIKit\nclass A {} // @main\n"])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.contains("entry point") == true)
  }

  @Test func `for a file that cannot be read there is only one finding`() throws {
    let folder = try TemporaryFolder(["A.swift": ""])
    try Data([0xFF, 0xFE, 0x61, 0]).write(to: URL(fileURLWithPath: folder.path + "/A.swift"))
    let project = try Project.read(folder.path)
    let found = try Doctor().check(project.app(), in: project)
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.contains("UTF-16") == true)
  }

  @Test func `a storyboard with an unknown class is a warning with its line`() throws {
    let found = try findings([
      "A.swift": Self.app, "Main.storyboard": Self.storyboard(customClass: "Missing"),
    ])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.line == 3)
    #expect(found.first?.message.contains("“Missing”") == true)
  }

  @Test func `a storyboard that expects a class in another module is a warning with its line`() throws {
    let storyboard = Self.storyboard(customClass: "VC")
    let sources = [
      "A.swift": Self.app, "VC.swift": "class VC: UIViewController {\n  @IBAction func tap(_ s: Any) {}\n}\n",
    ]
    func check(_ attributes: String) throws -> [Doctor.Finding] {
      let text = storyboard.replacing("customModuleProvider=\"target\"", with: attributes)
      return try findings(sources.merging(["Main.storyboard": text]) { $1 })
    }
    let found = try check("customModule=\"Other\"")
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.line == 3)
    #expect(
      found.first?.message
        == "the class “VC” is looked for in the module “Other”, and the project has only “Sample”; the element becomes a plain "
        + "viewController when it is loaded. Choose the module in the identity inspector, or “Inherit Module From Target”"
    )
    #expect(try check("customModule=\"Sample\"") == [])
    #expect(try check("customModule=\"Other\" customModuleProvider=\"target\"") == [])
  }

  @Test
  func `a selector of a method that is invisible to Objective-C is an error with its location`() throws {
    let found = try findings([
      "A.swift": Self.app,
      "VC.swift":
        "class VC: UIViewController {\n  func plain() {}\n  lazy var action = #selector(plain)\n}\n",
    ])
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.line == 3)
    #expect(found.first?.message.contains("'plain()' that is not exposed to Objective-C") == true)
  }

  @Test func `unknown outlets and actions are warnings, inherited ones are not`() throws {
    let found = try findings([
      "A.swift": Self.app,
      "VC.swift": "class Base: UIViewController { @IBAction func tap(_ s: Any) {} }\nclass VC: Base {}\n",
      "Main.storyboard": Self.storyboard(
        customClass: "VC",
        connections: "<outlet property=\"label\" destination=\"v\" id=\"o\"/>"),
    ])
    #expect(found.count == 1)
    #expect(found.first?.message.contains("no property “label”") == true)
    let actions = try findings([
      "A.swift": Self.app, "VC.swift": "class VC: UIViewController {}\n",
      "Main.storyboard": Self.storyboard(customClass: "VC"),
    ])
    #expect(actions.first?.message.contains("no action “tap:”") == true)
  }

  @Test func `a broken storyboard and a missing storyboard are errors`() throws {
    let broken = try findings(["A.swift": Self.app, "Main.storyboard": "<document>\n<scenes>\n</document>"])
    #expect(broken.first?.severity == .error)
    #expect(broken.first?.line == 3)
    let missing = try findings([
      "A.swift": Self.app,
      "Info.plist": PropertyList.xml("<dict><key>UIMainStoryboardFile</key><string>Gone</string></dict>"),
    ])
    #expect(missing.first?.severity == .error)
    #expect(missing.first?.message.contains("Gone.storyboard") == true)
  }

  @Test func `a syntax error in any body is reported before anything is built`() throws {
    let found = try findings([
      "A.swift": Self.app, "B.swift": "class B {\n  func plain() {\n    let x = (1, 2\n  }\n}\n",
    ])
    #expect(
      found.contains { $0.severity == .error && $0.path?.hasSuffix("/B.swift") == true && $0.line == 3 })
  }

  @Test func `words in comments and strings do not count as code`() {
    let outline = SourceOutline(
      SwiftTokens(
        "/* class A { /* nested */ } */ let s = \"class B { \\\" import C\"\nlet t = \"\"\"\nimport D\n\"\"\"\nimport E\n"
      ))
    #expect(outline.classes.isEmpty)
    #expect(outline.imports == [SourceOutline.Import(module: "E", line: 5, column: 8)])
  }

  private static func storyboard(customClass: String, connections: String = "") -> String {
    """
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="c">
    <scenes><scene sceneID="s"><objects>
    <viewController id="c" customClass="\(customClass)" customModuleProvider="target" sceneMemberID="viewController">
    <view key="view" contentMode="scaleToFill" id="v"><subviews>
    <button opaque="NO" contentMode="scaleToFill" buttonType="system" id="b"><state key="normal" title="x"/>
    <connections><action selector="tap:" destination="c" eventType="touchUpInside" id="a"/></connections></button>
    </subviews></view>
    <connections>\(connections)</connections>
    </viewController>
    </objects></scene></scenes>
    </document>
    """
  }
}
