/// What the translator knows about classes and protocols that the module does not declare.
///
/// It sees no compiled modules, so everything here is a list. A class that is in no list is treated
/// cautiously: it gets a method table if its name looks like a Cocoa class, and no factories.
enum SDKKnowledge {
  /// The types that the SDK replaces; each module gets aliases, because the toolchain's Foundation has them,
  /// too.
  static let replacedTypes = [
    "NSObject", "NSObjectProtocol", "NSNotification", "NSExceptionName", "Notification", "NotificationCenter",
    "NotificationQueue", "Port", "RunLoop", "Timer", "NSComparisonPredicate", "NSExpression",
    "DateComponentsFormatter", "MeasurementFormatter",
    "PersonNameComponentsFormatter",
  ]

  /// Classes of the toolchain's Foundation (and XCTest) that do not derive from the SDK's `NSObject`.
  static let foreignClasses: Set<String> = [
    "BlockOperation", "Bundle", "ByteCountFormatter", "DateFormatter", "DateIntervalFormatter", "Dimension",
    "EnergyFormatter", "FileHandle", "FileManager", "Formatter", "Host", "ISO8601DateFormatter",
    "InputStream",
    "JSONSerialization", "LengthFormatter", "MassFormatter", "NSArray", "NSAttributedString", "NSCache",
    "NSCalendar", "NSCharacterSet", "NSCoder", "NSComparisonPredicate", "NSCompoundPredicate", "NSCondition",
    "NSConditionLock", "NSCountedSet", "NSData", "NSDate", "NSDateComponents", "NSDateInterval",
    "NSDecimalNumber",
    "NSDictionary", "NSEnumerator", "NSError", "NSIndexPath", "NSIndexSet", "NSKeyedArchiver",
    "NSKeyedUnarchiver", "NSLocale", "NSLock", "NSMeasurement", "NSMutableArray", "NSMutableAttributedString",
    "NSMutableCharacterSet", "NSMutableData", "NSMutableDictionary", "NSMutableIndexSet",
    "NSMutableOrderedSet",
    "NSMutableSet", "NSMutableString", "NSNull", "NSNumber", "NSOrderedSet", "NSPredicate", "NSRecursiveLock",
    "NSRegularExpression", "NSSet", "NSSortDescriptor", "NSString", "NSTextCheckingResult", "NSTimeZone",
    "NSURL",
    "NSURLComponents", "NSURLQueryItem", "NSUUID", "NSValue", "NumberFormatter", "Operation",
    "OperationQueue",
    "OutputStream", "PersonNameComponentsFormatter", "Pipe", "Process", "Progress",
    "PropertyListSerialization", "Scanner", "Stream", "Thread", "Unit", "UserDefaults", "URLSession",
    "URLSessionTask", "URLProtocol", "URLCache", "HTTPURLResponse", "URLResponse", "XMLParser", "JSONEncoder",
    "JSONDecoder", "XCTestCase", "NSAffineTransform",
  ]

