import TestSupport
import Testing

@testable import Translator

/// The cost of a translation, as the number of superclasses and members visited, is linear in the size of the
/// source.
@Suite struct LinearTimeTests {
  /// A kind of module of variable size whose visits are counted.
  struct Shape: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var source: @Sendable (Int) -> String
  }

  static let shapes = [
    Shape(testDescription: "a chain of classes") { count in
      let first = """
        class C0: UIViewController, UITableViewDelegate {
          @objc dynamic var v = 0
          @objc func m0() {}
          override func viewDidLoad() {}
          init() { super.init(nibName: nil, bundle: nil) }
          required init?(coder: NSCoder) { nil }
        }

        """
      return (1..<count).reduce(into: first) { text, number in
        text += """
          class C\(number): C\(number - 1), P\(number % 3) {
            @objc func m\(number)(_ sender: UIButton) { perform(#selector(m\(number)(_:))) }
            @objc override func m0() { perform(#selector(v)) }
            override func viewDidLoad() { _ = #keyPath(v) }
            override var v: Int { didSet {} }
            @IBOutlet var o\(number): UILabel!
            var object: AnyObject?
            func look() { _ = object?.tag }
            func p\(number % 3)() {}
            func tableView(_ t: UITableView, didSelectRowAt p: IndexPath) {}
          }

          """
      } + (0..<3).map { "@objc protocol P\($0) { @objc optional func p\($0)() }\n" }.joined()
    },
    Shape(testDescription: "classes beside each other") { count in
      (0..<count).reduce(into: "") { text, number in
        text += """
          class W\(number): UIViewController, UITableViewDelegate {
            @objc func m\(number)() { perform(#selector(m\(number))) }
            @objc func refresh() {}
            override func viewDidLoad() {}
          }

          """
      }
    },
    Shape(testDescription: "extensions of one class") { count in
      (0..<count).reduce(into: "class A: UIViewController {}\nclass B: A { override func e1() {} }\n") {
        text, number in
        text += "extension A { @objc func e\(number)() { perform(#selector(e\(number))) } }\n"
      }
    },
    Shape(testDescription: "extensions of one of the SDK's classes") { count in
      (0..<count).reduce(into: "class B: UIView { override func e1() {} }\n") { text, number in
        text += "extension UIView { @objc func e\(number)() { perform(#selector(e\(number))) } }\n"
      }
    },
    Shape(testDescription: "a chain of protocols and of classes that adopt them") { count in
      (0..<count).reduce(into: "") { text, number in
        text += """
          @objc protocol P\(number)\(number > 0 ? ": P\(number - 1)" : "") { @objc optional func p\(number)() }
          class K\(number): \(number > 0 ? "K\(number - 1)" : "UIView"), P\(number) { func p\(number)() {} }

          """
      }
    },
  ]

  // F-160
  @Test(.rule("F-160"), arguments: shapes)
  func `translating twice as much source costs twice as much`(_ shape: Shape) {
    func visits(_ count: Int) -> Int {
      let text = "import UIKit\n" + shape.source(count)
      let result = ModuleTranslator(options: TranslationOptions(moduleName: "App")).translate([
        SourceFile(path: "/A.swift", projectRelativePath: "A.swift", text: text)
      ])
      #expect(!result.hasErrors)
      return result.visits
    }
    let (small, large) = (visits(40), visits(80))
    #expect(small > 20)
    #expect(Double(large) < 2.2 * Double(small))
  }
}
