import UIKit

extension UITableViewController {
  open override var prefersStatusBarHidden: Bool { true }
  override func viewDidLoad() { super.viewDidLoad() }
}
class Counting: UIViewController {
  var count = 0
  @objc var level: Int = 0 { didSet { count += 1 } }
}
class CountingMore: Counting {}
extension CountingMore {
  override var title: String? { didSet { count += 1 } }
  override var level: Int {
    willSet(new) { count += new }
    didSet { if level > 9 { level = 9; self.level = oldValue } }  // assigned past the override
  }  // of the override
}
extension UIView {
  @objc var themeName: String { "plain" }
  @objc var padding: Int { get { 1 } set {} }
}
class ThemedLabel: UILabel {
  override var themeName: String { "label " + super.themeName }
  override var padding: Int { get { 2 } set { tag = newValue } }
}
// F-240: the class's members, and observers in an extension of another module's class.
extension UILabel {
  override var isHidden: Bool { didSet { tag = oldValue ? 1 : 2 } }
  override class var layerClass: AnyClass { CALayer.self }
}
extension UIView {
  @objc class func themed(_ name: String) -> String { "view \(name)" }
  @objc class var themeKind: String { get { "view" } set {} }
}
class KindLabel: UILabel {
  override class func themed(_ name: String) -> String { "label " + super.themed(name) }
  override class var themeKind: String { get { "l" + super.themeKind } set {} }
}
class Made: NSObject {}
extension Made {
  @objc class func maker() -> String { "made" }
  @objc class var makerKind: String { "made" }
}
class MadeMore: Made {
  override class func maker() -> String { "more " + super.maker() }
  override class var makerKind: String { "more " + super.makerKind }
}
