import CarobFoundation
import NibFormat

extension NibCoder {
  /// Connects an outlet that is not a settable property. Returns true if it was such an outlet.
  ///
  /// All other outlets, of the SDK's classes and the app's, are set with key–value coding.
  func connectPart(_ source: NSObject, _ key: String, _ target: AnyObject) -> Bool {
    switch (source, key) {
    case (is UIViewController, "searchDisplayController"): return true
    case (let controller as UIViewController, "navigationItem"):
      guard let item = target as? UINavigationItem else { return false }
      controller.setNavigationItem(item)
      return true
    // E-60: sets the view directly, because key–value coding would load it first.
    case (let controller as UIViewController, "view"):
      guard let view = target as? UIView else { return false }
      controller.view = view
      return true
    // The view of such a controller is the table or collection view itself.
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
