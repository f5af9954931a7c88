#sourceLocation(file: "/Project/Dynamic.swift", line: 1)
import UIKit

class DynamicMonster: NSObject {
        func roar(_ times: Int) {}
        var teeth = 3
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(any: "roar:", "roar(_:)", 4) { s, a, _, _ in unsafeDowncast(s, to: DynamicMonster.self).roar(_arg(a)) }, .init(anyValue: "teeth", "teeth", 5) { s, _, _, _ in unsafeDowncast(s, to: DynamicMonster.self).teeth }, .init(any: "setTeeth:", "teeth", 5) { s, a, _, _ in unsafeDowncast(s, to: DynamicMonster.self).teeth = _arg(a) }] }; nonisolated override class var _carobSource: String { "Dynamic.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("teeth", \DynamicMonster.teeth)] }; nonisolated override class var _carobName: String { "App.DynamicMonster" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicMonster() } } }
class DynamicUser: UIViewController {
  func use(_ sender: Any, _ item: Any?) {
    print(_anyMember((sender as AnyObject), "tag", \UIView.tag))
    _anyReceiver(sender as AnyObject, "roar(_:)", DynamicMonster.self).roar(3)
    (sender as? DynamicMonster)?.roar(3)
    print(_anyMember((item as AnyObject), "teeth", \DynamicMonster.teeth), _anyReceiver(sender as AnyObject, "isEqual(_:)", NSObject.self).isEqual(item))
    _ = (sender as AnyObject) === self
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Dynamic.swift" }; nonisolated override class var _carobName: String { "App.DynamicUser" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DynamicUser() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { DynamicUser(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { DynamicUser(nibName: $0, bundle: $1) } } }
class AnyObjectParameters: UIViewController {
            func pressed(_ sender: AnyObject) {
    print(_anyMember(sender, "tag", \UIView.tag), sender === self)
    _anyReceiver(sender, "setTitle(_:for:)", UIButton.self).setTitle("1", for: [])
    _anyReceiver(sender, "setTitle(_:forSegmentAt:)", UISegmentedControl.self).setTitle("1", forSegmentAt: 0)
    _anyReceiver(sender as AnyObject, "setImage(_:for:)", UIButton.self).setImage(nil, for: [])
  }
  func chained(_ sender: AnyObject?, number: Int) {
    if let frame = (sender as? UIView)?.frame { print(frame, number) }
    _anyReceiver(sender!, "setValue(_:forKey:)", NSObject.self).setValue(1, forKey: "x")
  }
  func hidden(_ sender: AnyObject) {
    guard let sender = sender as? UISlider else { return }
    print(sender.value)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(object: "pressed:", "pressed(_:)", 17) { s, o in unsafeDowncast(s, to: AnyObjectParameters.self).pressed(_object(o)) }] }; nonisolated override class var _carobSource: String { "Dynamic.swift" }; nonisolated override class var _carobName: String { "App.AnyObjectParameters" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { AnyObjectParameters() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { AnyObjectParameters(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { AnyObjectParameters(nibName: $0, bundle: $1) } } }
