import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Showing and hiding columns in regular width.
@MainActor @Suite struct SplitModeTests {
  private static let broad = DeviceModel(
    name: "broad", width: 1000, height: 700, scale: 2, idiom: "pad", safeAreaTop: 20, safeAreaBottom: 0,
    cornerRadius: 0)
  private static let upright = DeviceModel(
    name: "upright", width: 700, height: 1000, scale: 2, idiom: "pad", safeAreaTop: 20, safeAreaBottom: 0,
    cornerRadius: 0)

  /// A split view controller on a screen of this model, configured before it is shown.
  private func split(
    _ model: DeviceModel, _ style: UISplitViewController.Style = .doubleColumn,
    _ prepare: (UISplitViewController) -> Void = { _ in },
    _ body: @MainActor (TestDevice, UISplitViewController) throws -> Void
  ) rethrows {
    try withDevice { device in
      UIScreen.main.configure(model, Environment())
      device.window.frame = UIScreen.main.bounds
      let split = UISplitViewController(style: style)
      split.preferredPrimaryColumnWidth = 300
      split.preferredSupplementaryColumnWidth = 200
      split.setViewController(Screen("P", device.log), for: .primary)
      if style == .tripleColumn { split.setViewController(Screen("S", device.log), for: .supplementary) }
      split.setViewController(Screen("D", device.log), for: .secondary)
      prepare(split)
      let delegate = ModeListener(device.log)
      split.delegate = delegate
      device.show(split)
      device.advance(1)
      _ = device.log.take()
      try body(device, split)
      withExtendedLifetime(delegate) {}
    }
  }

  /// The columns in the window in stacking order, each with its horizontal range.
  private func columns(_ split: UISplitViewController) -> String {
    split.view.subviews.compactMap { view in
      guard let stack = view.viewController as? UINavigationController,
        let screen = stack.viewControllers.first as? Screen
      else { return nil }
      return "\(screen.name) \(Int(view.frame.minX))-\(Int(view.frame.maxX))"
    }.joined(separator: ", ")
  }

  @Test(.rule("E-588"))
  func `in landscape the columns are tiled, in portrait the primary is hidden`() {
    split(Self.broad) { _, split in
      #expect(split.displayMode == .oneBesideSecondary && split.splitBehavior == .tile)
      #expect(columns(split) == "D 300-1000, P 0-300")
    }
    split(Self.upright) { _, split in
      #expect(split.displayMode == .secondaryOnly && split.splitBehavior == .overlay)
      #expect(columns(split) == "D 0-700")
    }
  }

