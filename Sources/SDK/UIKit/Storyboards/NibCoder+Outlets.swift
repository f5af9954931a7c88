import CarobFoundation
import NibFormat

extension NibCoder {
  /// Connects what a nib says by an outlet, but is no property that is set: true if it was that.
  ///
  /// All other outlets of the SDK's classes are set by key–value coding, as those of the app's classes.
  func connectPart(_ source: NSObject, _ key: String, _ target: AnyObject) -> Bool {
    switch (source, key) {
    case (is UIViewController, "searchDisplayController"): return true
    case (let controller as UIViewController, "navigationItem"):
      guard let item = target as? UINavigationItem else { return false }
      controller.setNavigationItem(item)
      return true
    // E-60: setting the view asks for none, which key–value coding would do.
    case (let controller as UIViewController, "view"):
      guard let view = target as? UIView else { return false }
      controller.view = view
      return true
    // The view of such a controller is the list itself.
    case (let controller as UITableViewController, "tableView"): return controller.viewIfLoaded === target
    case (let controller as UICollectionViewController, "collectionView"):
      return controller.viewIfLoaded === target
    case (let view as UIView, "maskView"):
      view.mask = target as? UIView
      return true
    default: return false
    }
  }
}
