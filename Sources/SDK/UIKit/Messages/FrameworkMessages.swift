import CarobFoundation

/// The methods of UIKit's classes that selectors can call, by class (F-165).
///
/// The translator generates entries for an app's own methods. This table lists UIKit's methods, so that
/// `perform(#selector(UITableView.reloadData))` and target-action work with them; an app's override is called
/// through the entry of the method it overrides. Delegate and data source methods are not listed: a class
/// that implements one has its own entry (E-231, F-150).
// OPTIMIZATION: a class's entries are created on the first message to it, so that a launch pays only for the
// classes it uses.
enum FrameworkMessages {
  static func of(_ cls: AnyClass) -> [_CarobMethod] { table[ObjectIdentifier(cls)]?() ?? [] }

  private static let table: [ObjectIdentifier: @Sendable () -> [_CarobMethod]] = [
    ObjectIdentifier(UIResponder.self): { ViewMessages.responder },
    ObjectIdentifier(UIView.self): { ViewMessages.view },
    ObjectIdentifier(UIWindow.self): { ViewMessages.window },
    ObjectIdentifier(UIStackView.self): { ViewMessages.stackView },
    ObjectIdentifier(UIImageView.self): { ViewMessages.imageView },
    ObjectIdentifier(UIScrollView.self): { ViewMessages.scrollView },
    ObjectIdentifier(UITableView.self): { ListMessages.tableView },
    ObjectIdentifier(UITableViewCell.self): { ListMessages.tableViewCell },
    ObjectIdentifier(UITableViewHeaderFooterView.self): { ListMessages.headerFooterView },
    ObjectIdentifier(UICollectionView.self): { ListMessages.collectionView },
    ObjectIdentifier(UICollectionReusableView.self): { ListMessages.reusableView },
    ObjectIdentifier(UICollectionViewCell.self): { ListMessages.collectionViewCell },
    ObjectIdentifier(UICollectionViewLayout.self): { ListMessages.layout },
    ObjectIdentifier(UIPickerView.self): { ListMessages.pickerView },
    ObjectIdentifier(UIControl.self): { ControlMessages.control },
    ObjectIdentifier(UIButton.self): { ControlMessages.button },
    ObjectIdentifier(UISwitch.self): { ControlMessages.toggle },
    ObjectIdentifier(UISlider.self): { ControlMessages.slider },
    ObjectIdentifier(UISegmentedControl.self): { ControlMessages.segmentedControl },
    ObjectIdentifier(UIPageControl.self): { ControlMessages.pageControl },
    ObjectIdentifier(UIDatePicker.self): { ControlMessages.datePicker },
    ObjectIdentifier(UIProgressView.self): { ControlMessages.progressView },
    ObjectIdentifier(UIActivityIndicatorView.self): { ControlMessages.activityIndicator },
    ObjectIdentifier(UIRefreshControl.self): { ControlMessages.refreshControl },
    ObjectIdentifier(UITextField.self): { ControlMessages.textField },
    ObjectIdentifier(UITextView.self): { ControlMessages.textView },
    ObjectIdentifier(UINavigationBar.self): { ControlMessages.navigationBar },
    ObjectIdentifier(UITabBar.self): { ControlMessages.tabBar },
    ObjectIdentifier(UIToolbar.self): { ControlMessages.toolbar },
    ObjectIdentifier(UISearchBar.self): { ControlMessages.searchBar },
    ObjectIdentifier(UIGestureRecognizer.self): { ControlMessages.gestureRecognizer },
    ObjectIdentifier(UIMenuController.self): { ControlMessages.menuController },
    ObjectIdentifier(UIFeedbackGenerator.self): { ControlMessages.feedbackGenerator },
    ObjectIdentifier(UIImpactFeedbackGenerator.self): { ControlMessages.impactFeedback },
    ObjectIdentifier(UISelectionFeedbackGenerator.self): { ControlMessages.selectionFeedback },
    ObjectIdentifier(UIViewPropertyAnimator.self): { ControlMessages.propertyAnimator },
    ObjectIdentifier(UIDynamicAnimator.self): { ControlMessages.dynamicAnimator },
    ObjectIdentifier(UIViewController.self): { ControllerMessages.viewController },
    ObjectIdentifier(UINavigationController.self): { ControllerMessages.navigationController },
    ObjectIdentifier(UITabBarController.self): { ControllerMessages.tabBarController },
    ObjectIdentifier(UISplitViewController.self): { ControllerMessages.splitViewController },
    ObjectIdentifier(UIPageViewController.self): { ControllerMessages.pageViewController },
    ObjectIdentifier(UIAlertController.self): { ControllerMessages.alertController },
    ObjectIdentifier(UIPresentationController.self): { ControllerMessages.presentationController },
    ObjectIdentifier(UIPercentDrivenInteractiveTransition.self): { ControllerMessages.interactiveTransition },
    ObjectIdentifier(UIStoryboardSegue.self): { ControllerMessages.segue },
    ObjectIdentifier(UINavigationItem.self): { ControllerMessages.navigationItem },
    ObjectIdentifier(UIApplication.self): { ControllerMessages.application },
    ObjectIdentifier(UIDevice.self): { ControllerMessages.device },
  ]
}
