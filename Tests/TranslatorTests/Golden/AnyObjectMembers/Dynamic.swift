import UIKit

class DynamicMonster: NSObject {
  @objc func roar(_ times: Int) {}
  @objc var teeth = 3
}
class DynamicUser: UIViewController {
  func use(_ sender: Any, _ item: Any?) {
    print((sender as AnyObject).tag as Any)
    (sender as AnyObject).roar(3)
    (sender as AnyObject).roar?(3)
    print((item as AnyObject).teeth as Any, (sender as AnyObject).isEqual(item))
    _ = (sender as AnyObject) === self
  }
}
class AnyObjectParameters: UIViewController {
  @IBAction func pressed(_ sender: AnyObject) {
    print(sender.tag as Any, sender === self)
    sender.setTitle("1", for: [])  // of AnyObject, without labels
    sender.setTitle("1", forSegmentAt: 0)  // of AnyObject, without labels
    (sender as AnyObject).setImage(nil, for: [])
  }
  func chained(_ sender: AnyObject?, number: Int) {
    if let frame = sender?.frame { print(frame, number) }
    sender!.setValue(1, forKey: "x")  // of AnyObject, without labels
  }
  func hidden(_ sender: AnyObject) {
    guard let sender = sender as? UISlider else { return }
    print(sender.value)
  }
}
