import CarobFoundation

/// Turns the interface (E-330…E-337).
// FIXME: E-335 needs a device that turns its picture when the app does; an app is launched as the device is held.
@MainActor
enum Rotation {
  /// The device was turned.
  static func rotate(to orientation: String) {
    tellOfDevice()
    guard let window = UIApplication.shared.keyWindowOfAnyScene, let root = window.rootViewController else {
      return
    }
    let consulted = consulted(root)
    // E-332.
    let may = Journal.query(.appearance, "shouldAutorotate", to: consulted) { consulted.shouldAutorotate }
    guard may else { return refuse(orientation, consulted, "shouldAutorotate answered false") }
    let wanted = mask(orientation)
    let (own, application) = masks(consulted, window)
    guard own.contains(wanted) else {
      return refuse(
        orientation, consulted,
        "supportedInterfaceOrientations of \(Journal.describe(consulted)) does not contain it")
    }
    guard application.contains(wanted) else {
      return refuse(orientation, consulted, "the application does not allow it")
    }
    let old = UIScreen.main.interfaceOrientation
    let newSize = UIScreen.main.size(turnedTo: orientation)
    let changesSize = UIScreen.main.bounds.size != newSize
    let coordinator = TransitionCoordinator(from: root, to: root, container: window, duration: 0.3)
    let told = [root] + onScreen(above: root)
    warnOfUnasked(root, consulted, wanted)
    // E-336: whoever knows the earlier messages only hears those.
    let earlier = told.flatMap(family).filter(Self.knowsEarlierMessagesOnly)
    let new = interfaceOrientation(orientation)
    for controller in earlier {
      Journal.deliver(.appearance, "willRotate(to:duration:)", to: controller, category: .lifetime) {
        controller.willRotate(to: new, duration: 0.3)
      }
    }
    tellOfStatusBar(UIApplication.willChangeStatusBarOrientationNotification, new)
    // E-333: traits first if they change, then the size, traitCollectionDidChange, layout, animations, completion.
    tellOfTraits(told, orientation, coordinator)
    if changesSize {
      for controller in told {
        Journal.deliver(.appearance, "viewWillTransition(to:with:)", to: controller, category: .lifetime) {
          controller.viewWillTransition(to: newSize, with: coordinator)
        }
      }
    }
    turn(to: orientation)
    defer { Keyboard.shared.screenTurned() }
    tellOfStatusBar(UIApplication.didChangeStatusBarOrientationNotification, old)
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition],
      animations: {
        for controller in earlier {
          Journal.deliver(
            .appearance, "willAnimateRotation(to:duration:)", to: controller, category: .lifetime
          ) { controller.willAnimateRotation(to: new, duration: 0.3) }
        }
        coordinator.runAlongside()
        for window in UIApplication.shared.allWindows { window.layoutIfNeeded() }
      },
      completion: { _ in
        coordinator.finish(cancelled: false)
        for controller in earlier {
          Journal.deliver(.appearance, "didRotate(from:)", to: controller, category: .lifetime) {
            controller.didRotate(from: old)
          }
        }
      })
  }

  // MARK: Who is asked

  /// E-331: the topmost controller that fills the screen.
  private static func consulted(_ root: UIViewController) -> UIViewController {
    var consulted = root
    while let presented = consulted.presentedViewController,
      presented.presentation?.shouldRemovePresentersView == true
    {
      consulted = presented
    }
    return consulted
  }

  /// E-330: what the controller allows, and what the app delegate, or else Info.plist, does. Nothing in common raises.
  private static func masks(
    _ consulted: UIViewController, _ window: UIWindow
  ) -> (own: UIInterfaceOrientationMask, application: UIInterfaceOrientationMask) {
    let own = Journal.query(.appearance, "supportedInterfaceOrientations", to: consulted) {
      consulted.supportedInterfaceOrientations
    }
    let application = applicationMask(window)
    if own.isDisjoint(with: application) {
      NSException.raise(
        NSExceptionName("UIApplicationInvalidInterfaceOrientation"),
        "\(Journal.describe(consulted)).supportedInterfaceOrientations and those of the application have none in common"
      )
    }
    return (own, application)
  }

  private static func applicationMask(_ window: UIWindow) -> UIInterfaceOrientationMask {
    let application = UIApplication.shared
    if let delegate = application.delegate,
      Runtime.answers(delegate, "application:supportedInterfaceOrientationsForWindow:")
    {
      return application.supportedInterfaceOrientations(for: window)
    }
    let key = "UISupportedInterfaceOrientations"
    let information = Bundle.main.infoDictionary
    let isPad = UIDevice.current.userInterfaceIdiom == .pad
    let names = (information?[key + (isPad ? "~ipad" : "~iphone")] ?? information?[key]) as? [String] ?? []
    return names.isEmpty ? .all : names.reduce(into: []) { $0.formUnion(namedMask($1)) }
  }

  /// M-68: a child whose answer would have been another.
  private static func warnOfUnasked(
    _ root: UIViewController, _ consulted: UIViewController, _ wanted: UIInterfaceOrientationMask
  ) {
    for child in family(root) where child !== consulted && child.viewIfLoaded?.window != nil {
      guard let method = Runtime.implementation(type(of: child), "supportedInterfaceOrientations"),
        !child.supportedInterfaceOrientations.contains(wanted)
      else { continue }
      let name = Journal.className(type(of: child))
      Journal.warn(
        "\(name).supportedInterfaceOrientations was not asked; only that of "
          + "\(Journal.className(type(of: consulted))) is. Override it there or answer as its delegate",
        rule: "M-68", receiver: child, site: method.site)
    }
  }

  // MARK: Who is told

  /// What the root presents and fills the screen too.
  private static func onScreen(above root: UIViewController) -> [UIViewController] {
    var found: [UIViewController] = []
    var current = root.presentedViewController
    while let presented = current {
      if presented.viewIfLoaded?.bounds.size == UIScreen.main.bounds.size { found.append(presented) }
      current = presented.presentedViewController
    }
    return found
  }

  /// The controller and its children's families, parents first.
  private static func family(_ controller: UIViewController) -> [UIViewController] {
    [controller] + controller.children.flatMap(family)
  }

  private static func knowsEarlierMessagesOnly(_ controller: UIViewController) -> Bool {
    let cls = type(of: controller)
    return Runtime.implementation(cls, "viewWillTransition(to:with:)") == nil
      && ["willRotate(to:duration:)", "willAnimateRotation(to:duration:)", "didRotate(from:)"].contains {
        Runtime.implementation(cls, $0) != nil
      }
  }

  private static func tellOfDevice() {
    if UIDevice.current.isGeneratingDeviceOrientationNotifications {
      NotificationCenter.default.post(
        name: UIDevice.orientationDidChangeNotification, object: UIDevice.current)
    } else {
      // M-4
      NotificationCenter.default.warnIfAwaited(
        UIDevice.orientationDidChangeNotification, postedBy: "UIDevice",
        after: "beginGeneratingDeviceOrientationNotifications()")
    }
  }

  /// E-337: the will-notification carries the new orientation, the did-notification the old one.
  private static func tellOfStatusBar(_ name: Notification.Name, _ orientation: UIInterfaceOrientation) {
    NotificationCenter.default.post(
      name: name, object: UIApplication.shared,
      userInfo: [UIApplication.statusBarOrientationUserInfoKey: orientation.rawValue])
  }

  private static func tellOfTraits(
    _ told: [UIViewController], _ orientation: String, _ coordinator: TransitionCoordinator
  ) {
    let old = UIScreen.main.traitCollection
    let new = UIScreen.main.traitCollection(turnedTo: orientation)
    guard old.horizontalSizeClass != new.horizontalSizeClass || old.verticalSizeClass != new.verticalSizeClass
    else { return }
    for controller in told {
      Journal.deliver(.appearance, "willTransition(to:with:)", to: controller, category: .lifetime) {
        controller.willTransition(to: new, with: coordinator)
      }
    }
  }

  private static func turn(to orientation: String) {
    let size = UIScreen.main.size(turnedTo: orientation)
    UIScreen.main.change { $0.orientation = orientation }
    for window in UIApplication.shared.allWindows { window.frame = CGRect(origin: .zero, size: size) }
  }

  private static func refuse(_ orientation: String, _ controller: UIViewController, _ why: String) {
    Journal.note(.appearance, "rotate to \(orientation)", outcome: "refused", why: why, receiver: controller)
  }

  // MARK: Names

  private static func interfaceOrientation(_ name: String) -> UIInterfaceOrientation {
    switch name {
    case "landscapeLeft": return .landscapeLeft
    case "landscapeRight": return .landscapeRight
    case "portraitUpsideDown": return .portraitUpsideDown
    default: return .portrait
    }
  }

  private static func mask(_ name: String) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(rawValue: 1 << UInt(interfaceOrientation(name).rawValue))
  }

  /// By the name that Info.plist has.
  private static func namedMask(_ name: String) -> UIInterfaceOrientationMask {
    switch name {
    case "UIInterfaceOrientationPortrait": return .portrait
    case "UIInterfaceOrientationPortraitUpsideDown": return .portraitUpsideDown
    case "UIInterfaceOrientationLandscapeLeft": return .landscapeLeft
    case "UIInterfaceOrientationLandscapeRight": return .landscapeRight
    default: return []
    }
  }
}
