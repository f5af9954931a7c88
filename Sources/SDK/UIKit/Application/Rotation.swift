import CarobFoundation

/// Rotates the interface (E-330…E-337).
@MainActor
enum Rotation {
  /// The device's orientation; the interface orientation can differ.
  static var held = "portrait"

  /// Handles a rotation of the device.
  static func rotate(to orientation: String) {
    held = orientation
    notifyDeviceOrientation()
    guard let window = UIApplication.shared.keyWindowOfAnyScene, let root = window.rootViewController else {
      return
    }
    let consulted = consulted(root)
    // E-332.
    let may = Journal.query(.appearance, "shouldAutorotate", to: consulted) { consulted.shouldAutorotate }
    guard may else { return refuse(orientation, consulted, "shouldAutorotate returned false") }
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
    turn(root, window, consulted, to: orientation)
  }

  /// Rotates the interface and calls all rotation callbacks in order.
  private static func turn(
    _ root: UIViewController, _ window: UIWindow, _ consulted: UIViewController, to orientation: String
  ) {
    let old = UIScreen.main.interfaceOrientation
    let newSize = UIScreen.main.size(turnedTo: orientation)
    let changesSize = UIScreen.main.bounds.size != newSize
    let coordinator = TransitionCoordinator(from: root, to: root, container: window, duration: 0.3)
    let rotating = [root] + onScreen(above: root)
    warnAboutUnconsultedChildren(root, consulted)
    // E-336: a controller that implements only the older rotation callbacks gets those.
    let earlier = rotating.flatMap(family).filter(Self.hasOnlyOlderCallbacks)
    let new = interfaceOrientation(orientation)
    for controller in earlier {
      Journal.deliver(.appearance, "willRotate(to:duration:)", to: controller, category: .lifetime) {
        controller.willRotate(to: new, duration: 0.3)
      }
    }
    postStatusBarNotification(UIApplication.willChangeStatusBarOrientationNotification, new)
    // E-333: traits first if they change, then the size, traitCollectionDidChange, layout, animations, completion.
    notifyTraitChanges(rotating, orientation, coordinator)
    if changesSize {
      for controller in rotating {
        Journal.deliver(.appearance, "viewWillTransition(to:with:)", to: controller, category: .lifetime) {
          controller.viewWillTransition(to: newSize, with: coordinator)
        }
      }
    }
    turn(to: orientation)
    defer { Keyboard.shared.screenTurned() }
    postStatusBarNotification(UIApplication.didChangeStatusBarOrientationNotification, old)
    animate(
      {
        for controller in earlier {
          Journal.deliver(
            .appearance, "willAnimateRotation(to:duration:)", to: controller, category: .lifetime
          ) { controller.willAnimateRotation(to: new, duration: 0.3) }
        }
        coordinator.runAlongside { animate($0) }
        updateConstraints(of: rotating)
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

  private static func animate(_ animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil) {
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition], animations: animations,
      completion: completion)
  }

  // MARK: Rotation without a device rotation

  /// Set when a different controller may have become responsible for the orientation.
  static var needsLook = false

  /// Called at the end of a turn: rotates the interface if the controller now responsible does not allow its
  /// orientation.
  ///
  /// E-335: if the root controller has not appeared yet, the screen rotates without a size transition.
  static func look() {
    guard needsLook else { return }
    needsLook = false
    guard let window = UIApplication.shared.keyWindowOfAnyScene, !window.isHidden,
      let root = window.rootViewController
    else { return }
    let consulted = consulted(root)
    let (own, application) = masks(consulted, window)
    let allowed = own.intersection(application)
    let current = UIScreen.main.environment.orientation
    // E-332: if the current orientation is allowed, rotate only to follow the device, if the controller
    // autorotates. Otherwise try the device's orientation, then the controller's preferred one, then all
    // others.
    if allowed.contains(mask(current)) {
      guard held != current, allowed.contains(mask(held)), consulted.shouldAutorotate else { return }
    }
    let preferred = name(consulted.preferredInterfaceOrientationForPresentation)
    let choices = [held, preferred] + plistOrientations + names.map(\.name)
    guard let wanted = choices.first(where: { allowed.contains(mask($0)) }) else { return }
    guard case .appearing = root.appearance else {
      turn(root, window, consulted, to: wanted)
      return
    }
    let coordinator = TransitionCoordinator(from: root, to: root, container: window, duration: 0)
    let rotating = [root] + onScreen(above: root)
    notifyTraitChanges(rotating, wanted, coordinator)
    turn(to: wanted)
    coordinator.runAlongside { $0() }
    AppearanceTracker.sendIsAppearing()
    updateConstraints(of: rotating)
    // Lay out during the rotation, and once more at the end of the turn.
    window.layoutIfNeeded()
    for controller in rotating { controller.viewIfLoaded?.setNeedsLayout() }
    coordinator.finish(cancelled: false)
  }

  /// E-577: handles a scene's geometry request. Returns an error if none of the requested orientations is
  /// allowed.
  static func request(_ wanted: UIInterfaceOrientationMask) -> (any Error)? {
    guard let window = UIApplication.shared.keyWindowOfAnyScene, let root = window.rootViewController else {
      return UISceneError(.geometryRequestUnsupported)
    }
    let consulted = consulted(root)
    let (own, application) = masks(consulted, window)
    let allowed = own.intersection(application).intersection(wanted)
    guard !allowed.isEmpty else {
      Journal.note(
        .appearance, "requestGeometryUpdate(_:errorHandler:)", outcome: "refused",
        why:
          "supportedInterfaceOrientations of \(Journal.describe(consulted)) contains none of the requested orientations",
        receiver: consulted)
      return UISceneError(.geometryRequestDenied)
    }
    let choices = [UIScreen.main.environment.orientation, held] + names.map(\.name)
    guard let orientation = choices.first(where: { allowed.contains(mask($0)) }),
      orientation != UIScreen.main.environment.orientation
    else { return nil }
    turn(root, window, consulted, to: orientation)
    return nil
  }

  // MARK: The controller that decides

  /// E-331: the topmost controller that fills the screen.
  private static func consulted(_ root: UIViewController) -> UIViewController {
    var consulted = root
    while let presented = consulted.directlyPresented,
      presented.presentation?.shouldRemovePresentersView == true
    {
      consulted = presented
    }
    return consulted
  }

  /// E-330: the orientations that the controller supports, and those of the app delegate or else Info.plist.
  /// Raises if they are disjoint, unless the controller does not autorotate (E-332).
  private static func masks(
    _ consulted: UIViewController, _ window: UIWindow
  ) -> (own: UIInterfaceOrientationMask, application: UIInterfaceOrientationMask) {
    let own = Journal.query(.appearance, "supportedInterfaceOrientations", to: consulted) {
      consulted.supportedInterfaceOrientations
    }
    let application = applicationMask(window)
    if own.isDisjoint(with: application) {
      let turns = Journal.query(.appearance, "shouldAutorotate", to: consulted) { consulted.shouldAutorotate }
      if turns {
        NSException.raise(
          NSExceptionName("UIApplicationInvalidInterfaceOrientation"),
          "\(Journal.describe(consulted)).supportedInterfaceOrientations has no orientation in common with the application's"
        )
      }
    }
    return (own, application)
  }

  private static func applicationMask(_ window: UIWindow) -> UIInterfaceOrientationMask {
    let application = UIApplication.shared
    if application.delegate != nil,
      application.implementedDelegateMethods.contains("application:supportedInterfaceOrientationsForWindow:")
    {
      return application.supportedInterfaceOrientations(for: window)
    }
    let listed = plistOrientations
    return listed.isEmpty ? .all : listed.reduce(into: []) { $0.formUnion(mask($1)) }
  }

  /// The orientations listed in Info.plist, in that order.
  private static var plistOrientations: [String] {
    let key = "UISupportedInterfaceOrientations"
    let information = Bundle.main.infoDictionary
    let isPad = UIDevice.current.userInterfaceIdiom == .pad
    let listed = (information?[key + (isPad ? "~ipad" : "~iphone")] ?? information?[key]) as? [String] ?? []
    return listed.compactMap { long in names.first { $0.long == long }?.name }
  }

  /// M-68: warns about a child that overrides the orientations when the controller that decides does not.
  ///
  /// NB: the child's value is unknown, because a diagnostic never runs app code.
  private static func warnAboutUnconsultedChildren(_ root: UIViewController, _ consulted: UIViewController) {
    guard !definesOrientations(consulted) else { return }
    for child in family(root) where child !== consulted && isOnScreen(child) {
      let cls: AnyClass = type(of: child)
      guard let method = Runtime.implementation(cls, "supportedInterfaceOrientations"),
        warnedClasses.insert(ObjectIdentifier(cls)).inserted
      else { continue }
      Journal.warn(
        "\(Journal.className(cls)).supportedInterfaceOrientations was not asked; only that of "
          + "\(Journal.className(type(of: consulted))) is. Override it there or in its delegate",
        rule: "M-68", receiver: child, site: method.site)
    }
  }
  /// The classes already warned about.
  private static var warnedClasses: Set<ObjectIdentifier> = []

  /// Whether the controller's class or its delegate implements the supported orientations.
  private static func definesOrientations(_ controller: UIViewController) -> Bool {
    if Runtime.implementation(type(of: controller), "supportedInterfaceOrientations") != nil { return true }
    let delegate: AnyObject? =
      (controller as? UINavigationController)?.delegate ?? (controller as? UITabBarController)?.delegate
    return delegate.map {
      Runtime.implementation(type(of: $0), "navigationControllerSupportedInterfaceOrientations(_:)") != nil
        || Runtime.implementation(type(of: $0), "tabBarControllerSupportedInterfaceOrientations(_:)") != nil
    } ?? false
  }

  private static func isOnScreen(_ controller: UIViewController) -> Bool {
    controller.appearance.isVisibleOrBecomes
  }

  // MARK: Notifying controllers

  /// The controllers presented above the root that also fill the screen.
  private static func onScreen(above root: UIViewController) -> [UIViewController] {
    var found: [UIViewController] = []
    var current = root.directlyPresented
    while let presented = current {
      if presented.viewIfLoaded?.bounds.size == UIScreen.main.bounds.size { found.append(presented) }
      current = presented.directlyPresented
    }
    return found
  }

  /// E-650: full-screen controllers update their constraints, because their size has changed.
  private static func updateConstraints(of controllers: [UIViewController]) {
    for controller in controllers { controller.viewIfLoaded?.setNeedsUpdateConstraints() }
  }

  /// The controller and its children's families, parents first.
  private static func family(_ controller: UIViewController) -> [UIViewController] {
    [controller] + controller.children.flatMap(family)
  }

  private static func hasOnlyOlderCallbacks(_ controller: UIViewController) -> Bool {
    let cls = type(of: controller)
    return Runtime.implementation(cls, "viewWillTransition(to:with:)") == nil
      && ["willRotate(to:duration:)", "willAnimateRotation(to:duration:)", "didRotate(from:)"].contains {
        Runtime.implementation(cls, $0) != nil
      }
  }

  private static func notifyDeviceOrientation() {
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
  private static func postStatusBarNotification(
    _ name: Notification.Name, _ orientation: UIInterfaceOrientation
  ) {
    NotificationCenter.default.post(
      name: name, object: UIApplication.shared,
      userInfo: [UIApplication.statusBarOrientationUserInfoKey: orientation.rawValue])
  }

  private static func notifyTraitChanges(
    _ rotating: [UIViewController], _ orientation: String, _ coordinator: TransitionCoordinator
  ) {
    let old = UIScreen.main.traitCollection
    let new = UIScreen.main.traitCollection(turnedTo: orientation)
    guard old.horizontalSizeClass != new.horizontalSizeClass || old.verticalSizeClass != new.verticalSizeClass
    else { return }
    for controller in rotating {
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

  /// The orientations by the device's names and by Info.plist's.
  private static let names: [(name: String, long: String, orientation: UIInterfaceOrientation)] = [
    ("portrait", "UIInterfaceOrientationPortrait", .portrait),
    ("landscapeLeft", "UIInterfaceOrientationLandscapeLeft", .landscapeLeft),
    ("landscapeRight", "UIInterfaceOrientationLandscapeRight", .landscapeRight),
    ("portraitUpsideDown", "UIInterfaceOrientationPortraitUpsideDown", .portraitUpsideDown),
  ]

  static func interfaceOrientation(_ name: String) -> UIInterfaceOrientation {
    names.first { $0.name == name }?.orientation ?? .portrait
  }

  private static func name(_ orientation: UIInterfaceOrientation) -> String {
    names.first { $0.orientation == orientation }?.name ?? "portrait"
  }

  private static func mask(_ name: String) -> UIInterfaceOrientationMask {
    UIInterfaceOrientationMask(rawValue: 1 << UInt(interfaceOrientation(name).rawValue))
  }
}
