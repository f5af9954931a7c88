import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Turning pages: requests to the data source and messages to the delegate.
@MainActor @Suite struct PageTests {
  private func pages(_ body: (TestDevice, UIPageViewController, Book) -> Void) {
    withDevice { device in
      let book = Book(device.log)
      let controller = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
      controller.dataSource = book
      controller.delegate = book
      controller.setViewControllers([book.pages[1]], direction: .forward, animated: false)
      device.show(controller)
      device.advance(1)
      body(device, controller, book)
    }
  }
  private func swipe(_ device: TestDevice, by distance: CGFloat) {
    device.down(200, 400)
    for step in 1...5 {
      device.advance(0.02)
      device.move(200 + distance * CGFloat(step) / 5, 400)
    }
    device.advance(0.3)
    device.up(200 + distance, 400)
    device.advance(2)
  }

  @Test(.rule("E-287", "E-288"))
  func `after the first page is set, its neighbours are requested, then the dots`() {
    pages { device, controller, book in
      let log = device.log.take()
      #expect(log.filter { $0.contains("?") } == ["before p1?", "after p1?", "count?", "index?"])
      #expect(
        log.filter { $0.hasPrefix("p") }.filter { !$0.contains("Move") } == [
          "p1.loadView", "p1.viewDidLoad", "p1.willAppear", "p1.isAppearing", "p1.didAppear",
        ])
      #expect(controller.viewControllers == [book.pages[1]])
    }
  }

  @Test(.rule("E-289", "E-287"))
  func
    `a swipe sends willTransition, the appearance messages and didFinish, and requests only the new neighbour`()
  {
    pages { device, controller, book in
      _ = device.log.take()
      swipe(device, by: -250)
      #expect(controller.viewControllers == [book.pages[2]])
      #expect(
        device.log.take() == [
          "will p2", "p2.willMove(parent)", "p2.loadView", "p2.viewDidLoad", "p2.willAppear",
          "p1.willDisappear",
          "p2.isAppearing", "p2.didAppear", "p1.didDisappear", "p1.willMove(nil)", "p1.didMove(nil)",
          "p2.didMove(parent)", "did p1 true", "after p2?",
        ])
    }
  }

  @Test(.rule("E-289")) func `an abandoned swipe restores the page`() {
    pages { device, controller, book in
      _ = device.log.take()
      swipe(device, by: 100)
      #expect(controller.viewControllers == [book.pages[1]] && book.pages[1].view.window != nil)
      #expect(
        device.log.take() == [
          "will p0", "p0.willMove(parent)", "p0.loadView", "p0.viewDidLoad", "p0.willAppear",
          "p1.willDisappear",
          "p0.isAppearing", "p0.willDisappear", "p1.willAppear", "p0.didDisappear", "p1.isAppearing",
          "p1.didAppear", "p0.willMove(nil)", "p0.didMove(nil)", "did p1 false",
        ])
    }
  }

  @Test(.rule("E-290")) func `a swipe beyond the last page bounces without messages`() {
    pages { device, controller, book in
      swipe(device, by: -250)
      _ = device.log.take()
      swipe(device, by: -250)
      #expect(controller.viewControllers == [book.pages[2]] && device.log.take() == [])
    }
  }

  @Test(.rule("E-585")) func `pages are as large as the controller, with the spacing between them`() {
    for isVertical in [false, true] {
      withDevice { device in
        let book = Book(device.log)
        let controller = UIPageViewController(
          transitionStyle: .scroll, navigationOrientation: isVertical ? .vertical : .horizontal,
          options: [.interPageSpacing: 40])
        controller.dataSource = book
        controller.delegate = book
        controller.setViewControllers([book.pages[0]], direction: .forward, animated: false)
        device.show(controller)
        let whole = UIScreen.main.bounds
        @MainActor func place(_ page: Int) -> CGRect {
          let view = book.pages[page].view!
          return view.convert(view.bounds, to: nil)
        }
        #expect(place(0) == whole)
        _ = device.log.take()
        // A short swipe shows the spacing and part of the next page.
        device.down(200, 600)
        for step in 1...5 {
          device.advance(0.02)
          device.move(
            isVertical ? 200 : 200 - 20 * CGFloat(step), isVertical ? 600 - 20 * CGFloat(step) : 600)
        }
        let gap =
          isVertical ? place(1).minY - place(0).maxY : place(1).minX - place(0).maxX
        #expect(gap == 40 && place(1).size == whole.size)
        device.up(isVertical ? 200 : 100, isVertical ? 500 : 600)
        device.advance(2)
        #expect(controller.viewControllers == [book.pages[1]] && place(1) == whole)
        controller.setViewControllers([book.pages[2]], direction: .forward, animated: true)
        device.advance(1)
        #expect(place(2) == whole)
      }
    }
  }

  @Test(.rule("E-585"))
  func `popping the controller during a swipe completes the page first, with balanced appearance messages`() {
    for (distance, expected) in [(-250, "p2"), (-30, "p1")] as [(CGFloat, String)] {
      withDevice { device in
        let book = Book(device.log)
        let controller = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
        controller.dataSource = book
        controller.delegate = book
        controller.setViewControllers([book.pages[1]], direction: .forward, animated: false)
        let root = Screen("root", device.log)
        let navigation = UINavigationController(rootViewController: root)
        navigation.pushViewController(controller, animated: false)
        device.show(navigation)
        device.advance(1)
        _ = device.log.take()
        device.down(300, 400)
        for step in 1...5 {
          device.advance(0.02)
          device.move(300 + distance * CGFloat(step) / 5, 400)
        }
        if expected == "p1" { device.advance(0.3) }
        device.up(300 + distance, 400)
        device.advance(0.1)
        let early = device.log.take()
        #expect(!early.contains("p2.didAppear") && !early.contains("did p1 true"))
        navigation.popViewController(animated: true)
        device.advance(1)
        let events = device.log.take().filter { $0.contains("ppear") || $0.hasPrefix("did") }
        let isThere = expected == "p2"
        #expect(
          events
            == (isThere
              ? [
                "p2.didAppear", "p1.didDisappear", "did p1 true", "p2.willDisappear", "root.willAppear",
                "root.isAppearing", "p2.didDisappear", "root.didAppear",
              ]
              : [
                "p2.willDisappear", "p1.willAppear", "p2.didDisappear", "p1.isAppearing", "p1.didAppear",
                "did p1 false", "p1.willDisappear", "root.willAppear", "root.isAppearing", "p1.didDisappear",
                "root.didAppear",
              ]))
        #expect(controller.viewControllers == [book.pages[isThere ? 2 : 1]])
      }
    }
  }

  @Test(.rule("E-287", "E-290"))
  func `setting pages in code clears the cache and sends no delegate messages`() {
    pages { device, controller, book in
      _ = device.log.take()
      controller.setViewControllers([book.pages[2]], direction: .forward, animated: true) { finished in
        device.log("completion \(finished)")
      }
      device.advance(1)
      #expect(
        device.log.take() == [
          "p2.willMove(parent)", "p1.willMove(nil)", "p2.loadView", "p2.viewDidLoad", "p2.willAppear",
          "p1.willDisappear", "before p2?", "after p2?", "count?", "index?", "p2.isAppearing", "p2.didAppear",
          "p1.didDisappear", "p1.didMove(nil)", "p2.didMove(parent)", "completion true",
        ])
    }
  }
}

