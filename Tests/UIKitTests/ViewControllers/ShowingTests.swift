import CarobFoundation
import InterfaceCompiler
import NibFormat
import TestSupport
import Testing

@testable import UIKit

/// Which controller shows another, and which nib a controller is loaded from.
@MainActor @Suite struct ShowingTests {
  @Test(.rule("E-647")) func `show is handled by the nearest ancestor that implements it`() {
    withDevice { device in
      let (inner, other) = (UIViewController(), UIViewController())
      let shower = ShowingController(device.log)
      shower.addChild(inner)
      let navigation = UINavigationController(rootViewController: shower)
      device.show(navigation)
      #expect(inner.targetViewController(forAction: UIViewController.showing, sender: nil) === shower)
      #expect(shower.targetViewController(forAction: UIViewController.showing, sender: nil) === shower)
      #expect(inner.targetViewController(forAction: UIViewController.showingDetail, sender: nil) == nil)
      inner.show(other, sender: nil)
      #expect(device.log.take() == ["shows"] && navigation.topViewController === shower)
      shower.callsSuper = true
      inner.show(other, sender: nil)
      #expect(device.log.take() == ["shows"] && navigation.topViewController === other)
    }
  }

  @Test(.rule("E-647")) func `any other action is handled by the nearest ancestor that can perform it`() {
    withDevice { device in
      let (inner, shower) = (UIViewController(), ShowingController(device.log))
      shower.addChild(inner)
      #expect(inner.targetViewController(forAction: "shout:", sender: nil) === shower)
      #expect(inner.targetViewController(forAction: "whisper:", sender: nil) == nil)
      shower.declines = true
      #expect(inner.targetViewController(forAction: "shout:", sender: nil) == nil)
    }
  }

  @Test(.rule("E-61", "E-60"))
  func `a class may override nibName, without a diagnostic about loading its view`()
    async throws
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainActor.run {
        try withDevice { device in
          let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "nib-\(UUID().uuidString)")
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
            targetRuntime="iOS.CocoaTouch"><objects>
            <placeholder placeholderIdentifier="IBFilesOwner" id="-1" customClass="UIViewController">
            <connections><outlet property="view" destination="v" id="o"/></connections></placeholder>
            <view id="v" tag="7"><rect key="frame" x="0.0" y="0.0" width="393" height="852"/></view>
            </objects></document>
            """
          try Data(try NibCompiler.compile(xml: Data(xml.utf8), path: "Own.xib"))
            .write(to: folder.appendingPathComponent("Own.nib"))
          let screen = NibNaming(nibName: nil, bundle: Bundle(path: folder.path))
          let plain = UIViewController(nibName: "Own", bundle: Bundle(path: folder.path))
          device.show(screen)
          precondition(screen.view.tag == 7 && plain.view.tag == 7 && plain.nibName == "Own")
        }
      }
    }
    #expect(warnings(of: result) == [])
  }
}

private final class ShowingController: UIViewController {
  let log: Log
  var (callsSuper, declines) = (false, false)
  init(_ log: Log) {
    self.log = log
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }
  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "showViewController:sender:", "show(_:sender:)", 1),
      .init(object: "shout:", "shout(_:)", 1) { _, _ in },
    ]
  }
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    !declines && super.canPerformAction(action, withSender: sender)
  }
  override func show(_ vc: UIViewController, sender: Any?) {
    log("shows")
    if callsSuper { super.show(vc, sender: sender) }
  }
}

private final class NibNaming: UIViewController {
  override var nibName: String? { "Own" }
}
