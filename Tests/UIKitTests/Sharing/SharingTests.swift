import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// The sheet with actions for shared items.
@MainActor @Suite struct SharingTests {
  /// Shows a screen that presents a sheet, and waits until it is on screen.
  private func sharing(
    _ items: [Any], _ activities: [UIActivity] = [], _ prepare: (UIActivityViewController) -> Void = { _ in },
    _ body: (TestDevice, UIActivityViewController) -> Void
  ) {
    withDevice { device in
      let screen = UIViewController()
      device.show(screen)
      let sheet = UIActivityViewController(activityItems: items, applicationActivities: activities)
      sheet.completionWithItemsHandler = { type, completed, returned, error in
        let isGone = screen.presentedViewController == nil
        device.log(
          "\(type?.rawValue.split(separator: ".").last ?? "nil") \(completed ? "done" : "not done"), sheet "
            + (isGone ? "gone" : "there"))
      }
      prepare(sheet)
      screen.present(sheet, animated: true) { device.log("presented") }
      device.turn()
      device.advance(1)
      body(device, sheet)
    }
  }

  @Test(.rule("E-325")) func `tapping a row dismisses the sheet, then calls the handler`() {
    sharing(["Hello"]) { device, sheet in
      #expect(device.log.take() == ["presented"])
      let shown = ScreenDescription.elements().compactMap(\.label)
      #expect(shown == ["Hello", "Close", "Messages", "Mail", "Copy"])
      device.tap(label: "Copy")
      #expect(device.log.take() == ["CopyToPasteboard done, sheet gone"])
      #expect(UIPasteboard.general.string == "Hello")
    }
  }

  @Test(.rule("E-325", "E-109")) func `in the classic profile it is a sheet too, with one appearance`() {
    withDevice { device in
      UIApplication.shared.linkedProfile = .classic
      let screen = Screen("A", device.log)
      device.show(screen)
      let sheet = UIActivityViewController(activityItems: ["Hello"], applicationActivities: nil)
      screen.present(sheet, animated: true)
      device.turn()
      device.advance(1)
      #expect(sheet.view.convert(CGPoint.zero, to: nil).y > 100)
      _ = device.log.take()
      device.tap(label: "Close")
      // The screen behind a sheet neither disappears nor appears.
      #expect(device.log.take() == [] && screen.presentedViewController == nil)
    }
  }

