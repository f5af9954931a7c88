import CarobFoundation
import QuartzCore

/// A controller's appearance state (E-78). Each "will" message is followed by its "did" message or by the
/// opposite "will".
enum AppearanceState: Equatable {
  case disappeared
  case appearing(animated: Bool)
  case appeared
  case disappearing(animated: Bool)

  var isVisibleOrBecomes: Bool {
    switch self {
    case .appearing, .appeared: return true
    case .disappeared, .disappearing: return false
    }
  }
}

extension UIViewController {
  /// E-126: sends the "will" message to the receiver and to the children that appear and disappear with it.
  func beginTransition(_ isAppearing: Bool, animated: Bool) {
    switch (isAppearing, appearance) {
    case (true, .disappeared), (true, .disappearing):
      loadViewIfNeeded()
      appearance = .appearing(animated: animated)
      sendChecked(.willAppear, "viewWillAppear(_:)") { viewWillAppear(animated) }
      AppearanceTracker.expectIsAppearing(self, animated: animated)
      forEachFollower { $0.beginAppearanceTransition(true, animated: animated) }
    case (false, .appeared), (false, .appearing):
      appearance = .disappearing(animated: animated)
      AppearanceTracker.forget(self)
      sendChecked(.willDisappear, "viewWillDisappear(_:)") { viewWillDisappear(animated) }
      forEachFollower { $0.beginAppearanceTransition(false, animated: animated) }
    case (true, .appearing), (true, .appeared), (false, .disappeared), (false, .disappearing):
      Journal.warn(
        "Unbalanced calls to begin/end appearance transitions for \(Journal.describe(self)).", rule: "M-70",
        receiver: self)
    }
  }

  /// E-126: sends the "did" message for the last `beginTransition`.
  func endTransition() {
    switch appearance {
    case .appearing(let animated):
      AppearanceTracker.sendIsAppearing(only: self)
      let isFirst = !wasOnScreen
      appearance = .appeared
      if isFirst { explainEarlyGeometry() }
      LateText.watch(isFirst ? self : nil) {
        sendChecked(.didAppear, "viewDidAppear(_:)") { viewDidAppear(animated) }
      }
      forEachFollower { if case .appearing = $0.appearance { $0.endAppearanceTransition() } }
    case .disappearing(let animated):
      appearance = .disappeared
      sendChecked(.didDisappear, "viewDidDisappear(_:)") { viewDidDisappear(animated) }
      forEachFollower { if case .disappearing = $0.appearance { $0.endAppearanceTransition() } }
    case .appeared, .disappeared:
      Journal.warn(
        "Unbalanced calls to begin/end appearance transitions for \(Journal.describe(self)).", rule: "M-70",
        receiver: self)
    }
  }

  private func forEachFollower(_ body: (UIViewController) -> Void) {
    guard shouldAutomaticallyForwardAppearanceMethods else { return }
    for child in appearanceChildren { child.controllersInPlace.forEach(body) }
  }

  /// Sends one of the four messages and warns if the override does not call super (M-69).
  private func sendChecked(_ mark: SuperReached, _ name: String, _ send: () -> Void) {
    superReached.remove(mark)
    Journal.deliver(.appearance, name, to: self, category: .lifetime, send)
    if !superReached.contains(mark) {
      Journal.warn(
        "\(Journal.className(type(of: self))).\(name.prefix { $0 != "(" }) did not call super", rule: "M-69",
        receiver: self, site: Runtime.implementation(type(of: self), name)?.site)
    }
  }
}

/// Sends appearance messages when views enter and leave windows, and `viewIsAppearing` at the right moment.
@MainActor
enum AppearanceTracker {
  private static var waiting: [(controller: UIViewController, animated: Bool)] = []

  static func expectIsAppearing(_ controller: UIViewController, animated: Bool) {
    waiting.append((controller, animated))
  }

  static func forget(_ controller: UIViewController) { waiting.removeAll { $0.controller === controller } }

  static var hasWork: Bool { !waiting.isEmpty }

  /// E-70, E-72: once per appearance, with the view in the hierarchy, before `viewWillLayoutSubviews`.
  static func sendIsAppearing(only controller: UIViewController? = nil) {
    let ready = waiting.filter {
      (controller == nil || $0.controller === controller) && $0.controller.viewIfLoaded?.window != nil
    }
    waiting.removeAll { entry in ready.contains { $0.controller === entry.controller } }
    for entry in ready {
      Journal.deliver(.appearance, "viewIsAppearing(_:)", to: entry.controller, category: .lifetime) {
        entry.controller.viewIsAppearing(entry.animated)
      }
    }
  }

  /// Called before a view enters a window. Returns a block to call once it is in the window.
  static func viewWillEnter(_ view: UIView, window: UIWindow) -> (() -> Void)? {
    // NB: an appearance that a dismissal or a container of the app began is ended by them (E-107, E-126).
    let controllers = topControllers(in: view).filter {
      followsItsView($0) && !$0.appearance.isVisibleOrBecomes
    }
    guard !controllers.isEmpty else { return nil }
    for controller in controllers { controller.beginAppearanceTransition(true, animated: false) }
    return {
      for controller in controllers {
        // E-121: the "did" message is sent with the parent's, or after the commit if the parent has already
        // appeared.
        if let parent = controller.parent, case .appearing = parent.appearance { continue }
        let cause = Journal.cause
        LayerAnimations.afterCommit {
          guard case .appearing = controller.appearance else { return }
          Journal.with(cause: cause) { controller.endAppearanceTransition() }
        }
      }
    }
  }

  static func viewWillLeave(_ view: UIView) -> (() -> Void)? {
    let controllers = topControllers(in: view).filter {
      followsItsView($0) && $0.appearance.isVisibleOrBecomes
    }
    guard !controllers.isEmpty else { return nil }
    for controller in controllers { controller.beginAppearanceTransition(false, animated: false) }
    return {
      for controller in controllers {
        if case .disappearing = controller.appearance { controller.endAppearanceTransition() }
      }
    }
  }

  /// Whether the appearance of the controller follows its view, rather than a container or a presentation.
  private static func followsItsView(_ controller: UIViewController) -> Bool {
    if controller.presentation?.isTransitioning == true || controller.presentation?.containerView != nil {
      return false
    }
    // An animator may move a presenter's view into its container view; this does not change the presenter's
    // appearance (E-439).
    if controller.directlyPresented?.presentation?.isTransitioning == true {
      switch controller.appearance {
      case .appearing, .disappearing: return false
      case .appeared, .disappeared: break
      }
    }
    guard let parent = controller.parent else {
      return controller.windowAsRoot != nil || controller.directPresenter == nil
    }
    return parent.shouldAutomaticallyForwardAppearanceMethods && !parent.managesChildAppearance
      && parent.appearance.isVisibleOrBecomes
  }

  /// The outermost controllers whose views are `view` or below it.
  private static func topControllers(in view: UIView) -> [UIViewController] {
    if let controller = view.viewController { return [controller] }
    return view.subviews.flatMap(topControllers)
  }
}
