import SwiftUI
import UIKit

class Mistakes: UIViewController {
  @objc func move(toPoint x: Int) {}
  @objc func moveTo(point x: Int) {}
  @objc func one(_ x: Int) {}
  @objc(one:) func other(_ x: Int) {}
  func use(_ x: Any) {
    _ = #selector(1 + 2)
    _ = #selector(somethingElse)
    _ = #selector(plain)
    _ = #selector(one(_:))
    (x as AnyObject).unknownMember()
    _ = #keyPath(Mistakes)
  }
  func other(_ sender: AnyObject) { sender.nothingKnown() }
  func plain() {}
  @NSCopying var computed: NSString { get { "" } set {} }
}
class Counter: NSObject { @NSManaged var count: Int }
class Page: NSManagedObject {
  @NSManaged func turn()
}