  /// Protocols whose names lack the usual ending of a protocol.
  private static let protocols: Set<String> = [
    "NSObjectProtocol", "NSCopying", "NSMutableCopying", "NSCoding", "NSSecureCoding", "NSLocking",
    "NSFilePresenter",
    "NSItemProviderReading", "NSItemProviderWriting", "NSUserActivityDelegate", "NSFetchRequestResult",
    "UIContentConfiguration", "UIContentView", "UIConfigurationState", "UITraitEnvironment",
    "UICoordinateSpace",
    "UIAppearance", "UIAppearanceContainer", "UIAccessibilityIdentification", "UIBarPositioning",
    "UIContentContainer", "UIDynamicItem", "UIFocusEnvironment", "UIFocusItem", "UIInteraction", "UIKeyInput",
    "UITextInput", "UITextInputTraits", "UILayoutSupport", "UIMenuBuilder", "UIPasteConfigurationSupporting",
    "UIResponderStandardEditActions", "UISearchResultsUpdating", "UISpringLoadedInteractionSupporting",
    "UIStateRestoring", "UIObjectRestoration", "UIViewControllerRestoration", "UITimingCurveProvider",
    "UIUserActivityRestoring", "UIViewAnimating", "UIViewImplicitlyAnimating", "UIViewControllerPreviewing",
    "UIViewControllerAnimatedTransitioning", "UIViewControllerInteractiveTransitioning",
    "UIViewControllerContextTransitioning", "UIViewControllerTransitionCoordinator",
    "UIGuidedAccessRestriction",
    "UIActivityItemSource", "UIDragSession", "UIDropSession", "UIDataSourceModelAssociation",
    "UIPopoverBackgroundViewMethods", "UIAdaptivePresentation", "UITextSelecting", "UIInputViewAudioFeedback",
    "MKAnnotation", "MKOverlay", "CAAction", "CAMediaTiming", "CALayoutManager",
    "UITableViewDataSourcePrefetching",
    "UICollectionViewDataSourcePrefetching", "UIContextMenuInteractionAnimating",
    "UIEditMenuInteractionAnimating", "UIMenuLeaf", "UIDragDropSession", "UIDragAnimating",
    "UITextDocumentProxy",
    "UNNotificationContentExtension", "NSExtensionRequestHandling",
  ]

  private static let classPrefixes = [
    "UI", "NS", "CA", "CL", "MK", "AV", "UN", "CI", "SK", "SCN", "PH", "MP", "MF", "EK", "CN", "QL", "PK",
    "GK", "WK",
    "HK", "CK", "CB", "CM", "AR", "MTK", "PDF", "SF", "AS", "LA", "IN", "TK", "WC", "MC", "VN", "SL", "EA",
    "CT",
  ]

  /// Unprefixed classes of the SDK.
  private static let plainNames: Set<String> = [
    "NotificationCenter", "NotificationQueue", "Timer", "RunLoop", "Port", "UndoManager", "FileWrapper",
    "ValueTransformer",
  ]

  static func looksLikeCocoa(_ name: String) -> Bool {
    classPrefixes.contains { prefix in
      guard name.hasPrefix(prefix), name.count > prefix.count else { return false }
      return name.dropFirst(prefix.count).first?.isUppercase ?? false
    }
  }

  static func isProtocol(_ name: String) -> Bool {
    if protocols.contains(name) { return true }
    guard looksLikeCocoa(name) || name.hasPrefix("URLSession") else { return false }
    return name.hasSuffix("Delegate") || name.hasSuffix("DataSource") || name.hasSuffix("DelegateFlowLayout")
      || name.hasSuffix("Observer")
  }

  /// Whether the class derives from the SDK's `NSObject`.
  static func isObjectClass(_ name: String) -> Bool {
    if plainNames.contains(name) { return true }
    return !foreignClasses.contains(name) && !name.contains(".") && looksLikeCocoa(name) && !isProtocol(name)
      && !valueTypes.contains(name)
  }

  /// Whether the name is most likely a class of another module that derives from a view or controller.
  static func hasClassSuffix(_ name: String) -> Bool {
    [
      "Controller", "View", "Cell", "Button", "Label", "Layer", "Window", "Control", "Recognizer", "Segue",
      "Responder",
    ]
    .contains { name.hasSuffix($0) && name.first?.isUppercase == true && name.count > $0.count }
  }