  private final class Slow: UIActivityItemProvider, @unchecked Sendable {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init(placeholderItem: "draft")
    }
    override var item: Any {
      log(
        "item for \(activityType?.rawValue.split(separator: ".").last ?? "nil"), main \(Thread.isMainThread)")
      return "finished"
    }
  }

  @Test(.rule("E-1100"))
  func `an item provider makes its item in the background when an activity was chosen`()
    async
  {
    let provider = Slow(Log())
    #expect(provider.item as? String == "finished" && provider.activityType == nil)
    let sheet = UIActivityViewController(activityItems: [provider], applicationActivities: nil)
    #expect(provider.activityViewControllerPlaceholderItem(sheet) as? String == "draft")
    #expect(provider.activityViewController(sheet, itemForActivityType: .mail) == nil)
    _ = provider.log.take()
    await withCheckedContinuation { done in sheet.provideItems(for: .mail) { done.resume() } }
    #expect(provider.log.take() == ["item for Mail, main false"])
    #expect(provider.activityViewController(sheet, itemForActivityType: .mail) as? String == "finished")
    // A second activity does not make the item again.
    var isReady = false
    sheet.provideItems(for: .message) { isReady = true }
    #expect(isReady)
    let cancelled = Slow(Log())
    cancelled.cancel()
    let other = UIActivityViewController(activityItems: [cancelled, "text"], applicationActivities: nil)
    await withCheckedContinuation { done in other.provideItems(for: .mail) { done.resume() } }
    #expect(cancelled.activityViewController(other, itemForActivityType: .mail) == nil)
    #expect(cancelled.log.take() == [])
  }

  @Test(.rule("E-1105")) func `a device without printers prints nothing, and says so at the end of the turn`()
  {
    withDevice { device in
      device.showEmpty()
      let printer = UIPrintInteractionController.shared
      #expect(!UIPrintInteractionController.isPrintingAvailable)
      #expect(!UIPrintInteractionController.canPrint(URL(fileURLWithPath: "/a.pdf")))
      printer.printInfo = .printInfo()
      printer.printFormatter = UISimpleTextPrintFormatter(text: "text")
      let isShown = printer.present(animated: true) { controller, completed, error in
        device.log("completed \(completed), error \(error == nil ? "none" : "some")")
      }
      #expect(!isShown && device.log.take() == [])
      device.turn()
      #expect(device.log.take() == ["completed false, error none"])
      let bar = UIBarButtonItem(title: "Print", style: .plain, target: nil, action: nil)
      #expect(!printer.present(from: bar, animated: true))
      #expect(!printer.present(from: .zero, in: device.window, animated: true))
      printer.dismiss(animated: true)
    }
  }

  @Test(.rule("E-325")) func `closing the sheet or swiping it away reports once that nothing was done`() {
    sharing(["Hello"]) { device, sheet in
      device.tap(label: "Close")
      #expect(device.log.take() == ["presented", "nil not done, sheet gone"])
    }
    sharing(["Hello"]) { device, sheet in
      device.drag(CGPoint(x: 150, y: 440), CGPoint(x: 150, y: 800))
      device.advance(1)
      #expect(device.log.take() == ["presented", "nil not done, sheet gone"])
    }
  }

  @Test(.rule("E-325")) func `activities are asked whether they can perform, prepared and then performed`() {
    withDevice { device in
      let stamp = Stamp(device.log)
      let screen = UIViewController()
      device.show(screen)
      let sheet = UIActivityViewController(
        activityItems: [Letter(device.log)], applicationActivities: [stamp])
      sheet.excludedActivityTypes = [.mail, .message]
      sheet.completionWithItemsHandler = { type, completed, _, _ in
        device.log("completed \(type?.rawValue ?? "nil") \(completed)")
      }
      screen.present(sheet, animated: true)
      device.turn()
      device.advance(1)
      #expect(device.log.take() == ["placeholder", "can perform [\"draft\"]"])
      #expect(!ScreenDescription.elements().contains { $0.label == "Mail" })
      device.tap(label: "Stamp")
      #expect(device.log.take() == ["item for stamp", "prepare [\"letter\"]", "perform"])
      device.advance(1)
      #expect(screen.presentedViewController === sheet)
      stamp.activityDidFinish(true)
      device.advance(1)
      #expect(device.log.take() == ["completed stamp true"])
      #expect(screen.presentedViewController == nil)
    }
  }

  @Test func `pasteboards of the same name share their contents and report changes`() {
    withDevice { device in
      device.observe(UIPasteboard.changedNotification, "changed")
      let mine = UIPasteboard(name: UIPasteboard.Name("mine"), create: true)
      let count = mine?.changeCount ?? 0
      mine?.strings = ["a", "b"]
      let same = UIPasteboard(name: UIPasteboard.Name("mine"), create: false)
      #expect(same?.strings == ["a", "b"] && same?.hasStrings == true && same?.hasImages == false)
      #expect(same?.changeCount == count + 1)
      #expect(device.log.take() == ["N(changed)"])
      #expect(UIPasteboard(name: UIPasteboard.Name("nobody's"), create: false) == nil)
    }
  }
}

private final class Stamp: UIActivity {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override var activityType: ActivityType? { ActivityType("stamp") }
  override var activityTitle: String? { "Stamp" }
  override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
    log("can perform \(activityItems)")
    return true
  }
  override func prepare(withActivityItems activityItems: [Any]) { log("prepare \(activityItems)") }
  override func perform() { log("perform") }
}

private final class Letter: NSObject, UIActivityItemSource {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any {
    log("placeholder")
    return "draft"
  }
  func activityViewController(
    _ activityViewController: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any? {
    log("item for \(activityType?.rawValue ?? "nil")")
    return "letter"
  }
}
