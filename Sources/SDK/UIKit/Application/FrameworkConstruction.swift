import CarobFoundation
import CoreGraphics

/// Instantiates the SDK's own classes from metatypes (F-155). An app's classes have generated factories
/// (`_carobNew`, `_carobNewFrame`, …). The SDK's classes have none, so that a subclass does not inherit a
/// factory that makes its superclass.
enum FrameworkConstruction {
  typealias Plain = @MainActor @Sendable () -> AnyObject
  typealias Framed = @MainActor @Sendable (CGRect) -> UIView
  typealias FromNib = @MainActor @Sendable (String?, Bundle?) -> UIViewController

  static let framed: [ObjectIdentifier: Framed] = [
    ObjectIdentifier(UIView.self): { UIView(frame: $0) },
    ObjectIdentifier(UIWindow.self): { UIWindow(frame: $0) },
    ObjectIdentifier(UILabel.self): { UILabel(frame: $0) },
    ObjectIdentifier(UIImageView.self): { UIImageView(frame: $0) },
    ObjectIdentifier(UIStackView.self): { UIStackView(frame: $0) },
    ObjectIdentifier(UIScrollView.self): { UIScrollView(frame: $0) },
    ObjectIdentifier(UITableView.self): { UITableView(frame: $0) },
    ObjectIdentifier(UITableViewCell.self): { UITableViewCell(frame: $0) },
    ObjectIdentifier(UITableViewHeaderFooterView.self): { UITableViewHeaderFooterView(frame: $0) },
    ObjectIdentifier(UICollectionReusableView.self): { UICollectionReusableView(frame: $0) },
    ObjectIdentifier(UICollectionViewCell.self): { UICollectionViewCell(frame: $0) },
    ObjectIdentifier(UICollectionViewListCell.self): { UICollectionViewListCell(frame: $0) },
    ObjectIdentifier(UINavigationBar.self): { UINavigationBar(frame: $0) },
    ObjectIdentifier(UITabBar.self): { UITabBar(frame: $0) },
    ObjectIdentifier(UIToolbar.self): { UIToolbar(frame: $0) },
    ObjectIdentifier(UISearchBar.self): { UISearchBar(frame: $0) },
    ObjectIdentifier(UIProgressView.self): { UIProgressView(frame: $0) },
    ObjectIdentifier(UIActivityIndicatorView.self): { UIActivityIndicatorView(frame: $0) },
    ObjectIdentifier(UIVisualEffectView.self): { UIVisualEffectView(frame: $0) },
    ObjectIdentifier(UIPickerView.self): { UIPickerView(frame: $0) },
    ObjectIdentifier(UIWebView.self): { UIWebView(frame: $0) },
    ObjectIdentifier(UITextView.self): { UITextView(frame: $0) },
    ObjectIdentifier(UIControl.self): { UIControl(frame: $0) },
    ObjectIdentifier(UIButton.self): { UIButton(frame: $0) },
    ObjectIdentifier(UISegmentedControl.self): { UISegmentedControl(frame: $0) },
    ObjectIdentifier(UISwitch.self): { UISwitch(frame: $0) },
    ObjectIdentifier(UISlider.self): { UISlider(frame: $0) },
    ObjectIdentifier(UIStepper.self): { UIStepper(frame: $0) },
    ObjectIdentifier(UIPageControl.self): { UIPageControl(frame: $0) },
    ObjectIdentifier(UITextField.self): { UITextField(frame: $0) },
    ObjectIdentifier(UIDatePicker.self): { UIDatePicker(frame: $0) },
    ObjectIdentifier(UIRefreshControl.self): { UIRefreshControl(frame: $0) },
  ]

  static let fromNib: [ObjectIdentifier: FromNib] = [
    ObjectIdentifier(UIViewController.self): { UIViewController(nibName: $0, bundle: $1) },
    ObjectIdentifier(UINavigationController.self): { UINavigationController(nibName: $0, bundle: $1) },
    ObjectIdentifier(UITabBarController.self): { UITabBarController(nibName: $0, bundle: $1) },
    ObjectIdentifier(UITableViewController.self): { UITableViewController(nibName: $0, bundle: $1) },
    ObjectIdentifier(UIAlertController.self): { UIAlertController(nibName: $0, bundle: $1) },
  ]

