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
@objc protocol OptionalProperties: NSObjectProtocol {
  @objc optional var title: String { get }
  @objc(isWide) optional var view: UIView? { get set }
  @objc optional func paint(_ x: Int, _ y: Int, width: Int, name: String?) -> Bool
  @objc optional func move(by x: Int, and y: Int, over seconds: Double, then done: @escaping () -> Void)
}
class OptionalPropertyUser: NSObject {
  weak var source: OptionalProperties?
  func use() -> String {
    let title: String? = source?.title
    if let view = source?.view { print(view as Any) }
    if source?.paint?(1, 2, width: 3, name: nil) == true { source?.move?(by: 1, and: 2, over: 3) { } }
    return title ?? "none"
  }
}
class OptionalPropertyOwner: NSObject, OptionalProperties {
  var title: String { "mine" }
  var view: UIView?
  func paint(_ x: Int, _ y: Int, width: Int, name: String?) -> Bool { x == y }
}
@MainActor class OptionalTester: NSObject {
  weak var source: OptionalProperties?
  weak var fieldDelegate: UITextFieldDelegate?
  func test(_ sure: OptionalProperties) -> Bool {
    if source?.move != nil { print("moves") }
    if let paint = sure.paint { print(paint(1, 2, 3, nil)) }
    guard fieldDelegate?.textFieldShouldReturn != nil else { return false }
    return source?.paint == nil  // source?.paint == nil
  }
}
@MainActor class OptionalFullNames: NSObject {
  weak var source: OptionalProperties?
  weak var list: UITextFieldDelegate?
  func test(_ sure: OptionalProperties) -> Bool {
    if source?.move(by:and:over:then:) != nil { print("moves") }
    guard let paint = sure.paint(_:_:width:name:) else { return false }
    if list?.textFieldShouldReturn == nil { print("never returns") }
    if list?.textFieldShouldReturn(_:) != nil { print("is asked") }
    return paint(1, 2, 3, nil)
  }
}
