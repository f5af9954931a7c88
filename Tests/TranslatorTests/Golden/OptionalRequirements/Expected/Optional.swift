#sourceLocation(file: "/Project/Optional.swift", line: 1)
import UIKit

      protocol OptionalWorker: _CarobOptional {
  func must()
                 func did(_ work: Int, with name: String) -> Int
                 func plain()
                 func view() -> UIView?
                 var label: String { get }
                 func finish(_ done: @escaping (Int) -> Void)
}; extension OptionalWorker { func did(_ work: Int, with name: String) -> Int { sendMessage(self, "did:with:", work, name).result as! Int }; func plain() { sendMessage(self, "plain") }; func view() -> UIView? { sendMessage(self, "view").result as! UIView? }; var label: String { sendMessage(self, "label").result as! String }; func finish(_ done: @escaping (Int) -> Void) { sendMessage(self, "finish:", done) } }
      public protocol OptionalPublic: NSObjectProtocol, _CarobOptional {
                           func original(_ x: Any)
}; extension OptionalPublic { public func original(_ x: Any) { sendMessage(self, "renamed:", x) } }
      protocol OptionalNone: NSObjectProtocol { func only() }
      protocol OptionalBare: AnyObject {
  func bare()
}
enum OptionalSpace {
        protocol Nested: _CarobOptional {                func nested() }
}; extension OptionalSpace.Nested { func nested() { sendMessage(self, "nested") } }
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
 nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalBoss" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalBoss() } } }
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
 nonisolated override class var _carobSource: String { "Optional.swift" }; nonisolated override class var _carobName: String { "App.OptionalFramework" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OptionalFramework() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { OptionalFramework(coder: $0) } } }
