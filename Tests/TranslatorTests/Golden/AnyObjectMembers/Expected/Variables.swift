#sourceLocation(file: "/Project/Variables.swift", line: 1)
import UIKit

      protocol DynamicQuestions: _CarobOptional {                func ask(_ number: Int) -> Int }; extension DynamicQuestions { func ask(_ number: Int) -> Int { _sendMessage(self, "ask:", number).result as! Int } }
class DynamicHolder: UIViewController {
  var target: AnyObject?
  var all: [AnyObject] = []
  func use(_ item: Any, _ table: [String: AnyObject]) throws {
    print(_any(target)?._member("teeth", \DynamicMonster.teeth) as Any, _any(target!)._member("teeth", \DynamicMonster.teeth) as Any, _any(self.target)?._member("teeth", \DynamicMonster.teeth) as Any)
    let plain = item as AnyObject
    _any(plain)._method("roar:", { (r: DynamicMonster) in { r.roar($0) } })(3); _any(plain)._optionalMethod("roar:", { (r: DynamicMonster) in { r.roar($0) } })?(3); _ = _any(plain)._method("shout:", { (r: DynamicMouth) in { r.shout($0) } })(4)
    if _any(plain)._optionalMethod("roar:", { (r: DynamicMonster) in { r.roar($0) } }) != nil, let teeth = _any(plain)._member("teeth", \DynamicMonster.teeth) { print(teeth + 1) }
    for one in all { print(_any(one)._member("tag", \UIView.tag) ?? 0) }
    print(all.map { _any($0)._member("tag", \UIView.tag)! }, _any(all[0])._member("tag", \UIView.tag)!, _any(all.first)?._member("tag", \UIView.tag) as Any, _any(table["a"])?._member("tag", \UIView.tag) as Any)
    try _any(plain)._receiver("bite()", DynamicMouth.self).bite(); _any(plain)._receiver("chew(_:)", DynamicMouth.self).chew()
    _any(plain)._method("moveTo:fast:", { (r: DynamicMouth) in { r.move(to: $0, fast: $1) } })(2, true)  // of AnyObject, without labels
    print(_any(plain)["key"] as Any, _any((plain as AnyObject))._optionalMethod("ask:", { (r: any DynamicQuestions) in { r.ask($0) } })?(1) as Any)
    if let plain = plain as? UIView { print(plain.tag) }
    func inner(_ target: UIView) { print(target.tag) }
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Variables.swift" }; nonisolated override class var _carobName: String { "App.DynamicHolder" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicHolder() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { DynamicHolder(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { DynamicHolder(nibName: $0, bundle: $1) } } }
class DynamicMouth: NSObject {
        func shout(_ times: Int) -> Int { times }
        func bite() throws {}
        func chew(_ times: Int = 1) {}
        func move(to place: Int, fast: Bool) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "shout:", "shout(_:)", 22) { s, a, _, _ in unsafeDowncast(s, to: DynamicMouth.self).shout(_arg(a)) }, .init(anyNone: "biteAndReturnError:", "bite()", 23) { s in try? unsafeDowncast(s, to: DynamicMouth.self).bite() }, .init(any: "chew:", "chew(_:)", 24) { s, a, _, _ in unsafeDowncast(s, to: DynamicMouth.self).chew(_arg(a)) }, .init(any: "moveTo:fast:", "move(to:fast:)", 25) { s, a, b, _ in unsafeDowncast(s, to: DynamicMouth.self).move(to: _arg(a), fast: _arg(b)) }] }; nonisolated override class var _carobSource: String { "Variables.swift" }; nonisolated override class var _carobName: String { "App.DynamicMouth" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicMouth() } } }
