import CarobFoundation

/// Delivers the touches of an event in one window: to gesture recognizers first (E-180), then to the views, phase by phase
/// (E-167).
///
/// Called by `UIWindow.sendEvent` for each event with touches, and by recognizers whose decision releases
/// delayed touches.
@MainActor
enum TouchDelivery {
  /// - Parameter touches: The touches in the window, in the order in which they began.
  static func deliver(_ touches: [UITouch], _ event: UIEvent, in window: UIWindow) {
    sendToRecognizers(touches, event)
    sendToViews(touches, event, in: window)
    finishSequences(touches, event)
    GestureArbiter.settle()
  }

  // MARK: Recognizers

  // OPTIMIZATION: loops over arrays; builds sets only for recognizers that are notified.
  private static func sendToRecognizers(_ touches: [UITouch], _ event: UIEvent) {
    for touch in touches where touch.phase == .began {
      // A recognizer that waits for others to fail needs no more touches.
      var wanting: [UIGestureRecognizer] = []
      for recognizer in touch.recognizers
      where recognizer.deferredStates.isEmpty && recognizer.wants(event) && recognizer.wants(touch) {
        wanting.append(recognizer)
      }
      touch.recognizers = wanting
    }
    let recognizers = recognizers(of: touches)
    if recognizers.isEmpty { return }
    // All recognizers get their touches before the first is notified, so that each knows which others are
    // undecided.
    for recognizer in recognizers {
      for touch in touches where touch.phase == .began && reaches(touch, recognizer) {
        recognizer.trackedTouches.append(touch)
        recognizer.touchesOfCurrentGesture.append(touch)
      }
    }
    let all = Set(touches)
    for recognizer in byPrecedence(recognizers) {
      for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
        // NB: evaluated for each phase, because the recognizer may have lost its touches in the previous one.
        var part: Set<UITouch> = []
        for touch in touches where touch.phase == phase && reaches(touch, recognizer) {
          if touches.count == 1 { part = all } else { part.insert(touch) }
        }
        guard !part.isEmpty, recognizer.isEnabled else { continue }
        // Recognized and failed recognizers get no touches until they are reset.
        if recognizer.state == .failed || recognizer.state == .ended || recognizer.state == .cancelled
          || recognizer.deferredStates.contains(.ended)
        {
          continue
        }
        switch phase {
        case .began: recognizer.touchesBegan(part, with: event)
        case .moved: recognizer.touchesMoved(part, with: event)
        case .ended: recognizer.touchesEnded(part, with: event)
        default: recognizer.touchesCancelled(part, with: event)
        }
      }
    }
  }

  private static func reaches(_ touch: UITouch, _ recognizer: UIGestureRecognizer) -> Bool {
    for other in touch.recognizers where other === recognizer { return true }
    return false
  }

  /// The recognizers of the touches, each once, in the order of the touches.
  private static func recognizers(of touches: [UITouch]) -> [UIGestureRecognizer] {
    guard touches.count != 1 else { return touches[0].recognizers }
    var result: [UIGestureRecognizer] = []
    var seen: Set<ObjectIdentifier> = []
    for touch in touches {
      for recognizer in touch.recognizers where seen.insert(ObjectIdentifier(recognizer)).inserted {
        result.append(recognizer)
      }
    }
    return result
  }

  /// Stably sorts recognizers that need more taps to the front.
  private static func byPrecedence(_ recognizers: [UIGestureRecognizer]) -> [UIGestureRecognizer] {
    var sorted = recognizers
    for index in sorted.indices {
      var place = index
      while place > 0, sorted[place - 1].precedence < sorted[place].precedence {
        sorted.swapAt(place - 1, place)
        place -= 1
      }
    }
    return sorted
  }

  // MARK: Views

  private static func sendToViews(_ touches: [UITouch], _ event: UIEvent, in window: UIWindow) {
    for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
      var views: [UIView] = []
      for touch in touches where touch.phase == phase && !touch.isCancelledForView {
        guard let view = touch.view else { continue }
        if phase == .began { touch.isWithheldFromView = isWithheld(touch, from: view, event, in: window) }
        if touch.isWithheldFromView { continue }
        if defers(touch, phase) {
          if phase != .moved || touch.deferredPhases.last != .moved { touch.deferredPhases.append(phase) }
          continue
        }
        if !views.contains(where: { $0 === view }) { views.append(view) }
      }
      for view in views {
        let part = Set(
          touches.filter {
            $0.view === view && $0.phase == phase && !$0.isCancelledForView && !$0.isWithheldFromView
              && $0.deferredPhases.isEmpty
          })
        guard !part.isEmpty else { continue }
        send(part, phase, to: view, event)
      }
    }
  }

  /// E-186, E-187: whether the view gets this phase later, because an undecided recognizer delays it.
  private static func defers(_ touch: UITouch, _ phase: UITouch.Phase) -> Bool {
    if phase == .cancelled {
      // NB: a view that did not get the beginning of a touch does not get its cancellation.
      if touch.deferredPhases.contains(.began) { touch.isCancelledForView = true }
      touch.deferredPhases = []
      return false
    }
    if !touch.deferredPhases.isEmpty { return true }
    return isDelayed(touch, phase)
  }

  private static func isDelayed(_ touch: UITouch, _ phase: UITouch.Phase) -> Bool {
    guard phase == .began || phase == .ended else { return false }
    for recognizer in touch.recognizers
    where (phase == .began ? recognizer.delaysTouchesBegan : recognizer.delaysTouchesEnded)
      && recognizer.isUndecided
    {
      // NB: a recognizer that has started a new attempt with other touches no longer delays this one.
      for attempted in recognizer.touchesOfCurrentGesture where attempted === touch { return true }
    }
    return false
  }

  /// Delivers deferred phases to the views after a recognizer's decision.
  static func deliverDeferred(_ touches: [UITouch]) {
    var free: [UITouch] = []
    for touch in touches {
      guard let first = touch.deferredPhases.first, !touch.isCancelledForView else { continue }
      if !isDelayed(touch, first), !touch.isBeingDelivered { free.append(touch) }
    }
    if free.isEmpty { return }
    for touch in free { touch.isBeingDelivered = true }
    defer { for touch in free { touch.isBeingDelivered = false } }
    for phase in [UITouch.Phase.began, .moved, .ended] {
      var views: [(view: UIView, touches: Set<UITouch>)] = []
      for touch in free where touch.deferredPhases.first == phase && !touch.isCancelledForView {
        if phase == .ended, isDelayed(touch, .ended) { continue }
        guard let view = touch.view else { continue }
        touch.deferredPhases.removeFirst()
        if let place = views.firstIndex(where: { $0.view === view }) {
          views[place].touches.insert(touch)
        } else {
          views.append((view, [touch]))
        }
      }
      for entry in views {
        let present = entry.touches.map { ($0, $0.phase) }
        for (touch, _) in present { touch.phase = phase }
        send(entry.touches, phase, to: entry.view, UIApplication.shared.touchDispatcher.currentEvent)
        for (touch, now) in present { touch.phase = now }
      }
    }
  }

  /// E-168, E-169: a view without multiple touch ignores further touches; an exclusive view keeps touches
  /// from others.
  private static func isWithheld(
    _ touch: UITouch, from view: UIView, _ event: UIEvent, in window: UIWindow
  ) -> Bool {
    let others = event.orderedTouches.filter {
      $0 !== touch && $0.window === window && $0.phase != .ended && $0.phase != .cancelled
        && !$0.isWithheldFromView
    }
    if !view.isMultipleTouchEnabled, others.contains(where: { $0.view === view }) { return true }
    if others.contains(where: { $0.view !== view && $0.view?.isExclusiveTouch == true }) { return true }
    return view.isExclusiveTouch && others.contains { $0.view !== view }
  }

  static func send(_ touches: Set<UITouch>, _ phase: UITouch.Phase, to view: UIView, _ event: UIEvent?) {
    if phase == .ended || phase == .cancelled { for touch in touches { touch.isFinishedForView = true } }
    switch phase {
    case .began:
      for touch in touches { touch.isKnownToView = true }
      Journal.deliver(.touch, "touchesBegan(_:with:)", to: view, category: .user) {
        view.touchesBegan(touches, with: event)
      }
    case .moved:
      Journal.deliver(.touch, "touchesMoved(_:with:)", to: view, category: .user) {
        view.touchesMoved(touches, with: event)
      }
    case .ended:
      Journal.deliver(.touch, "touchesEnded(_:with:)", to: view, category: .user) {
        view.touchesEnded(touches, with: event)
      }
    case .cancelled:
      Journal.deliver(.touch, "touchesCancelled(_:with:)", to: view, category: .user) {
        view.touchesCancelled(touches, with: event)
      }
    default: break
    }
  }

  /// Cancels a touch for its view, because a recognizer recognized or the view left the window; the view gets
  /// nothing more (E-171, E-185).
  static func cancelForView(_ touch: UITouch, because recognizer: UIGestureRecognizer?) {
    guard !touch.isCancelledForView, !touch.isFinishedForView, let view = touch.view else { return }
    touch.isCancelledForView = true
    touch.deferredPhases = []
    // A view that did not get the beginning gets no cancellation.
    guard !touch.isWithheldFromView, touch.isKnownToView else { return }
    send([touch], .cancelled, to: view, nil)
  }

  // MARK: The end of sequences

  private static func finishSequences(_ touches: [UITouch], _ event: UIEvent) {
    for recognizer in recognizers(of: touches) {
      guard recognizer.hasNoFingers,
        recognizer.state != .possible || !recognizer.touchesOfCurrentGesture.isEmpty
      else { continue }
      if recognizer.keepsTouchesAfterEnd {
        recognizer.keepPlaces()
        continue
      }
      // E-183: a begun gesture ends, even if a subclass does not end it.
      if recognizer.isInProgress { recognizer.state = .cancelled }
      let wasUndecided = recognizer.isUndecided
      let attempt = recognizer.touchesOfCurrentGesture
      recognizer.resetAfterSequence()
      // A recognizer whose touches ended without a decision has failed.
      if wasUndecided {
        GestureArbiter.decided(recognizer, recognized: false)
        deliverDeferred(attempt)
      }
    }
    for touch in touches where touch.phase == .ended || touch.phase == .cancelled {
      if touch.deferredPhases.isEmpty { continue }
      deliverDeferred([touch])
    }
  }
}
