import CarobRuntime

/// What `UndoManager.prepare(withInvocationTarget:)` answers: it records the messages that it is sent, to be sent to the target when
/// the change is taken back (F-222).
///
/// Its methods are looked up while the app runs, as those of any `AnyObject`; the translator makes such calls of
/// `(undo.prepare(withInvocationTarget: self) as AnyObject).setName(old)` and of a cast to the target's class.
final class UndoInvocations: NSObject, @unchecked Sendable {
  // @unchecked because it is used on one thread, as the undo manager is.
  private let manager: UndoManager
  let target: AnyObject

  init(_ manager: UndoManager, target: AnyObject) { (self.manager, self.target) = (manager, target) }

  /// Records a message with its arguments, which are kept.
  func record(_ selector: Selector, _ arguments: [Any?]) {
    guard Runtime.answers(target, selector) else {
      NSException.raise(
        .invalidArgumentException,
        "-[\(Journal.className(type(of: target))) \(selector.name)]: unrecognized selector prepared for undo")
    }
    // NB: it is no message of objects only, which could be sent.
    if selector.name == "setValue:forKey:", let target = target as? NSObject, arguments.count == 2,
      let key = arguments[1] as? String
    {
      return manager.registerUndo(withTarget: target) { $0.setValue(arguments[0], forKey: key) }
    }
    manager.registerUndo(withTarget: target) { _ = sendMessage($0, selector, arguments: arguments) }
  }

  override func responds(to selector: Selector!) -> Bool { Runtime.answers(target, selector) }
}
