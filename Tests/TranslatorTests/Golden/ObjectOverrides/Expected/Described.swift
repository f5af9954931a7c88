#sourceLocation(file: "/Project/Described.swift", line: 1)
import UIKit

class DescribedModel: _MainActorNSObject {
  var x = 1
  nonisolated override var description: String { return _onMainActor { "model \(x)" } }
  nonisolated override var hash: Int {
    get { return _onMainActor { x } }
  }
  nonisolated override func isEqual(_ object: Any?) -> Bool { nonisolated(unsafe) let object = object; return _onMainActor {
    if let other = object as? DescribedModel { return other.x == x }
    return super.isEqual(object)
  } }
  nonisolated override func responds(to selector: Selector!) -> Bool { return _onMainActor {
    print(selector as Any, x)
    return super.responds(to: selector)
  } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "description", "description", 5), .init(has: "hash", "hash", 6), .init(has: "isEqual:", "isEqual(_:)", 9), .init(has: "respondsToSelector:", "responds(to:)", 13)] }; nonisolated override class var _carobSource: String { "Described.swift" }; nonisolated override class var _carobName: String { "App.DescribedModel" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DescribedModel() } } }
class DescribedView: UIView {
  nonisolated override var description: String { return _onMainActor { return super.description + "\(tag)" } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "description", "description", 19)] }; nonisolated override class var _carobSource: String { "Described.swift" }; nonisolated override class var _carobName: String { "App.DescribedView" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { DescribedView() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { DescribedView(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { DescribedView(frame: $0) } } }
class PerformingModel: _MainActorNSObject {
  nonisolated override func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! { nonisolated(unsafe) let object = object; return _onMainActor {
    if object == nil { return super.perform(selector, with: self as Any?) }
    return super.perform(selector, with: object as Any? /* as it came */)
  } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "performSelector:withObject:", "perform(_:with:)", 22)] }; nonisolated override class var _carobSource: String { "Described.swift" }; nonisolated override class var _carobName: String { "App.PerformingModel" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { PerformingModel() } } }
class SelectorAnswers: UIViewController {
  nonisolated override func responds(to aSelector: Selector!) -> Bool { return _onMainActor { super.responds(to: aSelector) } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "respondsToSelector:", "responds(to:)", 28)] }; nonisolated override class var _carobSource: String { "Described.swift" }; nonisolated override class var _carobName: String { "App.SelectorAnswers" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorAnswers() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { SelectorAnswers(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { SelectorAnswers(nibName: $0, bundle: $1) } } }
nonisolated class ForwardingCenter: NotificationCenter, @unchecked Sendable {
  override func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil) {
    if object == nil { return super.post(name: name, object: self as Any?) }
    super.post(name: name, object: object as Any?, userInfo: userInfo)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(has: "postWithName:object:userInfo:", "post(name:object:userInfo:)", 31)] }; nonisolated override class var _carobSource: String { "Described.swift" }; nonisolated override class var _carobName: String { "App.ForwardingCenter" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { nil }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { nil } }
nonisolated class OwnBase {
  func post(name: String, object: OwnBase) {}
}
nonisolated class BelowOwnBase: OwnBase {
  override func post(name: String, object: OwnBase) { super.post(name: name, object: object) }
}
