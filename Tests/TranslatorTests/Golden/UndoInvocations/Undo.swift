import UIKit

class UndoingController: UIViewController {
  var name = ""
  @objc func setName(_ new: String) {
    (undoManager!.prepare(withInvocationTarget: self) as AnyObject).setName(name)
    name = new
  }
  @objc func rename(_ new: String, times: Int) {
    (undoManager?.prepare(withInvocationTarget: self) as? UndoingController)?.rename(name, times: times)
    let other = undoManager!.prepare(withInvocationTarget: self) as! UndoingController
    other.setName(name)
    print(self as UIViewController)
  }
}
