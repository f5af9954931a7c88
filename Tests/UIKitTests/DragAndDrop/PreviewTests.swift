import CarobFoundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// How previews of dragged items look, and what else happens during a lift.
@MainActor @Suite struct PreviewTests {
  private final class Source: NSObject, UIDragInteractionDelegate {
    var parameters = UIDragPreviewParameters()
    override class var _carobMethods: [_CarobMethod] { has("dragInteraction:previewForLiftingItem:session:") }
    func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
      -> [UIDragItem]
    { [UIDragItem(itemProvider: NSItemProvider(object: NSString(string: "a")))] }
    func dragInteraction(
      _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
    ) -> UITargetedDragPreview? {
      interaction.view.map { UITargetedDragPreview(view: $0, parameters: parameters) }
    }
  }
  private final class Destination: NSObject, UIDropInteractionDelegate {
    var isFull = false
    override class var _carobMethods: [_CarobMethod] { has("dropInteraction:sessionDidUpdate:") }
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
      -> UIDropProposal
    {
      let proposal = UIDropProposal(operation: .copy)
      proposal.prefersFullSizePreview = isFull
      return proposal
    }
  }

  private func dragging(
    _ size: CGSize, _ body: (TestDevice, UIView, UIDragInteraction, Source, Destination) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let pane = UIView(frame: CGRect(origin: CGPoint(x: 10, y: 100), size: size))
      let (source, destination) = (Source(), Destination())
      let interaction = UIDragInteraction(delegate: source)
      pane.addInteraction(interaction)
      let place = UIView(frame: CGRect(x: 0, y: 420, width: 320, height: 150))
      place.addInteraction(UIDropInteraction(delegate: destination))
      root.addSubview(pane)
      root.addSubview(place)
      device.turn()
      body(device, pane, interaction, source, destination)
    }
  }
  private func image(_ device: TestDevice) -> DragImage? {
    device.window.subviews.lazy.compactMap { $0 as? DragImage }.first
  }

  @Test(.rule("E-1074")) func `a preview shows its visible path on its background`() {
    dragging(CGSize(width: 100, height: 50)) { device, _, _, source, _ in
      source.parameters.visiblePath = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 50, height: 50))
      source.parameters.backgroundColor = .yellow
      device.down(30, 120)
      device.advance(0.6)
      let picture = image(device)?.subviews.first
      let mask = picture?.layer.mask as? CAShapeLayer
      #expect(mask?.path?.boundingBox == CGRect(x: 0, y: 0, width: 50, height: 50))
      #expect(picture?.backgroundColor == .yellow)
      device.up(30, 120)
      device.advance(1)
    }
  }

  @Test(.rule("E-1075")) func `a large image is reduced unless the destination wants it in full size`() {
    dragging(CGSize(width: 300, height: 100)) { device, _, _, _, destination in
      device.down(30, 120)
      device.advance(0.6)
      #expect(image(device)?.transform.a == 1.05)
      device.move(60, 120)
      #expect(image(device)?.transform.a == 0.8)
      destination.isFull = true
      device.move(60, 450)
      #expect(image(device)?.transform.a == 1.05)
      destination.isFull = false
      device.move(61, 450)
      #expect(image(device)?.transform.a == 0.8)
      device.up(61, 450)
      device.advance(1)
    }
  }

  @Test(.rule("E-1014"), arguments: [false, true])
  func `other recognizers continue during a lift if the interaction allows it`(_ isAllowed: Bool) {
    dragging(CGSize(width: 100, height: 100)) { device, pane, interaction, _, _ in
      interaction.allowsSimultaneousRecognitionDuringLift = isAllowed
      let target = Target(device.log)
      let press = UILongPressGestureRecognizer(target: target, action: "pressed:")
      press.minimumPressDuration = 0.8
      pane.addGestureRecognizer(press)
      device.down(30, 120)
      device.advance(1)
      device.up(30, 120)
      device.advance(1)
      #expect(device.log.take() == (isAllowed ? ["began", "ended"] : []))
    }
  }
  private final class Target: NSObject {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      [
        .init(object: "pressed:", "pressed(_:)", 0) { s, sender in
          guard let press = sender as? UIGestureRecognizer else { return }
          unsafeDowncast(s, to: Target.self).log("\(press.state)")
        }
      ]
    }
  }
}
