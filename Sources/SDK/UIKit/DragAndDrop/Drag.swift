@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// One drag, from the long press that lifts the items to its end.
///
/// After the lift it waits for the finger to move; then it follows the finger and looks for an interaction
/// that accepts a drop.
@MainActor
final class Drag {
  private enum Phase { case lifted, moving, over }

  @Zeroing private var interaction: UIDragInteraction?
  @Zeroing private var source: UIView?
  @Zeroing private(set) var window: UIWindow?
  private let session: DragSession
  private let dropSession: DropSession
  private var items: [UIDragItem]
  private var phase = Phase.lifted
  /// The drag in progress.
  @Zeroing private(set) static var current: Drag?
  private let start: CGPoint
  private var lifting = DragAnimator()
  private var previews: [UITargetedDragPreview?] = []
  /// The interactions that added items during the drag, by the items' indices.
  private var adding: [Int: UIDragInteraction] = [:]
  private var image: DragImage?
  private let springs = SpringLoader()

  /// The answers of drop interactions that were asked to handle the session, and the interactions that were
  /// entered, in order.
  private var answers: [ObjectIdentifier: Bool] = [:]
  private var entered: [UIDropInteraction] = []
  private var target: UIDropInteraction?
  private var operation = UIDropOperation.cancel

  /// The distance in points that the finger moves after a lift before the drag begins.
  private static let slop: CGFloat = 10
  private static let duration = 0.3

  // MARK: Lifting (E-478)

  /// Nil if there are no items to drag.
  init?(_ interaction: UIDragInteraction, _ view: UIView, at place: CGPoint, in window: UIWindow) {
    guard let delegate = interaction.delegate else { return nil }
    session = DragSession([])
    session.window = window
    session.place = place
    let session = session
    // E-478.1.
    // NB: the trace contains the number of items only, because their descriptions differ from run to run.
    var items: [UIDragItem] = []
    _ = Journal.query(
      .delegate, "dragInteraction(_:itemsForBeginning:)", to: delegate, from: interaction
    ) {
      items = delegate.dragInteraction(interaction, itemsForBeginning: session)
      return items.count
    }
    self.items = items
    session.begin(with: items)
    dropSession = DropSession(session)
    (self.interaction, source, self.window, start) = (interaction, view, window, place)
    if items.isEmpty { return nil }
  }

  private func tell(
    _ name: String, _ selector: Selector,
    _ body: (any UIDragInteractionDelegate, UIDragInteraction) -> Void
  ) {
    guard let interaction, let delegate = interaction.delegate else { return }
    delegate.tell(from: interaction, name, selector) { body($0, interaction) }
  }
  private func ask<Answer>(
    _ name: String, _ selector: Selector,
    _ body: (any UIDragInteractionDelegate, UIDragInteraction) -> Answer
  ) -> Answer? {
    guard let interaction, let delegate = interaction.delegate else { return nil }
    return delegate.ask(from: interaction, name, selector) { body($0, interaction) }
  }

  func lift() {
    guard let interaction, let source, let window else { return }
    // E-478.2.
    previews = items.map { preview(of: $0, interaction, source) }
    tell(
      "dragInteraction(_:willAnimateLiftWith:session:)",
      "dragInteraction:willAnimateLiftWithAnimator:session:"
    ) { $0.dragInteraction($1, willAnimateLiftWith: lifting, session: session) }
    image = DragImage(previews.compactMap { $0 }, at: start, in: window)
    UIView.animate(
      withDuration: 0.2, delay: 0, options: [.internalTransition],
      animations: {
        self.lifting.animate()
        self.image?.lift()
      })
  }

  private func preview(of item: UIDragItem, _ owner: UIDragInteraction, _ view: UIView)
    -> UITargetedDragPreview?
  {
    let answer = owner.delegate?.ask(
      from: owner, "dragInteraction(_:previewForLifting:session:)",
      "dragInteraction:previewForLiftingItem:session:"
    ) { $0.dragInteraction(owner, previewForLifting: item, session: session) }
    return answer ?? UITargetedDragPreview(view: view)
  }

