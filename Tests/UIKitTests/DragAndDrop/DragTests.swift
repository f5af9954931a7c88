import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Items that are lifted, dragged and dropped within an app.
@MainActor @Suite struct DragTests {
  /// A drag source of 200 × 150 points at (20, 100), and a drop target of 200 × 150 points at (20, 300) with
  /// an inner one of 200 × 50 points at its top.
  private func dragging(_ body: (TestDevice, DragSource, DropTarget, DropTarget) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let source = LoggingView("pane", device.log, CGRect(x: 20, y: 100, width: 200, height: 150))
      let place = UIView(frame: CGRect(x: 20, y: 300, width: 200, height: 150))
      let inner = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
      let giver = DragSource(device.log)
      let (outerTaker, innerTaker) = (DropTarget("outer", device.log), DropTarget("inner", device.log))
      source.addInteraction(UIDragInteraction(delegate: giver))
      place.addInteraction(UIDropInteraction(delegate: outerTaker))
      inner.addInteraction(UIDropInteraction(delegate: innerTaker))
      place.addSubview(inner)
      root.addSubview(source)
      root.addSubview(place)
      device.turn()
      body(device, giver, outerTaker, innerTaker)
    }
  }
  /// A long press on the source.
  private func lift(_ device: TestDevice) {
    device.down(50, 150)
    device.advance(0.6)
  }

  @Test(.rule("E-478")) func `a long press lifts; without items the view gets the touch`() {
    dragging { device, giver, _, _ in
      giver.words = []
      lift(device)
      device.up(50, 150)
      #expect(device.log.take() == ["pane.began", "items", "pane.ended"])
      giver.words = ["one", "two"]
      lift(device)
      #expect(
        device.log.take() == [
          "pane.began", "items", "pane.cancelled", "lift one", "lift two", "animate lift",
        ])
      device.up(50, 150)
      #expect(device.log.take() == ["lifted start"])
      device.advance(1)
      #expect(device.log.take() == [] && images(device) == 0)
    }
  }
  private func images(_ device: TestDevice) -> Int { device.window.subviews.filter { $0 is DragImage }.count }

  @Test(.rule("E-478", "E-479", "E-480"))
  func `a drag moves with the finger, and the drop is performed, concluded and ended`() {
    dragging { device, giver, outer, _ in
      lift(device)
      _ = device.log.take()
      device.move(55, 150)
      #expect(device.log.take() == [])
      device.move(70, 150)
      #expect(device.log.take() == ["may move", "restricted", "lifted end", "will begin", "moved 70,150"])
      device.move(70, 400)
      #expect(
        device.log.take() == ["moved 70,400", "outer can", "outer enter", "outer update at 50,100"])
      device.move(80, 410)
      #expect(device.log.take() == ["moved 80,410", "outer update at 60,110"])
      #expect(images(device) == 1)
      device.up(80, 410)
      #expect(
        device.log.take() == [
          "outer perform one for here", "will end copy", "outer drop one", "animate drop",
        ])
      device.advance(1)
      #expect(
        device.log.take() == [
          "dropped", "outer conclude", "outer end", "did end copy", "transferred",
        ])
      #expect(images(device) == 0)
    }
  }

  @Test(.rule("E-479"))
  func `the innermost interaction that accepts the drag is entered, and one that does not is asked once`() {
    dragging { device, _, outer, inner in
      lift(device)
      device.move(70, 290)
      _ = device.log.take()
      device.move(70, 310)
      device.move(70, 400)
      device.move(70, 310)
      device.move(70, 500)
      #expect(
        device.log.take().filter { !$0.hasPrefix("moved") } == [
          "inner can", "inner enter", "inner update at 50,10", "outer can", "inner exit", "outer enter",
          "outer update at 50,100", "outer exit", "inner enter", "inner update at 50,10", "inner exit",
        ])
      device.up(70, 500)
      device.advance(1)
      #expect(
        device.log.take() == [
          "will end cancel", "cancel one", "animate cancel", "inner end", "outer end", "did end cancel",
        ])
      inner.wants = false
      lift(device)
      device.move(70, 290)
      _ = device.log.take()
      device.move(70, 310)
      device.move(70, 320)
      #expect(
        device.log.take().filter { !$0.hasPrefix("moved") } == [
          "inner can", "outer can", "outer enter", "outer update at 50,10", "outer update at 50,20",
        ])
      device.touch(.cancelled, [1: CGPoint(x: 70, y: 320)])
      device.advance(1)
      #expect(
        device.log.take() == [
          "outer exit", "will end cancel", "cancel one", "animate cancel", "outer end", "did end cancel",
        ])
    }
  }

  @Test(.rule("E-479", "E-480"), arguments: [UIDropOperation.move, .forbidden, .cancel])
  func `a move must be allowed by the drag, and a refused drop is cancelled`(_ operation: UIDropOperation) {
    for allows in [true, false] {
      dragging { device, giver, outer, _ in
        giver.allowsMove = allows
        outer.operation = operation
        lift(device)
        device.move(70, 290)
        device.move(70, 400)
        _ = device.log.take()
        device.up(70, 400)
        let isTaken = operation == .move && allows
        let end = operation == .move && !allows ? UIDropOperation.cancel : operation
        #expect(
          device.log.take()
            == (isTaken
              ? ["outer perform one for here", "will end move", "outer drop one", "animate drop"]
              : ["will end \(end)", "cancel one", "animate cancel"]))
        device.advance(1)
        #expect(
          device.log.take()
            == (isTaken ? ["dropped", "outer conclude"] : []) + ["outer end", "did end \(end)"]
            + (isTaken ? ["transferred"] : []))
      }
    }
  }

  @Test(.rule("E-478")) func `a disabled interaction lifts nothing`() {
    dragging { device, giver, _, _ in
      lift(device)
      device.up(50, 150)
      _ = device.log.take()
      giver.seen?.isEnabled = false
      lift(device)
      device.up(50, 150)
      #expect(device.log.take() == ["pane.began", "pane.ended"])
    }
  }

  @Test(.rule("E-478"), arguments: [true, false])
  func `a context menu appears with the lift and disappears when the drag begins`(isFirst: Bool) {
    dragging { device, giver, _, _ in
      let source = device.window.rootViewController?.view.subviews.first
      let menu = PressedMenu(device.log)
      let interaction = UIContextMenuInteraction(delegate: menu)
      if isFirst {
        // Added before the drag's own recognizer.
        let drag = source?.interactions.first
        if let drag { source?.removeInteraction(drag) }
        source?.addInteraction(interaction)
        if let drag { source?.addInteraction(drag) }
      } else {
        source?.addInteraction(interaction)
      }
      lift(device)
      #expect(device.log.take().filter { ["menu", "animate lift"].contains($0) }.count == 2)
      #expect(PopupPanel.current != nil)
      device.move(70, 150)
      #expect(PopupPanel.current == nil)
      #expect(
        device.log.take() == [
          "menu ends", "may move", "restricted", "lifted end", "will begin", "moved 70,150",
        ])
      device.up(70, 150)
      device.advance(1)
    }
  }

  @Test(.rule("E-478"))
  func `the drag image looks like the lifted view and is not part of the screen's elements`() {
    withDevice { device in
      let giver = DragSource(device.log)
      let card = UILabel(frame: CGRect(x: 20, y: 100, width: 200, height: 150))
      card.text = "Card"
      card.backgroundColor = .red
      card.isUserInteractionEnabled = true
      let dot = UIView(frame: CGRect(x: 10, y: 10, width: 5, height: 5))
      dot.backgroundColor = .blue
      card.addSubview(dot)
      card.addInteraction(UIDragInteraction(delegate: giver))
      device.showEmpty().addSubview(card)
      device.turn()
      lift(device)
      device.move(90, 190)
      let image = device.window.subviews.first { $0 is DragImage }
      let copy = image?.subviews.first
      #expect(copy?.bounds.size == card.bounds.size && copy?.backgroundColor == .red)
      #expect(copy?.layer.contents != nil && copy?.subviews.map(\.frame) == [dot.frame])
      #expect(copy?.subviews.map(\.backgroundColor) == [.blue])
      // The image keeps the view's offset from the finger.
      #expect(image?.center == CGPoint(x: 160, y: 215))
      #expect(ScreenDescription.elements().compactMap(\.label) == ["Card"])
      #expect(device.window.hitTest(CGPoint(x: 160, y: 215), with: nil) === card)
      device.up(90, 190)
      device.advance(1)
      #expect(!device.window.subviews.contains { $0 is DragImage })
    }
  }

  @Test(.rule("E-514"), arguments: [true, false])
  func `a tap by another finger adds an item to the drag; without a drag the view gets the tap`(adds: Bool) {
    withDevice { device in
      let root = device.showEmpty()
      let (first, second) = (AddingDragSource(device.log), AddingDragSource(device.log))
      let taker = DropTarget("taker", device.log)
      (first.word, second.word, second.adds) = ("first", "second", adds)
      for (index, giver) in [first, second].enumerated() {
        let pane = UIView(frame: CGRect(x: 20, y: 100 + 200 * CGFloat(index), width: 100, height: 100))
        let (drag, tap) = (
          UIDragInteraction(delegate: giver), UITapGestureRecognizer(target: giver, action: "tap")
        )
        pane.addInteraction(drag)
        if index == 1 { pane.addGestureRecognizer(tap) }
        root.addSubview(pane)
      }
      let place = UIView(frame: CGRect(x: 200, y: 100, width: 100, height: 100))
      place.addInteraction(UIDropInteraction(delegate: taker))
      root.addSubview(place)
      device.turn()
      device.tap(50, 350)
      #expect(device.log.take() == ["second tapped"])
      lift(device)
      device.move(70, 150)
      _ = device.log.take()
      device.down(50, 350, finger: 2)
      device.up(50, 350, finger: 2)
      #expect(
        device.log.take()
          == (adds
            ? [
              "second session of 1", "second adds to first at 30,50", "first will add second", "lift second",
            ]
            : ["second session of 1", "second adds to first at 30,50"]))
      #expect(device.window.subviews.first { $0 is DragImage }?.subviews.count == (adds ? 3 : 2))
      device.move(250, 150)
      device.up(250, 150)
      let items = adds ? "first second" : "first"
      #expect(device.log.take().filter { $0.contains("perform") } == ["taker perform \(items) for here"])
      device.advance(1)
      _ = device.log.take()
      // Added items return to where they came from.
      lift(device)
      device.move(70, 150)
      device.down(50, 350, finger: 2)
      device.up(50, 350, finger: 2)
      _ = device.log.take()
      device.up(70, 150)
      #expect(
        device.log.take()
          == ["will end cancel", "first back first"]
          + (adds ? ["second back second", "animate cancel"] : []) + ["animate cancel"])
      device.advance(1)
      _ = device.log.take()
      device.tap(50, 350)
      #expect(device.log.take() == ["second tapped"])
    }
  }

  @Test(.rule("E-481")) func `a session loads the objects that its items provide, in order`() async {
    let text = UIDragItem(itemProvider: NSItemProvider(object: NSString(string: "one")))
    let image = UIDragItem(
      itemProvider: NSItemProvider(
        object: UIGraphicsImageRenderer(
          size: CGSize(width: 4, height: 3)
        ).image { $0.fill(CGRect(x: 0, y: 0, width: 4, height: 3)) }))
    let more = UIDragItem(itemProvider: NSItemProvider(object: NSString(string: "two")))
    let session = DropSession(DragSession([text, image, more]))
    #expect(session.canLoadObjects(ofClass: String.self) && session.canLoadObjects(ofClass: UIImage.self))
    #expect(!session.canLoadObjects(ofClass: URL.self))
    #expect(session.hasItemsConforming(toTypeIdentifiers: ["public.image"]))
    let words = await withCheckedContinuation { done in
      session.loadObjects(ofClass: String.self) { done.resume(returning: $0) }
    }
    let widths = await withCheckedContinuation { done in
      session.loadObjects(ofClass: UIImage.self) { images in
        done.resume(returning: images.map { Int((($0 as? UIImage)?.size.width ?? 0)) })
      }
    }
    let none = await withCheckedContinuation { done in
      session.loadObjects(ofClass: URL.self) { done.resume(returning: $0.count) }
    }
    #expect(words == ["one", "two"] && widths.count == 1 && widths[0] > 0 && none == 0)
  }

  @Test(.rule("E-480", "E-481")) func `items have been transferred when all loads have finished`() async {
    let session = DropSession(
      DragSession([UIDragItem(itemProvider: NSItemProvider(object: NSString(string: "one")))]))
    let log = Log()
    session.whenLoaded { log("nothing to load") }
    await withCheckedContinuation { done in
      session.loadObjects(ofClass: String.self) { log("loaded \($0)") }
      session.whenLoaded {
        log("transferred")
        done.resume()
      }
      log("asked")
    }
    #expect(log.take() == ["nothing to load", "asked", "loaded [\"one\"]", "transferred"])
  }
}

