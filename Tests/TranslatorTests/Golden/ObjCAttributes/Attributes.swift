import UIKit

@IBDesignable
class AttributesView: UIView {
  @IBInspectable var corner: CGFloat = 2
  @IBOutlet
  weak var label: UILabel!
  @objc(renamed:with:)
  func original(_ a: Any, b: Any) {}
  @IBAction @objc func both(_ sender: Any) {}
  @objc dynamic func dynamicMethod() {}
  @nonobjc func swiftOnly() {}
  @objc var computed: Int { @objc(count) get { 1 } }
  @IBSegueAction func makeDetail(_ coder: NSCoder) -> UIViewController? { nil }
  @discardableResult @objc func kept() -> Int { 3 }
}

@objc enum AttributesKind: Int {
  case one, two
}

@objcMembers final class AttributesMembers: NSObject {
  let fixed = 1
  var open: String?
  fileprivate var hidden = 0
  func method(_ x: Int) {}
  private func secret() {}
  @nonobjc func swift() {}
  func generic<T>(_ x: T) {}
}

@objc extension AttributesView {
  func listed() {}
  private func unlisted() {}
}
