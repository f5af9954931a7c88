import AppProject
import Foundation
import Testing
import Translator

@testable import AppBuilder

struct NameCheckTests {
  // MARK: What the SDK declares

  private func names(_ code: String) -> [String] {
    var names = PublicNames()
    names.add(SwiftTokens(code))
    return names.names.sorted()
  }

  @Test func `only public names are known`() {
    let code = """
      public import Hidden
      // public class Comment {}
      @preconcurrency @MainActor
      open class Shown: Base {
        public private(set) var read = 0 { didSet { let inBody = 1 } }
        var inner = 0
        open class func make(_ public: Int) -> Shown { func nested() {} ; return Shown() }
        public static let text = "public var inText"
        public struct Part: Sendable { public let `default`: Int }
        private class Secret { public func leaks() {} }
      }
      struct Kept { let x = 1 }
      public func free() {}
      public typealias Alias = Shown
      """
    #expect(
      names(code) == ["Alias", "Part", "Shown", "default", "free", "leaks", "make", "read", "text"])
  }

  @Test func `members of public extensions, requirements and cases are public without a modifier`() {
    let code = """
      public enum Kind: Int { case plain, wide = 3,
          tall(Int, String)
        public var isTall: Bool { switch self { case .plain: let local = 1; return local > 0; default: return true } }
        func hidden() {}
      }
      enum Own { case secret }
      public protocol Wanted: AnyObject { var wanted: Int { get }; func want() }
      public extension Kind { func given() {}; private func kept() {} }
      extension Kind { public func offered() {}; func withheld() {} }
      """
    #expect(
      names(code)
        == [
          "Kind", "Wanted", "given", "isTall", "offered", "plain", "tall", "wanted", "want", "wide",
        ].sorted())
  }

  private static let sdk: KnownNames = {
    let root = URL(fileURLWithPath: URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().path)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return KnownNames(sources: root.appendingPathComponent("Sources/SDK").path)
  }()

  @Test(arguments: [
    "UIView", "addSubview", "systemBlue", "UIGraphicsBeginImageContext", "viewDidLoad", "cellForRowAt",
    "NotificationCenter", "CGAffineTransform", "CALayer", "touchUpInside", "String", "append",
    "DispatchQueue",
    "URLSession", "NSLayoutConstraint", "asyncAfter", "safeAreaLayoutGuide",
  ])
  func `the SDK's own sources are read`(_ name: String) {
    #expect(Self.sdk.contains(name) == (name != "cellForRowAt"))  // a label is not a name
  }

  @Test(arguments: ["UINonexistentView", "makeKeyAndInvisible", "LayoutSolver", "NibWriter"])
  func `a name that no source declares is unknown`(_ name: String) {
    #expect(!Self.sdk.contains(name))
  }

  @Test func `the SDK's names are cached until a source changes`() throws {
    let folder = try TemporaryFolder(["SDK/Kit/A.swift": "public class UIFirst {}"])
    let cache = folder.path + "/cache"
    let sources = folder.path + "/SDK"
    #expect(KnownNames(sources: sources, cache: cache).contains("UIFirst"))
    let kept = cache + "/sdk-names.txt"
    let text = try String(contentsOfFile: kept, encoding: .utf8)
    try (text + "\nUIKept").write(toFile: kept, atomically: true, encoding: .utf8)
    #expect(KnownNames(sources: sources, cache: cache).contains("UIKept"))
    try "public class UISecond { }".write(toFile: sources + "/Kit/A.swift", atomically: true, encoding: .utf8)
    let fresh = KnownNames(sources: sources, cache: cache)
    #expect(fresh.contains("UISecond"))
    #expect(!fresh.contains("UIFirst"))
    #expect(!fresh.contains("UIKept"))
    #expect(fresh.contains("addingTimeInterval"))
  }

  // MARK: What a project uses

  private func findings(_ files: [String: String]) throws -> [String] {
    let app = "import UIKit\n@main class AppDelegate: UIResponder, UIApplicationDelegate {}\n"
    let folder = try TemporaryFolder(files.merging(["App.swift": app]) { first, _ in first })
    let project = try Project.read(folder.path)
    return try Doctor(names: Self.sdk).check(project.app(), in: project).map {
      "\(AbsolutePath.name($0.path ?? "")):\($0.line ?? 0):\($0.column ?? 0) \($0.severity.rawValue) \($0.message)"
    }
  }

  @Test
  func `a type that the SDK lacks is reported once with its uses, at the class that inherits it`() throws {
    #expect(
      try findings([
        "A.swift": "class Maker { let x: UIMissingController? = nil }\n",
        "B.swift": "final class Grid:\n  UIMissingController, UIOtherDelegate {}\n",
        "C.swift": "#if canImport(Foo)\nlet y = UIConditional()\n#endif\nlet s = \"UIText\" // UIComment\n",
      ]) == [
        "B.swift:2:3 error class Grid needs UIMissingController, which is not in Carob's SDK yet (used 2 times)",
        "B.swift:2:24 error “UIOtherDelegate” is not in Carob's SDK yet",
      ])
  }

  @Test func `a member that nothing declares is a warning`() throws {
    #expect(
      try findings([
        "A.swift": """
        class Screen: UIViewController {
          enum Kind { case plain, wide(Int),
            tall }
          override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
          func own(_ tuple: (left: Int, right: Int)) { _ = Kind.wide(tuple.left); _ = [Kind.tall, .plain] }
          override func viewDidLoad() { view.makeItBeautiful(); for i in 0..<count { own((i, i)) }; self.own((1, 2)) }
          override func viewWasBeautified() { view.makeItBeautiful() }
          var count = 3
        }
        """
      ]) == [
        "A.swift:6:38 warning nothing here declares a member “makeItBeautiful” (used 2 times); "
          + "Carob's SDK probably lacks it",
        "A.swift:7:17 warning nothing here declares a member “viewWasBeautified”; "
          + "Carob's SDK probably lacks it",
      ])
  }

  @Test func `no member is reported as missing if members may come from elsewhere`() throws {
    #expect(
      try findings(["A.swift": "@dynamicMemberLookup struct Loose { }\nfunc f(_ a: Loose) { a.whatever }\n"])
        == [])
    let found = try findings(["A.swift": "import Unseen\nfunc f() { Unseen.whatever(UIMissing.self) }\n"])
    #expect(found.count == 2)
    #expect(found.contains { $0.contains("no such module “Unseen”") })
    #expect(found.contains { $0.contains("“UIMissing” is not in Carob's SDK yet") })
  }

  @Test func `the project's own types may use Apple's prefixes`() throws {
    #expect(
      try findings([
        "A.swift":
          "class UIOwnView: UIView {}\nextension UIOwnView { func f() { UIOwnView().addSubview(self) } }\n"
          + "import UIKit.UIGestureRecognizerSubclass\nlet v: UIKit.UIView? = nil\n"
      ]) == [])
  }
}
