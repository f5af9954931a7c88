import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Sheets in a compact height, popovers over their source, own backgrounds of popovers, the font picker.
@MainActor @Suite struct SheetLookTests {
  @Test(.rule("E-994"))
  func `a sheet covers a compact height, unless it prefers to stay attached, with the width that it wants`()
    throws
  {
    try withDevice { device in
      let root = UIViewController()
      device.show(root)
      UIScreen.main.change { $0.orientation = "landscapeLeft" }
      device.window.frame = UIScreen.main.bounds
      device.turn()
      let controller = UIViewController()
      controller.preferredContentSize = CGSize(width: 400, height: 100)
      let sheet = try #require(controller.sheetPresentationController)
      sheet.detents = [.custom { _ in 200 }]
      root.present(controller, animated: false)
      device.turn()
      let bounds = UIScreen.main.bounds
      #expect(root.traitCollection.verticalSizeClass == .compact)
      #expect(controller.view.frame == bounds && controller.view.layer.cornerRadius == 0)
      sheet.prefersEdgeAttachedInCompactHeight = true
      let bottom = UIScreen.main.safeAreaInsets.bottom
      #expect(controller.view.frame.size == CGSize(width: bounds.width, height: 200 + bottom))
      #expect(controller.view.layer.cornerRadius == 10)
      sheet.widthFollowsPreferredContentSizeWhenEdgeAttached = true
      #expect(controller.view.frame.size == CGSize(width: 400, height: 200 + bottom))
      #expect(controller.view.frame.maxY == bounds.height)
    }
  }

  @Test(.rule("E-995"))
  func `a popover keeps its size over its source if it may overlap it and there is no room beside it`() {
    let room = CGRect(x: 0, y: 0, width: 300, height: 400)
    let source = CGRect(x: 100, y: 150, width: 100, height: 100)
    let wanted = CGSize(width: 200, height: 300)
    let beside = PopoverPlacement(wanted: wanted, source: source, room: room, permitted: .up)
    #expect(beside.card.size == CGSize(width: 200, height: 137) && beside.card.minY == 263)
    let over = PopoverPlacement(
      wanted: wanted, source: source, room: room, permitted: .up, overlapsSource: true)
    #expect(over.card.size == wanted && over.card.intersects(source) && room.contains(over.card))
    #expect(over.tip.y == over.card.minY - PopoverPlacement.arrowHeight && over.direction == .up)
    let small = CGSize(width: 100, height: 100)
    #expect(
      PopoverPlacement(wanted: small, source: source, room: room, permitted: .up, overlapsSource: true)
        == PopoverPlacement(wanted: small, source: source, room: room, permitted: .up))
  }

  private final class Background: UIPopoverBackgroundView {
    override class func arrowBase() -> CGFloat { 30 }
    override class func arrowHeight() -> CGFloat { 20 }
    override class func contentViewInsets() -> UIEdgeInsets {
      UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    }
    override class var wantsDefaultContentAppearance: Bool { false }
    nonisolated override class var _carobNewFrame: (@MainActor (CGRect) -> UIView)? {
      { Background(frame: $0) }
    }
  }
  private final class Declining: NSObject, UIPopoverPresentationControllerDelegate {
    func adaptivePresentationStyle(
      for controller: UIPresentationController, traitCollection: UITraitCollection
    ) -> UIModalPresentationStyle { .none }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has("adaptivePresentationStyleForPresentationController:traitCollection:")
    }
  }

  @Test(.rule("E-996"))
  func `a popover's own background gets the arrow's place, and the content its insets`() throws {
    try withDevice { device in
      let root = UIViewController()
      device.show(root)
      let delegate = Declining()
      let controller = UIViewController()
      controller.modalPresentationStyle = .popover
      controller.preferredContentSize = CGSize(width: 200, height: 100)
      let popover = try #require(controller.popoverPresentationController)
      popover.delegate = delegate
      popover.sourceView = root.view
      popover.sourceRect = CGRect(x: 100, y: 200, width: 40, height: 40)
      popover.popoverBackgroundViewClass = Background.self
      root.present(controller, animated: false)
      device.turn()
      let balloon = try #require(controller.view.superview?.superview)
      let background = try #require(balloon.subviews.lazy.compactMap { $0 as? Background }.first)
      #expect(background.arrowDirection == .up && background.frame == balloon.bounds)
      #expect(balloon.frame == CGRect(x: 20, y: 240, width: 200, height: 120))
      #expect(background.arrowOffset == 0)
      #expect(controller.view.superview?.frame == CGRect(x: 2, y: 21, width: 194, height: 96))
      #expect(controller.view.superview?.layer.cornerRadius == 0)
    }
  }

  private final class PickerDelegate: NSObject, UIFontPickerViewControllerDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func fontPickerViewControllerDidPickFont(_ viewController: UIFontPickerViewController) {
      log("picked \(viewController.selectedFontDescriptor?.postscriptName ?? "none")")
    }
    func fontPickerViewControllerDidCancel(_ viewController: UIFontPickerViewController) { log("cancelled") }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has("fontPickerViewControllerDidPickFont:", "fontPickerViewControllerDidCancel:")
    }
  }

  @Test(.rule("E-993")) func `a font picker offers what its configuration says, and reports the choice`() {
    withDevice { device in
      let configuration = UIFontPickerViewController.Configuration()
      let families = UIFontPickerViewController(configuration: configuration).offeredNames
      configuration.includeFaces = true
      let faces = UIFontPickerViewController(configuration: configuration).offeredNames
      #expect(families.contains("Georgia") && faces.contains("Georgia-Bold") && faces.count > families.count)
      configuration.filteredTraits = .traitBold
      let picker = UIFontPickerViewController(configuration: configuration)
      #expect(picker.offeredNames.contains("Georgia-Bold") && !picker.offeredNames.contains("Georgia"))
      let delegate = PickerDelegate(device.log)
      picker.delegate = delegate
      let root = UIViewController()
      device.show(root)
      root.present(picker, animated: false)
      device.turn()
      device.turn()
      let list =
        (picker.children.first as? UINavigationController)?.topViewController as? UITableViewController
      list?.tableView(list?.tableView ?? UITableView(), didSelectRowAt: IndexPath(row: 0, section: 0))
      #expect(device.log.take() == ["picked \(picker.descriptor(picker.offeredNames[0]).postscriptName)"])
      root.dismiss(animated: false)
      device.turn()
      device.turn()
      #expect(device.log.take() == [])
    }
  }

  private final class Spines: NSObject, UIPageViewControllerDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func pageViewController(
      _ pageViewController: UIPageViewController, spineLocationFor orientation: UIInterfaceOrientation
    ) -> UIPageViewController.SpineLocation {
      log("spine")
      return .min
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has("pageViewController:spineLocationForInterfaceOrientation:")
    }
  }

  @Test(.rule("E-997"), arguments: [UIPageViewController.TransitionStyle.pageCurl, .scroll])
  func `curling pages ask for the spine when the interface rotates`(
    _ style: UIPageViewController.TransitionStyle
  ) {
    withDevice { device in
      let pages = UIPageViewController(transitionStyle: style, navigationOrientation: .horizontal)
      let delegate = Spines(device.log)
      pages.delegate = delegate
      pages.setViewControllers([UIViewController()], direction: .forward, animated: false)
      device.show(pages)
      Rotation.rotate(to: "landscapeLeft")
      device.advance(1)
      #expect(device.log.take() == (style == .pageCurl ? ["spine"] : []))
    }
  }
}
