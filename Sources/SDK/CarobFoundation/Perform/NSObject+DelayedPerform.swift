import CarobRuntime
import Foundation

// Delayed performs (F-60 to F-65): a one-shot timer that retains target and argument until it fires or is
// cancelled.

extension NSObject {
  /// Sends the message in a later pass of the current run loop in the default mode, even with delay 0 (F-60).
  public func perform(
    _ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval,
    _ file: StaticString = #filePath, _ line: Int = #line
  ) { perform(selector, with: argument, afterDelay: delay, inModes: [.default], file, line) }

  /// The same in the given modes. With no modes, the message is never sent (F-61).
  public func perform(
    _ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval, inModes modes: [RunLoop.Mode],
    _ file: StaticString = #filePath, _ line: Int = #line
  ) {
    guard !modes.isEmpty else { return }
    let loop = RunLoop.current
    // F-62: the timer retains target and argument until it fires or is cancelled.
    let timer = Timer(performing: selector, on: self, with: argument, after: delay, SourceSite(file, line))
    loop.performs.append(timer)
    modes.forEach { loop.add(timer, forMode: $0) }
  }

  /// Cancels the delayed performs on the current loop with this target, this selector and an equal argument
  /// (F-63).
  public class func cancelPreviousPerformRequests(
    withTarget target: Any, selector: Selector, object argument: Any?
  ) {
    RunLoop.current.cancelPerforms {
      $0.target === target as AnyObject && $0.selector == selector && isSame($0.userInfo, argument)
    }
  }

  /// Cancels all delayed performs on the current loop with this target (F-63).
  public class func cancelPreviousPerformRequests(withTarget target: Any) {
    RunLoop.current.cancelPerforms { $0.target === target as AnyObject }
  }

  // MARK: On other threads (F-64)

  /// Sends the message on the main thread, in the common modes.
  public func performSelector(onMainThread selector: Selector, with argument: Any?, waitUntilDone wait: Bool)
  {
    performSelector(onMainThread: selector, with: argument, waitUntilDone: wait, modes: nil)
  }

  public func performSelector(
    onMainThread selector: Selector, with argument: Any?, waitUntilDone wait: Bool, modes: [String]?
  ) {
    queue(selector, argument, on: RunLoop.main, wait, modes)
  }

  /// Sends the message on a thread when its run loop runs in one of the common modes.
  public func perform(_ selector: Selector, on thread: Thread, with argument: Any?, waitUntilDone wait: Bool)
  {
    perform(selector, on: thread, with: argument, waitUntilDone: wait, modes: nil)
  }

  public func perform(
    _ selector: Selector, on thread: Thread, with argument: Any?, waitUntilDone wait: Bool, modes: [String]?
  ) {
    queue(selector, argument, on: ThreadLoops.loop(of: thread), wait, modes)
  }

  /// Sends the message on a new thread.
  public func performSelector(inBackground selector: Selector, with argument: Any?) {
    let cause = Journal.cause
    nonisolated(unsafe) let (target, argument) = (self, argument)
    Thread.detachNewThread {
      Journal.with(cause: cause) { deliverPerform(target, selector, argument) }
    }
  }

  private func queue(
    _ selector: Selector, _ argument: Any?, on loop: RunLoop, _ wait: Bool, _ modes: [String]?
  ) {
    let isOwnThread = RunLoop.current === loop
    if isOwnThread, wait { return deliverPerform(self, selector, argument) }
    let modes = modes?.map { RunLoop.Mode(rawValue: $0) } ?? [.common]
    guard !modes.isEmpty else { return }
    let done = wait ? DispatchSemaphore(value: 0) : nil
    loop.enqueue(modes, in: .performs) { [self] in
      deliverPerform(self, selector, argument)
      done?.signal()
    }
    done?.wait()
  }
}

/// Sends a performed message and records it in the journal. The method takes one object or no argument
/// (F-65).
func deliverPerform(_ target: AnyObject, _ selector: Selector, _ argument: Any?, mode: RunLoop.Mode? = nil) {
  Journal.deliverRegistered(
    .runloop, selector.name, to: target, site: Runtime.method(type(of: target), selector)?.site,
    mode: mode?.journalName
  ) { _ = _sendMessage(target, selector, argument) }
}

/// Whether two arguments are equal according to `isEqual`; nil equals nil (F-63).
private func isSame(_ a: Any?, _ b: Any?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  if let a = a as? Foundation.NSObject { return a.isEqual(b) }
  if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
  return a as AnyObject === b as AnyObject
}

extension RunLoop {
  /// Invalidates the delayed performs that match.
  final func cancelPerforms(_ matches: (TimerExtras) -> Bool) {
    let cancelled = performs.filter { $0.performance.map(matches) ?? true }
    performs.removeAll { timer in cancelled.contains { $0 === timer } }
    cancelled.forEach { $0.invalidate() }
  }

  // MARK: Messages ordered within a pass

  /// Sends a message at the beginning of the next pass in one of the modes; lower orders first.
  public func perform(_ selector: Selector, target: Any, argument: Any?, order: Int, modes: [Mode]) {
    let message = OrderedMessage(
      selector: selector, target: target as AnyObject, argument: argument, order: order, modes: modes,
      cause: Journal.cause)
    messages.append(message)
    messages.sort { $0.order < $1.order }
    // NB: each queued block sends the first remaining message for its mode, so that messages are sent by
    // order, not by queue position.
    enqueue(modes) { [self] in
      guard let index = messages.firstIndex(where: { isFor($0.modes) }) else { return }
      let message = messages.remove(at: index)
      Journal.with(cause: message.cause) {
        deliverPerform(message.target, message.selector, message.argument)
      }
    }
  }

  /// Whether the current mode is one of these.
  private func isFor(_ modes: [Mode]) -> Bool {
    guard let mode = currentMode else { return true }
    return modes.contains(mode) || modes.contains(.common) && isCommon(mode)
  }

  public func cancelPerform(_ selector: Selector, target: Any, argument: Any?) {
    messages.removeAll {
      $0.selector == selector && $0.target === target as AnyObject && isSame($0.argument, argument)
    }
  }

  public func cancelPerformSelectors(withTarget target: Any) {
    messages.removeAll { $0.target === target as AnyObject }
  }

  struct OrderedMessage {
    let selector: Selector
    let target: AnyObject
    let argument: Any?
    let order: Int
    let modes: [Mode]
    let cause: UInt64
  }
}

/// The run loops of threads, for messages from other threads.
enum ThreadLoops {
  private static let loops = Guarded<[ObjectIdentifier: RunLoop]>([:])

  /// The thread's run loop; created here if the thread has not accessed it yet.
  static func loop(of thread: Thread) -> RunLoop {
    if thread.isMainThread { return RunLoop.main }
    if thread === Thread.current { return RunLoop.current }
    return loops.withLock { loops in
      if let loop = loops[ObjectIdentifier(thread)] { return loop }
      let loop = RunLoop(isMain: false)
      loops[ObjectIdentifier(thread)] = loop
      return loop
    }
  }

  /// The run loop for the calling thread on its first access.
  static func newLoop() -> RunLoop {
    let key = ObjectIdentifier(Thread.current)
    return loops.withLock { loops in
      if let loop = loops[key] { return loop }
      let loop = RunLoop(isMain: false)
      loops[key] = loop
      return loop
    }
  }

  static func forget(_ loop: RunLoop) {
    loops.withLock { loops in
      for (key, value) in loops where value === loop { loops[key] = nil }
    }
  }
}
