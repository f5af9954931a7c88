import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Previews that a controller registers for a view.
@MainActor @Suite struct PreviewActionTests {
  private var shown: [String] { ScreenDescription.elements().compactMap(\.label) }
  private func press(_ device: TestDevice) {
    device.down(60, 150)
    device.advance(0.7)
    device.up(60, 150)
    device.advance(0.5)
  }
  private func registered(_ body: (TestDevice, UIViewController, Previewer) -> Void) {
    withDevice { device in
      let screen = UIViewController()
      let source = UIView(frame: CGRect(x: 20, y: 100, width: 200, height: 150))
      screen.view.addSubview(source)
      device.show(screen)
      let previewer = Previewer(device.log)
      previewer.context = screen.registerForPreviewing(with: previewer, sourceView: source)
      body(device, screen, previewer)
    }
  }

  @Test(.rule("E-1060"))
  func `a press shows the preview and its actions, and a tap on the preview commits the controller`() {
    registered { device, _, _ in
      press(device)
      #expect(device.log.take() == ["asked at 40,50"])
      #expect(shown == ["Dismiss", "Peek", "Like", "Delete", "More"])
      device.tap(label: "Peek")
      #expect(device.log.take() == ["commit Peek"] && !shown.contains("Like"))
      press(device)
      device.tap(label: "Delete")
      #expect(device.log.take() == ["asked at 40,50", "Delete of Peek"])
      press(device)
      device.tap(label: "More")
      #expect(shown == ["Dismiss", "More", "Share"])
      device.tap(label: "Share")
      #expect(device.log.take() == ["asked at 40,50", "Share of Peek"])
    }
  }

  @Test(.rule("E-1060")) func `without a controller there is no menu, and unregistering ends the previews`() {
    registered { device, screen, previewer in
      previewer.previewed = nil
      press(device)
      #expect(device.log.take() == ["asked at 40,50"] && !shown.contains("Dismiss"))
      if let context = previewer.context { screen.unregisterForPreviewing(withContext: context) }
      press(device)
      #expect(device.log.take() == [])
    }
  }
}

@MainActor
private final class Previewer: NSObject, UIViewControllerPreviewingDelegate {
  let log: Log
  var context: (any UIViewControllerPreviewing)?
  var previewed: UIViewController?
  init(_ log: Log) {
    self.log = log
    previewed = Peek(log)
    super.init()
  }
  func previewingContext(
    _ previewingContext: any UIViewControllerPreviewing, viewControllerForLocation location: CGPoint
  ) -> UIViewController? {
    log("asked at \(Int(location.x)),\(Int(location.y))")
    return previewed
  }
  func previewingContext(
    _ previewingContext: any UIViewControllerPreviewing, commit viewControllerToCommit: UIViewController
  ) { log("commit \(viewControllerToCommit.title ?? "nothing")") }
}

private final class Peek: UIViewController {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
    title = "Peek"
  }
  required init?(coder: NSCoder) { nil }
  override var previewActionItems: [any UIPreviewActionItem] {
    let done: (UIPreviewAction, UIViewController) -> Void = { [log] action, controller in
      log("\(action.title) of \(controller.title ?? "nothing")")
    }
    return [
      UIPreviewAction(title: "Like", style: .selected, handler: done),
      UIPreviewAction(title: "Delete", style: .destructive, handler: done),
      UIPreviewActionGroup(
        title: "More", style: .default,
        actions: [UIPreviewAction(title: "Share", style: .default, handler: done)]),
    ]
  }
}
