import CarobFoundation
import CoreGraphics

/// The methods of controllers, the application and related classes that selectors can call (F-165).
enum ControllerMessages {
  static var viewController: [_CarobMethod] { life + showing + children }

  private static var life: [_CarobMethod] {
    [
      .none("loadView", "loadView()") { (c: UIViewController) in c.loadView() },
      .none("viewDidLoad", "viewDidLoad()") { (c: UIViewController) in c.viewDidLoad() },
      .none("loadViewIfNeeded", "loadViewIfNeeded()") { (c: UIViewController) in c.loadViewIfNeeded() },
      .one("viewWillAppear:", "viewWillAppear(_:)") { (c: UIViewController, a: Bool) in c.viewWillAppear(a) },
      .one("viewIsAppearing:", "viewIsAppearing(_:)") { (c: UIViewController, a: Bool) in c.viewIsAppearing(a)
      },
      .one("viewDidAppear:", "viewDidAppear(_:)") { (c: UIViewController, a: Bool) in c.viewDidAppear(a) },
      .one("viewWillDisappear:", "viewWillDisappear(_:)") { (c: UIViewController, a: Bool) in
        c.viewWillDisappear(a)
      },
      .one("viewDidDisappear:", "viewDidDisappear(_:)") { (c: UIViewController, a: Bool) in
        c.viewDidDisappear(a)
      },
      .none("viewWillLayoutSubviews", "viewWillLayoutSubviews()") { (c: UIViewController) in
        c.viewWillLayoutSubviews()
      },
      .none("viewDidLayoutSubviews", "viewDidLayoutSubviews()") { (c: UIViewController) in
        c.viewDidLayoutSubviews()
      },
      .none("updateViewConstraints", "updateViewConstraints()") { (c: UIViewController) in
        c.updateViewConstraints()
      },
      .none("didReceiveMemoryWarning", "didReceiveMemoryWarning()") { (c: UIViewController) in
        c.didReceiveMemoryWarning()
      },
      .none("setNeedsStatusBarAppearanceUpdate", "setNeedsStatusBarAppearanceUpdate()") {
        (c: UIViewController) in
        c.setNeedsStatusBarAppearanceUpdate()
      },
      .none(
        "setNeedsUpdateOfHomeIndicatorAutoHidden", "setNeedsUpdateOfHomeIndicatorAutoHidden()"
      ) { (c: UIViewController) in c.setNeedsUpdateOfHomeIndicatorAutoHidden() },
      .none(
        "setNeedsUpdateOfSupportedInterfaceOrientations", "setNeedsUpdateOfSupportedInterfaceOrientations()"
      ) { (c: UIViewController) in c.setNeedsUpdateOfSupportedInterfaceOrientations() },
      .one("traitCollectionDidChange:", "traitCollectionDidChange(_:)") {
        (c: UIViewController, old: UITraitCollection?) in c.traitCollectionDidChange(old)
      },
      .two("setEditing:animated:", "setEditing(_:animated:)") {
        (c: UIViewController, editing: Bool, animated: Bool) in c.setEditing(editing, animated: animated)
      },
    ]
  }

  private static var showing: [_CarobMethod] {
    [
      .two("dismissViewControllerAnimated:completion:", "dismiss(animated:completion:)") {
        (c: UIViewController, animated: Bool, _: Any?) in c.dismiss(animated: animated, completion: nil)
      },
      .two("presentViewController:animated:completion:", "present(_:animated:completion:)") {
        (c: UIViewController, other: UIViewController, animated: Bool) in
        c.present(other, animated: animated, completion: nil)
      },
      .two("performSegueWithIdentifier:sender:", "performSegue(withIdentifier:sender:)") {
        (c: UIViewController, identifier: String, sender: Any?) in
        c.performSegue(withIdentifier: identifier, sender: sender)
      },
      .resultOfTwo(
        "shouldPerformSegueWithIdentifier:sender:", "shouldPerformSegue(withIdentifier:sender:)"
      ) { (c: UIViewController, identifier: String, sender: Any?) in
        c.shouldPerformSegue(withIdentifier: identifier, sender: sender)
      },
      .two("prepareForSegue:sender:", "prepare(for:sender:)") {
        (c: UIViewController, segue: UIStoryboardSegue, sender: Any?) in c.prepare(for: segue, sender: sender)
      },
      .two("showViewController:sender:", "show(_:sender:)") {
        (c: UIViewController, other: UIViewController, sender: Any?) in c.show(other, sender: sender)
      },
      .two("showDetailViewController:sender:", "showDetailViewController(_:sender:)") {
        (c: UIViewController, other: UIViewController, sender: Any?) in
        c.showDetailViewController(other, sender: sender)
      },
      .two("setToolbarItems:animated:", "setToolbarItems(_:animated:)") {
        (c: UIViewController, items: [UIBarButtonItem]?, animated: Bool) in
        c.setToolbarItems(items, animated: animated)
      },
    ]
  }

