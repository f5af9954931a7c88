import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Sheets with several detents.
@MainActor @Suite struct SheetTests {
  private final class Listener: NSObject, UISheetPresentationControllerDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func sheetPresentationControllerDidChangeSelectedDetentIdentifier(_ sheet: UISheetPresentationController)
    {
      log("detent \(sheet.selectedDetentIdentifier?.rawValue ?? "none")")
    }
    func presentationControllerWillDismiss(_ presentation: UIPresentationController) { log("will dismiss") }
    func presentationControllerDidDismiss(_ presentation: UIPresentationController) { log("did dismiss") }
    func presentationControllerDidAttemptToDismiss(_ presentation: UIPresentationController) {
      log("attempt")
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has(
        "sheetPresentationControllerDidChangeSelectedDetentIdentifier:", "presentationControllerWillDismiss:",
        "presentationControllerDidDismiss:", "presentationControllerDidAttemptToDismiss:")
    }
  }

  /// A sheet with three detents over a root with a button at the top.
  private func present(_ device: TestDevice, _ set: (UISheetPresentationController) -> Void = { _ in })
    throws -> (root: UIViewController, sheet: UIViewController, Listener)
  {
    let root = UIViewController()
    device.show(root)
    let controller = UIViewController()
    let listener = Listener(device.log)
    let sheet = try #require(controller.sheetPresentationController)
    sheet.detents = [.custom(identifier: .init("low")) { _ in 200 }, .medium(), .large()]
    sheet.delegate = listener
    set(sheet)
    root.present(controller, animated: false)
    device.turn()
    device.turn()
    return (root, controller, listener)
  }

  @Test(.rule("E-575")) func `a sheet has the height of its detent, also of one selected by code`() throws {
    try withDevice { device in
      let (_, controller, listener) = try present(device)
      let screen = UIScreen.main.bounds.height
      let bottom = UIScreen.main.safeAreaInsets.bottom
      #expect(controller.view.frame.minY == screen - 200 - bottom)
      let sheet = try #require(controller.sheetPresentationController)
      sheet.animateChanges { sheet.selectedDetentIdentifier = .medium }
      device.advance(1)
      #expect(controller.view.frame.minY == screen / 2)
      sheet.selectedDetentIdentifier = .large
      #expect(controller.view.frame.minY == UIScreen.main.safeAreaInsets.top + 10)
      #expect(device.log.take() == [])
      withExtendedLifetime(listener) {}
    }
  }

  @Test(.rule("E-575", "E-109"))
  func `a configured sheet is shown even in the classic profile`() throws {
    try withDevice { device in
      UIApplication.shared.linkedProfile = .classic
      let (_, controller, _) = try present(device)
      #expect(controller.presentationController is UISheetPresentationController)
      #expect(controller.view.frame.minY > 400)
    }
  }

  @Test(.rule("E-575")) func `a drag moves a sheet between its detents and dismisses it`() throws {
    try withDevice { device in
      let (root, controller, listener) = try present(device)
      let low = controller.view.frame.minY
      device.down(100, low + 30)
      for step in 1...20 { device.move(100, low + 30 - CGFloat(step) * 10) }
      device.advance(0.3)
      device.move(100, low - 170)
      device.up(100, low - 170)
      device.advance(1)
      #expect(device.log.take() == ["detent com.apple.UIKit.medium"])
      #expect(controller.view.frame.minY == UIScreen.main.bounds.height / 2)
      let middle = controller.view.frame.minY
      device.down(100, middle + 30)
      for step in 1...40 { device.move(100, middle + 30 + CGFloat(step) * 10) }
      device.up(100, middle + 430)
      device.advance(1)
      #expect(device.log.take() == ["will dismiss", "did dismiss"])
      #expect(root.presentedViewController == nil)
      withExtendedLifetime(listener) {}
    }
  }

  @Test(.rule("E-575"))
  func `views behind an undimmed sheet receive touches; otherwise a tap dismisses it`() throws {
    try withDevice { device in
      let (root, controller, listener) = try present(device) { $0.largestUndimmedDetentIdentifier = .medium }
      let button = UIButton(type: .system, primaryAction: UIAction { _ in device.log("pressed") })
      button.frame = CGRect(x: 0, y: 100, width: 100, height: 50)
      root.view.addSubview(button)
      device.turn()
      device.tap(50, 120)
      #expect(device.log.take() == ["pressed"])
      controller.sheetPresentationController?.largestUndimmedDetentIdentifier = nil
      controller.isModalInPresentation = true
      device.tap(50, 120)
      #expect(device.log.take() == ["attempt"])
      controller.isModalInPresentation = false
      device.tap(50, 120)
      device.advance(1)
      #expect(device.log.take() == ["will dismiss", "did dismiss"])
      #expect(root.presentedViewController == nil)
      withExtendedLifetime(listener) {}
    }
  }
}
