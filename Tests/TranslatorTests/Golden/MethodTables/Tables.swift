import UIKit

class TablesController: UIViewController, UITextFieldDelegate {
  override func viewDidLoad() {
    super.viewDidLoad()
    class Local: NSObject {
      @objc func go(sender: Any) {}
    }
    _ = Local()
  }
  override var prefersStatusBarHidden: Bool { true }
  @objc private func noArguments() {}
  @objc private func object(_ sender: UIButton?) {}
  @objc fileprivate func any(_ sender: Any) {}
  @objc func value(_ text: String) {}
  @objc func two(_ sender: Any?, event: UIEvent) {}
  @objc func three(_ a: Int, b: String?, c: [Int]) {}
  @objc func four(_ a: Int, b: Int, c: Int, d: Int) {}
  @objc func result(_ x: Int) -> String { "" }
  @objc func throwing() throws {}
  @objc func throwingValue(_ x: Int) throws -> Int { x }
  @objc class func classMethod(_ x: Any?) {}
  @objc static func staticMethod() -> Int { 1 }
  @objc func closure(_ x: @escaping (Int) -> Void) {}
  @objc func defaulted(_ x: Int = 3) {}
  @objc func `repeat`(_ x: Any) {}
  @objc nonisolated func free(_ x: Any) {}
  @objc private func twin(_ sender: UIButton) {}
  func twin(_ sender: Int) {}
  func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
  func plainSwift(x: Int) {}
  private func hidden() {}
  func generic<T>(_ x: T) {}
}

extension TablesController: UIScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  @objc private func inExtension() {}
}

final class TablesModel: NSObject {
  @objc func tick() {}
  @objc subscript(index: Int) -> String { get { "" } set { print(newValue) } }
  @objc subscript(name key: NSString) -> Any? { nil }
  @objc func asynchronous(_ x: Int) async {}
  @objc func asynchronousValue() async throws -> Int { 1 }
  @objc func asynchronousText(_ x: String, from y: Int) async throws {}
  @MainActor @objc func onMain(_ sender: UIView) {}
}

class TablesPlain {
  init() {}
  @objc func poke(_ x: Any) {}
  @objc static func shared() {}
}
class TablesPlainSub: TablesPlain {
  @objc func more() {}
  override func poke(_ x: Any) {}
}
class TablesPlainWithProtocol: Equatable {
  static func == (a: TablesPlainWithProtocol, b: TablesPlainWithProtocol) -> Bool { a === b }
  @objc func compare() {}
}
class TablesNoMethods { func nothing() {} }

class TablesBox<Content>: UIView {
  var content: Content?
  @objc func boxed(_ sender: UIControl) {}
  class Nested: NSObject { @objc func nested() {} }
}
enum TablesNamespace { final class Inner: UIView { @objc func inner() {} }; class OneLine: UIView {} }

public class TablesPublic: NSObject {
  @objc public func shown() {}
}
open class TablesOpen: UIView {
  @IBAction open func shown(_ sender: Any) {}
}

class TablesAdopter: UIViewController, UITextFieldDelegate {}
class TablesLate: TablesAdopter {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool { false }
}
class TablesBase: UIViewController { @objc func act(_ sender: Any) {} }
class TablesDerived: TablesBase { override func act(_ sender: Any) {} }
class TablesOperation: Operation, @unchecked Sendable {
  @objc func work() {}
  override func main() {}
}