  typealias Recognizer = @MainActor @Sendable (Any?, Selector?) -> UIGestureRecognizer
  static let recognizers: [ObjectIdentifier: Recognizer] = [
    ObjectIdentifier(UIGestureRecognizer.self): { UIGestureRecognizer(target: $0, action: $1) },
    ObjectIdentifier(UITapGestureRecognizer.self): { UITapGestureRecognizer(target: $0, action: $1) },
    ObjectIdentifier(UIPanGestureRecognizer.self): { UIPanGestureRecognizer(target: $0, action: $1) },
    ObjectIdentifier(UISwipeGestureRecognizer.self): { UISwipeGestureRecognizer(target: $0, action: $1) },
    ObjectIdentifier(UIPinchGestureRecognizer.self): { UIPinchGestureRecognizer(target: $0, action: $1) },
    ObjectIdentifier(UIHoverGestureRecognizer.self): { UIHoverGestureRecognizer(target: $0, action: $1) },
    ObjectIdentifier(UIRotationGestureRecognizer.self): {
      UIRotationGestureRecognizer(target: $0, action: $1)
    },
    ObjectIdentifier(UILongPressGestureRecognizer.self): {
      UILongPressGestureRecognizer(target: $0, action: $1)
    },
    ObjectIdentifier(UIScreenEdgePanGestureRecognizer.self): {
      UIScreenEdgePanGestureRecognizer(target: $0, action: $1)
    },
  ]

  /// Classes that are only instantiated with `init()`.
  private static let simple: [ObjectIdentifier: Plain] = [
    ObjectIdentifier(UISplitViewController.self): { UISplitViewController() },
    ObjectIdentifier(UIBarItem.self): { UIBarItem() },
    ObjectIdentifier(UIBarButtonItem.self): { UIBarButtonItem() },
    ObjectIdentifier(UITabBarItem.self): { UITabBarItem() },
    ObjectIdentifier(UICollectionViewLayout.self): { UICollectionViewLayout() },
    ObjectIdentifier(UICollectionViewFlowLayout.self): { UICollectionViewFlowLayout() },
  ]

  /// `init()`; views, controllers and recognizers forward it to their designated initializers.
  static func plain(_ cls: AnyClass) -> (@MainActor () -> AnyObject)? {
    let key = ObjectIdentifier(cls)
    if let make = framed[key] { return { make(.zero) } }
    if let make = fromNib[key] { return { make(nil, nil) } }
    if let make = recognizers[key] { return { make(nil, nil) } }
    return simple[key]
  }
}

extension _CarobConstructible where Self: UIView {
  /// `T(frame:)` and `cls.init(frame:)`.
  // F-155
  @preconcurrency @MainActor public init(frame: CGRect, _carob: Void = ()) {
    let made: UIView.Type = Self._constructedClass
    guard let make = made._carobNewFrame ?? FrameworkConstruction.framed[ObjectIdentifier(made)] else {
      unimplementedInitializer("init(frame:)", of: made)
    }
    self.init(_carobObject: make(frame))
  }
}

extension _CarobConstructible where Self: UITableViewCell {
  /// `cellClass.init(style:reuseIdentifier:)`.
  // F-155
  @preconcurrency @MainActor
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?, _carob: Void = ()) {
    let made: UITableViewCell.Type = Self._constructedClass
    if made == UITableViewCell.self {
      self.init(_carobObject: UITableViewCell(style: style, reuseIdentifier: reuseIdentifier))
      return
    }
    guard let make = made._carobNewCell else {
      unimplementedInitializer("init(style:reuseIdentifier:)", of: made)
    }
    self.init(_carobObject: make(style, reuseIdentifier))
  }
}

extension _CarobConstructible where Self: UITableViewHeaderFooterView {
  /// `headerClass.init(reuseIdentifier:)`.
  // F-155
  @preconcurrency @MainActor public init(reuseIdentifier: String?, _carob: Void = ()) {
    let made: UITableViewHeaderFooterView.Type = Self._constructedClass
    if made == UITableViewHeaderFooterView.self {
      self.init(_carobObject: UITableViewHeaderFooterView(reuseIdentifier: reuseIdentifier))
      return
    }
    guard let make = made._carobNewHeader else {
      unimplementedInitializer("init(reuseIdentifier:)", of: made)
    }
    self.init(_carobObject: make(reuseIdentifier))
  }
}

extension _CarobConstructible where Self: UIViewController {
  /// `T(nibName:bundle:)` and `cls.init(nibName:bundle:)`.
  // F-155
  @preconcurrency @MainActor public init(nibName: String?, bundle: Bundle?, _carob: Void = ()) {
    let made: UIViewController.Type = Self._constructedClass
    guard let make = made._carobNewController ?? FrameworkConstruction.fromNib[ObjectIdentifier(made)]
    else { unimplementedInitializer("init(nibName:bundle:)", of: made) }
    self.init(_carobObject: make(nibName, bundle))
  }
}