  // MARK: More items (E-514)

  func add(from adder: UIDragInteraction, at point: CGPoint) {
    guard phase == .moving, let delegate = adder.delegate, let view = adder.view else { return }
    // E-514.1.
    let chosen = delegate.ask(
      from: adder, "dragInteraction(_:sessionForAddingItems:withTouchAt:)",
      "dragInteraction:sessionForAddingItems:withTouchAtPoint:"
    ) { $0.dragInteraction(adder, sessionForAddingItems: [session], withTouchAt: point) }
    if let chosen, chosen == nil { return }
    // E-514.2.
    let added =
      delegate.ask(
        from: adder, "dragInteraction(_:itemsForAddingTo:withTouchAt:)",
        "dragInteraction:itemsForAddingToSession:withTouchAtPoint:"
      ) { $0.dragInteraction(adder, itemsForAddingTo: session, withTouchAt: point) } ?? []
    guard !added.isEmpty else { return }
    // E-514.3.
    tell("dragInteraction(_:session:willAdd:for:)", "dragInteraction:session:willAddItems:forInteraction:") {
      $0.dragInteraction($1, session: session, willAdd: added, for: adder)
    }
    for item in added {
      adding[items.count] = adder
      items.append(item)
      let shown = preview(of: item, adder, view)
      previews.append(shown)
      if let preview = item.previewProvider?() {
        image?.add(preview.view, preview.parameters)
      } else if let shown {
        image?.add(shown.view, shown.parameters)
      }
    }
    for side in [session, dropSession] { side.begin(with: items) }
    image?.mark(operation, count: items.count)
  }

  // MARK: Moving (E-478, E-479)

  func move(to place: CGPoint) {
    guard phase != .over, place != session.place || phase == .moving else { return }
    if phase == .lifted {
      guard hypot(place.x - start.x, place.y - start.y) >= Self.slop else { return }
      begin()
    } else if place == session.place {
      return
    }
    (session.place, dropSession.place) = (place, place)
    tell("dragInteraction(_:sessionDidMove:)", "dragInteraction:sessionDidMove:") {
      $0.dragInteraction($1, sessionDidMove: session)
    }
    updateTarget(at: place)
    image?.resize(asFullSize: prefersFullSize)
    image?.follow(place)
    if let window { springs.move(to: place, in: window) }
  }
  /// Whether the destination below the finger wants the image as large as its source.
  private var prefersFullSize = false

  private func begin() {
    phase = .moving
    Drag.current = self
    for case let menu as UIContextMenuInteraction in source?.interactions ?? [] { menu.dismissMenu() }
    // E-478.3.
    let mayMove = ask(
      "dragInteraction(_:sessionAllowsMoveOperation:)", "dragInteraction:sessionAllowsMoveOperation:"
    ) { $0.dragInteraction($1, sessionAllowsMoveOperation: session) }
    let isRestricted = ask(
      "dragInteraction(_:sessionIsRestrictedToDraggingApplication:)",
      "dragInteraction:sessionIsRestrictedToDraggingApplication:"
    ) { $0.dragInteraction($1, sessionIsRestrictedToDraggingApplication: session) }
    for side in [session, dropSession] {
      side.allowsMoveOperation = mayMove ?? true
      side.isRestrictedToDraggingApplication = isRestricted ?? false
    }
    lifting.finish(.end)
    tell("dragInteraction(_:sessionWillBegin:)", "dragInteraction:sessionWillBegin:") {
      $0.dragInteraction($1, sessionWillBegin: session)
    }
    let shown = items.compactMap { $0.previewProvider?() }
    if !shown.isEmpty { image?.show(shown.map { ($0.view, $0.parameters) }) }
  }

