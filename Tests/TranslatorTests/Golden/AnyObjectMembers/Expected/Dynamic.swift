#sourceLocation(file: "/Project/Dynamic.swift", line: 1)
import UIKit

class DynamicMonster: NSObject {
        func roar(_ times: Int) {}
        var teeth = 3
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(any: "roar:", "roar(_:)", 4) { s, a, _, _ in unsafeDowncast(s, to: DynamicMonster.self).roar(_arg(a)) }, .init(anyValue: "teeth", "teeth", 5) { s, _, _, _ in unsafeDowncast(s, to: DynamicMonster.self).teeth }, .init(any: "setTeeth:", "teeth", 5) { s, a, _, _ in unsafeDowncast(s, to: DynamicMonster.self).teeth = _arg(a) }] }; nonisolated override class var _carobSource: String { "Dynamic.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("teeth", \DynamicMonster.teeth)] }; nonisolated override class var _carobName: String { "App.DynamicMonster" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicMonster() } } }
class DynamicUser: UIViewController {
  func use(_ sender: Any, _ item: Any?) {
    print(_any((sender as AnyObject))._member("tag", \UIView.tag) as Any)
    _any((sender as AnyObject))._method("roar:", { (r: DynamicMonster) in { r.roar($0) } })(3)
    _any((sender as AnyObject))._optionalMethod("roar:", { (r: DynamicMonster) in { r.roar($0) } })?(3)
    print(_any((item as AnyObject))._member("teeth", \DynamicMonster.teeth) as Any, _any((sender as AnyObject))._method("isEqual:", { (r: NSObject) in { r.isEqual($0) } })(item))
    _ = (sender as AnyObject) === self
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Dynamic.swift" }; nonisolated override class var _carobName: String { "App.DynamicUser" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicUser() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { DynamicUser(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { DynamicUser(nibName: $0, bundle: $1) } } }
class AnyObjectParameters: UIViewController {
            func pressed(_ sender: AnyObject) {
    print(_any(sender)._member("tag", \UIView.tag) as Any, sender === self)
    _any(sender)._method("setTitle:forState:", { (r: UIButton) in { r.setTitle($0, for: $1) } })("1", [])  // of AnyObject, without labels
    _any(sender)._method("setTitle:forSegmentAtIndex:", { (r: UISegmentedControl) in { r.setTitle($0, forSegmentAt: $1) } })("1", 0)  // of AnyObject, without labels
    _any((sender as AnyObject))._method("setImage:forState:", { (r: UIButton) in { r.setImage($0, for: $1) } })(nil, [])
  }
  func chained(_ sender: AnyObject?, number: Int) {
    if let frame = _any(sender)?._member("frame", \UIView.frame) { print(frame, number) }
    _any(sender!)._method("setValue:forKey:", { (r: NSObject) in { r.setValue($0, forKey: $1) } })(1, "x")  // of AnyObject, without labels
  }
  func hidden(_ sender: AnyObject) {
    guard let sender = sender as? UISlider else { return }
    print(sender.value)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(object: "pressed:", "pressed(_:)", 17) { s, o in unsafeDowncast(s, to: AnyObjectParameters.self).pressed(_object(o)) }] }; nonisolated override class var _carobSource: String { "Dynamic.swift" }; nonisolated override class var _carobName: String { "App.AnyObjectParameters" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { AnyObjectParameters() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { AnyObjectParameters(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { AnyObjectParameters(nibName: $0, bundle: $1) } } }
