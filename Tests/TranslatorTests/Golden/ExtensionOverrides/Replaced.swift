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
