import CarobFoundation
@_spi(Hazards) import CarobRuntime
import DeviceProtocol
import GestureMachines

/// Converts the device's input to touches and sends them through the application and the window.
@MainActor
final class TouchDispatcher {
  /// The touches in progress.
  // OPTIMIZATION: an array, since a linear search through few entries is faster than a dictionary.
  private var touches: [UITouch] = []
  private let event = UIEvent()
  /// The event of the touches in progress; delayed touches are delivered with it.
  var currentEvent: UIEvent { event }
  private var lastTap: (time: TimeInterval, location: CGPoint, count: Int)?
  /// E-166: taps within this time and distance of the previous one increase the tap count.
  private let tapInterval: TimeInterval = 0.35
  private let tapDistance: CGFloat = 45

  func handle(_ input: TouchEvent) {
    for finger in input.fingers where finger.phase == .hovering { hover(finger) }
    if ToolTip.wereSet, input.fingers.contains(where: { $0.phase == .began }) { ToolTip.hide() }
    guard input.fingers.contains(where: { $0.phase != .hovering }) else { return }
    Journal.root(
      .touch, "touches \(input.fingers.map(\.phase.name).joined(separator: ", "))", category: .user,
      detail: input.fingers.map {
        (key: "finger \($0.id)", value: "\(Self.short($0.x)), \(Self.short($0.y))")
      }
    ) {
      cancelTouchesOfLostViews()
      for touch in event.orderedTouches where touch.phase == .began || touch.phase == .moved {
        touch.phase = .stationary
      }
      if input.resetsTapCount { lastTap = nil }
      UIApplication.shared.scrollDispatcher.finish(.ended)
      for finger in input.fingers { update(finger, time: input.time) }
      recordHits(of: input)
      event.timestamp = input.time
      guard !event.orderedTouches.isEmpty else { return }
      UIApplication.shared.deliverEvent(event)
      removeFinished()
    }
  }

  /// Records which views the new touches hit, before anything is delivered: it explains what follows and what does not.
  private func recordHits(of input: TouchEvent) {
    guard Journal.isRecording, input.fingers.contains(where: { $0.phase == .began }) else { return }
    let views = event.orderedTouches.filter { $0.phase == .began }.map(\.view)
    guard !views.isEmpty else { return }
    Journal.answer(views.map { $0.map(Self.name) ?? "no view" }.joined(separator: ", "))
  }

  /// `UIButton#2`; for a plain view inside a cell or a control, such as a cell's content view, `UIView#9 in UITableViewCell#4`.
  private static func name(of view: UIView) -> String {
    let name = Journal.describe(view)
    guard type(of: view) == UIView.self else { return name }
    var above = view.parentView
    while let here = above {
      if here is UITableViewCell || here is UICollectionReusableView || here is UIControl {
        return name + " in " + Journal.describe(here)
      }
      above = here.parentView
    }
    return name
  }

  private func removeFinished() {
    event.orderedTouches.removeAll { $0.phase == .ended || $0.phase == .cancelled }
  }

  /// Whether a view may have left its window since the last check.
  static var needsLostTouchCheck = false

  /// E-171: cancels touches whose view has left its window; a touch whose view only moved to another
  /// superview continues (E-172).
  ///
  /// Checked at the end of a turn, so that a view may be moved. Recognizers of removed views get no further
  /// touches.
  func cancelTouchesOfLostViews() {
    guard Self.needsLostTouchCheck else { return }
    Self.needsLostTouchCheck = false
    for touch in event.orderedTouches {
      if let view = touch.view, !(view is UIWindow), view.window == nil {
        Journal.root(.touch, "the touched view left its window", category: .user) {
          TouchDelivery.cancelForView(touch, because: nil)
        }
      }
      for recognizer in touch.recognizers {
        let view = recognizer.view
        if view?.window == nil, !(view is UIWindow) { recognizer.leaveTouches("its view left the window") }
      }
    }
  }

  // MARK: The pointer

  private var hovered: [ZeroingElement<UIHoverGestureRecognizer>] = []