/// Adds items to a drag in progress.
private final class AddingDragSource: DragSource {
  var word = ""
  var adds = true
  override class var _carobMethods: [_CarobMethod] {
    super._carobMethods
      + has(
        "dragInteraction:itemsForAddingToSession:withTouchAtPoint:",
        "dragInteraction:sessionForAddingItems:withTouchAtPoint:",
        "dragInteraction:session:willAddItems:forInteraction:")
      + [
        .init(anyNone: "tap", "tap()", 1) {
          let giver = unsafeDowncast($0, to: AddingDragSource.self)
          MainActor.assumeIsolated { giver.log("\(giver.word) tapped") }
        }
      ]
  }
  override func dragInteraction(
    _ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession
  ) -> [UIDragItem] {
    words = [word]
    return super.dragInteraction(interaction, itemsForBeginning: session)
  }
  override func dragInteraction(
    _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
  ) -> [UIDragItem] {
    let there = session.items.map(name).joined(separator: " ")
    log("\(word) adds to \(there) at \(Int(point.x)),\(Int(point.y))")
    let item = UIDragItem(itemProvider: NSItemProvider(object: NSString(string: word)))
    item.localObject = word
    return adds ? [item] : []
  }
  override func dragInteraction(
    _ interaction: UIDragInteraction, sessionForAddingItems sessions: [any UIDragSession],
    withTouchAt point: CGPoint
  ) -> (any UIDragSession)? {
    log("\(word) session of \(sessions.count)")
    return sessions.first
  }
  override func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willAdd items: [UIDragItem],
    for addingInteraction: UIDragInteraction
  ) { log("\(word) will add \(items.map(name).joined(separator: " "))") }
  override func dragInteraction(
    _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    log("\(word) back \(name(item))")
    return defaultPreview
  }
}