  /// E-479.1: finds the innermost view below the finger whose interaction accepts the session.
  private func updateTarget(at place: CGPoint) {
    let found = taker(at: place)
    if found !== target {
      leaveTarget()
      target = found
      if let found {
        found.running = dropSession
        if !entered.contains(where: { $0 === found }) { entered.append(found) }
        tell(found, "dropInteraction(_:sessionDidEnter:)", "dropInteraction:sessionDidEnter:") {
          $0.dropInteraction(found, sessionDidEnter: dropSession)
        }
      }
    }
    prefersFullSize = false
    guard let target else { return }
    // E-479.2.
    let proposal = target.delegate?.ask(
      from: target, "dropInteraction(_:sessionDidUpdate:)", "dropInteraction:sessionDidUpdate:"
    ) { $0.dropInteraction(target, sessionDidUpdate: dropSession) }
    operation = proposal?.operation ?? .cancel
    // E-1075
    prefersFullSize = proposal?.prefersFullSizePreview == true || target.delegate is ListDragging
    if operation == .move, !session.allowsMoveOperation { operation = .cancel }
    image?.mark(operation, count: items.count)
  }

  private func leaveTarget() {
    guard let old = target else { return }
    (target, operation) = (nil, .cancel)
    old.running = nil
    image?.mark(.cancel, count: items.count)
    tell(old, "dropInteraction(_:sessionDidExit:)", "dropInteraction:sessionDidExit:") {
      $0.dropInteraction(old, sessionDidExit: dropSession)
    }
  }

  private func taker(at place: CGPoint) -> UIDropInteraction? {
    var here = window?.hitTest(place, with: nil)
    while let view = here {
      for case let drop as UIDropInteraction in view.interactions where wants(drop) { return drop }
      here = view.superview
    }
    return nil
  }

  /// Each interaction is asked once per drag.
  private func wants(_ drop: UIDropInteraction) -> Bool {
    if let other = drop.running, other !== dropSession, !drop.allowsSimultaneousDropSessions { return false }
    if let known = answers[ObjectIdentifier(drop)] { return known }
    guard let delegate = drop.delegate else { return false }
    let answer =
      delegate.ask(from: drop, "dropInteraction(_:canHandle:)", "dropInteraction:canHandleSession:") {
        $0.dropInteraction(drop, canHandle: dropSession)
      } ?? true
    answers[ObjectIdentifier(drop)] = answer
    // NB: retained, so that no other interaction gets the same address.
    asked.append(drop)
    return answer
  }
  private var asked: [UIDropInteraction] = []

  private func tell(
    _ drop: UIDropInteraction, _ name: String, _ selector: Selector,
    _ body: (any UIDropInteractionDelegate) -> Void
  ) { drop.delegate?.tell(from: drop, name, selector) { body($0) } }

  // MARK: Ending (E-480)

  /// Called when the finger is lifted.
  func drop() {
    switch phase {
    case .lifted: endLiftWithoutDrag()
    case .moving: end()
    case .over: break
    }
  }

  /// Called when the system cancels the touch.
  func cancel() {
    guard phase == .moving else { return drop() }
    leaveTarget()
    end()
  }

  /// Ends a lift that did not become a drag.
  private func endLiftWithoutDrag() {
    phase = .over
    lifting.finish(.start)
    finish(animators: [], to: nil) {}
  }