  private static var children: [_CarobMethod] {
    [
      .one("addChildViewController:", "addChild(_:)") { (c: UIViewController, child: UIViewController) in
        c.addChild(child)
      },
      .none("removeFromParentViewController", "removeFromParent()") { (c: UIViewController) in
        c.removeFromParent()
      },
      .one("willMoveToParentViewController:", "willMove(toParent:)") {
        (c: UIViewController, parent: UIViewController?) in c.willMove(toParent: parent)
      },
      .one("didMoveToParentViewController:", "didMove(toParent:)") {
        (c: UIViewController, parent: UIViewController?) in c.didMove(toParent: parent)
      },
      .one("addKeyCommand:", "addKeyCommand(_:)") { (c: UIViewController, k: UIKeyCommand) in
        c.addKeyCommand(k)
      },
      .one("removeKeyCommand:", "removeKeyCommand(_:)") { (c: UIViewController, k: UIKeyCommand) in
        c.removeKeyCommand(k)
      },
      .none("endAppearanceTransition", "endAppearanceTransition()") { (c: UIViewController) in
        c.endAppearanceTransition()
      },
      .two("beginAppearanceTransition:animated:", "beginAppearanceTransition(_:animated:)") {
        (c: UIViewController, appearing: Bool, animated: Bool) in
        c.beginAppearanceTransition(appearing, animated: animated)
      },
    ]
  }

