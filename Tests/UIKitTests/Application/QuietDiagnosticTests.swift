import CarobFoundation
import CarobRuntime
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Warnings, matchers and traces do not run app code.
@MainActor @Suite struct QuietDiagnosticTests {
  @Test(.rule("E-331", "M-68")) func `only the topmost controller is asked for orientations`() {
    withDevice { device in
      let child = Oriented("child", device.log)
      let navigation = UINavigationController(rootViewController: child)
      device.show(navigation)
      _ = device.log.take()
      Rotation.rotate(to: "landscapeLeft")
      device.turn()
      device.advance(1)
      #expect(device.log.take() == [])
      Rotation.rotate(to: "portrait")
      device.advance(1)
    }
  }

  @Test(.rule("M-68")) func `there is no warning if the consulted controller has its own orientations`()
    async
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let root = Oriented("root", device.log)
          let child = Oriented("child", device.log)
          root.addChild(child)
          device.show(root)
          root.view.addSubview(child.view)
          device.turn()
          Rotation.rotate(to: "landscapeLeft")
        }
      }
    }
    #expect(warnings(of: result) == [])
  }

  @Test(.rule("M-41")) func `a target that overrides responds(to:) is not asked when it is connected`() {
    withDevice { device in
      let target = LoggingTarget(device.log)
      let button = UIButton()
      button.addTarget(target, action: "anything:", for: .touchUpInside)
      #expect(device.log.take() == [])
    }
  }

  @Test func `looking for elements does not call point(inside:with:) of the app's views`() {
    withDevice { device in
      let root = device.showEmpty()
      let view = LoggingHitTestControl(device.log, CGRect(x: 20, y: 100, width: 100, height: 100))
      let label = UILabel(frame: CGRect(x: 40, y: 120, width: 50, height: 20))
      label.text = "Below"
      root.addSubview(label)
      root.addSubview(view)
      device.turn()
      #expect(ScreenDescription.elements().contains { $0.label == "Below" })
      #expect(device.log.take() == [])
    }
  }

  @Test func `a trace shows the objects of a return value without calling their descriptions`() {
    let log = Log()
    let object = LoggingDescription(log)
    #expect(Journal.describeAnswer([object])?.hasPrefix("[LoggingDescription") == true)
    #expect(Journal.describeAnswer(Set([object]))?.hasPrefix("[LoggingDescription") == true)
    #expect(Journal.describeAnswer(["a": object])?.hasPrefix("[a: LoggingDescription") == true)
    #expect(Journal.describeAnswer(["a", "b"]) == "[a, b]" && Journal.describeAnswer("text") == "text")
    #expect(log.take() == [])
  }
}

private final class Oriented: Screen {
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "supportedInterfaceOrientations", "supportedInterfaceOrientations", 1)]
  }
  override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
    note("asked")
    return name == "root" ? .all : .portrait
  }
}

private final class LoggingTarget: NSObject {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "respondsToSelector:", "responds(to:)", 1)]
  }
  override func responds(to selector: Selector!) -> Bool {
    let (log, name) = (log, selector.name)
    MainActor.assumeIsolated { log("asked for \(name)") }
    return false
  }
}

private final class LoggingHitTestControl: UIControl {
  let log: Log
  init(_ log: Log, _ frame: CGRect) {
    self.log = log
    super.init(frame: frame)
  }
  required init?(coder: NSCoder) { nil }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "pointInside:withEvent:", "point(inside:with:)", 1)]
  }
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    log("asked what is inside")
    return false
  }
}

private final class LoggingDescription: NSObject {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override var description: String {
    let log = log
    MainActor.assumeIsolated { log("described") }
    return "own"
  }
}