  private func end() {
    phase = .over
    springs.leave()
    if Drag.current === self { Drag.current = nil }
    let operation = operation
    let taker = operation == .copy || operation == .move ? target : nil
    if let taker {
      tell(taker, "dropInteraction(_:performDrop:)", "dropInteraction:performDrop:") {
        $0.dropInteraction(taker, performDrop: dropSession)
      }
    }
    tell("dragInteraction(_:session:willEndWith:)", "dragInteraction:session:willEndWithOperation:") {
      $0.dragInteraction($1, session: session, willEndWith: operation)
    }
    let (animators, place) = taker.map { endingForDrop($0) } ?? endingForCancel()
    finish(animators: animators, to: place) {
      if let taker {
        self.tell(taker, "dropInteraction(_:concludeDrop:)", "dropInteraction:concludeDrop:") {
          $0.dropInteraction(taker, concludeDrop: self.dropSession)
        }
      }
      for drop in self.entered {
        drop.running = nil
        self.tell(drop, "dropInteraction(_:sessionDidEnd:)", "dropInteraction:sessionDidEnd:") {
          $0.dropInteraction(drop, sessionDidEnd: self.dropSession)
        }
      }
      self.tell("dragInteraction(_:session:didEndWith:)", "dragInteraction:session:didEndWithOperation:") {
        $0.dragInteraction($1, session: self.session, didEndWith: operation)
      }
      for (_, adder) in self.adding.sorted(by: { $0.key < $1.key }) {
        (adder.delegate as? ListDragging)?.endDrag()
      }
      guard taker != nil else { return }
      self.dropSession.whenLoaded {
        self.tell("dragInteraction(_:sessionDidTransferItems:)", "dragInteraction:sessionDidTransferItems:") {
          $0.dragInteraction($1, sessionDidTransferItems: self.session)
        }
      }
    }
  }

  private typealias Ending = ([DragAnimator], UIPreviewTarget?)

  private func endingForDrop(_ taker: UIDropInteraction) -> Ending {
    ending { item, usual, animator, _ in
      var preview: UITargetedDragPreview? = usual
      if let answer = taker.delegate?.ask(
        from: taker, "dropInteraction(_:previewForDropping:withDefault:)",
        "dropInteraction:previewForDroppingItem:withDefault:",
        { $0.dropInteraction(taker, previewForDropping: item, withDefault: usual) })
      {
        preview = answer
      }
      tell(
        taker, "dropInteraction(_:item:willAnimateDropWith:)",
        "dropInteraction:item:willAnimateDropWithAnimator:"
      ) { $0.dropInteraction(taker, item: item, willAnimateDropWith: animator) }
      // Without a target from the delegate the preview fades out in place.
      return preview === usual ? nil : preview?.target
    }
  }

  private func endingForCancel() -> Ending {
    ending { item, usual, animator, owner in
      guard let owner, let delegate = owner.delegate else { return usual.target }
      let answer = delegate.ask(
        from: owner, "dragInteraction(_:previewForCancelling:withDefault:)",
        "dragInteraction:previewForCancellingItem:withDefault:",
        { $0.dragInteraction(owner, previewForCancelling: item, withDefault: usual) })
      delegate.tell(
        from: owner, "dragInteraction(_:item:willAnimateCancelWith:)",
        "dragInteraction:item:willAnimateCancelWithAnimator:"
      ) { $0.dragInteraction(owner, item: item, willAnimateCancelWith: animator) }
      let preview: UITargetedDragPreview? = answer ?? usual
      return preview?.target
    }
  }

  /// The target of the first item, and the animators that run with the drop or cancel animation.
  private func ending(
    _ ask: (UIDragItem, UITargetedDragPreview, DragAnimator, UIDragInteraction?) -> UIPreviewTarget?
  ) -> Ending {
    var ending: Ending = ([], nil)
    for (index, item) in items.enumerated() {
      guard let usual = previews[index] ?? source.map({ UITargetedDragPreview(view: $0) }) else { continue }
      let animator = DragAnimator()
      ending.0.append(animator)
      let place = ask(item, usual, animator, adding[index] ?? interaction)
      if index == 0 { ending.1 = place }
    }
    return ending
  }

  private func finish(
    animators: [DragAnimator], to place: UIPreviewTarget?, _ completion: @escaping () -> Void
  ) {
    UIView.animate(
      withDuration: Self.duration, delay: 0, options: [.internalTransition],
      animations: {
        self.image?.go(to: place)
        for animator in animators { animator.animate() }
      },
      completion: { _ in
        self.image?.removeFromSuperview()
        for animator in animators { animator.finish(.end) }
        completion()
      })
  }
}
