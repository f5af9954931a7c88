import CarobFoundation
@_spi(Messages) import CarobRuntime

/// Sends actions to a target or up the responder chain (E-230, E-231).
@MainActor
enum ActionSender {
  /// The fast path of `send`: an object sends to an object whose method takes the sender or no argument,
  /// without recording.
  ///
  /// Returns false in all other cases; then nothing was sent.
  // OPTIMIZATION: includes step E-215: the kind of the method's entry determines the number of arguments. NB:
  // not isolated to the main actor, because a main-actor closure checks the current executor.
  @inline(__always)
  nonisolated static func sendDirectly(_ action: Selector, to target: Any?, from sender: Any?) -> Bool {
    guard !Journal.isRecording, let target = _unmanagedObject(target), let sender = _unmanagedObject(sender)
    else { return false }
    return Runtime.sendToObjectMethod(target, action, sender)
  }

  /// Implements `UIApplication.sendAction`. Returns whether a receiver was found.
  static func send(
    _ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?, mechanism: Mechanism,
    events: UIControl.Event? = nil
  ) -> Bool {
    if action.argumentCount > 2 {
      NSException.raise(
        .invalidArgumentException, "Action \(action.name) must take 0, 1 or 2 arguments (M-42)")
    }
    if let target {
      guard let object = _objectOrBox(target) else { return false }
      deliver(action, to: object, from: sender, for: event, mechanism: mechanism, events: events)
      return true
    }
    // E-230: from the sender if it is a responder, else from the first responder (E-231).
    var responder = self.responder(sender) ?? FirstResponder.start
    var asked: [UIResponder] = []
    let isRecording = Journal.isRecording
    while true {
      // NB: the trace lists all responders.
      if !isRecording { ResponderSearch.passOver(&responder, action) }
      guard let current = responder else { break }
      if isRecording { asked.append(current) }
      if current.canPerformAction(action, withSender: sender) {
        if sendDirectly(action, to: current, from: sender) { return true }
        deliver(
          action, to: current, from: sender, for: event, mechanism: mechanism, events: events, chain: asked)
        return true
      }
      responder = current.next
    }
    Journal.note(
      mechanism, action.name, outcome: "unhandled",
      why: "no responder in the chain implements \(action.name)", sender: sender.map { $0 as AnyObject },
      category: .user, detail: details(events, asked))
    return false
  }

  // OPTIMIZATION: casting an object takes a fifth of the time that casting an `Any` takes.
  private static func responder(_ sender: Any?) -> UIResponder? {
    guard let object = _unmanagedObject(sender) else { return sender as? UIResponder }
    return object.takeUnretainedValue() as? UIResponder
  }

  private static func deliver(
    _ action: Selector, to target: AnyObject, from sender: Any?, for event: UIEvent?, mechanism: Mechanism,
    events: UIControl.Event?, chain: [UIResponder] = []
  ) {
    let method = Runtime.method(type(of: target), action)
    Journal.deliverRegistered(
      mechanism, action.name, to: target, from: sender.map { $0 as AnyObject },
      category: method.map { $0.line == 0 && !$0.isOfFramework } == true ? .internal : .user,
      site: method?.site, detail: details(events, chain)
    ) {
      if method == nil, action == UIResponder.pasting, let target = target as? UIResponder,
        target.pasteConfiguration != nil
      {
        return target.paste(itemProviders: UIPasteboard.general.itemProviders)
      }
      // OPTIMIZATION: a cast to a class costs a tenth of one to a metatype.
      if !(target is NSObject), let type = target as? AnyClass {
        if case .unrecognized = Runtime.sendClass(type, action, sender) {
          NSException.raise(
            .invalidArgumentException, "+[\(type) \(action.name)]: unrecognized selector sent to class")
        }
        return
      }
      // E-215: the number of colons determines the number of arguments.
      if action.argumentCount <= 1 {
        if Runtime.sendObject(target, action, _objectOrBox(sender)) { return }
      }
      _sendMessage(target, action, sender, event)
    }
  }

  private static func details(_ events: UIControl.Event?, _ chain: [UIResponder]) -> [(
    key: String, value: String
  )] {
    var result: [(key: String, value: String)] = []
    if let events { result.append(("controlEvents", events.names)) }
    if !chain.isEmpty { result.append(("chain", chain.map(Journal.describe).joined(separator: " → "))) }
    return result
  }
}