  @Test(.rule("E-588")) func `a preferred mode is adapted to the split behavior and the number of columns`() {
    typealias Mode = UISplitViewController.DisplayMode
    let modes: [Mode] = [.secondaryOnly, .oneBesideSecondary, .twoOverSecondary]
    var seen: [[Mode]] = []
    for style in [UISplitViewController.Style.doubleColumn, .tripleColumn] {
      for behavior in [UISplitViewController.SplitBehavior.tile, .overlay, .displace] {
        split(Self.broad, style, { $0.preferredSplitBehavior = behavior }) { device, split in
          seen.append(
            modes.map { mode in
              split.preferredDisplayMode = mode
              device.turn()
              return split.displayMode
            })
        }
      }
    }
    #expect(
      seen == [
        [.secondaryOnly, .oneBesideSecondary, .oneBesideSecondary],
        [.secondaryOnly, .oneOverSecondary, .oneOverSecondary],
        [.secondaryOnly, .oneBesideSecondary, .oneOverSecondary],
        [.secondaryOnly, .oneBesideSecondary, .twoBesideSecondary],
        [.secondaryOnly, .oneOverSecondary, .twoOverSecondary],
        [.secondaryOnly, .oneBesideSecondary, .twoDisplaceSecondary],
      ])
  }

  @Test(.rule("E-588")) func `each mode places its columns`() {
    let cases: [(UISplitViewController.DisplayMode, String)] = [
      (.secondaryOnly, "D 0-1000"), (.oneBesideSecondary, "D 200-1000, S 0-200"),
      (.twoBesideSecondary, "D 501-1000, S 300-500, P 0-300"),
      (.oneOverSecondary, "D 0-1000, S 0-200"), (.twoOverSecondary, "D 0-1000, S 300-500, P 0-300"),
      (.twoDisplaceSecondary, "D 501-1300, S 300-500, P 0-300"),
    ]
    for (mode, expected) in cases {
      split(Self.broad, .tripleColumn, { $0.preferredDisplayMode = mode }) { _, split in
        #expect(split.displayMode == mode && columns(split) == expected)
      }
    }
    split(Self.broad, .tripleColumn, { $0.primaryEdge = .trailing }) { _, split in
      #expect(columns(split) == "D 0-799, S 800-1000")
    }
  }

  @Test(.rule("E-588"))
  func `showing and hiding a column sends the delegate's messages first, then the appearance messages`() {
    split(Self.broad) { device, split in
      split.hide(.primary)
      #expect(split.displayMode == .secondaryOnly)
      #expect(device.log.take() == ["mode secondaryOnly", "hide primary"])
      device.advance(1)
      #expect(device.log.take() == ["P.willDisappear", "P.didDisappear"] && columns(split) == "D 0-1000")
      split.hide(.primary)
      split.hide(.secondary)
      #expect(device.log.take() == [])
      split.show(.primary)
      device.advance(1)
      #expect(
        device.log.take() == [
          "mode oneBesideSecondary", "show primary", "P.willAppear", "P.isAppearing", "P.didAppear",
        ])
      #expect(columns(split) == "D 300-1000, P 0-300")
    }
    split(Self.broad, .tripleColumn) { device, split in
      _ = device.log.take()
      split.show(.primary)
      split.hide(.supplementary)
      split.show(.primary)
      split.hide(.primary)
      #expect(
        device.log.take().filter { !$0.contains(".") } == [
          "mode twoBesideSecondary", "show primary", "mode secondaryOnly", "hide primary",
          "hide supplementary", "mode twoBesideSecondary", "show primary", "show supplementary",
          "mode oneBesideSecondary", "hide primary",
        ])
      device.advance(1)
    }
  }

  @Test(.rule("E-589")) func `the button is in the secondary's bar and switches through the modes`() {
    split(Self.upright) { device, split in
      var modes: [UISplitViewController.DisplayMode] = []
      @MainActor func press() {
        device.tap(28, 20 + 22)
        device.advance(1)
        modes.append(split.displayMode)
      }
      press()
      #expect(columns(split) == "D 0-700, P 0-300")
      // The secondary is dimmed and receives no touches; a tap on it hides the primary.
      device.tap(600, 42)
      device.advance(1)
      modes.append(split.displayMode)
      (split.delegate as? ModeListener)?.target = .oneBesideSecondary
      press()
      split.hide(.primary)
      device.advance(1)
      split.displayModeButtonVisibility = .never
      device.turn()
      press()
      #expect(modes == [.oneOverSecondary, .secondaryOnly, .oneOverSecondary, .secondaryOnly])
      #expect(
        device.log.take().filter { !$0.contains(".") } == [
          "target?", "mode oneOverSecondary", "show primary", "mode secondaryOnly", "hide primary", "target?",
          "mode oneOverSecondary", "show primary", "mode secondaryOnly", "hide primary",
        ])
    }
  }

  @Test(.rule("E-589")) func `a pan from the edge shows the primary, and a swipe back hides it`() {
    split(Self.upright) { device, split in
      @MainActor func swipe(_ from: CGFloat, _ to: CGFloat) -> UISplitViewController.DisplayMode {
        device.down(from, 500)
        for step in 1...4 {
          device.advance(0.02)
          device.move(from + (to - from) * CGFloat(step) / 4, 500)
        }
        device.up(to, 500)
        device.advance(1)
        return split.displayMode
      }
      #expect(swipe(300, 500) == .secondaryOnly)
      #expect(swipe(3, 203) == .oneOverSecondary)
      #expect(swipe(250, 50) == .secondaryOnly)
      split.presentsWithGesture = false
      #expect(swipe(3, 203) == .secondaryOnly)
    }
  }

  @Test(.rule("E-588")) func `a size change changes the mode and informs the delegate`() {
    split(Self.broad) { device, split in
      UIScreen.main.configure(Self.upright, Environment())
      device.window.frame = UIScreen.main.bounds
      device.turn()
      device.advance(1)
      #expect(split.displayMode == .secondaryOnly && columns(split) == "D 0-700")
      #expect(
        device.log.take().filter { !$0.contains(".") } == ["mode secondaryOnly", "hide primary"])
    }
  }
}

private final class ModeListener: NSObject, UISplitViewControllerDelegate {
  let log: Log
  var target: UISplitViewController.DisplayMode = .automatic
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has(
      "splitViewController:willChangeToDisplayMode:", "splitViewController:willShowColumn:",
      "splitViewController:willHideColumn:", "targetDisplayModeForActionInSplitViewController:")
  }
  func splitViewController(
    _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
  ) { log("mode \(displayMode)") }
  func splitViewController(_ svc: UISplitViewController, willShow column: UISplitViewController.Column) {
    log("show \(column)")
  }
  func splitViewController(_ svc: UISplitViewController, willHide column: UISplitViewController.Column) {
    log("hide \(column)")
  }
  func targetDisplayModeForAction(in svc: UISplitViewController) -> UISplitViewController.DisplayMode {
    log("target?")
    return target
  }
}
