import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Pull to refresh: the action, the reserved space, and the appearance.
@MainActor @Suite struct RefreshControlTests {
  private func refreshing(
    _ body: (TestDevice, UIScrollView, UIRefreshControl) -> Void
  ) {
    withDevice { device in
      let root = device.showEmpty()
      let view = UIScrollView(frame: CGRect(x: 0, y: 100, width: 300, height: 600))
      view.contentInsetAdjustmentBehavior = .never
      view.contentSize = CGSize(width: 300, height: 2000)
      root.addSubview(view)
      let control = UIRefreshControl()
      let log = device.log
      control.addAction(
        UIAction { action in
          log("valueChanged, refreshing: \((action.sender as? UIRefreshControl)?.isRefreshing == true)")
        }, for: .valueChanged)
      view.refreshControl = control
      device.turn()
      body(device, view, control)
    }
  }

  /// Pulls the content down without lifting the finger.
  private func pull(_ device: TestDevice, by distance: CGFloat) {
    device.down(150, 200)
    for step in 1...10 {
      device.advance(0.02)
      device.move(150, 200 + distance * CGFloat(step) / 10)
    }
    device.advance(0.3)
  }

  @Test(.rule("E-680", "E-681")) func `a pull beyond the threshold refreshes once, while the finger is down`()
  {
    refreshing { device, view, control in
      pull(device, by: 200)
      #expect(device.log.take().isEmpty && !control.isRefreshing)
      device.move(150, 470)
      #expect(device.log.take() == ["valueChanged, refreshing: true"])
      // A second pull with the same finger does not refresh again, even after `endRefreshing()`.
      control.endRefreshing()
      device.move(150, 210)
      device.move(150, 490)
      #expect(device.log.take().isEmpty && !control.isRefreshing)
      device.up(150, 480)
      device.advance(3)
      #expect(view.contentOffset.y == 0 && view.adjustedContentInset.top == 0)
      #expect(device.log.take().isEmpty)
      pull(device, by: 280)
      #expect(device.log.take() == ["valueChanged, refreshing: true"])
    }
  }

  @Test(.rule("E-682", "E-684")) func `the content rests below the control until it has refreshed`() {
    refreshing { device, view, control in
      pull(device, by: 280)
      // Half of the finger's movement, except for the distance that begins the drag.
      #expect(view.contentOffset.y < -120 && view.adjustedContentInset.top == 0)
      device.up(150, 480)
      #expect(view.adjustedContentInset.top == 60 && view.contentInset.top == 0)
      device.advance(3)
      #expect(view.contentOffset.y == -60 && !view.isDecelerating)
      #expect(control.frame == CGRect(x: 0, y: -60, width: 300, height: 60))
      control.endRefreshing()
      #expect(view.adjustedContentInset.top == 0 && view.contentOffset.y == -60)
      device.advance(0.15)
      #expect(view.contentOffset.y > -60 && view.contentOffset.y < 0)
      device.advance(1)
      #expect(view.contentOffset.y == 0)
    }
  }

  @Test(.rule("E-683")) func `beginRefreshing reserves space, sends no action and does not scroll`() {
    refreshing { device, view, control in
      control.beginRefreshing()
      device.turn()
      #expect(control.isRefreshing && view.adjustedContentInset.top == 60 && view.contentOffset.y == 0)
      view.setContentOffset(CGPoint(x: 0, y: -60), animated: true)
      device.advance(1)
      #expect(view.contentOffset.y == -60)
      control.endRefreshing()
      device.advance(1)
      #expect(view.contentOffset.y == 0 && device.log.take().isEmpty)
    }
  }

  @Test(.rule("E-680")) func `a refresh control that is added as a subview works the same`() {
    refreshing { device, view, control in
      view.refreshControl = nil
      #expect(control.superview == nil)
      view.addSubview(control)
      device.turn()
      pull(device, by: 280)
      #expect(device.log.take() == ["valueChanged, refreshing: true"])
      control.removeFromSuperview()
      device.up(150, 480)
      device.advance(3)
      #expect(view.contentOffset.y == 0 && view.adjustedContentInset.top == 0)
    }
  }

  @Test(.rule("E-680"))
  func `the indicator shows the pull's progress in the tint color, above the title`() throws {
    try withThrowing { device, view, control in
      control.tintColor = .red
      control.attributedTitle = NSAttributedString(string: "Pull")
      device.turn()
      let wheel = try #require(control.subviews.first as? UIActivityIndicatorView)
      let label = try #require(control.subviews.last as? UILabel)
      #expect(wheel.isHidden && label.isHidden)
      view.contentOffset.y = -60
      device.turn()
      #expect(!wheel.isHidden && !label.isHidden && wheel.shownPart == 0.5 && !wheel.isAnimating)
      #expect(wheel.color == .red && label.text == "Pull" && wheel.frame.maxY <= label.frame.minY)
      control.beginRefreshing()
      #expect(wheel.isAnimating && wheel.shownPart == 1)
      control.endRefreshing()
      view.contentOffset.y = 0
      device.turn()
      #expect(wheel.isHidden && label.isHidden && !wheel.isAnimating)
    }
  }
  private func withThrowing(_ body: (TestDevice, UIScrollView, UIRefreshControl) throws -> Void) throws {
    var result = Result<Void, any Error>.success(())
    refreshing { device, view, control in result = Result { try body(device, view, control) } }
    try result.get()
  }

  @Test(.rule("E-680"))
  func `a storyboard's table view controller gets its refresh control with its title`() throws {
    try withDevice { device in
      let scene = """
        <scene><objects><tableViewController id="t"><tableView key="view" id="v" style="plain"/>
        <refreshControl key="refreshControl" enabled="NO" id="r">
        <attributedString key="attributedTitle"><fragment content="Pull"/></attributedString>
        </refreshControl></tableViewController></objects></scene>
        """
      let storyboard = try StoryboardTests.storyboard("t", scene)
      let controller = try #require(storyboard.instantiateInitialViewController() as? UITableViewController)
      device.show(controller)
      let control = try #require(controller.refreshControl)
      #expect(control.attributedTitle?.string == "Pull" && control.superview === controller.tableView)
    }
  }
}
