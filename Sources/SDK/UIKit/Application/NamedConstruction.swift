import CarobFoundation
import CoreGraphics

// Designated initializers of individual classes, for metatypes (F-155). A subclass that has such an
// initializer provides a closure, which is found by the initializer's name (`_carobMaker`).

extension _CarobConstructible where Self: NSObject {
  /// Instantiates the metatype's class: with `make` for the SDK's own class, with the subclass's closure
  /// otherwise.
  // F-155
  @preconcurrency @MainActor fileprivate init(
    _ name: String, _ arguments: [Any?], of own: AnyClass, _ make: () -> AnyObject
  ) {
    let made: NSObject.Type = Self._constructedClass
    if made == own {
      self.init(_carobObject: make())
    } else if let maker = made._carobMaker(name) {
      self.init(_carobObject: maker(arguments))
    } else {
      unimplementedInitializer(name, of: made)
    }
  }
}

extension _CarobConstructible where Self: UIImageView {
  @preconcurrency @MainActor public init(image: UIImage?, _carob: Void = ()) {
    self.init("init(image:)", [image], of: UIImageView.self) { UIImageView(image: image) }
  }
  @preconcurrency @MainActor public init(image: UIImage?, highlightedImage: UIImage?, _carob: Void = ()) {
    self.init("init(image:highlightedImage:)", [image, highlightedImage], of: UIImageView.self) {
      UIImageView(image: image, highlightedImage: highlightedImage)
    }
  }
}

extension _CarobConstructible where Self: UISegmentedControl {
  @preconcurrency @MainActor public init(items: [Any]?, _carob: Void = ()) {
    self.init("init(items:)", [items], of: UISegmentedControl.self) { UISegmentedControl(items: items) }
  }
}

extension _CarobConstructible where Self: UIActivityIndicatorView {
  @preconcurrency @MainActor public init(style: UIActivityIndicatorView.Style, _carob: Void = ()) {
    self.init("init(style:)", [style], of: UIActivityIndicatorView.self) {
      UIActivityIndicatorView(style: style)
    }
  }
}

extension _CarobConstructible where Self: UIVisualEffectView {
  @preconcurrency @MainActor public init(effect: UIVisualEffect?, _carob: Void = ()) {
    self.init("init(effect:)", [effect], of: UIVisualEffectView.self) { UIVisualEffectView(effect: effect) }
  }
}

extension _CarobConstructible where Self: UITextView {
  @preconcurrency @MainActor public init(frame: CGRect, textContainer: NSTextContainer?, _carob: Void = ()) {
    self.init("init(frame:textContainer:)", [frame, textContainer], of: UITextView.self) {
      UITextView(frame: frame, textContainer: textContainer)
    }
  }
}

extension _CarobConstructible where Self: UIWindow {
  @preconcurrency @MainActor public init(windowScene: UIWindowScene, _carob: Void = ()) {
    self.init("init(windowScene:)", [windowScene], of: UIWindow.self) { UIWindow(windowScene: windowScene) }
  }
}

extension _CarobConstructible where Self: UINavigationController {
  @preconcurrency @MainActor
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?, _carob: Void = ()) {
    self.init(
      "init(navigationBarClass:toolbarClass:)", [navigationBarClass, toolbarClass],
      of: UINavigationController.self
    ) { UINavigationController(navigationBarClass: navigationBarClass, toolbarClass: toolbarClass) }
  }
}

extension _CarobConstructible where Self: UISplitViewController {
  @preconcurrency @MainActor public init(style: UISplitViewController.Style, _carob: Void = ()) {
    self.init("init(style:)", [style], of: UISplitViewController.self) { UISplitViewController(style: style) }
  }
}

extension _CarobConstructible where Self: UIPageViewController {
  @preconcurrency @MainActor public init(
    transitionStyle style: UIPageViewController.TransitionStyle,
    navigationOrientation: UIPageViewController.NavigationOrientation,
    options: [UIPageViewController.OptionsKey: Any]? = nil, _carob: Void = ()
  ) {
    self.init(
      "init(transitionStyle:navigationOrientation:options:)", [style, navigationOrientation, options],
      of: UIPageViewController.self
    ) {
      UIPageViewController(
        transitionStyle: style, navigationOrientation: navigationOrientation, options: options)
    }
  }
}

extension _CarobConstructible where Self: UISearchController {
  @preconcurrency @MainActor public init(searchResultsController: UIViewController?, _carob: Void = ()) {
    self.init("init(searchResultsController:)", [searchResultsController], of: UISearchController.self) {
      UISearchController(searchResultsController: searchResultsController)
    }
  }
}

extension _CarobConstructible where Self: UIPresentationController {
  @preconcurrency @MainActor public init(
    presentedViewController: UIViewController, presenting presentingViewController: UIViewController?,
    _carob: Void = ()
  ) {
    self.init(
      "init(presentedViewController:presenting:)", [presentedViewController, presentingViewController],
      of: UIPresentationController.self
    ) {
      UIPresentationController(
        presentedViewController: presentedViewController, presenting: presentingViewController)
    }
  }
}

extension _CarobConstructible where Self: UIStoryboardSegue {
  @preconcurrency @MainActor public init(
    identifier: String?, source: UIViewController, destination: UIViewController, _carob: Void = ()
  ) {
    let made: UIStoryboardSegue.Type = Self._constructedClass
    if made == UIStoryboardSegue.self {
      self.init(
        _carobObject: UIStoryboardSegue(identifier: identifier, source: source, destination: destination))
      return
    }
    guard let make = made._carobNewSegue else {
      unimplementedInitializer("init(identifier:source:destination:)", of: made)
    }
    self.init(_carobObject: make(identifier, source, destination))
  }
}