  /// Structures, enumerations and type aliases whose names look like classes.
  private static let valueTypes: Set<String> = [
    "NSRange", "NSRangePointer", "NSZone", "NSDirectionalEdgeInsets", "UIEdgeInsets", "UIOffset",
    "UIFloatRange",
    "UIInterfaceOrientation", "UIInterfaceOrientationMask", "UIDeviceOrientation", "UIStatusBarStyle",
    "UIStatusBarAnimation", "UIUserInterfaceStyle", "UIUserInterfaceIdiom", "UIUserInterfaceSizeClass",
    "UIModalPresentationStyle", "UIModalTransitionStyle", "UIRectEdge", "UIRectCorner", "UILayoutPriority",
    "UIContentSizeCategory", "UIBackgroundTaskIdentifier", "UIBackgroundFetchResult", "NSLayoutFormatOptions",
    "NSTextAlignment", "NSLineBreakMode", "NSUnderlineStyle", "NSWritingDirection", "UIKeyModifierFlags",
    "UIKeyboardType", "UIReturnKeyType", "UITableViewCellEditingStyle", "UIActionIdentifier",
    "CATransform3D", "CLLocationCoordinate2D", "CLLocationDistance", "CLLocationDegrees",
    "CLLocationAccuracy",
    "CLAuthorizationStatus", "CLLocationSpeed", "CLLocationDirection", "CLRegionState", "CLProximity",
    "MKCoordinateRegion", "MKCoordinateSpan", "MKMapRect", "MKMapPoint", "CMTime", "CMTimeRange",
    "UIGraphicsContext",
    "CACornerMask", "CAMediaTimingFunctionName", "CIFormat", "NSDiffableDataSourceSnapshot",
    "NSDiffableDataSourceSectionSnapshot", "UIListContentConfiguration", "UIBackgroundConfiguration",
    "UICollectionLayoutListConfiguration", "UICellAccessory", "UIConfigurationColorTransformer",
    "UIConfigurationTextAttributesTransformer", "UIContentUnavailableConfiguration", "CAFrameRateRange",
    "UIAxis",
    "UINSToolbarItemPresentationSize", "UIActionHandler", "UIDropOperation", "UIEditMenuArrowDirection",
  ]

  /// Whether an argument for a parameter of this type is an object, or a struct that is sent as the object that it wraps.
  static func isObjectType(_ name: String) -> Bool {
    isObjectClass(name) || name == "NSNotification" || name == "Notification"
      || name == "Foundation.Notification"
  }

  // MARK: Isolation

  /// Nonisolated classes other than Core Animation's. Any other class is assumed to be a main-actor class,
  /// which is always safe for the table entries that call its methods.
  private static let nonisolatedClasses: Set<String> = [
    "NSObject", "NSManagedObject", "NSManagedObjectContext", "NSManagedObjectID", "NSManagedObjectModel",
    "NSEntityDescription", "NSPropertyDescription", "NSAttributeDescription", "NSRelationshipDescription",
    "NSPersistentContainer", "NSPersistentCloudKitContainer", "NSPersistentStore", "NSAtomicStore",
    "NSIncrementalStore", "NSIncrementalStoreNode", "NSAtomicStoreCacheNode", "NSSaveChangesRequest",
    "NSPersistentStoreCoordinator", "NSPersistentStoreDescription",
    "NSPersistentStoreRequest", "NSFetchRequest", "NSFetchedResultsController", "NSMergePolicy",
    "NSEntityMigrationPolicy", "NSMigrationManager", "NSMappingModel", "NSStagedMigrationManager",
    "NSCustomMigrationStage", "NSLightweightMigrationStage", "ValueTransformer",
    "NSSecureUnarchiveFromDataTransformer", "NSNotification", "NSUserActivity",
    "NSItemProvider",
    "NSException", "NSExpression", "NSPointerArray", "Timer", "NotificationCenter", "NotificationQueue",
    "RunLoop", "UndoManager", "UIColor",
    "UIFont",
    "UIImage", "UIBezierPath", "UITraitCollection", "UIApplicationShortcutItem", "UIBarAppearance",
    "UINavigationBarAppearance", "UITabBarAppearance", "UIToolbarAppearance", "CLLocation", "CLRegion",
    "CLCircularRegion", "MKShape", "MKPointAnnotation", "MKClusterAnnotation", "MKUserLocation",
    "MKPlacemark",
    "MKMapItem", "MKMultiPoint", "MKPolyline", "MKGeodesicPolyline", "MKPolygon", "MKCircle",
    "MKMultiPolyline",
    "MKMultiPolygon", "MKTileOverlay", "MKLocalSearch", "MKDirections", "MKMapSnapshotter", "MKMapCamera",
    "CLPlacemark", "UNNotificationContent", "UNNotificationRequest", "Port", "NSShadow", "NSTextTab",
    "NSTextAttachment",
    "NSParagraphStyle", "NSMutableParagraphStyle", "NSStringDrawingContext", "UIFontDescriptor",
    "UIFontMetrics",
  ]
  static func isMainActorClass(_ name: String) -> Bool {
    !nonisolatedClasses.contains(name) && !name.hasPrefix("CA") && !name.hasPrefix("UIGraphics")
  }

