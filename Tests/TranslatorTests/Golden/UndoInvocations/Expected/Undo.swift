#sourceLocation(file: "/Project/Undo.swift", line: 1)
import UIKit

class UndoingController: UIViewController {
  var name = ""
        func setName(_ new: String) {
    _any((undoManager!.prepare(withInvocationTarget: self) as AnyObject))._method("setName:", { (r: UndoingController) in { r.setName($0) } })(name)
    name = new
  }
        func rename(_ new: String, times: Int) {
    _any((undoManager?.prepare(withInvocationTarget: self) as AnyObject?))?._method("rename:times:", { (r: UndoingController) in { r.rename($0, times: $1) } })(name, times)
    let other = undoManager!.prepare(withInvocationTarget: self) as AnyObject
    _any(other)._method("setName:", { (r: UndoingController) in { r.setName($0) } })(name)
    print(self as UIViewController)
  }
 nonisolated override class var _carobMethods: [_CarobMethod] { [.init("setName:", "setName(_:)", 5) { s, a, _, _ in unsafeDowncast(s, to: UndoingController.self).setName(_arg(a)) }, .init("rename:times:", "rename(_:times:)", 9) { s, a, b, _ in unsafeDowncast(s, to: UndoingController.self).rename(_arg(a), times: _arg(b)) }] }; nonisolated override class var _carobSource: String { "Undo.swift" }; nonisolated override class var _carobName: String { "App.UndoingController" }; nonisolated override class var _carobNew: (@MainActor @Sendable () -> AnyObject)? { { UndoingController() } }; nonisolated override class var _carobNewCoder: (@MainActor @Sendable (NSCoder) -> AnyObject?)? { { UndoingController(coder: $0) } }; nonisolated override class var _carobNewController: (@MainActor @Sendable (String?, Bundle?) -> UIViewController)? { { UndoingController(nibName: $0, bundle: $1) } } }
