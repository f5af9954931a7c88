import UIKit

// Selectors in unusual places.

@propertyWrapper struct Wired {
  var wrappedValue: Int
  var projectedValue: Selector
  init(wrappedValue: Int, _ action: Selector) {
    self.wrappedValue = wrappedValue
    projectedValue = action
  }
}
protocol Hooking: AnyObject {}
extension Hooking where Self: Places { func hook() -> Selector { #selector(Places.plain) } }
extension UIControl {
  func wire(_ target: Any?, _ action: Selector = #selector(Places.plain)) {
    addTarget(target, action: action, for: .touchUpInside)
  }
}
class Box<Value>: NSObject {
  let value: Value
  init(_ value: Value) { self.value = value }
  @objc func poke() { print("poked", value) }
  func selector() -> Selector { #selector(poke) }
}

class Places: UIViewController, Hooking {
  static let one = #selector(plain)
  static let all: [Selector] = [#selector(Places.plain), #selector(taking(_:)), #selector(action(_:event:))]
  @Wired(#selector(plain)) var wired = 3
  lazy var button: UIButton = {
    let button = UIButton(type: .system)
    let inner = { () -> Selector in #selector(self.taking(_:)) }
    button.addTarget(self, action: inner(), for: .touchUpInside)
    return button
  }()
  lazy var item = UIBarButtonItem(title: "x", style: .plain, target: self, action: #selector(plain))
  @objc func plain() { print("plain") }
  @objc func taking(_ sender: UIButton) { print("taking") }
  @IBAction func action(_ sender: Any, event: UIEvent?) { print("action", event == nil) }
  @IBAction func none() { print("none") }
  @objc(renamed:with:) func original(_ a: Any, b: Any) { print("original", a, b) }
  @objc(😀:) func smile(_ a: Any) { print("smile", a) }
  @objc func größe(_ a: Any) { print("größe", a) }
  func generic<T: UIControl>(_ control: T, _ action: Selector = #selector(plain)) -> Selector {
    control.addTarget(self, action: #selector(self.taking(_:)), for: .touchUpInside)
    control.sendActions(for: .touchUpInside)
    return action
  }

  func use() {
    print(Self.one, Self.all, $wired, item.action!, hook())
    print(generic(UIButton()))
    button.sendActions(for: .touchUpInside)
    let control = UIButton()
    control.wire(self)
    control.sendActions(for: .touchUpInside)
    let box = Box(5)
    box.perform(box.selector())
    perform(#selector(original(_:b:)), with: 1, with: 2)
    perform(#selector(smile), with: "s")
    perform(NSSelectorFromString("😀:"), with: "t")
    perform(#selector(größe(_:)), with: "g")
    perform(#selector(none))
    perform(
      #selector(
        action(_:event:)
      ), with: self, with: nil)
    print(#line)
  }
}
