import UIKit

class DynamicsModel: NSObject {
  @objc dynamic var count = 0
  @objc dynamic var typed: String?
  @objc dynamic var list = [1, 2] {
    didSet { print("set", oldValue) }
  }
  @objc dynamic private(set) var closure: String = { "x" }() {
    willSet { print(newValue) }
  }
  @objc dynamic var watched = 1 {
    willSet(new) { print(new) }
    didSet(old) {
      print(old)
    }
  }
  @objc dynamic lazy var slow = "z"
  @objc dynamic weak var friend: DynamicsModel?
  @objc dynamic var full: String {
    get { closure }
    set { closure = newValue }
  }
  @objc dynamic var readOnly: String { closure }
  @objc(enabled) dynamic var isEnabled = true
  @objc dynamic var a = 0, b = 1
  @objc private dynamic var c, d: Int?
  @objc dynamic func method() {}
  dynamic var onlyDynamic = 1
  @objc var notDynamic = 2
}
class DynamicsSub: DynamicsModel {
  override var count: Int { didSet { print("sub") } }
  @objc dynamic override var full: String {
    get { super.full }
    set { super.full = newValue }
  }
}
@objcMembers class DynamicsMembers: NSObject {
  dynamic var x = 1
}
extension DynamicsModel {
  @objc dynamic var inExtension: Int {
    get { count }
    set { count = newValue }
  }
}
class DynamicsPlain { @objc dynamic var x = 1 }