@MainActor
private final class Book: NSObject, UIPageViewControllerDataSource, UIPageViewControllerDelegate {
  let log: Log
  let pages: [Screen]
  init(_ log: Log) {
    self.log = log
    pages = (0..<3).map { Screen("p\($0)", log) }
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    has(
      "pageViewController:viewControllerBeforeViewController:",
      "pageViewController:viewControllerAfterViewController:", "presentationCountForPageViewController:",
      "presentationIndexForPageViewController:", "pageViewController:willTransitionToViewControllers:",
      "pageViewController:didFinishAnimating:previousViewControllers:transitionCompleted:")
  }
  private func index(_ page: UIViewController) -> Int { pages.firstIndex { $0 === page } ?? -1 }
  private func name(_ page: UIViewController?) -> String { (page as? Screen)?.name ?? "nothing" }

  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
  ) -> UIViewController? {
    log("before \(name(viewController))?")
    let index = index(viewController)
    return index > 0 ? pages[index - 1] : nil
  }
  func pageViewController(
    _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
  ) -> UIViewController? {
    log("after \(name(viewController))?")
    let index = index(viewController)
    return index < pages.count - 1 ? pages[index + 1] : nil
  }
  func presentationCount(for pageViewController: UIPageViewController) -> Int {
    log("count?")
    return pages.count
  }
  func presentationIndex(for pageViewController: UIPageViewController) -> Int {
    log("index?")
    return index(pageViewController.viewControllers![0])
  }
  func pageViewController(
    _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
  ) { log("will \(name(pendingViewControllers.first))") }
  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) { log("did \(name(previousViewControllers.first)) \(completed)") }
}