private class DragSource: NSObject, UIDragInteractionDelegate {
  let log: Log
  var words = ["one"]
  var allowsMove = true
  weak var seen: UIDragInteraction?
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "dragInteraction:itemsForBeginningSession:", "dragInteraction:previewForLiftingItem:session:",
      "dragInteraction:willAnimateLiftWithAnimator:session:", "dragInteraction:sessionAllowsMoveOperation:",
      "dragInteraction:sessionIsRestrictedToDraggingApplication:", "dragInteraction:sessionWillBegin:",
      "dragInteraction:sessionDidMove:", "dragInteraction:session:willEndWithOperation:",
      "dragInteraction:session:didEndWithOperation:", "dragInteraction:sessionDidTransferItems:",
      "dragInteraction:previewForCancellingItem:withDefault:",
      "dragInteraction:item:willAnimateCancelWithAnimator:")
  }
  func name(_ item: UIDragItem) -> String { item.localObject as? String ?? "nothing" }

  // Used by subclasses that add items.
  func dragInteraction(
    _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
  ) -> [UIDragItem] { [] }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionForAddingItems sessions: [any UIDragSession],
    withTouchAt point: CGPoint
  ) -> (any UIDragSession)? { nil }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willAdd items: [UIDragItem],
    for addingInteraction: UIDragInteraction
  ) {}

  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  {
    log("items")
    seen = interaction
    session.localContext = "here"
    return words.map { word in
      let item = UIDragItem(itemProvider: NSItemProvider(object: NSString(string: word)))
      item.localObject = word
      return item
    }
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
  ) -> UITargetedDragPreview? {
    log("lift \(name(item))")
    return interaction.view.map { UITargetedDragPreview(view: $0) }
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {
    let log = log
    animator.addAnimations { log("animate lift") }
    animator.addCompletion { log("lifted \($0)") }
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  )
    -> Bool
  {
    log("may move")
    return allowsMove
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
  ) -> Bool {
    log("restricted")
    return true
  }
  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
    log("will begin")
  }
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidMove session: any UIDragSession) {
    guard let window = interaction.view?.window else { return }
    let place = session.location(in: window)
    log("moved \(Int(place.x)),\(Int(place.y))")
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willEndWith operation: UIDropOperation
  ) { log("will end \(operation)") }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
  ) { log("did end \(operation)") }
  func dragInteraction(_ interaction: UIDragInteraction, sessionDidTransferItems session: any UIDragSession) {
    log("transferred")
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    log("cancel \(name(item))")
    return defaultPreview
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: any UIDragAnimating
  ) {
    let log = log
    animator.addAnimations { log("animate cancel") }
  }
}

