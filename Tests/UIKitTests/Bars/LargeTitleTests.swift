import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Large titles and the content that scrolls below them.
@MainActor @Suite struct LargeTitleTests {
  /// A screen with a large title and 2,000 points of content, and the content offset at the top.
  private func show(_ device: TestDevice) -> (navigation: UINavigationController, UIScrollView, rest: CGFloat)
  {
    let scroll = UIScrollView(frame: UIScreen.main.bounds)
    scroll.contentSize = CGSize(width: 393, height: 2000)
    let controller = UIViewController()
    controller.title = "Here"
    controller.view.addSubview(scroll)
    let navigation = UINavigationController(rootViewController: controller)
    navigation.navigationBar.prefersLargeTitles = true
    device.show(navigation)
    return (navigation, scroll, -scroll.adjustedContentInset.top)
  }
  private func height(_ navigation: UINavigationController) -> CGFloat {
    navigation.navigationBar.bounds.height - navigation.view.safeAreaInsets.top
  }

  @Test(.rule("E-542"))
  func `a large title collapses as content scrolls, and expands at the top`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      let top = navigation.view.safeAreaInsets.top
      #expect(rest == -top - 96)
      let small = navigation.navigationBar.subviews.compactMap { $0 as? UILabel }.first { $0.text == "Here" }
      var heights: [CGFloat] = []
      var insets: [CGFloat] = []
      var offsets: [CGFloat] = []
      var hidden: [Bool?] = []
      let steps: [CGFloat] = [0, 20, 52, 60, 200, 30, 0, -40]
      for step in steps {
        scroll.contentOffset.y = rest + step
        device.turn()
        heights.append(height(navigation))
        insets.append(scroll.adjustedContentInset.top - top)
        offsets.append(scroll.contentOffset.y - rest)
        hidden.append(small?.isHidden)
      }
      #expect(heights == [96, 76, 44, 44, 44, 66, 96, 96])
      #expect(insets == heights && offsets == steps)
      #expect(hidden == [true, true, false, false, false, true, true, true])
    }
  }

  @Test(.rule("E-530", "E-542"))
  func `with a large title the scroll-edge appearance is used until the title is collapsed`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      let steps: [CGFloat] = [0, 20, 52, 53, 52, 20]
      let clear = steps.map { step in
        scroll.contentOffset.y = rest + step
        return navigation.navigationBar.backgroundColor == .clear
      }
      #expect(clear == [true, true, true, false, true, true])
    }
  }

  @Test(.rule("E-542")) func `each screen's title depends on its own scroll position`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      scroll.contentOffset.y = rest + 100
      device.turn()
      var heights = [height(navigation)]
      navigation.pushViewController(UIViewController(), animated: false)
      device.turn()
      heights.append(height(navigation))
      navigation.popViewController(animated: false)
      device.turn()
      heights.append(height(navigation))
      scroll.contentOffset.y = rest + 10
      device.turn()
      heights.append(height(navigation))
      #expect(heights == [44, 96, 44, 86] && scroll.contentOffset.y == rest + 10)
    }
  }

  /// The content's distance from the top and the bar's height after each of four drags.
  private func endsOfDrags(
    _ device: TestDevice, _ navigation: UINavigationController, _ scroll: UIScrollView, _ rest: CGFloat
  ) -> [CGFloat] {
    ([20, 40, 60, -130] as [CGFloat]).flatMap { distance in
      device.down(100, 500)
      device.move(100, 500 - distance / 2)
      device.advance(0.1)
      device.move(100, 500 - distance)
      device.advance(0.5)
      device.up(100, 500 - distance)
      device.advance(2)
      return [scroll.contentOffset.y - rest, height(navigation)]
    }
  }

  @Test(.rule("E-543")) func `after a drag a large title is fully expanded or collapsed`() {
    withDevice { device in
      let (navigation, scroll, rest) = show(device)
      #expect(endsOfDrags(device, navigation, scroll, rest) == [0, 96, 52, 44, 112, 44, 0, 96])
    }
  }

  /// The same with a scroll view that is constrained between the bar and the bottom, as in storyboards.
  private func showPinned(_ device: TestDevice, _ prepare: (UIViewController) -> Void = { _ in })
    -> (navigation: UINavigationController, UIScrollView)
  {
    let scroll = UIScrollView()
    scroll.contentSize = CGSize(width: 393, height: 2000)
    scroll.translatesAutoresizingMaskIntoConstraints = false
    let controller = UIViewController()
    controller.title = "Here"
    let view = controller.view!
    view.addSubview(scroll)
    let safe = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      scroll.topAnchor.constraint(equalTo: safe.topAnchor),
      scroll.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
      scroll.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
      scroll.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
    ])
    prepare(controller)
    let navigation = UINavigationController(rootViewController: controller)
    navigation.navigationBar.prefersLargeTitles = true
    device.show(navigation)
    return (navigation, scroll)
  }

  @Test(.rule("E-583"))
  func `a large title also collapses for content that is laid out below the bar`() {
    withDevice { device in
      let (navigation, scroll) = showPinned(device)
      var heights: [CGFloat] = []
      var tops: [CGFloat] = []
      var offsets: [CGFloat] = []
      let steps: [CGFloat] = [0, 20, 52, 60, 200, 30, 0, -40]
      for step in steps {
        scroll.contentOffset.y = step
        // A change just before the layout makes no difference.
        scroll.contentOffset.y = step + 1
        scroll.contentOffset.y = step
        device.turn()
        heights.append(height(navigation))
        tops.append(scroll.frame.minY - 59)
        offsets.append(scroll.contentOffset.y)
      }
      #expect(heights == [96, 76, 44, 44, 44, 66, 96, 96])
      #expect(tops == heights && offsets == steps)
    }
  }

  @Test(.rule("E-583", "E-543")) func `a drag of such content ends with the title expanded or collapsed`() {
    withDevice { device in
      let (navigation, scroll) = showPinned(device)
      #expect(endsOfDrags(device, navigation, scroll, 0) == [0, 96, 52, 44, 112, 44, 0, 96])
      navigation.pushViewController(UIViewController(), animated: false)
      device.turn()
      #expect(height(navigation) == 96)
      navigation.popViewController(animated: false)
      device.turn()
      #expect(height(navigation) == 96 && scroll.frame.minY == 59 + 96)
    }
  }

  @Test(.rule("E-583")) func `it behaves the same below an opaque bar`() {
    withDevice { device in
      let scroll = UIScrollView()
      scroll.contentSize = CGSize(width: 393, height: 2000)
      let controller = UIViewController()
      controller.view = scroll
      let navigation = UINavigationController(rootViewController: controller)
      navigation.navigationBar.isTranslucent = false
      navigation.navigationBar.prefersLargeTitles = true
      controller.title = "Here"
      device.show(navigation)
      var heights: [CGFloat] = []
      for step in [0, 30, 100, 0] as [CGFloat] {
        scroll.contentOffset.y = step
        device.turn()
        heights += [height(navigation), scroll.frame.minY - 59]
      }
      #expect(heights == [96, 96, 66, 66, 44, 44, 96, 96])
    }
  }

  @Test(.rule("E-584"))
  func `a search bar collapses before the large title, and ends fully shown or hidden`() {
    withDevice { device in
      let (navigation, scroll, _) = show(device)
      let item = navigation.topViewController?.navigationItem
      let search = UISearchController(searchResultsController: nil)
      item?.searchController = search
      device.turn()
      scroll.contentOffset.y = -scroll.adjustedContentInset.top
      device.turn()
      let rest = scroll.contentOffset.y
      var states: [CGFloat] = []
      for step in [0, 28, 56, 80, 108, 150, 0] as [CGFloat] {
        scroll.contentOffset.y = rest + step
        device.turn()
        states += [height(navigation), search.searchBar.alpha]
      }
      #expect(states == [152, 1, 124, 0.5, 96, 0, 72, 0, 44, 0, 44, 0, 152, 1])
      var ends: [CGFloat] = []
      for distance in [20, 40, 40] as [CGFloat] {
        device.down(100, 600)
        device.move(100, 600 - distance / 2)
        device.advance(0.1)
        device.move(100, 600 - distance)
        device.advance(0.5)
        device.up(100, 600 - distance)
        device.advance(2)
        ends.append(height(navigation))
      }
      #expect(ends == [152, 96, 44])
      item?.hidesSearchBarWhenScrolling = false
      device.turn()
      #expect(height(navigation) == 100 && search.searchBar.alpha == 1)
    }
  }
}
