#sourceLocation(file: "/Project/Selectors.swift", line: 1)
import UIKit

class SelectorsController: UIViewController {
  lazy var recognizer = UITapGestureRecognizer(target: self, action: Selector(_carob: "tapped", SelectorsController.tapped))
  static let stored = Selector(_carob: "tap:", SelectorsController.tap(_:))
        var level = 0
                 var isEnabled = true

  override func viewDidLoad() {
    let button = UIButton()
    button.addTarget(self, action: Selector(_carob: "tap:", SelectorsController.tap(_:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "tap:", SelectorsController.tap(_:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "tap:", SelectorsController.tap(_:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "event:with:", SelectorsController.event(_:with:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "tapped", SelectorsController.tapped), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "tapped", SelectorsController.tapped), for: .touchUpInside)
    button.addTarget(nil, action: Selector(_carob: "over", SelectorsController.over as (SelectorsController) -> @MainActor () -> Void), for: .touchUpInside)
    button.addTarget(nil, action: Selector(_carob: "over:", SelectorsController.over(_:)), for: .touchUpInside)
    button.addTarget(nil, action: Selector(_carob: "over:", (SelectorsController.over(_:))), for: .touchUpInside)
    button.addTarget(SelectorsController.self, action: Selector(_carob: "onClass", SelectorsController.onClass), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "other:", SelectorsController.renamed(_:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "endEditing:", UIView.endEditing(_:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "becomeFirstResponder", UIResponder.becomeFirstResponder), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "dismissViewControllerAnimated:completion:", UIViewController.dismiss(animated:completion:)), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "layoutSubviews", button.layoutSubviews), for: .touchUpInside)
    button.addTarget(self, action: Selector(_carob: "goWithSender:", SelectorsHelper.Inner.go(sender:)), for: .touchUpInside)
    let closure = { UITapGestureRecognizer(target: self, action: Selector(_carob: "tapped", SelectorsController.tapped)) }
    _ = closure
    _ = Selector(_carob: "level", \SelectorsController.level)
    _ = Selector(_carob: "setLevel:", \SelectorsController.level)
    _ = Selector(_carob: "enabled", \SelectorsController.isEnabled)
    _ = Selector(_carob: "setEnabled:", \SelectorsController.isEnabled)
    _ = Selector(_carob: "isHidden", \UIView.isHidden)
    _ = Selector(_carob: "setHidden:", \UIView.isHidden)
    _ = (Selector(_carob: "tapped", SelectorsController.tapped), Selector(_carob: "event:with:", SelectorsController.event(_:with:)))
    class Local: NSObject {
            func deep() {}
      func use() -> Selector { Selector(_carob: "deep", Local.deep) }
     nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "deep", "deep()", 37) { s in unsafeDowncast(s, to: Local.self).deep() }] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobName: String { "App.SelectorsController.Local" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Local() } } }
    _ = Selector(_carob: "deep", Local.deep)
    _ = Selector(_carob: "twin:", SelectorsController.twin(_:) as (SelectorsController) -> @MainActor (UIButton) -> Void)
  }
        func tapped() {}
        func tap(_ sender: UIButton) {}
            func event(_ sender: Any, with event: UIEvent) {}
        func over() {}
        func over(_ x: Any) {}
        class func onClass() {}
                func renamed(_ x: Any) {}
        func twin(_ x: UIButton) {}
  func twin(_ x: Int) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "level", "level", 6) { s, _, _, _ in unsafeDowncast(s, to: SelectorsController.self).level }, .init("setLevel:", "level", 6) { s, a, _, _ in unsafeDowncast(s, to: SelectorsController.self).level = _arg(a) }, .init(value: "enabled", "isEnabled", 7) { s, _, _, _ in unsafeDowncast(s, to: SelectorsController.self).isEnabled }, .init("setEnabled:", "isEnabled", 7) { s, a, _, _ in unsafeDowncast(s, to: SelectorsController.self).isEnabled = _arg(a) }, .init(has: "viewDidLoad", "viewDidLoad()", 9), .init(none: "tapped", "tapped()", 43) { s in unsafeDowncast(s, to: SelectorsController.self).tapped() }, .init(object: "tap:", "tap(_:)", 44) { s, o in unsafeDowncast(s, to: SelectorsController.self).tap(_unused(o)) }, .init("event:with:", "event(_:with:)", 45) { s, a, b, _ in unsafeDowncast(s, to: SelectorsController.self).event(_arg(a), with: _arg(b)) }, .init(none: "over", "over()", 46) { s in unsafeDowncast(s, to: SelectorsController.self).over() }, .init(object: "over:", "over(_:)", 47) { s, o in unsafeDowncast(s, to: SelectorsController.self).over(_unused(o)) }, .init(class: "onClass", "onClass()", 48) { c, _, _, _ in (c as! SelectorsController.Type).onClass(); return nil }, .init(object: "other:", "renamed(_:)", 49) { s, o in unsafeDowncast(s, to: SelectorsController.self).renamed(_unused(o)) }, .init(object: "twin:", "twin(_:)", 50) { s, o in unsafeDowncast(s, to: SelectorsController.self).twin(_unused(o) as UIButton) }] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("level", \SelectorsController.level), .init("enabled", \SelectorsController.isEnabled)] }; nonisolated override class var _carobName: String { "App.SelectorsController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorsController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { SelectorsController(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { SelectorsController(nibName: $0, bundle: $1) } } }
class SelectorsSub: SelectorsController {
  func use() -> [Selector] { [Selector(_carob: "tapped", SelectorsSub.tapped), Selector(_carob: "tapped", SelectorsSub.tapped), Selector(_carob: "viewDidLoad", SelectorsSub.viewDidLoad)] }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobName: String { "App.SelectorsSub" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorsSub() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { SelectorsSub(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { SelectorsSub(nibName: $0, bundle: $1) } } }
struct SelectorsHelper {
  class Inner: NSObject {       func go(sender: Any) {} ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyObject: "goWithSender:", "go(sender:)", 57) { s, o in unsafeDowncast(s, to: Inner.self).go(sender: _unused(o)) }] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobName: String { "App.SelectorsHelper.Inner" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Inner() } } }
  func use() -> Selector { Selector(_carob: "goWithSender:", Inner.go(sender:)) }
}
class SelectorsBox<T>: UIView {
        func boxed() {}
  func use() -> Selector { Selector(_carob: "boxed", SelectorsBox.boxed) }
  func useOf() -> Selector { Selector(_carob: "boxed", SelectorsBox<Int>.boxed) }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(none: "boxed", "boxed()", 61) { s in unsafeDowncast(s, to: SelectorsBox.self).boxed() }] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobName: String { "App.SelectorsBox" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorsBox() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { SelectorsBox(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { SelectorsBox(frame: $0) } } }
extension UIView {
        func selectorsShake(_ sender: Any) {}
  func selectorsUse() -> Selector { Selector(_carob: "selectorsShake:", UIView.selectorsShake(_:)) }
}; extension UIView { nonisolated static var _carobExt_UIView_Selectors_swift_1: [_CarobMethod] { [.init(object: "selectorsShake:", "selectorsShake(_:)", 66) { s, o in unsafeDowncast(s, to: UIView.self).selectorsShake(_unused(o)) }] } }
      protocol SelectorsTarget: AnyObject { func fire(_ x: Any) }
class SelectorsUser: NSObject {
  func use() -> [Selector] { [Selector(_carob: "fire:", SelectorsTarget.fire(_:)), Selector(_carob: "fire:", SelectorsTarget.fire(_:))] }
 nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobName: String { "App.SelectorsUser" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorsUser() } } }
