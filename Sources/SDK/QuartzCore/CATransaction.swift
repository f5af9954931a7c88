import CarobFoundation

/// A group of layer changes with common animation settings. The outermost transaction is implicit and ends
/// with the turn of the run loop (E-141); those that apps begin nest in it (E-922).
open class CATransaction: NSObject {
  struct State {
    var duration: Double?
    var timingFunction: CAMediaTimingFunction?
    var disablesActions: Bool?
    var completion: (() -> Void)?
    var completionCause: UInt64 = 0
    var values: [String: Any] = [:]
    /// Counts the animations started in the transaction, for the completion block.
    var pending = CompletionCounter()

    /// Whether nothing was set in it and no animation was started in it.
    var isUntouched: Bool {
      completion == nil && duration == nil && timingFunction == nil && disablesActions == nil
        && values.isEmpty && pending.count == 0
    }
  }

  /// Calls a transaction's completion when all animations that it started have ended.
  final class CompletionCounter {
    var count = 0
    var isClosed = false
    var completion: (() -> Void)?
    func ended() {
      count -= 1
      checkIfDone()
    }
    func checkIfDone() {
      guard isClosed, count <= 0, let block = completion else { return }
      completion = nil
      block()
    }
  }

  nonisolated(unsafe) static var stack: [State] = [State()]
  /// Lays out, draws and sends everything; set by UIKit.
  nonisolated(unsafe) package static var commitAll: () -> Void = {}

  open class func begin() { stack.append(State()) }

  open class func commit() {
    guard stack.count > 1 else { return }
    close(stack.removeLast())
  }

  private static func close(_ state: State) {
    guard let block = state.completion else { return }
    let cause = state.completionCause
    state.pending.completion = {
      Journal.deliverRegistered(.animation, "{}", category: .functional) { Journal.with(cause: cause, block) }
    }
    state.pending.isClosed = true
    if state.pending.count <= 0 {
      // NB: without animations, too, the block runs after the turn's commit.
      LayerAnimations.afterCommit { state.pending.checkIfDone() }
    }
  }

  /// Ends the implicit transaction and discards its settings; called before the commit at the end of the
  /// turn (E-922).
  package static func closeImplicit() {
    guard stack.count == 1, !stack[0].isUntouched else { return }
    let state = stack[0]
    stack[0] = State()
    close(state)
  }

  /// Lays out, draws and sends the changes so far at once, without waiting for the end of the turn.
  open class func flush() { commitAll() }

  open class func setAnimationDuration(_ duration: CFTimeInterval) {
    stack[stack.count - 1].duration = duration
  }
  open class func animationDuration() -> CFTimeInterval {
    stack.reversed().lazy.compactMap(\.duration).first ?? 0.25
  }
  open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    stack[stack.count - 1].timingFunction = function
  }
  open class func animationTimingFunction() -> CAMediaTimingFunction? {
    stack.reversed().lazy.compactMap(\.timingFunction).first
  }
  open class func setDisableActions(_ flag: Bool) { stack[stack.count - 1].disablesActions = flag }
  open class func disableActions() -> Bool {
    stack.reversed().lazy.compactMap(\.disablesActions).first ?? false
  }

  open class func setCompletionBlock(_ block: (() -> Void)?) {
    stack[stack.count - 1].completion = block
    stack[stack.count - 1].completionCause = Journal.cause
  }
  open class func completionBlock() -> (() -> Void)? { stack[stack.count - 1].completion }

  open class func setValue(_ value: Any?, forKey key: String) { stack[stack.count - 1].values[key] = value }
  open class func value(forKey key: String) -> Any? {
    stack.reversed().lazy.compactMap { $0.values[key] }.first
  }

  open class func lock() {}
  open class func unlock() {}
}