  static var navigationController: [_CarobMethod] {
    [
      .resultOfOne("popViewControllerAnimated:", "popViewController(animated:)") {
        (c: UINavigationController, animated: Bool) in c.popViewController(animated: animated)
      },
      .resultOfOne("popToRootViewControllerAnimated:", "popToRootViewController(animated:)") {
        (c: UINavigationController, animated: Bool) in c.popToRootViewController(animated: animated)
      },
      .resultOfTwo("popToViewController:animated:", "popToViewController(_:animated:)") {
        (c: UINavigationController, other: UIViewController, animated: Bool) in
        c.popToViewController(other, animated: animated)
      },
      .two("pushViewController:animated:", "pushViewController(_:animated:)") {
        (c: UINavigationController, other: UIViewController, animated: Bool) in
        c.pushViewController(other, animated: animated)
      },
      .two("setViewControllers:animated:", "setViewControllers(_:animated:)") {
        (c: UINavigationController, all: [UIViewController], animated: Bool) in
        c.setViewControllers(all, animated: animated)
      },
      .two("setNavigationBarHidden:animated:", "setNavigationBarHidden(_:animated:)") {
        (c: UINavigationController, hidden: Bool, animated: Bool) in
        c.setNavigationBarHidden(hidden, animated: animated)
      },
      .two("setToolbarHidden:animated:", "setToolbarHidden(_:animated:)") {
        (c: UINavigationController, hidden: Bool, animated: Bool) in
        c.setToolbarHidden(hidden, animated: animated)
      },
    ]
  }
  static var tabBarController: [_CarobMethod] {
    [
      .two("setViewControllers:animated:", "setViewControllers(_:animated:)") {
        (c: UITabBarController, all: [UIViewController]?, animated: Bool) in
        c.setViewControllers(all, animated: animated)
      }
    ]
  }
  static var splitViewController: [_CarobMethod] {
    _CarobMethod.answered([("showColumn:", "show(_:)"), ("hideColumn:", "hide(_:)")])
  }
  static var pageViewController: [_CarobMethod] {
    _CarobMethod.answered([
      (
        "setViewControllers:direction:animated:completion:",
        "setViewControllers(_:direction:animated:completion:)"
      )
    ])
  }
  static var alertController: [_CarobMethod] {
    [
      .one("addAction:", "addAction(_:)") { (c: UIAlertController, action: UIAlertAction) in
        c.addAction(action)
      }
    ]
  }
  static var presentationController: [_CarobMethod] {
    [
      .none("presentationTransitionWillBegin", "presentationTransitionWillBegin()") {
        (c: UIPresentationController) in c.presentationTransitionWillBegin()
      },
      .none("dismissalTransitionWillBegin", "dismissalTransitionWillBegin()") {
        (c: UIPresentationController) in c.dismissalTransitionWillBegin()
      },
      .none("containerViewWillLayoutSubviews", "containerViewWillLayoutSubviews()") {
        (c: UIPresentationController) in c.containerViewWillLayoutSubviews()
      },
      .none("containerViewDidLayoutSubviews", "containerViewDidLayoutSubviews()") {
        (c: UIPresentationController) in c.containerViewDidLayoutSubviews()
      },
    ]
  }
  static var interactiveTransition: [_CarobMethod] {
    [
      .none("cancelInteractiveTransition", "cancel()") { (t: UIPercentDrivenInteractiveTransition) in
        t.cancel()
      },
      .none("finishInteractiveTransition", "finish()") { (t: UIPercentDrivenInteractiveTransition) in
        t.finish()
      },
      .none("pauseInteractiveTransition", "pause()") { (t: UIPercentDrivenInteractiveTransition) in t.pause()
      },
    ] + _CarobMethod.answered([("updateInteractiveTransition:", "update(_:)")])
  }
  static var segue: [_CarobMethod] {
    [.none("perform", "perform()") { (s: UIStoryboardSegue) in s.perform() }]
  }
  static var navigationItem: [_CarobMethod] {
    [
      .two("setHidesBackButton:animated:", "setHidesBackButton(_:animated:)") {
        (n: UINavigationItem, hides: Bool, animated: Bool) in n.setHidesBackButton(hides, animated: animated)
      },
      .two("setLeftBarButtonItem:animated:", "setLeftBarButton(_:animated:)") {
        (n: UINavigationItem, item: UIBarButtonItem?, animated: Bool) in
        n.setLeftBarButton(item, animated: animated)
      },
      .two("setRightBarButtonItem:animated:", "setRightBarButton(_:animated:)") {
        (n: UINavigationItem, item: UIBarButtonItem?, animated: Bool) in
        n.setRightBarButton(item, animated: animated)
      },
      .two("setLeftBarButtonItems:animated:", "setLeftBarButtonItems(_:animated:)") {
        (n: UINavigationItem, items: [UIBarButtonItem]?, animated: Bool) in
        n.setLeftBarButtonItems(items, animated: animated)
      },
      .two("setRightBarButtonItems:animated:", "setRightBarButtonItems(_:animated:)") {
        (n: UINavigationItem, items: [UIBarButtonItem]?, animated: Bool) in
        n.setRightBarButtonItems(items, animated: animated)
      },
    ]
  }
  static var application: [_CarobMethod] {
    [
      .none("registerForRemoteNotifications", "registerForRemoteNotifications()") { (a: UIApplication) in
        a.registerForRemoteNotifications()
      },
      .none("unregisterForRemoteNotifications", "unregisterForRemoteNotifications()") { (a: UIApplication) in
        a.unregisterForRemoteNotifications()
      },
      .none("beginIgnoringInteractionEvents", "beginIgnoringInteractionEvents()") { (a: UIApplication) in
        a.beginIgnoringInteractionEvents()
      },
      .none("endIgnoringInteractionEvents", "endIgnoringInteractionEvents()") { (a: UIApplication) in
        a.endIgnoringInteractionEvents()
      },
      .one("sendEvent:", "sendEvent(_:)") { (a: UIApplication, event: UIEvent) in a.sendEvent(event) },
      .resultOfOne("canOpenURL:", "canOpenURL(_:)") { (a: UIApplication, url: URL) in a.canOpenURL(url) },
      .two("openURL:options:completionHandler:", "open(_:options:completionHandler:)") {
        (a: UIApplication, url: URL, _: Any?) in a.open(url)
      },
    ] + _CarobMethod.answered([("sendAction:to:from:forEvent:", "sendAction(_:to:from:for:)")])
  }
  static var device: [_CarobMethod] {
    [
      .none(
        "beginGeneratingDeviceOrientationNotifications", "beginGeneratingDeviceOrientationNotifications()"
      ) {
        (d: UIDevice) in d.beginGeneratingDeviceOrientationNotifications()
      },
      .none("endGeneratingDeviceOrientationNotifications", "endGeneratingDeviceOrientationNotifications()") {
        (d: UIDevice) in d.endGeneratingDeviceOrientationNotifications()
      },
    ]
  }
}
