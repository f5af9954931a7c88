import UIKit

class DescribedModel: NSObject {
  var x = 1
  override var description: String { "model \(x)" }
  override var hash: Int {
    get { x }
  }
  override func isEqual(_ object: Any?) -> Bool {
    if let other = object as? DescribedModel { return other.x == x }
    return super.isEqual(object)
  }
  override func responds(to selector: Selector!) -> Bool {
    print(selector as Any, x)
    return super.responds(to: selector)
  }
}
class DescribedView: UIView {
  override var description: String { return super.description + "\(tag)" }
}
class PerformingModel: NSObject {
  override func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
    if object == nil { return super.perform(selector, with: self) }
    return super.perform(selector, with: object /* as it came */)
  }
}
class SelectorAnswers: UIViewController {
  override func responds(to aSelector: Selector) -> Bool { super.responds(to: aSelector) }
}
nonisolated class ForwardingCenter: NotificationCenter, @unchecked Sendable {
  override func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    if object == nil { return super.post(name: name, object: self) }
    super.post(name: name, object: object, userInfo: userInfo)
  }
}
nonisolated class OwnBase {
  func post(name: String, object: OwnBase) {}
}
nonisolated class BelowOwnBase: OwnBase {
  override func post(name: String, object: OwnBase) { super.post(name: name, object: object) }
}
