import UIKit

class SelectorsController: UIViewController {
  lazy var recognizer = UITapGestureRecognizer(target: self, action: #selector(tapped))
  static let stored = #selector(SelectorsController.tap(_:))
  @objc var level = 0
  @objc(enabled) var isEnabled = true

  override func viewDidLoad() {
    let button = UIButton()
    button.addTarget(self, action: #selector(tap), for: .touchUpInside)
    button.addTarget(self, action: #selector(tap(_:)), for: .touchUpInside)
    button.addTarget(self, action: #selector(self.tap), for: .touchUpInside)
    button.addTarget(self, action: #selector(self.event(_:with:)), for: .touchUpInside)
    button.addTarget(self, action: #selector(Self.tapped), for: .touchUpInside)
    button.addTarget(self, action: #selector(SelectorsController.tapped), for: .touchUpInside)
    button.addTarget(nil, action: #selector(over as () -> Void), for: .touchUpInside)
    button.addTarget(nil, action: #selector(over(_:)), for: .touchUpInside)
    button.addTarget(nil, action: #selector((over(_:))), for: .touchUpInside)
    button.addTarget(SelectorsController.self, action: #selector(onClass), for: .touchUpInside)
    button.addTarget(self, action: #selector(renamed), for: .touchUpInside)
    button.addTarget(self, action: #selector(UIView.endEditing(_:)), for: .touchUpInside)
    button.addTarget(self, action: #selector(UIResponder.becomeFirstResponder), for: .touchUpInside)
    button.addTarget(self, action: #selector(UIViewController.dismiss(animated:completion:)), for: .touchUpInside)
    button.addTarget(self, action: #selector(button.layoutSubviews), for: .touchUpInside)
    button.addTarget(self, action: #selector(SelectorsHelper.Inner.go(sender:)), for: .touchUpInside)
    let closure = { UITapGestureRecognizer(target: self, action: #selector(self.tapped)) }
    _ = closure
    _ = #selector(getter: level)
    _ = #selector(setter: SelectorsController.level)
    _ = #selector(getter: self.isEnabled)
    _ = #selector(setter: isEnabled)
    _ = #selector(getter: UIView.isHidden)
    _ = #selector(setter: UIView.isHidden)
    _ = (#selector(tapped), #selector(event))
    class Local: NSObject {
      @objc func deep() {}
      func use() -> Selector { #selector(deep) }
    }
    _ = #selector(Local.deep)
    _ = #selector(twin(_:))
  }
  @objc func tapped() {}
  @objc func tap(_ sender: UIButton) {}
  @IBAction func event(_ sender: Any, with event: UIEvent) {}
  @objc func over() {}
  @objc func over(_ x: Any) {}
  @objc class func onClass() {}
  @objc(other:) func renamed(_ x: Any) {}
  @objc func twin(_ x: UIButton) {}
  func twin(_ x: Int) {}
}
class SelectorsSub: SelectorsController {
  func use() -> [Selector] { [#selector(tapped), #selector(super.tapped), #selector(viewDidLoad)] }
}
struct SelectorsHelper {
  class Inner: NSObject { @objc func go(sender: Any) {} }
  func use() -> Selector { #selector(Inner.go) }
}
class SelectorsBox<T>: UIView {
  @objc func boxed() {}
  func use() -> Selector { #selector(boxed) }
  func useOf() -> Selector { #selector(SelectorsBox<Int>.boxed) }
}
extension UIView {
  @objc func selectorsShake(_ sender: Any) {}
  func selectorsUse() -> Selector { #selector(selectorsShake) }
}
@objc protocol SelectorsTarget { func fire(_ x: Any) }
class SelectorsUser: NSObject {
  func use() -> [Selector] { [#selector(SelectorsTarget.fire(_:)), #selector(SelectorsTarget.fire)] }
}
@propertyWrapper struct SelectorsWired {
  var wrappedValue: Int
  init(wrappedValue: Int, _ action: Selector) { self.wrappedValue = wrappedValue }
}
class SelectorsWrapped: NSObject {
  @SelectorsWired(#selector(fire(_:))) var count = 1
  @objc func fire(_ x: Any) {}
}
class SelectorsLong: NSObject {
  @objc var long: NSString = ""
  @objc func fire(_ x: Any) {}
  func use() -> [Any] {
    [
      #selector(
        fire(_:)
      ), #line,
      #keyPath(
        SelectorsLong  // of the #keyPath
          .long  // of the #keyPath
      ), #line,
    ]
  }
}
