import UIKit

class DynamicMonster: NSObject {
  @objc func roar(_ times: Int) {}
  @objc var teeth = 3
}
class DynamicUser: UIViewController {
  func use(_ sender: Any, _ item: Any?) {
    print((sender as AnyObject).tag)
    (sender as AnyObject).roar(3)
    (sender as AnyObject).roar?(3)
    print((item as AnyObject).teeth, (sender as AnyObject).isEqual(item))
    _ = (sender as AnyObject) === self
  }
}
