import CarobFoundation
import NibFormat

extension NibCoder {
  func decodeController(_ controller: UIViewController) {
    guard let e = element else { return }
    if let title = text("title") { controller.title = title }
    controller.restorationIdentifier =
      e["restorationIdentifier"]
      ?? (e.bool("useStoryboardIdentifierAsRestorationIdentifier") == true ? e["storyboardIdentifier"] : nil)
    if let style = e["modalPresentationStyle"] {
      controller.modalPresentationStyle = NibValues.presentationStyle(style)
    }
    if let style = e["modalTransitionStyle"] {
      controller.modalTransitionStyle = NibValues.transitionStyle(style)
    }
    if let flag = e.bool("definesPresentationContext") { controller.definesPresentationContext = flag }
    if let flag = e.bool("providesPresentationContextTransitionStyle") {
      controller.providesPresentationContextTransitionStyle = flag
    }
    // An element without edges means no edges; a missing element means all.
    if let edges = e.child(key: "edgesForExtendedLayout") {
      controller.edgesForExtendedLayout = rectEdges(edges)
    }
    if let flag = e.bool("extendedLayoutIncludesOpaqueBars") {
      controller.extendedLayoutIncludesOpaqueBars = flag
    }
    if let flag = e.bool("automaticallyAdjustsScrollViewInsets") {
      controller.automaticallyAdjustsScrollViewInsets = flag
    }
    if let flag = e.bool("hidesBottomBarWhenPushed") { controller.hidesBottomBarWhenPushed = flag }
    if let size = e.child(key: "preferredContentSize") ?? e.child(key: "freeformSize") {
      if size.key == "preferredContentSize" { controller.preferredContentSize = self.size(size) }
    }
    if let item = e.child(named: "navigationItem") {
      if let made = make(item, fallback: UINavigationItem.self) as? UINavigationItem {
        controller.setNavigationItem(made)
      }
    }
    if let items = e.child(named: "toolbarItems") { controller.toolbarItems = barButtonItems(items) }
    if let flag = e.bool("clearsSelectionOnViewWillAppear") {
      (controller as? UITableViewController)?.clearsSelectionOnViewWillAppear = flag
      (controller as? UICollectionViewController)?.clearsSelectionOnViewWillAppear = flag
    }
    if let navigation = controller as? UINavigationController {
      if let flag = e.bool("hidesBarsOnSwipe") { navigation.hidesBarsOnSwipe = flag }
      if let flag = e.bool("hidesBarsOnTap") { navigation.hidesBarsOnTap = flag }
      if let flag = e.bool("hidesBarsWhenKeyboardAppears") { navigation.hidesBarsWhenKeyboardAppears = flag }
      if let flag = e.bool("hidesBarsWhenVerticallyCompact") {
        navigation.hidesBarsWhenVerticallyCompact = flag
      }
      if let flag = e.bool("toolbarHidden") { navigation.isToolbarHidden = flag }
      if let flag = e.bool("navigationBarHidden") { navigation.isNavigationBarHidden = flag }
      if let bar = e.child(key: "navigationBar") { decodeBar(navigation.navigationBar, bar) }
      if let bar = e.child(key: "toolbar") { decodeBar(navigation.toolbar, bar) }
    }
    if let tabs = controller as? UITabBarController, let bar = e.child(key: "tabBar") {
      decodeBar(tabs.tabBar, bar)
    }
    if let item = e.child(named: "tabBarItem") {
      if let made = make(item, fallback: UITabBarItem.self) as? UITabBarItem { controller.tabBarItem = made }
    }
  }

  func decodeRecognizer(_ recognizer: UIGestureRecognizer) {
    guard let e = element else { return }
    if let flag = e.bool("cancelsTouchesInView") { recognizer.cancelsTouchesInView = flag }
    if let flag = e.bool("delaysTouchesBegan") { recognizer.delaysTouchesBegan = flag }
    if let flag = e.bool("delaysTouchesEnded") { recognizer.delaysTouchesEnded = flag }
    if let flag = e.bool("enabled") { recognizer.isEnabled = flag }
    if let tap = recognizer as? UITapGestureRecognizer {
      tap.numberOfTapsRequired = e.int("numberOfTapsRequired") ?? 1
      tap.numberOfTouchesRequired = e.int("numberOfTouchesRequired") ?? 1
    }
    if let pan = recognizer as? UIPanGestureRecognizer {
      if let count = e.int("minimumNumberOfTouches") { pan.minimumNumberOfTouches = count }
      if let count = e.int("maximumNumberOfTouches") { pan.maximumNumberOfTouches = count }
    }
    if let pan = recognizer as? UIScreenEdgePanGestureRecognizer, let edges = e.child(key: "edges") {
      pan.edges = rectEdges(edges)
    }
    if let swipe = recognizer as? UISwipeGestureRecognizer {
      if let count = e.int("numberOfTouchesRequired") { swipe.numberOfTouchesRequired = count }
      switch e["direction"] {
      case "left": swipe.direction = .left
      case "up": swipe.direction = .up
      case "down": swipe.direction = .down
      default: swipe.direction = .right
      }
    }
    if let press = recognizer as? UILongPressGestureRecognizer {
      if let duration = e.double("minimumPressDuration") { press.minimumPressDuration = duration }
      if let count = e.int("numberOfTapsRequired") { press.numberOfTapsRequired = count }
      if let count = e.int("numberOfTouchesRequired") { press.numberOfTouchesRequired = count }
      if let distance = e.double("allowableMovement") { press.allowableMovement = CGFloat(distance) }
    }
  }

  private func rectEdges(_ e: NibElement) -> UIRectEdge {
    var edges: UIRectEdge = []
    for (word, edge) in [("top", UIRectEdge.top), ("left", .left), ("bottom", .bottom), ("right", .right)]
    where e.bool(word) == true { edges.insert(edge) }
    return edges
  }
}
