import UIKit

@objc protocol OptionalWorker {
  func must()
  @objc optional func did(_ work: Int, with name: String) -> Int
  @objc optional func plain()
  @objc optional func view() -> UIView?
  @objc optional var label: String { get }
  @objc optional func finish(_ done: @escaping (Int) -> Void)
}
@objc public protocol OptionalPublic: NSObjectProtocol {
  @objc(renamed:) optional func original(_ x: Any)
}
@objc protocol OptionalNone: NSObjectProtocol { func only() }
@objc protocol OptionalBare {
  func bare()
}
enum OptionalSpace {
  @objc protocol Nested { @objc optional func nested() }
}
class OptionalBoss: NSObject {
  weak var delegate: OptionalWorker?
  weak var other: OptionalPublic?
  weak var nested: OptionalSpace.Nested?
  var onTap: ((Int) -> Void)?
  var plainClosure: (() -> Void)?
  func go() {
    delegate?.plain?()
    let number = delegate?.did?(1, with: "x") ?? 3
    other?.original?(number)
    onTap?(3)
    plainClosure?()
    delegate?.must()
    if let view = delegate?.view?() { print(view) }
    delegate!.plain!()
    delegate?.finish? { print($0) }
    nested?.nested?()
  }
}
class OptionalFirst: NSObject, OptionalWorker {
  func must() {}
  func plain() {}
}
class OptionalSecond: OptionalFirst {
  func did(_ work: Int, with name: String) -> Int { 4 }
}
class OptionalFramework: UIViewController {
  weak var field: UITextFieldDelegate?
  func ask(_ text: UITextField) -> Bool { field?.textFieldShouldReturn?(text) ?? true }
}
