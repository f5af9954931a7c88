import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Views that a drag activates when it is held over them.
@MainActor @Suite struct SpringLoadingTests {
  /// A drag source at the top of the screen, whose drag is in progress at (60, 120).
  private func dragging(_ view: UIView, _ body: (TestDevice) -> Void) {
    withDevice { device in
      let root = device.showEmpty()
      let source = UIView(frame: CGRect(x: 20, y: 60, width: 200, height: 80))
      let giver = OneItem()
      source.addInteraction(UIDragInteraction(delegate: giver))
      root.addSubview(source)
      view.frame = CGRect(x: 20, y: 200, width: 200, height: 200)
      root.addSubview(view)
      device.turn()
      device.down(60, 100)
      device.advance(0.6)
      device.move(60, 120)
      _ = device.log.take()
      body(device)
      device.up(60, 700)
      device.advance(1)
    }
  }

  @Test(.rule("E-1061")) func `a drag that is held over the view activates it once`() {
    let view = UIView()
    let log = Log()
    let part = SpringPart(log)
    view.addInteraction(
      UISpringLoadedInteraction(interactionBehavior: part, interactionEffect: part) { _, context in
        log("handler at \(Int(context.location(in: view).y))")
      })
    dragging(view) { device in
      device.move(60, 300)
      #expect(log.take() == ["allow", "possible"])
      device.advance(0.4)
      device.move(60, 310)
      #expect(log.take() == ["allow"])
      device.advance(0.2)
      #expect(log.take() == ["activating"])
      device.advance(0.4)
      #expect(log.take() == ["activated", "handler at 110"])
      device.move(60, 320)
      device.advance(2)
      #expect(log.take() == ["allow"])
      device.move(60, 500)
      #expect(log.take() == ["inactive", "finished"])
      device.move(60, 300)
      part.allows = false
      device.move(60, 305)
      device.advance(2)
      #expect(log.take() == ["allow", "possible", "allow", "inactive", "finished"])
    }
    #expect(log.take() == [])
  }

  @Test(.rule("E-1061")) func `the end of the drag ends the interaction`() {
    let view = UIView()
    let log = Log()
    let part = SpringPart(log)
    view.addInteraction(
      UISpringLoadedInteraction(interactionBehavior: part, interactionEffect: part) { _, _ in log("handler") }
    )
    dragging(view) { device in
      device.move(60, 300)
      device.up(60, 300)
      device.advance(2)
      #expect(log.take() == ["allow", "possible", "inactive", "finished"])
      device.down(60, 700)
    }
  }

  @Test(.rule("E-1062")) func `a spring-loaded button sends its actions, and one that is not does nothing`() {
    let button = UIButton(type: .system)
    let log = Log()
    button.addAction(UIAction { _ in log("inside") }, for: .touchUpInside)
    button.addAction(UIAction { _ in log("primary") }, for: .primaryActionTriggered)
    dragging(button) { device in
      device.move(60, 300)
      device.advance(2)
      #expect(log.take() == [] && !button.isSpringLoaded)
      device.move(60, 500)
      button.isSpringLoaded = true
      device.move(60, 300)
      device.advance(2)
      #expect(log.take() == ["inside", "primary"] && button.isSpringLoaded)
      button.isSpringLoaded = false
      device.move(60, 500)
      device.move(60, 300)
      device.advance(2)
      #expect(log.take() == [])
    }
  }

  @Test(.rule("E-1062")) func `a segmented control selects the segment below the finger`() {
    let control = UISegmentedControl(items: ["One", "Two"])
    let log = Log()
    control.isSpringLoaded = true
    control.addAction(UIAction { _ in log("\(control.selectedSegmentIndex)") }, for: .valueChanged)
    dragging(control) { device in
      device.move(60, 300)
      device.advance(2)
      device.move(180, 300)
      device.advance(2)
      #expect(log.take() == ["0", "1"])
    }
  }

  @Test(.rule("E-1062")) func `a table asks for each row that the drag enters, and selects it`() {
    let table = UITableView()
    let log = Log()
    let rows = SpringRows(log)
    (table.dataSource, table.delegate) = (rows, rows)
    table.rowHeight = 50
    table.isSpringLoaded = true
    dragging(table) { device in
      device.move(60, 210)
      device.move(60, 220)
      device.advance(2)
      #expect(log.take() == ["may 0", "selected 0"])
      device.move(60, 260)
      device.advance(2)
      #expect(log.take() == ["may 1"])
      device.move(60, 310)
      device.advance(2)
      #expect(log.take() == ["may 2", "selected 2"])
    }
  }
}

@MainActor
private final class OneItem: NSObject, UIDragInteractionDelegate {
  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  { [UIDragItem(itemProvider: NSItemProvider(object: "one" as NSString))] }
}

@MainActor
private final class SpringPart: NSObject, UISpringLoadedInteractionBehavior, UISpringLoadedInteractionEffect {
  let log: Log
  var allows = true
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] { has("interactionDidFinish:") }
  func shouldAllow(
    _ interaction: UISpringLoadedInteraction, with context: any UISpringLoadedInteractionContext
  ) -> Bool {
    log("allow")
    return allows
  }
  func interactionDidFinish(_ interaction: UISpringLoadedInteraction) { log("finished") }
  func interaction(
    _ interaction: UISpringLoadedInteraction, didChangeWith context: any UISpringLoadedInteractionContext
  ) { log("\(context.state)") }
}

@MainActor
private final class SpringRows: NSObject, UITableViewDataSource, UITableViewDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("tableView:shouldSpringLoadRowAtIndexPath:withContext:", "tableView:didSelectRowAtIndexPath:")
  }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 4 }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell()
  }
  func tableView(
    _ tableView: UITableView, shouldSpringLoadRowAt indexPath: IndexPath,
    with context: any UISpringLoadedInteractionContext
  ) -> Bool {
    log("may \(indexPath.row)")
    return indexPath.row != 1
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    log("selected \(indexPath.row)")
  }
}