  private static let nonisolatedUIProtocols: Set<String> = [
    "UIContentConfiguration", "UIConfigurationState", "UITimingCurveProvider", "UIActivityItemSource",
  ]
  static func isMainActorProtocol(_ name: String) -> Bool {
    name.hasPrefix("UI") && isProtocol(name) && !nonisolatedUIProtocols.contains(name)
      || name == "MKMapViewDelegate" || name == "WKNavigationDelegate" || name == "WKUIDelegate"
  }

  // MARK: Initializers

  /// The designated initializers, as full Swift names without `init(coder:)`, of class families whose
  /// subclasses may inherit `init()` by overriding all of them.
  static func designatedInitializers(_ name: String) -> Set<String>? {
    if name == "NSObject" || name == "UIResponder" || name == "CALayer" { return ["init()"] }
    if name.hasSuffix("GestureRecognizer") { return ["init(target:action:)"] }
    if let further = furtherDesignatedInitializers[name] { return further }
    if isViewControllerClass(name) { return ["init(nibName:bundle:)"] }
    if name == "UITableViewCell" { return ["init(style:reuseIdentifier:)"] }
    if isViewClass(name) { return ["init(frame:)"] }
    return nil
  }

  /// The additional designated initializers of classes that differ from their family.
  private static let furtherDesignatedInitializers: [String: Set<String>] = [
    "UINavigationController": [
      "init(nibName:bundle:)", "init(rootViewController:)", "init(navigationBarClass:toolbarClass:)",
    ],
    "UITableViewController": ["init(nibName:bundle:)", "init(style:)"],
    "UISplitViewController": ["init(nibName:bundle:)", "init(style:)"],
    "MKAnnotationView": ["init(annotation:reuseIdentifier:)", "init(frame:)"],
    "MKMarkerAnnotationView": ["init(annotation:reuseIdentifier:)"],
    "MKPinAnnotationView": ["init(annotation:reuseIdentifier:)"],
    "MKUserLocationView": ["init(annotation:reuseIdentifier:)"],
    "UIFontPickerViewController": ["init(configuration:)"],
    "UIPageViewController": ["init(transitionStyle:navigationOrientation:options:)"],
    "UITableView": ["init(frame:style:)"], "UITextView": ["init(frame:textContainer:)"],
    "UIImageView": ["init(frame:)", "init(image:)", "init(image:highlightedImage:)"],
    "UIWindow": ["init(frame:)", "init(windowScene:)"],
    "UISegmentedControl": ["init(frame:)", "init(items:)"],
    "UIActivityIndicatorView": ["init(frame:)", "init(style:)"],
    "UIVisualEffectView": ["init(frame:)", "init(effect:)"],
  ]

  /// Whether the class has an `init()` that a subclass without initializers inherits.
  static func hasPlainInitializer(_ name: String) -> Bool {
    if name == "UICollectionView" || name == "UICollectionViewController" || name == "UISearchController" {
      return false
    }
    return plainInitializers.contains(name) || isViewClass(name) || isViewControllerClass(name)
      || isGestureClass(name)
  }

