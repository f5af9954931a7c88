import CarobFoundation

/// Creates the SDK's own objects in nibs by class. An app's classes have factories of their own
/// (`_carobNewCoder`); the SDK's classes have none, so that a subclass without a factory does not inherit
/// its superclass's.
@MainActor
enum NibFactories {
  typealias Factory = @MainActor (NSCoder) -> AnyObject?

  static func factory(_ cls: AnyClass) -> Factory? { table[ObjectIdentifier(cls)] }

  private static func entry<Object: AnyObject>(
    _ cls: Object.Type, _ make: @escaping @MainActor (NSCoder) -> Object?
  ) -> (ObjectIdentifier, Factory) { (ObjectIdentifier(cls), { make($0) }) }

  private static let table = Dictionary(uniqueKeysWithValues: views + controls + controllers + others)

  private static let views: [(ObjectIdentifier, Factory)] = [
    entry(UIView.self) { UIView(coder: $0) },
    entry(UIWindow.self) { UIWindow(coder: $0) },
    entry(UILabel.self) { UILabel(coder: $0) },
    entry(UIImageView.self) { UIImageView(coder: $0) },
    entry(UIStackView.self) { UIStackView(coder: $0) },
    entry(UIScrollView.self) { UIScrollView(coder: $0) },
    entry(UITableView.self) { UITableView(coder: $0) },
    entry(UITableViewCell.self) { UITableViewCell(coder: $0) },
    entry(UITableViewHeaderFooterView.self) { UITableViewHeaderFooterView(coder: $0) },
    entry(UICollectionReusableView.self) { UICollectionReusableView(coder: $0) },
    entry(UICollectionViewCell.self) { UICollectionViewCell(coder: $0) },
    entry(UICollectionViewListCell.self) { UICollectionViewListCell(coder: $0) },
    entry(UICollectionView.self) { UICollectionView(coder: $0) },
    entry(UINavigationBar.self) { UINavigationBar(coder: $0) },
    entry(UITabBar.self) { UITabBar(coder: $0) },
    entry(UIProgressView.self) { UIProgressView(coder: $0) },
    entry(UIActivityIndicatorView.self) { UIActivityIndicatorView(coder: $0) },
    entry(UIVisualEffectView.self) { UIVisualEffectView(coder: $0) },
    entry(UIPickerView.self) { UIPickerView(coder: $0) },
    entry(UIWebView.self) { UIWebView(coder: $0) },
    entry(UIToolbar.self) { UIToolbar(coder: $0) },
    entry(UISearchBar.self) { UISearchBar(coder: $0) },
    entry(UITextView.self) { UITextView(coder: $0) },
  ]

  private static let controls: [(ObjectIdentifier, Factory)] = [
    entry(UIControl.self) { UIControl(coder: $0) },
    entry(UIButton.self) { UIButton(coder: $0) },
    entry(UISegmentedControl.self) { UISegmentedControl(coder: $0) },
    entry(UISwitch.self) { UISwitch(coder: $0) },
    entry(UISlider.self) { UISlider(coder: $0) },
    entry(UIStepper.self) { UIStepper(coder: $0) },
    entry(UIPageControl.self) { UIPageControl(coder: $0) },
    entry(UITextField.self) { UITextField(coder: $0) },
    entry(UIDatePicker.self) { UIDatePicker(coder: $0) },
    entry(UIRefreshControl.self) { UIRefreshControl(coder: $0) },
  ]

  private static let controllers: [(ObjectIdentifier, Factory)] = [
    entry(UIViewController.self) { UIViewController(coder: $0) },
    entry(UINavigationController.self) { UINavigationController(coder: $0) },
    entry(UITabBarController.self) { UITabBarController(coder: $0) },
    entry(UISplitViewController.self) { UISplitViewController(coder: $0) },
    entry(UIPageViewController.self) { UIPageViewController(coder: $0) },
    entry(UITableViewController.self) { UITableViewController(coder: $0) },
    entry(UICollectionViewController.self) { UICollectionViewController(coder: $0) },
  ]

  private static let others: [(ObjectIdentifier, Factory)] = [
    entry(UINavigationItem.self) { UINavigationItem(coder: $0) },
    entry(UIBarButtonItem.self) { UIBarButtonItem(coder: $0) },
    entry(UITabBarItem.self) { UITabBarItem(coder: $0) },
    entry(UITapGestureRecognizer.self) { UITapGestureRecognizer(coder: $0) },
    entry(UIPanGestureRecognizer.self) { UIPanGestureRecognizer(coder: $0) },
    entry(UISwipeGestureRecognizer.self) { UISwipeGestureRecognizer(coder: $0) },
    entry(UILongPressGestureRecognizer.self) { UILongPressGestureRecognizer(coder: $0) },
    entry(UIPinchGestureRecognizer.self) { UIPinchGestureRecognizer(coder: $0) },
    entry(UIRotationGestureRecognizer.self) { UIRotationGestureRecognizer(coder: $0) },
    entry(UIHoverGestureRecognizer.self) { UIHoverGestureRecognizer(coder: $0) },
    entry(UIScreenEdgePanGestureRecognizer.self) { UIScreenEdgePanGestureRecognizer(coder: $0) },
    entry(UICollectionViewLayout.self) { UICollectionViewLayout(coder: $0) },
    entry(UICollectionViewFlowLayout.self) { UICollectionViewFlowLayout(coder: $0) },
    (ObjectIdentifier(NSObject.self), { _ in NSObject() }),
  ]
}
