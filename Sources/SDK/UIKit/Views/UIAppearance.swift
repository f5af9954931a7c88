import CarobFoundation

/// A class whose appearance can be customized for all instances at once.
@preconcurrency @MainActor
public protocol UIAppearance: NSObjectProtocol {
  /// Properties that are set on the returned proxy apply to every instance that enters a window later.
  static func appearance() -> Self
  static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
  static func appearance(for trait: UITraitCollection) -> Self
  static func appearance(
    for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self
}

extension UIAppearance {
  public static func appearance() -> Self { AppearanceProxies.proxy(Self.self, [], nil) }
  public static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self { AppearanceProxies.proxy(Self.self, containerTypes, nil) }
  public static func appearance(for trait: UITraitCollection) -> Self {
    AppearanceProxies.proxy(Self.self, [], trait)
  }
  public static func appearance(
    for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self { AppearanceProxies.proxy(Self.self, containerTypes, trait) }
}

extension UIView: UIAppearance {}

extension UIBarItem: UIAppearance {}

/// The app's appearance proxies, and their effect on views and items that enter a window.
///
/// A proxy is an instance of its class that is never shown. Its differences from another new instance are
/// what the app has set; they are copied into each instance that has no value of its own.
///
/// DEVIATION: only the properties in `AppearanceProperties` are supported, and an instance on which the app
/// set the default value counts as unchanged. The initializer of an app's own class runs for its proxy.
@MainActor
enum AppearanceProxies {
  private struct Proxy {
    let cls: AnyClass
    let containers: [any UIAppearanceContainer.Type]
    let traits: UITraitCollection?
    let model: AnyObject
    let pristine: AnyObject
    let holds: (AnyObject) -> Bool
    /// The number of other proxies that are for superclasses of this one.
    var depth = 0
  }

  /// Most specific first.
  private static var proxies: [Proxy] = []
  static var isUsed: Bool { !proxies.isEmpty }

  static func proxy<Object: AnyObject>(
    _ cls: Object.Type, _ containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
  ) -> Object {
    let same = proxies.first {
      $0.cls == cls && $0.traits === traits
        && $0.containers.map(ObjectIdentifier.init) == containers.map(ObjectIdentifier.init)
    }
    if let model = same?.model as? Object { return model }
    guard let model = make(cls) as? Object, let pristine = make(cls) else {
      preconditionFailure("appearance() of \(cls): it has neither init(coder:) nor a plain init()")
    }
    proxies.append(
      Proxy(
        cls: cls, containers: containers, traits: traits, model: model, pristine: pristine,
        holds: { $0 is Object }))
    for place in proxies.indices {
      proxies[place].depth = proxies.count { $0.holds(proxies[place].model) }
    }
    let ordered = proxies.enumerated().sorted {
      ($1.element.depth, $1.element.containers.count, $0.offset)
        < ($0.element.depth, $0.element.containers.count, $1.offset)
    }
    proxies = ordered.map(\.element)
    return model
  }

  /// Removes the proxies of a class; for tests.
  static func forget(_ cls: AnyClass) { proxies.removeAll { $0.cls == cls } }

  private static func make(_ cls: AnyClass) -> AnyObject? {
    if let new = NibFactories.factory(cls) { return new(NSCoder()) }
    guard let type = cls as? NSObject.Type else { return nil }
    return type._carobNewCoder?(NSCoder()) ?? type._carobNew?()
  }

  /// Called when a view enters a window, after its superview did.
  static func apply(to view: UIView) { apply(to: view, within: view.next) }

  /// - Parameter parent: The innermost container of the object.
  static func apply(to object: AnyObject, within parent: UIResponder?) {
    for proxy in proxies where proxy.holds(object) && object !== proxy.model && object !== proxy.pristine {
      guard isContained(proxy.containers, parent) else { continue }
      if let traits = proxy.traits, let environment = (object as? UIView) ?? (parent as? UIView),
        !environment.traitCollection.containsTraits(in: traits)
      {
        continue
      }
      for property in AppearanceProperties.all { property(proxy.model, proxy.pristine, object) }
    }
  }

  /// Whether the containers occur in this order in the responder chain from `parent`, innermost first.
  private static func isContained(
    _ containers: [any UIAppearanceContainer.Type], _ parent: UIResponder?
  ) -> Bool {
    var open = containers[...]
    var here = parent
    while let wanted = open.first, let responder = here {
      if isKind(responder, of: wanted) { open.removeFirst() }
      here = responder.next
    }
    return open.isEmpty
  }

  private static func isKind(_ object: AnyObject, of type: any UIAppearanceContainer.Type) -> Bool {
    func check<Container>(_ type: Container.Type) -> Bool { object is Container }
    return _openExistential(type, do: check)
  }
}

/// The properties that appearance proxies can set.
@MainActor
enum AppearanceProperties {
  /// Copies a property from `model` to `target` if it was set on `model` and not on `target`; `pristine` is a
  /// new instance to compare with.
  typealias Copy = @MainActor (_ model: AnyObject, _ pristine: AnyObject, _ target: AnyObject) -> Void

