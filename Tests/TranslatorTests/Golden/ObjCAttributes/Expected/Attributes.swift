#sourceLocation(file: "/Project/Attributes.swift", line: 1)
import UIKit

             
class AttributesView: UIView {
                 var corner: CGFloat = 2
           
  weak var label: UILabel!
                      
  func original(_ a: Any, b: Any) {}
                  func both(_ sender: Any) {}
                func dynamicMethod() {}
           func swiftOnly() {}
        var computed: Int {              get { 1 } }
                 func makeDetail(_ coder: NSCoder) -> UIViewController? { nil }
  @discardableResult       func kept() -> Int { 3 }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init("renamed:with:", "original(_:b:)", 9) { s, a, b, _ in unsafeDowncast(s, to: AttributesView.self).original(_arg(a), b: _arg(b)) }, .init(object: "both:", "both(_:)", 10) { s, o in unsafeDowncast(s, to: AttributesView.self).both(_unused(o)) }, .init(none: "dynamicMethod", "dynamicMethod()", 11) { s in unsafeDowncast(s, to: AttributesView.self).dynamicMethod() }, .init(value: "count", "computed", 13) { s, _, _, _ in unsafeDowncast(s, to: AttributesView.self).computed }, .init(value: "makeDetail:", "makeDetail(_:)", 14) { s, a, _, _ in unsafeDowncast(s, to: AttributesView.self).makeDetail(_arg(a)) }, .init(value: "kept", "kept()", 15) { s, _, _, _ in unsafeDowncast(s, to: AttributesView.self).kept() }, .init(none: "listed", "listed()", 33) { s in unsafeDowncast(s, to: AttributesView.self).listed() }] }; nonisolated override class var _carobSource: String { "Attributes.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init("corner", \AttributesView.corner), .init("label", \AttributesView.label), .init(readOnly: "count", \AttributesView.computed)] }; nonisolated override class var _carobName: String { "App.AttributesView" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { AttributesView() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { AttributesView(coder: $0) } }; nonisolated override class var _carobNewFrame: (@MainActor @Sendable (CGRect) -> UIView)? { { AttributesView(frame: $0) } } }

      enum AttributesKind: Int {
  case one, two
}

             final class AttributesMembers: NSObject {
  let fixed = 1
  var open: String?
  fileprivate var hidden = 0
  func method(_ x: Int) {}
  private func secret() {}
           func swift() {}
  func generic<T>(_ x: T) {}
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init(anyValue: "fixed", "fixed", 23) { s, _, _, _ in unsafeDowncast(s, to: AttributesMembers.self).fixed }, .init(anyValue: "open", "open", 24) { s, _, _, _ in unsafeDowncast(s, to: AttributesMembers.self).open }, .init(any: "setOpen:", "open", 24) { s, a, _, _ in unsafeDowncast(s, to: AttributesMembers.self).open = _arg(a) }, .init(any: "method:", "method(_:)", 26) { s, a, _, _ in unsafeDowncast(s, to: AttributesMembers.self).method(_arg(a)) }] }; nonisolated override class var _carobSource: String { "Attributes.swift" }; nonisolated override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "fixed", \AttributesMembers.fixed), .init("open", \AttributesMembers.open)] }; nonisolated override class var _carobName: String { "App.AttributesMembers" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { AttributesMembers() } } }

      extension AttributesView {
  func listed() {}
  private func unlisted() {}
}