private final class PressedMenu: NSObject, UIContextMenuInteractionDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("contextMenuInteraction:willEndForConfiguration:animator:")
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    log("menu")
    return UIContextMenuConfiguration(
      identifier: nil, previewProvider: nil,
      actionProvider: { _ in UIMenu(children: [UIAction(title: "Copy") { _ in }]) })
  }
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { log("menu ends") }
}

private final class DropTarget: NSObject, UIDropInteractionDelegate {
  let name: String
  let log: Log
  var wants = true
  var operation = UIDropOperation.copy
  init(_ name: String, _ log: Log) {
    (self.name, self.log) = (name, log)
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "dropInteraction:canHandleSession:", "dropInteraction:sessionDidEnter:",
      "dropInteraction:sessionDidUpdate:", "dropInteraction:sessionDidExit:", "dropInteraction:performDrop:",
      "dropInteraction:concludeDrop:", "dropInteraction:sessionDidEnd:",
      "dropInteraction:previewForDroppingItem:withDefault:",
      "dropInteraction:item:willAnimateDropWithAnimator:")
  }
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    log("\(name) can")
    return wants
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {
    log("\(name) enter")
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
    -> UIDropProposal
  {
    let place = interaction.view.map { session.location(in: $0) } ?? .zero
    log("\(name) update at \(Int(place.x)),\(Int(place.y))")
    return UIDropProposal(operation: operation)
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
    log("\(name) exit")
  }
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    let items = session.items.map { $0.localObject as? String ?? "nothing" }.joined(separator: " ")
    log("\(name) perform \(items) for \(session.localDragSession?.localContext as? String ?? "nobody")")
  }
  func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession) {
    log("\(name) conclude")
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    log("\(name) end")
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    log("\(name) drop \(item.localObject as? String ?? "nothing")")
    return interaction.view.map {
      defaultPreview.retargetedPreview(with: UIDragPreviewTarget(container: $0, center: .zero))
    }
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, item: UIDragItem, willAnimateDropWith animator: any UIDragAnimating
  ) {
    let log = log
    animator.addAnimations { log("animate drop") }
    animator.addCompletion { _ in log("dropped") }
  }
}
