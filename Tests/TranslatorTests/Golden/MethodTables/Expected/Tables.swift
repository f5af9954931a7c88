#sourceLocation(file: "/Project/Tables.swift", line: 1)
import UIKit

class TablesController: UIViewController, UITextFieldDelegate {
  override func viewDidLoad() {
    super.viewDidLoad()
    class Local: NSObject {
            func go(sender: Any) {}
     nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyObject: "goWithSender:", "go(sender:)", 7) { s, o in unsafeDowncast(s, to: Local.self).go(sender: _unused(o)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesController.Local" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Local() } } }
    _ = Local()
  }
  override var prefersStatusBarHidden: Bool { true }
        private func noArguments() {}
        private func object(_ sender: UIButton?) {}
        fileprivate func any(_ sender: Any) {}
        func value(_ text: String) {}
        func two(_ sender: Any?, event: UIEvent) {}
        func three(_ a: Int, b: String?, c: [Int]) {}
        func four(_ a: Int, b: Int, c: Int, d: Int) {}
        func result(_ x: Int) -> String { "" }
        func throwing() throws {}
        func throwingValue(_ x: Int) throws -> Int { x }
        class func classMethod(_ x: Any?) {}
        static func staticMethod() -> Int { 1 }
        func closure(_ x: @escaping (Int) -> Void) {}
        func defaulted(_ x: Int = 3) {}
        func `repeat`(_ x: Any) {}
        nonisolated func free(_ x: Any) {}
        private func twin(_ sender: UIButton) {}
  func twin(_ sender: Int) {}
  func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
  func plainSwift(x: Int) {}
  private func hidden() {}
  func generic<T>(_ x: T) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { var m: [_CarobMethod] = [.init(has: "viewDidLoad", "viewDidLoad()", 4), .init(has: "prefersStatusBarHidden", "prefersStatusBarHidden", 11), .init(none: "noArguments", "noArguments()", 12) { s in unsafeDowncast(s, to: TablesController.self).noArguments() }, .init(object: "object:", "object(_:)", 13) { s, o in unsafeDowncast(s, to: TablesController.self).object(_unused(o)) }, .init(object: "any:", "any(_:)", 14) { s, o in unsafeDowncast(s, to: TablesController.self).any(_unused(o)) }, .init("value:", "value(_:)", 15) { s, a, _, _ in unsafeDowncast(s, to: TablesController.self).value(_arg(a)) }, .init("two:event:", "two(_:event:)", 16) { s, a, b, _ in unsafeDowncast(s, to: TablesController.self).two(_arg(a), event: _arg(b)) }, .init("three:b:c:", "three(_:b:c:)", 17) { s, a, b, c in unsafeDowncast(s, to: TablesController.self).three(_arg(a), b: _arg(b), c: _arg(c)) }, .init(many: "four:b:c:d:", "four(_:b:c:d:)", 18) { s, a in unsafeDowncast(s, to: TablesController.self).four(_arg(a[0]), b: _arg(a[1]), c: _arg(a[2]), d: _arg(a[3])); return nil }, .init(value: "result:", "result(_:)", 19) { s, a, _, _ in unsafeDowncast(s, to: TablesController.self).result(_arg(a)) }, .init(none: "throwingAndReturnError:", "throwing()", 20) { s in try? unsafeDowncast(s, to: TablesController.self).throwing() }, .init(value: "throwingValue:error:", "throwingValue(_:)", 21) { s, a, _, _ in try? unsafeDowncast(s, to: TablesController.self).throwingValue(_arg(a)) }, .init(class: "classMethod:", "classMethod(_:)", 22) { c, a, _, _ in (c as! TablesController.Type).classMethod(_arg(a)); return nil }, .init(class: "staticMethod", "staticMethod()", 23) { c, _, _, _ in (c as! TablesController.Type).staticMethod() }, .init("closure:", "closure(_:)", 24) { s, a, _, _ in unsafeDowncast(s, to: TablesController.self).closure(_arg(a)) }, .init("defaulted:", "defaulted(_:)", 25) { s, a, _, _ in unsafeDowncast(s, to: TablesController.self).defaulted(_arg(a)) }, .init(object: "repeat:", "repeat(_:)", 26) { s, o in unsafeDowncast(s, to: TablesController.self).repeat(_unused(o)) }, .init(anyObject: "free:", "free(_:)", 27) { s, o in unsafeDowncast(s, to: TablesController.self).free(_unused(o)) }, .init(object: "twin:", "twin(_:)", 28) { s, o in unsafeDowncast(s, to: TablesController.self).twin(_unused(o) as UIButton) }, .init(has: "twin:", "twin(_:)", 29), .init(has: "textFieldShouldReturn:", "textFieldShouldReturn(_:)", 30), .init(has: "plainSwiftWithX:", "plainSwift(x:)", 31), .init(has: "scrollViewDidScroll:", "scrollViewDidScroll(_:)", 37), .init(none: "inExtension", "inExtension()", 38) { s in unsafeDowncast(s, to: TablesController.self).inExtension() }]; m += _carobExt_TablesController_TablesElsewhere_swift_1; return m }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesController(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { TablesController(nibName: $0, bundle: $1) } } }

extension TablesController: UIScrollViewDelegate {
  func scrollViewDidScroll(_ scrollView: UIScrollView) {}
        private func inExtension() {}
}

final class TablesModel: NSObject {
        func tick() {}
        subscript(index: Int) -> String { get { "" } set { print(newValue) } }
        subscript(name key: NSString) -> Any? { nil }
        func asynchronous(_ x: Int) async {}
        func asynchronousValue() async throws -> Int { 1 }
        func asynchronousText(_ x: String, from y: Int) async throws {}
  @MainActor       func onMain(_ sender: UIView) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "tick", "tick()", 42) { s in unsafeDowncast(s, to: TablesModel.self).tick() }, .init(anyValue: "objectAtIndexedSubscript:", "subscript(_:)", 43) { s, a, _, _ in unsafeDowncast(s, to: TablesModel.self)[_arg(a)] }, .init(any: "setObject:atIndexedSubscript:", "subscript(_:)", 43) { s, a, b, _ in unsafeDowncast(s, to: TablesModel.self)[_arg(b)] = _arg(a) }, .init(anyValue: "objectForKeyedSubscript:", "subscript(name:)", 44) { s, a, _, _ in unsafeDowncast(s, to: TablesModel.self)[name: _arg(a)] }, .init(anyMany: "asynchronous:completionHandler:", "asynchronous(_:)", 45) { s, a in let t = _CarobSent((unsafeDowncast(s, to: TablesModel.self), a)); Task { _carobComplete(t.value.1[1], await t.value.0.asynchronous(_arg(t.value.1[0]))) }; return nil }, .init(anyMany: "asynchronousValueWithCompletionHandler:", "asynchronousValue()", 46) { s, a in let t = _CarobSent((unsafeDowncast(s, to: TablesModel.self), a)); Task { do { _carobComplete(t.value.1[0], throwing: .success(try await t.value.0.asynchronousValue())) } catch { _carobComplete(t.value.1[0], throwing: Result<Int, any Error>.failure(error)) } }; return nil }, .init(anyMany: "asynchronousText:from:completionHandler:", "asynchronousText(_:from:)", 47) { s, a in let t = _CarobSent((unsafeDowncast(s, to: TablesModel.self), a)); Task { do { _carobComplete(t.value.1[2], throwing: .success(try await t.value.0.asynchronousText(_arg(t.value.1[0]), from: _arg(t.value.1[1])))) } catch { _carobComplete(t.value.1[2], throwing: Result<Void, any Error>.failure(error)) } }; return nil }, .init(object: "onMain:", "onMain(_:)", 48) { s, o in unsafeDowncast(s, to: TablesModel.self).onMain(_unused(o)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesModel" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesModel() } } }

class TablesPlain: nonisolated _CarobMethods {
  init() {}
        func poke(_ x: Any) {}
        static func shared() {}
 nonisolated class var _carobMethods: [_CarobMethod] { [.init(anyObject: "poke:", "poke(_:)", 53) { s, o in unsafeDowncast(s, to: TablesPlain.self).poke(_unused(o)) }, .init(class: "shared", "shared()", 54) { c, _, _, _ in (c as! TablesPlain.Type).shared(); return nil }] }; nonisolated class var _carobSource: String { "Tables.swift" } }
class TablesPlainSub: TablesPlain {
        func more() {}
  override func poke(_ x: Any) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "more", "more()", 57) { s in unsafeDowncast(s, to: TablesPlainSub.self).more() }, .init(anyObject: "poke:", "poke(_:)", 58) { s, o in unsafeDowncast(s, to: TablesPlainSub.self).poke(_object(o)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" } }
class TablesPlainWithProtocol: Equatable, nonisolated _CarobMethods {
  static func == (a: TablesPlainWithProtocol, b: TablesPlainWithProtocol) -> Bool { a === b }
        func compare() {}
 nonisolated class var _carobMethods: [_CarobMethod] { [.init(anyNone: "compare", "compare()", 62) { s in unsafeDowncast(s, to: TablesPlainWithProtocol.self).compare() }] }; nonisolated class var _carobSource: String { "Tables.swift" } }
class TablesNoMethods { func nothing() {} }

class TablesBox<Content>: UIView {
  var content: Content?
        func boxed(_ sender: UIControl) {}
  class Nested: NSObject {       func nested() {} ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyNone: "nested", "nested()", 69) { s in unsafeDowncast(s, to: Nested.self).nested() }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesBox.Nested" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Nested() } } }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(object: "boxed:", "boxed(_:)", 68) { s, o in unsafeDowncast(s, to: TablesBox.self).boxed(_unused(o)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesBox" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesBox() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesBox(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { TablesBox(frame: $0) } } }
enum TablesNamespace { final class Inner: UIView {       func inner() {} ; nonisolated override class var _carobMethods: [_CarobMethod] { var m: [_CarobMethod] = [.init(none: "inner", "inner()", 71) { s in unsafeDowncast(s, to: Inner.self).inner() }]; m += _carobExt_TablesNamespace_Inner_TablesElsewhere_swift_2; return m }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesNamespace.Inner" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { Inner() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { Inner(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { Inner(frame: $0) } } }; class OneLine: UIView { nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesNamespace.OneLine" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { OneLine() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { OneLine(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { OneLine(frame: $0) } } } }

public class TablesPublic: NSObject {
        public func shown() {}
 nonisolated override public class var _carobMethods: [_CarobMethod] { [.init(anyNone: "shown", "shown()", 74) { s in unsafeDowncast(s, to: TablesPublic.self).shown() }] }; nonisolated override public class var _carobSource: String { "Tables.swift" }; nonisolated override public class var _carobName: String { "App.TablesPublic" }; nonisolated override public class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesPublic() } } }
open class TablesOpen: UIView {
            open func shown(_ sender: Any) {}
 nonisolated override open class var _carobMethods: [_CarobMethod] { [.init(object: "shown:", "shown(_:)", 77) { s, o in unsafeDowncast(s, to: TablesOpen.self).shown(_unused(o)) }] }; nonisolated override open class var _carobSource: String { "Tables.swift" }; nonisolated override open class var _carobName: String { "App.TablesOpen" }; nonisolated override open class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesOpen() } }; nonisolated override open class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesOpen(coder: $0) } }; nonisolated override open class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { TablesOpen(frame: $0) } } }

class TablesAdopter: UIViewController, UITextFieldDelegate { func textFieldShouldReturn(_ textField: UITextField) -> Bool { fatalError() }; nonisolated override class var _carobMethods: [_CarobMethod] { [] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesAdopter" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesAdopter() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesAdopter(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { TablesAdopter(nibName: $0, bundle: $1) } } }
class TablesLate: TablesAdopter {
  override func textFieldShouldReturn(_ textField: UITextField) -> Bool { false }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(value: "textFieldShouldReturn:", "textFieldShouldReturn(_:)", 82) { s, a, _, _ in unsafeDowncast(s, to: TablesLate.self).textFieldShouldReturn(_arg(a)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesLate" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesLate() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesLate(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { TablesLate(nibName: $0, bundle: $1) } } }
class TablesBase: UIViewController {       func act(_ sender: Any) {} ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(object: "act:", "act(_:)", 84) { s, o in unsafeDowncast(s, to: TablesBase.self).act(_unused(o)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesBase" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesBase() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesBase(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { TablesBase(nibName: $0, bundle: $1) } } }
class TablesDerived: TablesBase { override func act(_ sender: Any) {} ; nonisolated override class var _carobMethods: [_CarobMethod] { [.init(object: "act:", "act(_:)", 85) { s, o in unsafeDowncast(s, to: TablesDerived.self).act(_object(o)) }] }; nonisolated override class var _carobSource: String { "Tables.swift" }; nonisolated override class var _carobName: String { "App.TablesDerived" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { TablesDerived() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { TablesDerived(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { TablesDerived(nibName: $0, bundle: $1) } } }
class TablesOperation: Operation, @unchecked Sendable, nonisolated _CarobMethods {
        func work() {}
  override func main() {}
 nonisolated class var _carobMethods: [_CarobMethod] { [.init(anyNone: "work", "work()", 87) { s in unsafeDowncast(s, to: TablesOperation.self).work() }] }; nonisolated class var _carobSource: String { "Tables.swift" } }