  /// Notifies the hover recognizers of the view below the pointer and of its superviews.
  private func hover(_ finger: TouchEvent.Finger) {
    let point = CGPoint(x: finger.x, y: finger.y)
    if ToolTip.wereSet { ToolTip.pointer(at: point, over: hit(point)?.view) }
    // OPTIMIZATION: most apps have no hover recognizers.
    guard UIHoverGestureRecognizer.wereMade else { return }
    var below: [UIHoverGestureRecognizer] = []
    var view = hit(point)?.view
    while let here = view {
      for case let recognizer as UIHoverGestureRecognizer in here.gestureRecognizers ?? []
      where recognizer.isEnabled {
        below.append(recognizer)
      }
      view = here.superview
    }
    let before = hovered.compactMap(\.object)
    guard !before.isEmpty || !below.isEmpty else { return }
    hovered = below.map { ZeroingElement($0) }
    Journal.root(
      .touch, "pointer", category: .user,
      detail: [(key: "place", value: "\(Self.short(finger.x)), \(Self.short(finger.y))")]
    ) {
      for recognizer in before where !below.contains(where: { $0 === recognizer }) {
        recognizer.pointerMoved(.outside, point)
      }
      for recognizer in below { recognizer.pointerMoved(.inside, point) }
    }
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String((value * 100).rounded() / 100)
  }

  private func update(_ finger: TouchEvent.Finger, time: TimeInterval) {
    let point = CGPoint(x: finger.x, y: finger.y)
    switch finger.phase {
    case .began:
      // E-173: only new touches are ignored.
      guard touch(of: finger) == nil, !UIApplication.shared.isIgnoringInteractionEvents else { return }
      let touch = UITouch(fingerID: finger.id)
      touch.screenLocation = point
      touch.previousScreenLocation = point
      touch.firstScreenLocation = point
      touch.tapCount = tapCount(at: point, time)
      touch.timestamp = time
      touch.force = finger.force
      // E-160: the window is hit-tested before the event is sent.
      hitTest(touch)
      touches.append(touch)
      event.orderedTouches.append(touch)
    case .moved, .stationary:
      guard let touch = touch(of: finger) else { return }
      touch.previousScreenLocation = touch.screenLocation
      touch.screenLocation = point
      touch.phase = finger.phase == .moved ? .moved : .stationary
      touch.timestamp = time
      touch.force = finger.force
    case .ended, .cancelled:
      guard let touch = touch(of: finger) else { return }
      touches.removeAll { $0 === touch }
      touch.previousScreenLocation = touch.screenLocation
      touch.screenLocation = point
      touch.phase = finger.phase == .ended ? .ended : .cancelled
      touch.timestamp = time
      let first = touch.firstScreenLocation
      if finger.phase == .ended, hypot(point.x - first.x, point.y - first.y) < tapDistance {
        lastTap = (time, point, touch.tapCount)
        StatusBarTap.consider(touch, liftedAt: point)
      } else {
        lastTap = nil
      }
    case .hovering: break
    }
  }

  private func touch(of finger: TouchEvent.Finger) -> UITouch? {
    for touch in touches where touch.fingerID == finger.id { return touch }
    return nil
  }

  private func tapCount(at point: CGPoint, _ time: TimeInterval) -> Int {
    guard let last = lastTap, time - last.time <= tapInterval,
      hypot(point.x - last.location.x, point.y - last.location.y) < tapDistance
    else { return 1 }
    return last.count + 1
  }

  private func hitTest(_ touch: UITouch) {
    guard let (window, view) = hit(touch.screenLocation) else { return }
    touch.windowStorage = window
    touch.view = view
    // E-180: recognizers of the hit view and of its superviews.
    var current: UIView? = view
    while let here = current {
      if !here.gestureRecognizerList.isEmpty { touch.recognizers += here.gestureRecognizerList }
      current = here.parentView
    }
  }

  /// The window and view at a point of the screen.
  func hit(_ place: CGPoint) -> (window: UIWindow, view: UIView)? {
    for window in UIApplication.shared.visibleWindows.reversed() {
      if let view = window.hitTest(window.layer.fromSuperlayer(place), with: event) { return (window, view) }
    }
    return nil
  }

  /// Cancels all touches when the system takes over (call, lock, resigning active: E-171).
  func cancelAll() {
    guard !touches.isEmpty else { return }
    for touch in event.orderedTouches { touch.phase = .cancelled }
    touches.removeAll()
    UIApplication.shared.deliverEvent(event)
    event.orderedTouches.removeAll()
  }
}

extension TouchEvent.Phase {
  fileprivate var name: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .hovering: "hovering"
    }
  }
}