  static let all: [Copy] = bars + items + views

  private static let bars: [Copy] = [
    copy(\UINavigationBar.barTintColor), copy(\UINavigationBar.barStyle),
    copy(\UINavigationBar.isTranslucent),
    copy(\UINavigationBar.titleTextAttributes), copy(\UINavigationBar.largeTitleTextAttributes),
    copy(\UINavigationBar.shadowImage), copy(\UINavigationBar.backgroundImages),
    copy(\UINavigationBar.prefersLargeTitles),
    copy(\UINavigationBar.standardAppearance, ifSet: \.isStandardAppearanceSet),
    copy(\UINavigationBar.scrollEdgeAppearance), copy(\UINavigationBar.compactAppearance),
    copy(\UITabBar.barTintColor), copy(\UITabBar.barStyle), copy(\UITabBar.isTranslucent),
    copy(\UITabBar.unselectedItemTintColor), copy(\UITabBar.scrollEdgeAppearance),
    copy(\UITabBar.standardAppearance, ifSet: \.isStandardAppearanceSet),
    copy(\UIToolbar.barTintColor), copy(\UIToolbar.barStyle), copy(\UIToolbar.isTranslucent),
    copy(\UISearchBar.barTintColor), copy(\UISearchBar.barStyle), copy(\UISearchBar.searchBarStyle),
  ]

  private static let items: [Copy] = [
    copy(\UIBarItem.titleAttributes), copy(\UIBarButtonItem.tintColor), copy(\UIBarButtonItem.pictures),
  ]

  private static let views: [Copy] = [
    copy(\UIView.ownTintColor), copy(\UIView.backgroundColor),
    copy(\UILabel.font), copy(\UILabel.textColor), copy(\UILabel.shadowColor), copy(\UILabel.shadowOffset),
    copy(\UITextField.font), copy(\UITextField.textColor), copy(\UITextField.borderStyle),
    copy(\UITextField.keyboardAppearance), copy(\UITextView.font), copy(\UITextView.textColor),
    copy(\UISwitch.onTintColor), copy(\UISwitch.thumbTintColor),
    copy(\UISlider.minimumTrackTintColor), copy(\UISlider.maximumTrackTintColor),
    copy(\UISlider.thumbTintColor),
    copy(\UIProgressView.progressTintColor), copy(\UIProgressView.trackTintColor),
    copy(\UIPageControl.pageIndicatorTintColor), copy(\UIPageControl.currentPageIndicatorTintColor),
    copy(\UISegmentedControl.selectedSegmentTintColor), copy(\UISegmentedControl.titleAttributes),
    copy(\UIActivityIndicatorView.color), copy(\UITableView.separatorColor),
    copy(\UITableView.separatorStyle),
    copy(\UITableView.separatorInset), copy(\UITableViewCell.selectionStyle),
  ]

  private static func copy<Object: AnyObject, Value: Equatable & SendableMetatype>(
    _ path: ReferenceWritableKeyPath<Object, Value>
  ) -> Copy { copy(path, ==) }

  private static func copy<Object: AnyObject>(
    _ path: ReferenceWritableKeyPath<Object, [NSAttributedString.Key: Any]?>
  ) -> Copy {
    copy(path) { $0 == nil && $1 == nil }
  }

  private static func copy<Object: AnyObject>(
    _ path: ReferenceWritableKeyPath<Object, [UInt: [NSAttributedString.Key: Any]]>
  ) -> Copy { copy(path) { $0.isEmpty && $1.isEmpty } }

  private static func copy<Object: AnyObject, Value: SendableMetatype>(
    _ path: ReferenceWritableKeyPath<Object, Value>, _ same: @escaping @MainActor (Value, Value) -> Bool
  ) -> Copy {
    { model, pristine, target in
      guard let model = model as? Object, let pristine = pristine as? Object, let target = target as? Object
      else { return }
      let initial = pristine[keyPath: path]
      let value = model[keyPath: path]
      if !same(value, initial), same(target[keyPath: path], initial) { target[keyPath: path] = value }
    }
  }

  /// For properties whose value is an object of each instance; `isSet` tells whether it was set.
  private static func copy<Object: AnyObject, Value: SendableMetatype>(
    _ path: ReferenceWritableKeyPath<Object, Value>, ifSet isSet: KeyPath<Object, Bool>
  ) -> Copy {
    { model, _, target in
      guard let model = model as? Object, let target = target as? Object, model[keyPath: isSet],
        !target[keyPath: isSet]
      else { return }
      target[keyPath: path] = model[keyPath: path]
    }
  }
}

/// Classes whose instances take part in appearance proxies.
@preconcurrency @MainActor
public protocol UIAppearanceContainer: NSObjectProtocol {}
