import CarobFoundation
import QuartzCore

// Animations between `beginAnimations` and `commitAnimations`, which predate closures (E-598).
extension UIView {
  public enum AnimationTransition: Int, Sendable {
    case none, flipFromLeft, flipFromRight, curlUp, curlDown
  }

  /// Begins a block of animated changes that `commitAnimations()` ends; 0.2 s unless a duration is set in between.
  ///
  /// Blocks can be nested.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    ViewAnimation.stack.append(ViewAnimation(block: AnimationBlock(animationID, context)))
  }
  /// Ends the innermost block. Its delegate is notified when the animations begin and when all have ended.
  public class func commitAnimations() {
    guard let index = ViewAnimation.stack.lastIndex(where: { $0.block != nil }) else { return }
    ViewAnimation.stack.remove(at: index).commit()
  }

  /// The object that is notified of the beginning and the end; retained until the end.
  public class func setAnimationDelegate(_ delegate: Any?) {
    currentBlock?.delegate = delegate.map { $0 as AnyObject }
  }
  /// `animationWillStart:context:`, or any method with fewer arguments.
  public class func setAnimationWillStart(_ selector: Selector?) { currentBlock?.willStart = selector }
  /// `animationDidStop:finished:context:`, or any method with fewer arguments.
  public class func setAnimationDidStop(_ selector: Selector?) { currentBlock?.didStop = selector }
  /// Seconds.
  public class func setAnimationDuration(_ duration: TimeInterval) {
    innermostBlock?.duration = max(0, duration)
  }
  public class func setAnimationDelay(_ delay: TimeInterval) { innermostBlock?.delay = max(0, delay) }
  public class func setAnimationStart(_ startDate: Date) {
    innermostBlock?.delay = max(0, startDate.timeIntervalSince(RunLoop.main.currentDate))
  }
  public class func setAnimationCurve(_ curve: AnimationCurve) {
    innermostBlock?.options.remove(.curveLinear)
    innermostBlock?.options.formUnion(
      [.curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear][curve.rawValue])
  }
  public class func setAnimationRepeatCount(_ count: Float) { currentBlock?.repeatCount = count }
  public class func setAnimationRepeatAutoreverses(_ reverses: Bool) {
    if reverses {
      innermostBlock?.options.insert(.autoreverse)
    } else {
      innermostBlock?.options.remove(.autoreverse)
    }
  }
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    if fromCurrentState { innermostBlock?.options.insert(.beginFromCurrentState) }
  }
  /// DEVIATION: shown as a cross-fade, like the transitions with closures.
  public class func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    guard transition != .none, areAnimationsEnabled, view.window != nil, let block = innermostBlock,
      let fade = block.animation(forKey: "opacity", of: view) as? CABasicAnimation
    else { return }
    fade.fromValue = 0.0
    fade.toValue = Double(view.alpha)
    view.layer.add(fade, forKey: "transition")
  }

  private class var innermostBlock: ViewAnimation? { ViewAnimation.stack.last { $0.block != nil } }
  private class var currentBlock: AnimationBlock? { innermostBlock?.block }
}

/// The settings of a block between `beginAnimations` and `commitAnimations`, except its times.
@MainActor
final class AnimationBlock {
  let animationID: String?
  let context: UnsafeMutableRawPointer?
  var delegate: AnyObject?
  var willStart: Selector?
  var didStop: Selector?
  var repeatCount: Float = 0

  init(_ animationID: String?, _ context: UnsafeMutableRawPointer?) {
    (self.animationID, self.context) = (animationID, context)
  }

  func notifyWillStart() {
    guard let delegate, let willStart else { return }
    send(willStart, to: delegate, animationID, context)
  }
  func notifyDidStop(_ finished: Bool) {
    guard let delegate, let didStop else { return }
    self.delegate = nil
    send(didStop, to: delegate, animationID, NSNumber(value: finished), context)
  }
  private func send(_ selector: Selector, to target: AnyObject, _ arguments: Any?...) {
    Journal.deliverRegistered(
      .animation, selector.name, to: target, site: Runtime.method(type(of: target), selector)?.site
    ) {
      let count = selector.name.filter { $0 == ":" }.count
      _ = _sendMessage(target, selector, arguments: Array(arguments.prefix(count)))
    }
  }
}
