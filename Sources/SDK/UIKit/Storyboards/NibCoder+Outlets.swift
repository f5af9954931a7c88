import CarobFoundation
import NibFormat

extension NibCoder {
  /// Connects an outlet that the SDK's own classes have. False if it is none, or leads to nothing.
  func connectFrameworkOutlet(_ source: AnyObject, _ key: String, _ target: AnyObject?) -> Bool {
    guard let target else { return false }
    // An app's class may have an outlet of that name of its own.
    if key != "delegate", key != "dataSource", let object = source as? NSObject,
      PropertyTable.property(type(of: object), key) != nil
    {
      return false
    }
    switch key {
    case "delegate", "dataSource": return setDelegate(source, key, target)
    case "prefetchDataSource", "dragDelegate", "dropDelegate": return setListDelegate(source, key, target)
    default: return setView(source, key, target as? UIView) || setItem(source, key, target)
    }
  }

  private func setDelegate(_ source: AnyObject, _ key: String, _ target: AnyObject) -> Bool {
    switch (source, key) {
    case (let table as UITableView, "dataSource"): table.dataSource = target as? any UITableViewDataSource
    case (let collection as UICollectionView, "dataSource"):
      collection.dataSource = target as? any UICollectionViewDataSource
    case (let scroll as UIScrollView, "delegate"): scroll.delegate = target as? any UIScrollViewDelegate
    case (let bar as UINavigationBar, "delegate"): bar.delegate = target as? any UINavigationBarDelegate
    case (let picker as UIPickerView, "dataSource"): picker.dataSource = target as? any UIPickerViewDataSource
    case (let picker as UIPickerView, "delegate"): picker.delegate = target as? any UIPickerViewDelegate
    case (let pages as UIPageViewController, "dataSource"):
      pages.dataSource = target as? any UIPageViewControllerDataSource
    case (let pages as UIPageViewController, "delegate"):
      pages.delegate = target as? any UIPageViewControllerDelegate
    case (let bar as UITabBar, "delegate"): bar.delegate = target as? any UITabBarDelegate
    case (let bar as UIToolbar, "delegate"): bar.delegate = target as? any UIToolbarDelegate
    case (let bar as UISearchBar, "delegate"): bar.delegate = target as? any UISearchBarDelegate
    case (let field as UITextField, "delegate"): field.delegate = target as? any UITextFieldDelegate
    case (let recognizer as UIGestureRecognizer, "delegate"):
      recognizer.delegate = target as? any UIGestureRecognizerDelegate
    case (let navigation as UINavigationController, "delegate"):
      navigation.delegate = target as? any UINavigationControllerDelegate
    case (let tab as UITabBarController, "delegate"): tab.delegate = target as? any UITabBarControllerDelegate
    case (let split as UISplitViewController, "delegate"):
      split.delegate = target as? any UISplitViewControllerDelegate
    default: return false
    }
    return true
  }

  private func setListDelegate(_ source: AnyObject, _ key: String, _ target: AnyObject) -> Bool {
    switch (source, key) {
    case (let table as UITableView, "prefetchDataSource"):
      table.prefetchDataSource = target as? any UITableViewDataSourcePrefetching
    case (let table as UITableView, "dragDelegate"):
      table.dragDelegate = target as? any UITableViewDragDelegate
    case (let table as UITableView, "dropDelegate"):
      table.dropDelegate = target as? any UITableViewDropDelegate
    case (let collection as UICollectionView, "prefetchDataSource"):
      collection.prefetchDataSource = target as? any UICollectionViewDataSourcePrefetching
    case (let collection as UICollectionView, "dragDelegate"):
      collection.dragDelegate = target as? any UICollectionViewDragDelegate
    case (let collection as UICollectionView, "dropDelegate"):
      collection.dropDelegate = target as? any UICollectionViewDropDelegate
    default: return false
    }
    return true
  }

  private func setView(_ source: AnyObject, _ key: String, _ view: UIView?) -> Bool {
    guard let view else { return false }
    switch (source, key) {
    case (let controller as UIViewController, "view"): controller.view = view
    case (let controller as UITableViewController, "tableView"):
      if controller.viewIfLoaded !== view { controller.tableView = view as? UITableView }
    case (let controller as UICollectionViewController, "collectionView"):
      if controller.viewIfLoaded !== view { controller.collectionView = view as? UICollectionView }
    case (let cell as UITableViewCell, "accessoryView"): cell.accessoryView = view
    case (let cell as UITableViewCell, "editingAccessoryView"): cell.editingAccessoryView = view
    case (let cell as UITableViewCell, "backgroundView"): cell.backgroundView = view
    case (let cell as UITableViewCell, "selectedBackgroundView"): cell.selectedBackgroundView = view
    case (let cell as UICollectionViewCell, "backgroundView"): cell.backgroundView = view
    case (let cell as UICollectionViewCell, "selectedBackgroundView"): cell.selectedBackgroundView = view
    case (let table as UITableView, "backgroundView"): table.backgroundView = view
    case (let table as UITableView, "tableHeaderView"): table.tableHeaderView = view
    case (let table as UITableView, "tableFooterView"): table.tableFooterView = view
    case (let collection as UICollectionView, "backgroundView"): collection.backgroundView = view
    case (let scroll as UIScrollView, "refreshControl"): scroll.refreshControl = view as? UIRefreshControl
    case (let controller as UITableViewController, "refreshControl"):
      controller.refreshControl = view as? UIRefreshControl
    case (let field as UITextField, "inputView"): field.inputView = view
    case (let field as UITextField, "inputAccessoryView"): field.inputAccessoryView = view
    case (let field as UITextField, "leftView"): field.leftView = view
    case (let field as UITextField, "rightView"): field.rightView = view
    case (let text as UITextView, "inputView"): text.inputView = view
    case (let text as UITextView, "inputAccessoryView"): text.inputAccessoryView = view
    case (let item as UINavigationItem, "titleView"): item.titleView = view
    case (let item as UIBarButtonItem, "customView"): item.customView = view
    case (let target as UIView, "maskView"), (let target as UIView, "mask"): target.mask = view
    default: return false
    }
    return true
  }

  private func setItem(_ source: AnyObject, _ key: String, _ target: AnyObject) -> Bool {
    switch (source, key, target) {
    case (is UIViewController, "searchDisplayController", _): break
    case (let controller as UIViewController, "tabBarItem", let item as UITabBarItem):
      controller.tabBarItem = item
    case (let controller as UIViewController, "navigationItem", let item as UINavigationItem):
      controller.setNavigationItem(item)
    case (let window as UIWindow, "rootViewController", let controller as UIViewController):
      window.rootViewController = controller
    case (let item as UINavigationItem, "leftBarButtonItem", let button as UIBarButtonItem):
      item.leftBarButtonItem = button
    case (let item as UINavigationItem, "rightBarButtonItem", let button as UIBarButtonItem):
      item.rightBarButtonItem = button
    case (let item as UINavigationItem, "backBarButtonItem", let button as UIBarButtonItem):
      item.backBarButtonItem = button
    default: return false
    }
    return true
  }
}