extension _CarobConstructible where Self: UIGestureRecognizer {
  /// `T(target:action:)` and `recognizerClass.init(target:action:)`.
  // F-155
  @preconcurrency @MainActor public init(target: Any?, action: Selector?, _carob: Void = ()) {
    let made: UIGestureRecognizer.Type = Self._constructedClass
    guard let make = made._carobNewRecognizer ?? FrameworkConstruction.recognizers[ObjectIdentifier(made)]
    else { unimplementedInitializer("init(target:action:)", of: made) }
    self.init(_carobObject: make(target, action))
  }
}

extension _CarobConstructible where Self: UITableView {
  /// `tableClass.init(frame:style:)`.
  // F-155
  @preconcurrency @MainActor public init(frame: CGRect, style: UITableView.Style, _carob: Void = ()) {
    let made: UITableView.Type = Self._constructedClass
    if made == UITableView.self {
      self.init(_carobObject: UITableView(frame: frame, style: style))
      return
    }
    guard let make = made._carobNewTable else {
      unimplementedInitializer("init(frame:style:)", of: made)
    }
    self.init(_carobObject: make(frame, style))
  }
}

extension _CarobConstructible where Self: UITableViewController {
  /// `controllerClass.init(style:)`.
  // F-155
  @preconcurrency @MainActor public init(style: UITableView.Style, _carob: Void = ()) {
    let made: UITableViewController.Type = Self._constructedClass
    if made == UITableViewController.self {
      self.init(_carobObject: UITableViewController(style: style))
      return
    }
    guard let make = made._carobNewStyled else { unimplementedInitializer("init(style:)", of: made) }
    self.init(_carobObject: make(style))
  }
}

extension _CarobConstructible where Self: UICollectionView {
  /// `collectionClass.init(frame:collectionViewLayout:)`.
  // F-155
  @preconcurrency @MainActor
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout, _carob: Void = ()) {
    let made: UICollectionView.Type = Self._constructedClass
    if made == UICollectionView.self {
      self.init(_carobObject: UICollectionView(frame: frame, collectionViewLayout: layout))
      return
    }
    guard let make = made._carobNewLaidOut else {
      unimplementedInitializer("init(frame:collectionViewLayout:)", of: made)
    }
    self.init(_carobObject: make(frame, layout))
  }
}

extension _CarobConstructible where Self: UICollectionViewController {
  /// `controllerClass.init(collectionViewLayout:)`.
  // F-155
  @preconcurrency @MainActor
  public init(collectionViewLayout layout: UICollectionViewLayout, _carob: Void = ()) {
    let made: UICollectionViewController.Type = Self._constructedClass
    if made == UICollectionViewController.self {
      self.init(_carobObject: UICollectionViewController(collectionViewLayout: layout))
      return
    }
    guard let make = made._carobNewWithLayout else {
      unimplementedInitializer("init(collectionViewLayout:)", of: made)
    }
    self.init(_carobObject: make(layout))
  }
}

extension _CarobConstructible where Self: UINavigationController {
  /// `navigationClass.init(rootViewController:)`.
  // F-155
  @preconcurrency @MainActor public init(rootViewController: UIViewController, _carob: Void = ()) {
    let made: UINavigationController.Type = Self._constructedClass
    if made == UINavigationController.self {
      self.init(_carobObject: UINavigationController(rootViewController: rootViewController))
      return
    }
    guard let make = made._carobNewWithRoot else {
      unimplementedInitializer("init(rootViewController:)", of: made)
    }
    self.init(_carobObject: make(rootViewController))
  }
}

// Convenience initializers for metatypes; they do the same as the initializers of the classes.

extension _CarobConstructible where Self: UIStackView {
  // F-155
  @preconcurrency @MainActor public init(arrangedSubviews views: [UIView], _carob: Void = ()) {
    self.init(frame: .zero, _carob: ())
    for view in views { addArrangedSubview(view) }
  }
}

