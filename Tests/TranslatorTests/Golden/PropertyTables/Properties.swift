import UIKit

class PropertiesController: UIViewController {
  @IBOutlet private weak var label: UILabel!
  @IBOutlet var buttons: [UIButton]!
  @IBOutlet weak var field: UITextField? { didSet { field?.text = "x" } }
  @IBInspectable var ratio: Double = 1
  @objc var name = ""
  @objc let constant = 1
  @objc var computed: Int { 3 }
  @objc var both: Int { get { 1 } set {} }
  @objc(enabled) var isEnabled = true
  @objc private(set) var readable = 0
  @objc lazy var slow = [1]
  @objc static var shared = 1
  @IBOutlet var first, second: UIView!
  var plain = 0
}
extension PropertiesController {
  @objc var extra: String { "x" }
}
class PropertiesSub: PropertiesController {
  override var computed: Int { 4 }
}
class SettersOfTheirOwn: UIView {
  @IBOutlet var watched: UIView! { didSet { print(watched.tag) } }
  @objc var computed: Int {
    get { 1 }
    set { print(newValue) }
  }
}
