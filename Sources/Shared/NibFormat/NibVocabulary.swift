/// The known element names: the classes of object elements, and the names of structural elements.
public enum NibVocabulary {
  /// The class of an object element without `customClass`; nil for structural and unknown names.
  public static func className(forElement name: String) -> String? { objects[name] }

  /// Whether the name is known.
  public static func isKnown(_ name: String) -> Bool { objects[name] != nil || structure.contains(name) }

  /// Whether the element is a scene's controller (or a reference to one in another storyboard).
  public static func isController(_ name: String) -> Bool {
    name == "viewControllerPlaceholder" || (name.hasSuffix("Controller") && name != "searchDisplayController")
  }

  static let objects: [String: String] = [
    // Controllers
    "viewController": "UIViewController", "tableViewController": "UITableViewController",
    "collectionViewController": "UICollectionViewController",
    "navigationController": "UINavigationController",
    "tabBarController": "UITabBarController", "splitViewController": "UISplitViewController",
    "pageViewController": "UIPageViewController", "avPlayerViewController": "AVPlayerViewController",
    "glkViewController": "GLKViewController", "hostingController": "UIHostingController",
    "searchDisplayController": "UISearchDisplayController",
    "viewControllerPlaceholder": "UIViewController",
    // Views
    "view": "UIView", "containerView": "UIView", "window": "UIWindow", "label": "UILabel",
    "imageView": "UIImageView", "scrollView": "UIScrollView", "textView": "UITextView",
    "stackView": "UIStackView",
    "progressView": "UIProgressView", "activityIndicatorView": "UIActivityIndicatorView",
    "pickerView": "UIPickerView", "visualEffectView": "UIVisualEffectView", "webView": "UIWebView",
    "wkWebView": "WKWebView", "mapView": "MKMapView", "mtkView": "MTKView", "glkView": "GLKView",
    "sceneKitView": "SCNView", "skView": "SKView", "arscnView": "ARSCNView", "arskView": "ARSKView",
    "navigationBar": "UINavigationBar", "toolbar": "UIToolbar", "tabBar": "UITabBar",
    "searchBar": "UISearchBar",
    "tableView": "UITableView", "tableViewCell": "UITableViewCell", "tableViewCellContentView": "UIView",
    "tableViewHeaderFooterView": "UITableViewHeaderFooterView",
    "collectionView": "UICollectionView", "collectionViewCell": "UICollectionViewCell",
    "collectionViewCellContentView": "UIView", "collectionReusableView": "UICollectionReusableView",
    "adBannerView": "ADBannerView", "calendarView": "UICalendarView",
    // Controls
    "control": "UIControl", "button": "UIButton", "textField": "UITextField", "slider": "UISlider",
    "switch": "UISwitch", "stepper": "UIStepper", "segmentedControl": "UISegmentedControl",
    "pageControl": "UIPageControl", "datePicker": "UIDatePicker", "colorWell": "UIColorWell",
    "refreshControl": "UIRefreshControl",
    // Gesture recognizers
    "tapGestureRecognizer": "UITapGestureRecognizer", "pinchGestureRecognizer": "UIPinchGestureRecognizer",
    "rotationGestureRecognizer": "UIRotationGestureRecognizer",
    "swipeGestureRecognizer": "UISwipeGestureRecognizer",
    "panGestureRecognizer": "UIPanGestureRecognizer",
    "pongPressGestureRecognizer": "UILongPressGestureRecognizer",
    "screenEdgePanGestureRecognizer": "UIScreenEdgePanGestureRecognizer",
    "hoverGestureRecognizer": "UIHoverGestureRecognizer", "gestureRecognizer": "UIGestureRecognizer",
    // Items and other objects
    "navigationItem": "UINavigationItem", "barButtonItem": "UIBarButtonItem", "tabBarItem": "UITabBarItem",
    "collectionViewFlowLayout": "UICollectionViewFlowLayout",
    "collectionViewLayout": "UICollectionViewLayout",
    "customObject": "NSObject", "constraint": "NSLayoutConstraint", "viewLayoutGuide": "UILayoutGuide",
    "layoutGuide": "UILayoutGuide", "viewControllerLayoutGuide": "UILayoutSupport",
    "wkWebViewConfiguration": "WKWebViewConfiguration",
    "wkPreferences": "WKPreferences", "placeholder": "NSObject", "exit": "NSObject",
  ]

  static let structure: Set<String> = [
    "document", "dependencies", "deployment", "plugIn", "capability", "device", "adaptation", "resources",
    "image",
    "namedColor", "systemColor", "customFonts", "designables", "designable", "classes", "class",
    "relationships",
    "relationship", "scenes", "scene", "objects", "point", "rect", "size", "inset", "edgeInsets", "color",
    "nil",
    "null", "font", "fontDescription", "string", "mutableString", "integer", "real", "boolean", "bool",
    "date", "data",
    "array", "mutableArray", "dictionary", "mutableDictionary", "value", "range", "url", "locale", "calendar",
    "timeZone", "autoresizingMask", "subviews", "constraints", "connections", "outlet", "outletCollection",
    "action",
    "segue", "state", "textInputTraits", "gestureRecognizers", "toolbarItems", "items", "leftBarButtonItems",
    "rightBarButtonItems", "prototypes", "cells", "sections", "tableViewSection", "segments", "segment",
    "variation", "mask", "exclude", "include", "attributedString", "fragment", "attributes", "paragraphStyle",
    "textTabs", "textTab", "tabStop", "textAttributes", "titleTextAttributes", "shadow",
    "userDefinedRuntimeAttributes",
    "userDefinedRuntimeAttribute", "userDefinedRuntimeAttributeValue", "layoutGuides", "extendedEdge",
    "freeformSimulatedSizeMetrics", "simulatedStatusBarMetrics", "simulatedScreenMetrics",
    "simulatedMetricsContainer", "simulatedOrientationMetrics", "simulatedNavigationBarMetrics",
    "simulatedToolbarMetrics", "simulatedTabBarMetrics", "inferredMetricsTieBreakers",
    "audiovisualMediaTypes",
    "dataDetectorType", "dataDetectorTypes", "buttonConfiguration", "backgroundConfiguration",
    "imageReference",
    "preferredSymbolConfiguration", "symbolConfiguration", "fontConfiguration", "popoverArrowDirection",
    "accessibility", "accessibilityTraits", "blurEffect", "vibrancyEffect", "keyCommands", "keyCommand",
    "menu",
    "command", "directionalEdgeInsets", "scopeButtonTitles", "offsetWrapper", "searchSuggestions",
    "simulatedTransitionMetrics", "tickMarks", "animations", "frame", "modalPageSheetSize",
    "sliderTickConfiguration", "decimal", "barButtonItemAppearance",
    "navigationBarAppearance", "toolbarAppearance", "tabBarAppearance", "tabBarItemAppearance",
    "barButtonItemStateAppearance", "tabBarItemStateAppearance",
  ]
}