extension _CarobConstructible where Self: UIButton {
  // F-155
  @preconcurrency @MainActor public init(type: UIButton.ButtonType, _carob: Void = ()) {
    self.init(frame: .zero, _carob: ())
    setType(type)
  }
  @preconcurrency @MainActor
  public init(type: UIButton.ButtonType = .system, primaryAction: UIAction?, _carob: Void = ()) {
    self.init(frame: .zero, _carob: ())
    setType(type, primaryAction)
  }
  @preconcurrency @MainActor
  public init(configuration: UIButton.Configuration, primaryAction: UIAction? = nil, _carob: Void = ()) {
    self.init(frame: .zero, _carob: ())
    setUp(configuration, primaryAction)
  }
}

extension _CarobConstructible where Self: UIControl {
  // F-155
  @preconcurrency @MainActor public init(frame: CGRect, primaryAction: UIAction?, _carob: Void = ()) {
    self.init(frame: frame, _carob: ())
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }
}

extension _CarobConstructible where Self: UISegmentedControl {
  // F-155
  @preconcurrency @MainActor public init(frame: CGRect, actions: [UIAction], _carob: Void = ()) {
    self.init(frame: frame, _carob: ())
    for (index, action) in actions.enumerated() { insertSegment(action: action, at: index, animated: false) }
  }
}

extension _CarobConstructible where Self: UIProgressView {
  // F-155
  @preconcurrency @MainActor public init(progressViewStyle style: UIProgressView.Style, _carob: Void = ()) {
    self.init(frame: CGRect(x: 0, y: 0, width: 0, height: 4), _carob: ())
    progressViewStyle = style
  }
}

extension _CarobConstructible where Self: UIAlertController {
  // F-155
  @preconcurrency @MainActor public init(
    title: String?, message: String?, preferredStyle: UIAlertController.Style, _carob: Void = ()
  ) {
    self.init(nibName: nil, bundle: nil, _carob: ())
    setUp(title, message, preferredStyle)
  }
}

extension _CarobConstructible where Self: UICollectionViewLayoutAttributes {
  // F-155
  @preconcurrency @MainActor public init(forCellWith indexPath: IndexPath, _carob: Void = ()) {
    self.init(.cell, kind: nil, at: indexPath)
  }
  @preconcurrency @MainActor public init(
    forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath, _carob: Void = ()
  ) {
    self.init(.supplementaryView, kind: elementKind, at: indexPath)
  }
  @preconcurrency @MainActor public init(
    forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath, _carob: Void = ()
  ) {
    self.init(.decorationView, kind: decorationViewKind, at: indexPath)
  }
  @MainActor private init(
    _ category: UICollectionView.ElementCategory, kind: String?, at indexPath: IndexPath
  ) {
    let made: UICollectionViewLayoutAttributes.Type = Self._constructedClass
    self.init(
      _carobObject: UICollectionViewLayoutAttributes.make(made, category, kind: kind, at: indexPath))
  }
}

extension _CarobConstructible where Self: UIBarButtonItem {
  // F-155
  @preconcurrency @MainActor public init(
    title: String?, style: UIBarButtonItem.Style, target: Any?, action: Selector?, _carob: Void = ()
  ) {
    self.init(_carob: ())
    self.title = title
    self.style = style
    self.target = _messageTarget(target)
    self.action = action
  }
  @preconcurrency @MainActor public init(
    image: UIImage?, style: UIBarButtonItem.Style, target: Any?, action: Selector?, _carob: Void = ()
  ) {
    self.init(_carob: ())
    self.image = image
    self.style = style
    self.target = _messageTarget(target)
    self.action = action
  }
  @preconcurrency @MainActor public init(
    barButtonSystemItem systemItem: UIBarButtonItem.SystemItem, target: Any?, action: Selector?,
    _carob: Void = ()
  ) {
    self.init(_carob: ())
    setSystemItem(systemItem)
    self.target = _messageTarget(target)
    self.action = action
  }
  @preconcurrency @MainActor public init(customView: UIView, _carob: Void = ()) {
    self.init(_carob: ())
    self.customView = customView
  }
}

extension _CarobConstructible where Self: UITabBarItem {
  // F-155
  @preconcurrency @MainActor public init(title: String?, image: UIImage?, tag: Int, _carob: Void = ()) {
    self.init(_carob: ())
    self.title = title
    self.image = image
    self.tag = tag
  }
  @preconcurrency @MainActor
  public init(title: String?, image: UIImage?, selectedImage: UIImage?, _carob: Void = ()) {
    self.init(_carob: ())
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
  }
  @preconcurrency @MainActor
  public init(tabBarSystemItem systemItem: UITabBarItem.SystemItem, tag: Int, _carob: Void = ()) {
    self.init(_carob: ())
    self.tag = tag
    setSystemItem(systemItem)
  }
}
