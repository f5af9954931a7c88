#sourceLocation(file: "/Project/Optional.swift", line: 1)
import UIKit

      protocol OptionalWorker: _CarobOptional {
  func must()
                 func did(_ work: Int, with name: String) -> Int
                 func plain()
                 func view() -> UIView?
                                          
                 func finish(_ done: @escaping (Int) -> Void)
}; extension OptionalWorker { func did(_ work: Int, with name: String) -> Int { _sendMessage(self, "did:with:", work, name).result as! Int }; func plain() { _sendMessage(self, "plain") }; func view() -> UIView? { _sendMessage(self, "view").result as! (UIView?) }; var label: String? { _optionalValue(self, "label") }; func finish(_ done: @escaping (Int) -> Void) { _sendMessage(self, "finish:", done) } }
      public protocol OptionalPublic: NSObjectProtocol, _CarobOptional {
                           func original(_ x: Any)
}; extension OptionalPublic { public func original(_ x: Any) { _sendMessage(self, "renamed:", x) } }
      protocol OptionalNone: NSObjectProtocol { func only() }
      protocol OptionalBare: AnyObject {
  func bare()
}
enum OptionalSpace {
        protocol Nested: _CarobOptional {                func nested() }
}; extension OptionalSpace.Nested { func nested() { _sendMessage(self, "nested") } }
class OptionalBoss: NSObject {
  weak var delegate: OptionalWorker?
  weak var other: OptionalPublic?
  weak var nested: OptionalSpace.Nested?
  var onTap: ((Int) -> Void)?
  var plainClosure: (() -> Void)?
  func go() {
    delegate?._ifResponds("plain")?.plain()
    let number = delegate?._ifResponds("did:with:")?.did(1, with: "x") ?? 3
    other?._ifResponds("renamed:")?.original(number)
    onTap?(3)
    plainClosure?()
    delegate?.must()
    if let view = delegate?._ifResponds("view")?.view() { print(view) }
    delegate!._ifResponds("plain")!.plain()
    delegate?._ifResponds("finish:")?.finish { print($0) }
    nested?._ifResponds("nested")?.nested()
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalBoss" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalBoss() } } }
class OptionalFirst: NSObject, OptionalWorker {
  func must() {}
  func plain() {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "must", "must()", 41) { s in unsafeDowncast(s, to: OptionalFirst.self).must() }, .init(anyNone: "plain", "plain()", 42) { s in unsafeDowncast(s, to: OptionalFirst.self).plain() }] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalFirst" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalFirst() } } }
class OptionalSecond: OptionalFirst {
  func did(_ work: Int, with name: String) -> Int { 4 }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "did:with:", "did(_:with:)", 45) { s, a, b, _ in unsafeDowncast(s, to: OptionalSecond.self).did(_arg(a), with: _arg(b)) }] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalSecond" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalSecond() } } }
class OptionalFramework: UIViewController {
  weak var field: UITextFieldDelegate?
  func ask(_ text: UITextField) -> Bool { field?._ifResponds("textFieldShouldReturn:")?.textFieldShouldReturn(text) ?? true }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalFramework" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalFramework() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { OptionalFramework(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { OptionalFramework(nibName: $0, bundle: $1) } } }
      protocol OptionalProperties: NSObjectProtocol, _CarobOptional {
                                          
                                                      
                 func paint(_ x: Int, _ y: Int, width: Int, name: String?) -> Bool
                 func move(by x: Int, and y: Int, over seconds: Double, then done: @escaping () -> Void)
}; extension OptionalProperties { var title: String? { _optionalValue(self, "title") }; var view: (UIView?)? { _optionalValue(self, "isWide") }; func paint(_ x: Int, _ y: Int, width: Int, name: String?) -> Bool { _sendMessage(self, "paint::width:name:", arguments: [x, y, width, name]).result as! Bool }; func move(by x: Int, and y: Int, over seconds: Double, then done: @escaping () -> Void) { _sendMessage(self, "moveBy:and:over:then:", arguments: [x, y, seconds, done]) } }
class OptionalPropertyUser: NSObject {
  weak var source: OptionalProperties?
  func use() -> String {
    let title: String? = source?.title
    if let view = source?.view { print(view as Any) }
    if source?._ifResponds("paint::width:name:")?.paint(1, 2, width: 3, name: nil) == true { source?._ifResponds("moveBy:and:over:then:")?.move(by: 1, and: 2, over: 3) { } }
    return title ?? "none"
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalPropertyUser" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalPropertyUser() } } }
class OptionalPropertyOwner: NSObject, OptionalProperties {
  var title: String { "mine" }
  var view: UIView?
  func paint(_ x: Int, _ y: Int, width: Int, name: String?) -> Bool { x == y }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "title", "title", 67) { s, _, _, _ in unsafeDowncast(s, to: OptionalPropertyOwner.self).title as String }, .init(anyValue: "isWide", "view", 68) { s, _, _, _ in unsafeDowncast(s, to: OptionalPropertyOwner.self).view as UIView? }, .init(any: "setIsWide:", "view", 68) { s, a, _, _ in unsafeDowncast(s, to: OptionalPropertyOwner.self).view = _arg(a) }, .init(anyMany: "paint::width:name:", "paint(_:_:width:name:)", 69) { s, a in unsafeDowncast(s, to: OptionalPropertyOwner.self).paint(_arg(a[0]), _arg(a[1]), width: _arg(a[2]), name: _arg(a[3])) }] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "title", \OptionalPropertyOwner.title), .init("view", \OptionalPropertyOwner.view)] }; nonisolated override class var _carobName: String { "App.OptionalPropertyOwner" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalPropertyOwner() } } }
@MainActor class OptionalTester: _MainActorNSObject {
  weak var source: OptionalProperties?
  weak var fieldDelegate: UITextFieldDelegate?
  func test(_ sure: OptionalProperties) -> Bool {
    if source?._ifResponds("moveBy:and:over:then:")?.move != nil { print("moves") }
    if let paint = sure._ifResponds("paint::width:name:")?.paint { print(paint(1, 2, 3, nil)) }
    guard fieldDelegate?._ifResponds("textFieldShouldReturn:")?.textFieldShouldReturn != nil else { return false }
    return source?._ifResponds("paint::width:name:")?.paint == nil  // source?.paint == nil
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalTester" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalTester() } } }
@MainActor class OptionalFullNames: _MainActorNSObject {
  weak var source: OptionalProperties?
  weak var list: UITextFieldDelegate?
  func test(_ sure: OptionalProperties) -> Bool {
    if source?._ifResponds("moveBy:and:over:then:")?.move(by:and:over:then:) != nil { print("moves") }
    guard let paint = sure._ifResponds("paint::width:name:")?.paint(_:_:width:name:) else { return false }
    if list?._ifResponds("textFieldShouldReturn:")?.textFieldShouldReturn == nil { print("never returns") }
    if list?._ifResponds("textFieldShouldReturn:")?.textFieldShouldReturn(_:) != nil { print("is asked") }
    return paint(1, 2, 3, nil)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalFullNames" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalFullNames() } } }
