import CarobRuntime

/// The result of `UndoManager.prepare(withInvocationTarget:)`. It records messages, which are sent to the
/// target on undo (F-222).
///
/// Its methods are looked up at run time like those of `AnyObject`. The translator emits such calls for
/// `(undo.prepare(withInvocationTarget: self) as AnyObject).setName(old)` and for casts to the target's
/// class.
final class UndoInvocations: NSObject, @unchecked Sendable {
  // @unchecked because it is used on one thread, as the undo manager is.
  private let manager: UndoManager
  let target: AnyObject

  init(_ manager: UndoManager, target: AnyObject) { (self.manager, self.target) = (manager, target) }

  /// Records a message with its arguments, which are retained.
  func record(_ selector: Selector, _ arguments: [Any?]) {
    guard Runtime.answers(target, selector) else {
      NSException.raise(
        .invalidArgumentException,
        "-[\(Journal.className(type(of: target))) \(selector.name)]: unrecognized selector prepared for undo")
    }
    // NB: handled separately, because it cannot be sent with object arguments only.
    if selector.name == "setValue:forKey:", let target = target as? NSObject, arguments.count == 2,
      let key = arguments[1] as? String
    {
      return manager.registerUndo(withTarget: target) { $0.setValue(arguments[0], forKey: key) }
    }
    manager.registerUndo(withTarget: target) { _ = _sendMessage($0, selector, arguments: arguments) }
  }

  override func responds(to selector: Selector!) -> Bool { Runtime.answers(target, selector) }
}