  /// Whether storyboards instantiate the class, from a coder.
  static func hasCoderInitializer(_ name: String) -> Bool {
    isViewClass(name) || isViewControllerClass(name) || isGestureClass(name)
      || name == "UICollectionViewLayout" || name == "UICollectionViewFlowLayout"
  }

  static let gestures: Set<String> = [
    "UIGestureRecognizer", "UITapGestureRecognizer", "UIPanGestureRecognizer", "UIPinchGestureRecognizer",
    "UIRotationGestureRecognizer", "UISwipeGestureRecognizer", "UILongPressGestureRecognizer",
    "UIScreenEdgePanGestureRecognizer", "UIHoverGestureRecognizer",
  ]
  /// Layer classes, whose subclasses inherit `init(layer:)`.
  static let layers: Set<String> = [
    "CALayer", "CAShapeLayer", "CATextLayer", "CAGradientLayer", "CAReplicatorLayer", "CATransformLayer",
    "CATiledLayer", "CAEmitterLayer",
  ]
  private static func isGestureClass(_ name: String) -> Bool { gestures.contains(name) }

  private static let plainInitializers: Set<String> = [
    "NSObject", "ValueTransformer", "NSSecureUnarchiveFromDataTransformer", "NSEntityMigrationPolicy",
    "UIResponder", "UIApplication", "UICollectionViewLayout", "UICollectionViewFlowLayout",
    "CALayer",
    "CAShapeLayer", "CATextLayer", "CAGradientLayer", "CAReplicatorLayer", "CAScrollLayer",
    "CATransformLayer",
    "CAEmitterLayer", "UIDynamicBehavior", "UIBarItem", "UIBarButtonItem", "UITabBarItem",
  ]

  private static let viewControllers: Set<String> = [
    "UIViewController", "UINavigationController", "UITabBarController", "UITableViewController",
    "UICollectionViewController", "UIPageViewController", "UISplitViewController", "UISearchController",
    "UIInputViewController", "UIAlertController", "UIFontPickerViewController",
  ]
  static func isViewControllerClass(_ name: String) -> Bool { viewControllers.contains(name) }

  private static let views: Set<String> = [
    "UIView", "UIControl", "UIButton", "UILabel", "UIImageView", "UITextField", "UITextView", "UISlider",
    "UISwitch",
    "UIScrollView", "UITableView", "UITableViewCell", "UICollectionView", "UICollectionViewCell",
    "UICollectionReusableView", "UICollectionViewListCell", "UITableViewHeaderFooterView", "UIStackView",
    "UIWindow",
    "UINavigationBar", "UIToolbar", "UITabBar", "UISearchBar", "UIProgressView", "UIPickerView",
    "UIDatePicker",
    "UIPageControl", "UISegmentedControl", "UIStepper", "UIActivityIndicatorView", "UIVisualEffectView",
    "UIRefreshControl", "UISearchTextField", "UIColorWell", "UIWebView", "MKMapView",
    "UIPopoverBackgroundView",
  ]
  static func isViewClass(_ name: String) -> Bool { views.contains(name) }

  /// View classes whose subclasses inherit `init(frame:)` and are instantiated with it.
  static let framedViews = views.subtracting([
    "UITableViewCell", "UITableViewHeaderFooterView", "UICollectionView", "UIColorWell",
  ])
  /// Annotation views, which are instantiated with `init(annotation:reuseIdentifier:)`.
  static let annotationViews: Set<String> = [
    "MKAnnotationView", "MKMarkerAnnotationView", "MKPinAnnotationView", "MKUserLocationView",
  ]
  /// View controllers whose subclasses inherit `init(nibName:bundle:)`.
  static let controllersFromNibs = viewControllers.subtracting([
    "UISearchController", "UIPageViewController", "UIInputViewController", "UIFontPickerViewController",
  ])
}