@propertyWrapper struct SelectorsWired {
  var wrappedValue: Int
  init(wrappedValue: Int, _ action: Selector) { self.wrappedValue = wrappedValue }
}
class SelectorsWrapped: NSObject {
  @SelectorsWired(Selector(_carob: "fire:", SelectorsWrapped.fire(_:))) var count = 1
        func fire(_ x: Any) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyObject: "fire:", "fire(_:)", 79) { s, o in unsafeDowncast(s, to: SelectorsWrapped.self).fire(_unused(o)) }] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobName: String { "App.SelectorsWrapped" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorsWrapped() } } }
class SelectorsLong: NSObject {
        var long: NSString = ""
        func fire(_ x: Any) {}
  func use() -> [Any] {
    [
      Selector(_carob: "fire:", 
SelectorsLong.fire(_:)
      ), #line,
      _keyPath("long", SelectorsLong.self, { $0.long })


, #line,
    ]
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "long", "long", 82) { s, _, _, _ in unsafeDowncast(s, to: SelectorsLong.self).long }, .init(any: "setLong:", "long", 82) { s, a, _, _ in unsafeDowncast(s, to: SelectorsLong.self).long = _arg(a) }, .init(anyObject: "fire:", "fire(_:)", 83) { s, o in unsafeDowncast(s, to: SelectorsLong.self).fire(_unused(o)) }] }; nonisolated override class var _carobSource: String { "Selectors.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("long", \SelectorsLong.long)] }; nonisolated override class var _carobName: String { "App.SelectorsLong" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { SelectorsLong() } } }
